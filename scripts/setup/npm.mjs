// @ts-check
import { existsSync, realpathSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path';
import { SetupError } from './command.mjs';

/**
 * How to run npm: the one that started us, else the one beside Node, else the one on PATH.
 * Its script is run by the Node that it belongs to, since PATH may put another one first by then.
 * @param {Record<string, string | undefined>} env
 * @returns {readonly string[]} program and first arguments
 */
export const npmCommand = (env) => {
  const beside = dirname(process.execPath);
  const scripts = [
    env.npm_execpath ?? '',
    join(beside, '../lib/node_modules/npm/bin/npm-cli.js'),
    join(beside, 'node_modules/npm/bin/npm-cli.js'),
    ...pathFolders(env).map((folder) => join(folder, 'npm')),
  ];
  // Another package manager sets npm_execpath to itself; a shim of a version manager is no script.
  const found = scripts
    .filter((path) => existsSync(path))
    .map((path) => realpathSync(path))
    .find((path) => basename(path) === 'npm-cli.js');
  if (found !== undefined) return [process.execPath, found];
  const shim = pathFolders(env)
    .map((folder) => join(folder, 'npm'))
    .find((path) => existsSync(path));
  if (shim !== undefined) return [shim];
  throw new SetupError('npm was not found: install Node.js together with npm.');
};

/**
 * @param {Record<string, string | undefined>} env
 * @returns {string[]} folders of PATH; relative ones are left out, they would run what lies in the working folder
 */
export const pathFolders = (env) =>
  (env.PATH ?? env.Path ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
