import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Connection } from '../devtools/cdp.ts';
import { watchNetwork } from './network-watch.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A browser that answers as `answer` says, looked at for so many seconds: how often it was asked and found stuck. */
const watched = async (seconds: number, answer: (asked: number) => Promise<object>, isAnswering = true) => {
  let asked = 0;
  const send = vi.fn(() => answer(asked++));
  const stuck = vi.fn();
  const connection = { browser: { send } } as unknown as Connection;
  const stop = watchNetwork({ connection }, () => isAnswering, stuck);
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  stop();
  return { asked, stuck: stuck.mock.calls.length };
};
const never = () => new Promise<never>(() => undefined);

test('a network process that answers, or refuses to, is asked again and left in peace', async () => {
  expect(await watched(60, async () => ({ cookies: [] }))).toEqual({ asked: 60, stuck: 0 });
  const refusing = () => Promise.reject(new Error('no such method'));
  expect(await watched(60, refusing)).toEqual({ asked: 60, stuck: 0 });
});

test('one that owes the answer for nine seconds is stuck, and not asked anything else', async () => {
  expect(await watched(8, never)).toEqual({ asked: 1, stuck: 0 });
  expect(await watched(9, never)).toEqual({ asked: 1, stuck: 1 });
  expect(await watched(60, never)).toEqual({ asked: 1, stuck: 1 });
});

test('one that was slow a while ago has all of its time again', async () => {
  const slow = (asked: number) =>
    asked % 2 === 0
      ? new Promise<object>((resolve) => {
          let looks = 0;
          const timer = setInterval(() => {
            if (++looks < 7) return;
            clearInterval(timer);
            resolve({});
          }, 1000);
        })
      : Promise.resolve({});
  expect(await watched(60, slow)).toMatchObject({ stuck: 0 });
});

test('while the browser itself does not answer, its network process is not to blame', async () => {
  expect(await watched(60, never, false)).toEqual({ asked: 1, stuck: 0 });
});
