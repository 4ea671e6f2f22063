import { expect, test } from 'vitest';
import { TargetGone } from '../browser/cdp.ts';
import { failure, networkFailure } from '../browser/failure.ts';
import { ServiceError } from '../contract/error.ts';
import { Deadline } from '../deadline.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { createRetry, maxAttempts } from './retry.ts';

const tryFor = createRetry({ log: createLog('silent'), metrics: createMetrics() });

/** Runs what fails `times` times; tells how it ended and how often it ran. */
const run = async (error: unknown, times: number, retry = true) => {
  using deadline = new Deadline(60_000);
  let calls = 0;
  const work = async () => {
    calls += 1;
    if (calls <= times) throw error;
    return 'page';
  };
  const end = await tryFor(work, { retry, deadline, again: () => undefined }).catch(
    (thrown: unknown) => thrown,
  );
  return { end, calls };
};

test('a passing failure is tried again', async () => {
  const { end, calls } = await run(networkFailure('net::ERR_CONNECTION_RESET'), 1);
  expect(end).toEqual({ answer: 'page', attempts: 2 });
  expect(calls).toBe(2);
});

test('a lasting one is not, nor is anything without retry', async () => {
  expect(await run(failure('unsupported_content_type', 'A file.'), 1)).toMatchObject({
    calls: 1,
    end: { code: 'scrape_failed', extras: { reason: 'unsupported_content_type' } },
  });
  expect(await run(networkFailure('net::ERR_CONNECTION_RESET'), 1, false)).toMatchObject({
    calls: 1,
    end: { code: 'connection_failed' },
  });
  expect(await run(new ServiceError('timeout'), 1)).toMatchObject({ calls: 1, end: { code: 'timeout' } });
});

test('a browser that died is replaced even without retry', async () => {
  expect(await run(new TargetGone('killed'), 1, false)).toMatchObject({ calls: 2, end: { attempts: 2 } });
});

test('after three retries the last failure stands, its cause for the log alone', async () => {
  const { end, calls } = await run(networkFailure('net::ERR_CONNECTION_RESET', 'refused_address'), 99);
  expect(calls).toBe(maxAttempts);
  expect(end).toMatchObject({
    code: 'connection_failed',
    cause: { message: 'net::ERR_CONNECTION_RESET refused_address' },
  });
  expect((end as Error).message).not.toContain('refused_address');
});

test('an unwelcome answer is asked for again while there is time', async () => {
  using deadline = new Deadline(60_000);
  let calls = 0;
  const work = async () => ++calls;
  const again = (answer: number) => (answer < 3 ? 0 : undefined);
  expect(await tryFor(work, { retry: true, deadline, again })).toEqual({ answer: 3, attempts: 3 });
  using short = new Deadline(1000);
  expect(await tryFor(work, { retry: true, deadline: short, again: () => 5000 })).toMatchObject({
    attempts: 1,
  });
});
