// @ts-check
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { installers } from './browser-install.mjs';
import { candidates, placesByPlatform } from './browser-places.mjs';
import { reasonIn, runCommand, SetupError, say } from './command.mjs';
import { readJson } from './json.mjs';

/** The oldest Chromium that the flags and protocol calls of src/browser are known to. */
const oldestMajor = 120;
/** A service that is started as root runs its browser as this user (src/browser/process/launch.ts), so it must be able to. */
const nobody = 65_534;
const checkMs = 15_000;

/** @typedef {import('./command.mjs').Setup} Setup */
/** @typedef {import('./browser-places.mjs').Places | undefined} Places undefined on a platform that is not known */

/**
 * A Chromium that runs: the one that GANNET_BROWSER names, else the one found before, else one found now, else one
 * installed now.
 * @param {Setup} setup
 * @param {Places} [places]
 * @returns {Promise<string>} path of the binary
 */
export const ensureBrowser = async (setup, places = placesByPlatform[process.platform]) => {
  const named = setup.env.GANNET_BROWSER;
  if (named) {
    const fault = await faultOf(setup, named);
    if (fault === undefined) return named;
    throw new SetupError(
      `GANNET_BROWSER is ${named}, which does not run as Chromium ${oldestMajor} or newer (${fault}).`,
    );
  }
  const known = remembered(setup.cache);
  const found = known ?? (await findBrowser(setup, places)) ?? (await installBrowser(setup, places));
  if (found !== known) remember(setup.cache, found);
  return found;
};

/**
 * The first candidate that runs.
 * @param {Setup} setup
 * @param {Places} places
 * @returns {Promise<string | undefined>}
 */
export const findBrowser = async (setup, places) => {
  for (const path of places === undefined ? [] : candidates(places, setup))
    if ((await faultOf(setup, path)) === undefined) return path;
  return undefined;
};

/**
 * @param {Setup} setup
 * @param {Places} places
 */
const installBrowser = async (setup, places) => {
  const failures = [];
  for (const { name, minutes, commands } of installers(setup.env, isRoot())) {
    say(`no Chromium found; installing one with ${name} (once, up to ${minutes} minutes) …`);
    const failure = await lastFailure(setup, commands, minutes * 60_000);
    const found = await findBrowser(setup, places);
    if (found !== undefined) return found;
    failures.push(`${name}: ${failure ?? 'installed nothing that runs'}`);
  }
  throw new SetupError(
    `no Chromium ${oldestMajor} or newer was found or could be installed (${failures.join('; ')}). ` +
      'Install Chromium or Chrome with your package manager, or set GANNET_BROWSER to the path of one.',
  );
};

/**
 * Runs all of them, since the last one may succeed where an earlier one failed (package lists that are out of date).
 * @param {Setup} setup
 * @param {readonly (readonly string[])[]} commands
 * @param {number} timeoutMs for each of them
 * @returns {Promise<string | undefined>} what the last one that failed said
 */
const lastFailure = async (setup, commands, timeoutMs) => {
  let failure;
  for (const command of commands) {
    const { ok, output } = await runCommand(command, { ...setup, timeoutMs });
    if (!ok) failure = reasonIn(output);
  }
  return failure;
};

/**
 * @param {Setup} setup
 * @param {string} path
 * @returns {Promise<string | undefined>} why this is no Chromium that can be used; undefined when it is one
 */
const faultOf = async (setup, path) => {
  // On Windows `--version` opens a window instead of answering.
  if (process.platform === 'win32') return existsSync(path) ? undefined : 'there is no such file';
  const user = isRoot() ? { uid: nobody } : {};
  const { ok, output } = await runCommand([path, '--version'], { ...setup, ...user, timeoutMs: checkMs });
  const major = /\b(?:Chrom|Edge).*?(\d+)\.\d+\.\d+\.\d+/.exec(output)?.[1];
  return ok && Number(major) >= oldestMajor ? undefined : reasonIn(output);
};

const isRoot = () => process.getuid?.() === 0;

/**
 * Running a browser takes long the first time: what was found is trusted as long as the file stays the same.
 * @param {string} cache
 */
const recordPath = (cache) => join(cache, 'browser.json');

/** @param {string} path */
const traits = (path) => {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat && { path, size: stat.size, modified: stat.mtimeMs };
};

/** @param {string} cache */
const remembered = (cache) => {
  const record = readJson(recordPath(cache));
  if (typeof record?.path !== 'string') return undefined;
  return isDeepStrictEqual(record, traits(record.path)) ? record.path : undefined;
};

/**
 * @param {string} cache
 * @param {string} path
 */
const remember = (cache, path) => {
  const text = `${JSON.stringify(traits(path))}\n`;
  try {
    mkdirSync(cache, { recursive: true });
    writeFileSync(recordPath(cache), text);
  } catch (error) {
    say(`could not write to ${cache} (${error instanceof Error ? error.message : error}).`);
  }
};
