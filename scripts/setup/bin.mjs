// @ts-check
import { join } from 'node:path';
import { SetupError } from './command.mjs';
import { readJson } from './json.mjs';

/**
 * The script behind a command of one of our dependencies.
 * @param {string} root folder of the project
 * @param {string} name as in node_modules/.bin, whose entries are no scripts on Windows
 * @returns {string}
 */
export const scriptOf = (root, name) => {
  const { dependencies, devDependencies } = readJson(join(root, 'package.json'));
  for (const dependency of Object.keys({ ...dependencies, ...devDependencies })) {
    const folder = join(root, 'node_modules', dependency);
    const bin = readJson(join(folder, 'package.json'))?.bin;
    const script = typeof bin === 'string' && dependency === name ? bin : bin?.[name];
    if (script !== undefined) return join(folder, script);
  }
  throw new SetupError(`no dependency has a command named ${name}.`);
};
