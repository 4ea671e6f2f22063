import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commonFlags } from './flags.ts';

/** Of no use to a browser that somebody else runs for gannet alone: no reader, no reports, no user's keys. */
const housekeeping = [
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--disable-sync',
  '--optimization-guide-performance-class=1',
  '--no-first-run',
  '--no-default-browser-check',
  '--mute-audio',
  '--password-store=basic',
  '--use-mock-keychain',
];

test('docs/browsers.md asks others for the flags that pages can tell or that cost time', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/browsers.md'), 'utf8');
  const command =
    /^chromium (?:.*\\\n)+.*$/m
      .exec(page)?.[0]
      .replaceAll("'", '')
      .split(/[\s\\]+/) ?? [];
  expect(commonFlags.filter((flag) => !command.includes(flag))).toEqual(housekeeping);
});
