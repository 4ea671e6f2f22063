import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { shellBlocks } from './support/readme.ts';

const text = (...lines: string[]) => lines.join('\n');

describe('shell blocks', () => {
  test('are found with their lines and marks; other blocks are left alone', () => {
    const markdown = text(
      '# Title',
      '```sh',
      'npm start',
      '```',
      '```json',
      '{ "a": "```" }',
      '```',
      '<!-- test: background -->',
      '```sh',
      'one \\',
      '  two',
      '```',
      '<!-- a comment -->',
      '<!-- test: skip because it needs a moon -->',
      '~~~sh',
      '```',
      '~~~',
    );
    expect(shellBlocks(markdown)).toEqual([
      { line: 2, script: 'npm start', mode: 'run' },
      { line: 9, script: 'one \\\n  two', mode: 'background' },
      { line: 15, script: '```', mode: 'skip', because: 'it needs a moon' },
    ]);
  });

  test('inside a longer fence are text', () => {
    expect(shellBlocks(text('````md', '```sh', 'rm -rf', '```', '````'))).toEqual([]);
  });

  test.each([
    ['a mark that is not known', text('<!-- test: maybe -->', '```sh', '```'), 'line 1: "maybe" is neither'],
    ['a skip without a reason', text('<!-- test: skip -->', '```sh', '```'), 'line 1: "skip" is neither'],
    ['a mark before text', text('', '<!-- test: background -->', 'text'), 'line 2: no sh block follows'],
    [
      'a mark before JSON',
      text('<!-- test: background -->', '```json', '```'),
      'line 1: no sh block follows',
    ],
    ['a mark at the end', '<!-- test: background -->', 'line 1: no sh block follows'],
    ['a block without an end', text('', '```sh', 'npm start'), 'line 2: this block is not closed'],
  ])('%s is an error', (_, markdown, message) => {
    expect(() => shellBlocks(markdown)).toThrow(message);
  });

  test('of the README are understood', () => {
    const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
    const blocks = shellBlocks(readme);
    expect(blocks.map(({ mode }) => mode)).toContain('background');
    expect(blocks.length).toBeGreaterThan(2);
  });
});
