import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const script = `
  import { createLog } from '${new URL('../log.ts', import.meta.url)}';

  const log = createLog('info');
  for (let number = 0; number < 200; number++) log.info({ number, filler: 'x'.repeat(10_000) }, 'unread');
  console.log('written');
  process.stdin.on('data', () => log.info('read again'));
`;

const logTo = (stderr: 'pipe' | number) =>
  spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['pipe', 'pipe', stderr] });

test('lines that nobody reads are lost, and nobody waits; later ones are whole', async () => {
  const child = logTo('pipe');
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  await expect.poll(() => child.stdin?.write('go on\n') && output).toContain('read again');
  child.stdin?.end();
  await once(child, 'close');
  const lines = output.trimEnd().split('\n');
  const isWhole = (line: string) => line.startsWith('{') && line.endsWith('}');
  expect(lines.length).toBeLessThan(200);
  expect(lines.filter((line) => !isWhole(line)).length).toBeLessThanOrEqual(1);
  expect(lines.slice(0, 3).map((line) => JSON.parse(line).number)).toEqual([0, 1, 2]);
  expect(JSON.parse(lines.at(-1) ?? '').msg).toBe('read again');
});

test.skipIf(!existsSync('/dev/full'))('a full disk does not end who logs', async () => {
  const child = logTo(openSync('/dev/full', 'w'));
  child.stdin?.end('go on\n');
  expect(await text(child.stdout as NodeJS.ReadableStream)).toBe('written\n');
});
