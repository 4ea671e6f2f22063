// @ts-check
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, SetupError, say } from './command.mjs';
import { readJson } from './json.mjs';
import { withLock } from './lock.mjs';
import { npmCommand } from './npm.mjs';

const installMs = 900_000;

/** @typedef {import('./command.mjs').Setup} Setup */
/** @typedef {'production' | 'full'} Kind `full` holds the development dependencies too, so it serves both. */
/** @typedef {{ lock: string, platform: string, arch: string, kind: Kind }} Stamp what was installed, for what */
/** @typedef {{ version?: string, integrity?: string, optional?: boolean, dev?: boolean }} Package */

/**
 * `npm ci`, when the lock file or the platform is not the one that node_modules was installed for. No install script
 * is run: no dependency needs one (`npm run check` sees to that).
 * @param {Setup} setup
 * @param {Kind} kind
 */
export const ensureDependencies = async (setup, kind) => {
  const text = readFileSync(join(setup.root, 'package-lock.json'), 'utf8');
  const wanted = { lock: sha256(text), platform: process.platform, arch: process.arch, kind };
  if (isStamped(setup.root, wanted)) return;

  const lockFile = `dependencies-${sha256(setup.root).slice(0, 16)}.lock`;
  await withLock(join(setup.cache, lockFile), setup.signal, async () => {
    if (isStamped(setup.root, wanted)) return;
    const inPlace = installedByHand(setup.root, JSON.parse(text).packages);
    const enough = inPlace !== undefined && serves(inPlace, kind);
    if (!enough) await install(setup, kind);
    writeFileSync(stampPath(setup.root), `${JSON.stringify({ ...wanted, kind: enough ? inPlace : kind })}\n`);
  });
};

/**
 * @param {Setup} setup
 * @param {Kind} kind
 */
const install = async (setup, kind) => {
  say('installing dependencies (once) …');
  // Without --include, NODE_ENV=production would leave the development dependencies out.
  const which = kind === 'full' ? '--include=dev' : '--omit=dev';
  const flags = ['--prefix', setup.root, which, '--ignore-scripts', '--no-audit', '--no-fund'];
  const { ok, output } = await runCommand([...npmCommand(setup.env), 'ci', ...flags], {
    ...setup,
    timeoutMs: installMs,
  });
  if (ok) return;
  process.stderr.write(`${output.trimEnd()}\n`);
  throw new SetupError('the dependencies could not be installed: npm says why above.');
};

/**
 * What `npm install` run by a developer has left, when it agrees with the lock file: then nothing is installed again.
 * @param {string} root
 * @param {Record<string, Package>} packages by path, as in the lock file
 * @returns {Kind | undefined}
 */
const installedByHand = (root, packages) => {
  const stamp = readJson(stampPath(root));
  if (stamp !== undefined && (stamp.platform !== process.platform || stamp.arch !== process.arch))
    return undefined;
  const installed = readJson(join(root, 'node_modules', '.package-lock.json'))?.packages;
  if (installed === undefined) return undefined;
  const missing = Object.entries(packages).filter(
    ([path, { version, integrity, optional = false }]) =>
      path !== '' &&
      !optional &&
      (installed[path]?.version !== version || installed[path]?.integrity !== integrity),
  );
  if (missing.length === 0) return 'full';
  return missing.every(([, { dev = false }]) => dev) ? 'production' : undefined;
};

/**
 * @param {string} root
 * @param {Stamp} wanted
 */
const isStamped = (root, wanted) => {
  const stamp = readJson(stampPath(root));
  return (
    stamp !== undefined &&
    stamp.lock === wanted.lock &&
    stamp.platform === wanted.platform &&
    stamp.arch === wanted.arch &&
    serves(stamp.kind, wanted.kind)
  );
};

/** @type {(installed: Kind, wanted: Kind) => boolean} */
const serves = (installed, wanted) => installed === 'full' || wanted === 'production';

/** @param {string} root */
const stampPath = (root) => join(root, 'node_modules', '.gannet.json');

/** @param {string} text */
const sha256 = (text) => createHash('sha256').update(text).digest('hex');
