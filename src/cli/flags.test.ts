import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crawlRequest } from '../contract/crawl.ts';
import { extractRequest } from '../contract/extract.ts';
import { addFlags } from './flags.ts';

/** What the options of a command make of a request. */

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gannet-flags-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const bodyOf = (...args: string[]) => {
  const command = new Command();
  const flags = addFlags(command, { crawl: crawlRequest, extract: extractRequest }, [
    'start_url',
    'urls',
    'url',
  ]);
  command.parse(args, { from: 'user' });
  return flags.body(command);
};

test('scripts and JSON may stand in a file, other texts are what they are', () => {
  const file = join(folder, 'given');
  writeFileSync(file, '{"title":"h1"}\n');
  expect(bodyOf('--javascript', `@${file}`)).toEqual({
    options: { javascript: '{"title":"h1"}\n' },
  });
  expect(bodyOf('--selectors', `@${file}`)).toEqual({ selectors: { title: 'h1' } });
  expect(bodyOf('--webhook-secret', '@dm1n')).toEqual({ webhook_secret: '@dm1n' });
  expect(bodyOf('--webhook-secret', `@${file}`)).toEqual({ webhook_secret: `@${file}` });
});
