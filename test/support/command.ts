import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** How a command of gannet ended, and what it said. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Options {
  /** Added to the environment; undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  readonly input?: string;
}

/**
 * For Node.js: what tests start ends soon, so that V8's second compiler for WebAssembly, the language of the embedded
 * database, would cost 0.5 s of processor time and bring nothing. Not for measurements, which start services, too.
 */
export const briefly: readonly string[] = process.env.VITEST === undefined ? [] : ['--liftoff-only'];

const main = join(import.meta.dirname, '../../src/main.ts');

/** Starts `gannet` with these arguments; the local web may be reached. */
export const startGannet = (args: readonly string[], { env, cwd, input }: Options = {}): ChildProcess => {
  const child = spawn(process.execPath, [...briefly, main, ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: '1', GANNET_ALLOW_NETWORKS: '127.0.0.0/8', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input ?? '');
  return child;
};

/** The same, to its end. */
export const gannet = async (
  args: readonly string[],
  options: Options = {},
): Promise<Ended & { bytes: Buffer }> => {
  const child = startGannet(args, options);
  const out: Buffer[] = [];
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  await once(child, 'close');
  const bytes = Buffer.concat(out);
  return { code: child.exitCode, stdout: bytes.toString(), stderr, bytes };
};
