// @ts-check
import { existsSync, readFileSync } from 'node:fs';

/**
 * @param {string} path
 * @returns {any} undefined when there is no such file or it is not JSON: both mean that nothing is known yet
 */
export const readJson = (path) => {
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};
