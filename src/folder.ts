import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder, and those that it is to be in. Node.js's own way never ends where a file system has no place for new
 * folders and says that one is missing, as /proc does.
 */
export const makeFolder = (folder: string, mode?: number): void => {
  const kind = (path: string) => statSync(path, { throwIfNoEntry: false });
  if (kind(folder)?.isDirectory()) return;
  const parent = dirname(folder);
  if (parent !== folder && kind(parent) === undefined) makeFolder(parent, mode);
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!kind(folder)?.isDirectory()) throw error;
  }
};
