import { describe, expect, test } from 'vitest';
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

describe('an answer in hand', () => {
  /** The first attempt gives an unwelcome answer, the following ones are `next`. */
  const runAfterUnwelcome = async (
    next: (time: Deadline) => Promise<string>,
    deadline: Deadline,
    wait = 0,
  ) => {
    let calls = 0;
    const work = (time: Deadline) => (++calls === 1 ? Promise.resolve('unwelcome') : next(time));
    const again = (answer: string) => (answer === 'unwelcome' ? wait : undefined);
    const end = await tryFor(work, { retry: true, deadline, again }).catch((error: unknown) => error);
    return { end, calls };
  };
  const hang = (time: Deadline) => time.race(new Promise<string>(() => undefined));

  test.each([
    ['fails for good', failure('unsupported_content_type', 'A file.'), 2],
    ['fails again and again', networkFailure('net::ERR_CONNECTION_RESET'), maxAttempts],
    ['is refused a browser', new ServiceError('overloaded'), 2],
  ])('stands when what follows %s', async (_, error, attempts) => {
    using deadline = new Deadline(60_000);
    const { end } = await runAfterUnwelcome(() => Promise.reject(error), deadline);
    expect(end).toEqual({ answer: 'unwelcome', attempts });
  });

  test('stands when what follows hangs, with time left to convert it', async () => {
    using deadline = new Deadline(2000);
    const { end } = await runAfterUnwelcome(hang, deadline);
    expect(end).toEqual({ answer: 'unwelcome', attempts: 2 });
    expect(deadline.signal.aborted).toBe(false);
  });

  test('stands rather than half of the time is waited away', async () => {
    using deadline = new Deadline(450);
    const { end, calls } = await runAfterUnwelcome(hang, deadline);
    expect(end).toEqual({ answer: 'unwelcome', attempts: 1 });
    expect(calls).toBe(1);
  });

  test("is nobody's when the caller has left", async () => {
    const caller = new AbortController();
    using deadline = new Deadline(60_000, caller.signal);
    const { end } = await runAfterUnwelcome((time) => {
      caller.abort(new Error('left'));
      return hang(time);
    }, deadline);
    expect(end).toMatchObject({ message: 'left' });
  });
});

test('what breaks when the time is up is a timeout', async () => {
  using deadline = new Deadline(100);
  const work = (time: Deadline) =>
    new Promise<string>((_, reject) =>
      time.signal.addEventListener('abort', () => setTimeout(() => reject(new TargetGone('closed')), 20)),
    );
  const end = tryFor(work, { retry: true, deadline, again: () => undefined });
  await expect(end).rejects.toMatchObject({ code: 'timeout' });
});
