import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createLog } from '../../log.ts';
import { createMetrics } from '../../metrics.ts';
import { connect } from '../devtools/cdp.ts';
import { overPipes } from '../devtools/pipe.ts';
import type { Browser } from './browser.ts';
import { createSupervisor } from './supervisor.ts';

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
