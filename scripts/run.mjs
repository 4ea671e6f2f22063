// @ts-check
/**
 * Prepares what a command of this project needs and runs it: Node.js 24, the dependencies, a Chromium.
 * `node scripts/run.mjs FILE [argument …]` or `node scripts/run.mjs --bin NAME [argument …]`; any Node.js from 18 on.
 */
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scriptOf } from './setup/bin.mjs';
import { ensureBrowser } from './setup/browser.mjs';
import { SetupError, say } from './setup/command.mjs';
import { ensureDependencies } from './setup/dependencies.mjs';
import { frugalEnv, frugalFlags } from './setup/frugal.mjs';
import { ensureNode } from './setup/node.mjs';
import { onStop, supervise } from './setup/supervise.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * What each command needs; the first row that fits counts. `--bin vitest run` reads `vitest run` here.
 * @type {readonly { command: RegExp, dependencies: import('./setup/dependencies.mjs').Kind, browser: boolean }[]}
 */
const needs = [
  { command: /^src\/main\.ts (serve|scrape|mcp)\b/, dependencies: 'production', browser: true },
  { command: /^src\//, dependencies: 'production', browser: false },
  { command: /^(vitest|bench\/)/, dependencies: 'full', browser: true },
];

/** @type {Omit<(typeof needs)[number], 'command'>} */
const otherwise = { dependencies: 'full', browser: false };

/**
 * @param {readonly string[]} args
 * @param {AbortSignal} signal
 * @returns {Promise<{ command: string[], env: Record<string, string | undefined> }>}
 */
const prepare = async (args, signal) => {
  const words = args[0] === '--bin' ? args.slice(1) : args;
  const [target, ...parameters] = words;
  if (target === undefined)
    throw new SetupError('say what to run: a file, or --bin and the name of a command.');
  const need = needs.find(({ command }) => command.test(words.join(' '))) ?? otherwise;

  const home = homedir();
  const cache = join(process.env.XDG_CACHE_HOME || join(home, '.cache'), 'gannet');
  /** @type {Record<string, string | undefined>} */
  const env = { ...process.env, GANNET_LAUNCHER_PID: String(process.pid) };
  const setup = { root, home, cache, env, signal };
  const node = await ensureNode(setup);
  // On Windows it is spelled Path, and both at once would be one too many.
  const path = 'Path' in env ? 'Path' : 'PATH';
  env[path] = [dirname(node), env[path]].join(delimiter);
  await ensureDependencies(setup, need.dependencies);
  if (need.browser) env.GANNET_BROWSER = await ensureBrowser(setup);
  const script = words === args ? resolve(root, target) : scriptOf(root, target);
  const command = ['--disable-warning=ExperimentalWarning', script, ...parameters];
  // Tests start copies in folders of their own: what was kept of those would never be used, nor go.
  if (!target.startsWith('src/')) return { command: [node, ...command], env };
  // What Node.js makes of the sources is kept: the next start takes 0.3 s and 20 MB less.
  const compiled = { NODE_COMPILE_CACHE: join(cache, 'compiled') };
  return { command: [node, ...frugalFlags, ...command], env: { ...frugalEnv, ...compiled, ...env } };
};

/**
 * Ends this process the way the command ended.
 * @param {{ code: number | null, signal: NodeJS.Signals | null }} end
 */
const endAs = ({ code, signal }) => {
  if (signal === null) process.exitCode = code ?? 1;
  else process.kill(process.pid, signal);
};

/**
 * @param {unknown} error
 * @returns {error is Error} whether the system would not do something: no permission, no space, no such file
 */
const isRefusal = (error) => error instanceof Error && 'syscall' in error;

const stop = new AbortController();
const release = onStop(process.env, (signal) => stop.abort(signal));
try {
  const { command, env } = await prepare(process.argv.slice(2), stop.signal);
  release();
  endAs(await supervise(command, env));
} catch (error) {
  release();
  if (stop.signal.aborted) endAs({ code: null, signal: stop.signal.reason });
  else if (error instanceof SetupError || isRefusal(error)) {
    say(error.message);
    process.exitCode = 1;
  } else throw error;
}
