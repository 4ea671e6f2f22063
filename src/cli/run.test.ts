import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startGannet } from '../../test/support/command.ts';
import { reasonOf, textFor } from './run.ts';

/** How commands end. */

const main = join(import.meta.dirname, '../main.ts');

test('a command whose output nobody reads ends without noise', async () => {
  const child = startGannet(['completion', 'bash']);
  // Before it has begun to write.
  child.stdout?.destroy();
  const [said] = await Promise.all([child.stderr && text(child.stderr), once(child, 'close')]);
  expect({ code: child.exitCode, said }).toEqual({ code: 0, said: '' });
});

test.runIf(existsSync('/dev/full'))('a command whose output finds no room says so, and fails', async () => {
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [main, 'completion', 'bash'], { stdio: ['ignore', full, 'pipe'] });
  closeSync(full);
  const [said] = await Promise.all([child.stderr && text(child.stderr), once(child, 'close')]);
  expect({ code: child.exitCode, said }).toEqual({
    code: 1,
    said: expect.stringMatching(/^gannet: the output cannot be written: ENOSPC[^\n]*\n$/),
  });
});

test('a service whose start has failed ends, whatever is still open', async () => {
  const program = `import { exitAfter } from ${JSON.stringify(join(import.meta.dirname, 'run.ts'))};
    setInterval(() => undefined, 1000);
    await exitAfter(() => Promise.reject(new Error('the database does not start')));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect({ code: child.exitCode, said }).toEqual({
    code: 1,
    said: expect.stringMatching(/^gannet: the database does not start$/m),
  });
});

test('a terminal takes no orders from the text of a page', () => {
  const text = 'Gannets\r\n\tdive \x1b]52;c;ZXZpbA==\x07and \x9b2Jenter the sea’s \u202fwater';
  expect(textFor({ isTTY: true }, text)).toBe(
    'Gannets\n\tdive ]52;c;ZXZpbA==and 2Jenter the sea’s \u202fwater',
  );
  expect(textFor({ isTTY: false }, text)).toBe(text);
});

test('of faults that follow from each other while all is closed, the first is told', () => {
  const first = new Error('the disk is full');
  const both = new SuppressedError(
    new Error('not closed'),
    new SuppressedError(new Error('not flushed'), first),
  );
  expect(reasonOf(both)).toBe('the disk is full');
});
