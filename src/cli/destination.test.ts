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
import { openDestination, slugOf } from './destination.ts';

const folder = mkdtempSync(join(tmpdir(), 'gannet-place-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a link stays one: what it leads to is written', () => {
  const [real, link] = [join(folder, 'real.md'), join(folder, 'link.md')];
  writeFileSync(real, 'old');
  symlinkSync(real, link);
  openDestination(link, false).write('https://example.com/', '.md', 'new');
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(readFileSync(real, 'utf8')).toBe('new');
});

test('a file that cannot be written is named, and not its draft', () => {
  const inFile = join(folder, 'plain', 'page.md');
  writeFileSync(join(folder, 'plain'), '');
  const write = (file: string) => openDestination(file, false).write('https://example.com/', '.md', 'x');
  expect(() => write(inFile)).toThrow(`${inFile} cannot be written: `);
  const tooLong = join(folder, `${'x'.repeat(252)}.md`);
  expect(() => write(tooLong)).toThrow(`${tooLong} cannot be written: name too long`);
});

test('a pipe is written to', () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const reader = openSync(pipe, constants.O_RDWR);
  openDestination(pipe, false).write('https://example.com/', '.md', 'through');
  const buffer = Buffer.alloc(20);
  expect(buffer.toString('utf8', 0, readSync(reader, buffer))).toBe('through');
  expect(lstatSync(pipe).isFIFO()).toBe(true);
});

test('addresses that differ in case have files of their own on every disk', () => {
  const place = openDestination(join(folder, 'many'), true);
  const files = ['https://example.com/A', 'https://example.com/a'].map((url) => place.write(url, '.md', url));
  expect(files.map((file) => basename(file))).toEqual(['example.com-A.md', 'example.com-a-2.md']);
  expect(readdirSync(join(folder, 'many'))).toHaveLength(2);
});

test.each([
  ['https://example.com/a/b?c=1', 'example.com-a-b-c-1'],
  ['https://example.com/with%20space/%C3%BCber', 'example.com-with-space-über'],
  ['https://ja.example/wiki/%E6%97%A5%E6%9C%AC#x', 'ja.example-wiki-日本-x'],
  ['https://hi.example/%E0%A4%B9%E0%A4%BF%E0%A4%A8%E0%A5%8D%E0%A4%A6%E0%A5%80', 'hi.example-हिन्दी'],
  ['https://example.com/caf%E9', 'example.com-caf-E9'],
  ['https://example.com/%2e%2e%2f%2e%2e%2fetc%00', 'example.com-..-..-etc'],
])('a file for %s is called %s', (url, name) => {
  expect(slugOf(url)).toBe(name);
});

test('a name of many bytes has room in a folder, whole to its last character', () => {
  const name = slugOf(`https://ja.example/${encodeURIComponent('日本'.repeat(60))}`);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
  expect(name).toMatch(/^ja\.example-(?:日本)+日?$/);
});
