import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFolder } from './folder.ts';

let place = '';
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'gannet-folder-'));
});
afterEach(() => rmSync(place, { recursive: true }));

test('a folder is made with those that it is in, and stays when it is there', () => {
  const folder = join(place, 'a/b/c');
  makeFolder(folder, 0o700);
  makeFolder(folder);
  for (const path of ['a', 'a/b', 'a/b/c']) expect(statSync(join(place, path)).mode & 0o777).toBe(0o700);
});

test('a file in its place, or in its way, is told', () => {
  const file = join(place, 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(file)).toThrow('EEXIST');
  expect(() => makeFolder(join(file, 'below'))).toThrow('ENOTDIR');
});

test.runIf(existsSync('/proc/self'))('a file system without a place for folders is told', () => {
  expect(() => makeFolder('/proc/gannet/a/b')).toThrow(
    "ENOENT: no such file or directory, mkdir '/proc/gannet'",
  );
});
