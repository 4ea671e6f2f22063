import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import type { Browser } from './browser.ts';
import { endRenderer } from './renderer.ts';

/** A process that says of itself that it is a renderer, in a group of its own. */
const pretender = async () => {
  const child = spawn('sh', ['-c', 'read _', 'sh', '--type=renderer', 'x'], { detached: true });
  await once(child, 'spawn');
  return { child, pid: child.pid ?? 0, ended: once(child, 'exit') };
};

const browserOf = (pid: number | undefined) => ({ pid }) as Browser;

test('only a renderer of the browser is ended, whatever process a page names', async () => {
  const { child, pid, ended } = await pretender();
  expect(endRenderer(browserOf(process.pid), pid)).toBe(false);
  expect(endRenderer(browserOf(undefined), pid)).toBe(false);
  expect(endRenderer(browserOf(pid), process.pid)).toBe(false);
  expect(endRenderer(browserOf(pid), 2 ** 22)).toBe(false);
  expect(child.exitCode ?? child.signalCode).toBeNull();
  expect(endRenderer(browserOf(pid), pid)).toBe(true);
  await ended;
});
