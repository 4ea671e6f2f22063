import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createLog } from '../../log.ts';
import { createMetrics } from '../../metrics.ts';
import { connect } from '../devtools/cdp.ts';
import { overPipes } from '../devtools/pipe.ts';
import type { Browser } from './browser.ts';
import { createSupervisor, excessOf } from './supervisor.ts';

/** A browser that says nothing. */
const silentBrowser = () => {
  const connection = connect(overPipes(new PassThrough(), new PassThrough()));
  const { promise: exited, resolve: exit } = Promise.withResolvers<void>();
  const close = async () => exit();
  const browser: Browser = {
    connection,
    version: 'Chrome/1.0',
    label: {},
    pid: undefined,
    exited,
    kill: exit,
    close,
  };
  return { browser, exit };
};

test('who waits for the end of a broken browser that retires meanwhile gets none', async () => {
  const { browser, exit } = silentBrowser();
  const supervisor = await createSupervisor({
    start: async () => browser,
    limits: undefined,
    mustStart: true,
    log: createLog('silent'),
    metrics: createMetrics(),
  });
  browser.connection.end('broken');
  const acquired = supervisor.acquire(new AbortController().signal);
  const refused = expect(acquired).rejects.toMatchObject({ code: 'overloaded' });
  await new Promise((resolve) => setImmediate(resolve));
  const retired = supervisor.retire();
  exit();
  await refused;
  await retired;
});

test('processes that are too large are ended, and the largest of the others until the rest fits', () => {
  const pages = [30, 110, 40, 60].map((bytes, pid) => ({ pid, bytes }));
  const ended = (pagesBytes: number) => excessOf(pages, { bytes: 100, pagesBytes }).map(({ pid }) => pid);
  expect(ended(1000)).toEqual([1]);
  expect(ended(130)).toEqual([1]);
  expect(ended(129)).toEqual([1, 3]);
  expect(ended(0)).toEqual([1, 3, 2, 0]);
});
