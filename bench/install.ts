import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../scripts/setup/command.mjs';
import { npmCommand } from '../scripts/setup/npm.mjs';

/** What is installed for a measurement: packages of npm, in exact versions. */
export interface Packages {
  readonly dependencies: Readonly<Record<string, string>>;
  /** Versions of their dependencies, where the newest ones do not go with them. */
  readonly overrides?: Readonly<Record<string, string>>;
}

/** A folder that holds their `node_modules`, or why there is none. */
export type Installed = { readonly folder: string } | { readonly missing: string };

/** What is kept from one run to the next. */
export const cache: string = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'gannet', 'bench');

/**
 * Installs into this user's cache, once: nothing that gannet is compared with is one of its dependencies. No install
 * script is run.
 * @param name of the folder, beside a digest of the packages.
 */
export const install = async (name: string, packages: Packages): Promise<Installed> => {
  const manifest = JSON.stringify({ private: true, ...packages });
  const digest = createHash('sha256').update(manifest).digest('hex').slice(0, 12);
  const folder = join(cache, `${name}-${digest}`);
  const stamp = join(folder, 'installed');
  if (existsSync(stamp)) return { folder };
  // What broke off half way would be taken for good.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), manifest);
  const flags = ['--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'];
  const { ok, output } = await runCommand([...npmCommand(process.env), 'install', ...flags], {
    env: process.env,
    signal: new AbortController().signal,
    timeoutMs: 600_000,
  });
  if (!ok) return { missing: `npm could not install it: ${reasonIn(output)}` };
  writeFileSync(stamp, '');
  return { folder };
};

/** The line in which npm says what is wrong. */
const reasonIn = (output: string): string => {
  const lines = output.trim().split('\n');
  return (
    lines.find((line) => /^npm error (?!code|A complete)/.test(line)) ?? lines.at(-1) ?? 'no reason given'
  );
};

/** Whether a program is installed; undefined where it answers, else what to say of it. */
export const missingProgram = async (
  command: readonly string[],
  hint: string,
): Promise<string | undefined> => {
  const { ok } = await runCommand([...command], {
    env: process.env,
    signal: new AbortController().signal,
    timeoutMs: 60_000,
  });
  return ok ? undefined : `${command[0]} is not installed (${hint})`;
};
