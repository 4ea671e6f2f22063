import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ServiceError } from './contract/error.ts';
import { cutAfter, Deadline, raceSignal } from './deadline.ts';

test('work in time settles, work out of time is a timeout', async () => {
  using deadline = new Deadline(50);
  expect(await deadline.race(Promise.resolve('done'))).toBe('done');
  await expect(deadline.race(delay(10_000, undefined, { signal: deadline.signal }))).rejects.toMatchObject({
    code: 'timeout',
  });
  expect(deadline.remaining).toBe(0);
  await expect(deadline.sleep(1)).rejects.toMatchObject({ code: 'timeout' });
});

test('a parent ends it early with its own reason', async () => {
  const parent = new AbortController();
  using deadline = new Deadline(60_000, parent.signal);
  const waiting = deadline.sleep(60_000);
  parent.abort(new Error('the caller left'));
  await expect(waiting).rejects.toThrow('the caller left');
  using late = new Deadline(60_000, parent.signal);
  expect(late.signal.aborted).toBe(true);
});

test('a lost race leaves no unhandled rejection', async () => {
  const rejected: unknown[] = [];
  const note = (error: unknown) => rejected.push(error);
  process.on('unhandledRejection', note);
  const failing = delay(10).then(() => Promise.reject(new Error('late')));
  await expect(raceSignal(failing, AbortSignal.abort(new Error('early')))).rejects.toThrow('early');
  await delay(30);
  process.off('unhandledRejection', note);
  expect(rejected).toEqual([]);
});

test('a deadline says in its own words that it is over', async () => {
  using deadline = new Deadline(
    1,
    undefined,
    () => new ServiceError('extract_failed', { reason: 'too_slow' }),
  );
  await expect(deadline.race(new Promise(() => undefined))).rejects.toMatchObject({
    code: 'extract_failed',
    extras: { reason: 'too_slow' },
  });
});

test('work that gives way to nothing is cut after its time', () => {
  expect(cutAfter(10_000, () => ({ done: true }))).toEqual({ done: true });
  expect(
    cutAfter(20, () => {
      for (;;);
    }),
  ).toBeUndefined();
  expect(() =>
    cutAfter(10_000, () => {
      throw new RangeError('its own');
    }),
  ).toThrow(RangeError);
});
