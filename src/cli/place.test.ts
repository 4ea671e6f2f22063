import { execFileSync } from 'node:child_process';
import {
  constants,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openPlace } from './place.ts';

const folder = mkdtempSync(join(tmpdir(), 'gannet-place-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a link stays one: what it leads to is written', () => {
  const [real, link] = [join(folder, 'real.md'), join(folder, 'link.md')];
  writeFileSync(real, 'old');
  symlinkSync(real, link);
  openPlace(link, false).write('https://example.com/', '.md', 'new');
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(readFileSync(real, 'utf8')).toBe('new');
});

test('a pipe is written to', () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const reader = openSync(pipe, constants.O_RDWR);
  openPlace(pipe, false).write('https://example.com/', '.md', 'through');
  const buffer = Buffer.alloc(20);
  expect(buffer.toString('utf8', 0, readSync(reader, buffer))).toBe('through');
  expect(lstatSync(pipe).isFIFO()).toBe(true);
});

test('addresses that differ in case have files of their own on every disk', () => {
  const place = openPlace(join(folder, 'many'), true);
  const files = ['https://example.com/A', 'https://example.com/a'].map((url) => place.write(url, '.md', url));
  expect(files.map((file) => basename(file))).toEqual(['example.com-A.md', 'example.com-a-2.md']);
  expect(readdirSync(join(folder, 'many'))).toHaveLength(2);
});
