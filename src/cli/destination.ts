import { existsSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { getSystemErrorMessage } from 'node:util';
import { makeFolder } from '../folder.ts';
import { percentDecoded } from '../text.ts';
import { UsageError } from './run.ts';

/** Where answers go: `-o page.pdf` is a file, `-o pages/` a folder with a file for each address. */
export interface Destination {
  /** Writes one answer. @returns the file. */
  write(url: string, extension: string, data: string | Uint8Array): string;
}

/**
 * What `-o` names: a file or a folder. @returns undefined for `-`, which is stdout.
 * @throws UsageError for an empty text, as a variable that is not set leaves it.
 */
export const placeOf = (out: string | undefined): string | undefined => {
  if (out === '') throw new UsageError('--out is empty: name a place, or - for stdout');
  return out === '-' ? undefined : out;
};

/** @throws UsageError when a file is there. */
export const folderAt = (text: string): string => {
  const path = resolve(text);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new UsageError(`${text} is a file, and no folder`);
  return path;
};

/**
 * @param many whether there are several addresses: then it is a folder, whatever it is called.
 * @throws UsageError when a file stands where a folder is needed.
 */
export const openDestination = (text: string, many: boolean): Destination => {
  const inFolder = isFolder(text, many);
  const path = inFolder ? folderAt(text) : resolve(text);
  const used = new Set<string>();
  const nameFor = (url: string, extension: string): string => {
    for (let number = 1; ; number++) {
      const name = `${slugOf(url)}${number === 1 ? '' : `-${number}`}${extension}`;
      // Some disks hold `A.md` and `a.md` for one file.
      if (used.has(name.toLowerCase())) continue;
      used.add(name.toLowerCase());
      return name;
    }
  };
  return {
    write: (url, extension, data) => {
      const file = inFolder ? join(path, nameFor(url, extension)) : path;
      writeWhole(file, data);
      return file;
    },
  };
};

export const isFolder = (text: string, many: boolean): boolean =>
  many || text.endsWith('/') || (existsSync(text) && statSync(text).isDirectory());

/**
 * Whole or not at all, whenever the process ends. A link stays one; what is no file, a pipe or a device, is written to.
 * @throws Error that names the file, not the draft of it.
 */
export const writeWhole = (file: string, data: string | Uint8Array): void => {
  try {
    write(file, data);
  } catch (error) {
    const { errno } = error as NodeJS.ErrnoException;
    if (errno === undefined) throw error;
    throw new Error(`${file} cannot be written: ${getSystemErrorMessage(errno)}`, { cause: error });
  }
};

const write = (file: string, data: string | Uint8Array): void => {
  makeFolder(dirname(file));
  const target = existsSync(file) ? realpathSync(file) : file;
  const isFile = statSync(target, { throwIfNoEntry: false })?.isFile() ?? true;
  const draft = isFile ? join(dirname(target), `.${basename(target)}.part`) : target;
  writeFileSync(draft, data);
  if (isFile) renameSync(draft, target);
};

/** `https://example.com/a/b?c=1` → `example.com-a-b-c-1`, `https://example.com/%C3%BCber` → `example.com-über` */
export const slugOf = (url: string): string => {
  const words = url
    .replace(/^https?:\/\//, '')
    .replace(/(?:%[\da-f]{2})+/gi, percentDecoded)
    .replace(/[^\p{L}\p{M}\p{N}.]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '');
  return firstBytes(words.slice(0, 80), mostBytes);
};

/** Of a name: what comes before and behind it has room within the 255 of a file. */
const mostBytes = 200;

/** As many whole characters as have room. */
const firstBytes = (text: string, most: number): string =>
  Buffer.from(text.toWellFormed())
    .subarray(0, most)
    .toString()
    .replace(/\ufffd+$/, '');

/** What the name of a file says of the answer that belongs in it. */
export const fieldsOfName = (file: string): Readonly<Record<string, unknown>> =>
  byExtension[extname(file).toLowerCase()] ?? {};

/** Whether the name of a file has an ending that says nothing of the answer. */
export const isOther = (file: string): boolean =>
  extname(file) !== '' && !(extname(file).toLowerCase() in byExtension);

const byExtension: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  '.md': { output: 'markdown' },
  '.markdown': { output: 'markdown' },
  '.txt': { output: 'markdown' },
  '.html': { output: 'html' },
  '.htm': { output: 'html' },
  '.csv': { output: 'csv' },
  '.pdf': { output: 'pdf' },
  '.png': { output: 'screenshot' },
  '.jpg': { output: 'screenshot', options: { format: 'jpeg' } },
  '.jpeg': { output: 'screenshot', options: { format: 'jpeg' } },
};

export const endings: readonly string[] = Object.keys(byExtension);
