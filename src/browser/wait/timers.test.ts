import { expect, test, vi } from 'vitest';
import type { Session } from '../devtools/cdp.ts';
import { createPageClock } from './timers.ts';

/** A tab that notes the budgets its page is granted, and tells of their ends as it is told to. */
const tab = () => {
  const budgets: unknown[] = [];
  let listener: (() => void) | undefined;
  const session = {
    send: async (_method: string, params: { budget: number }) => void budgets.push(params.budget),
    on: (_event: string, heard: () => void) => {
      listener = heard;
      return () => undefined;
    },
    gone: new AbortController().signal,
  } as unknown as Session;
  return { session, budgets, expire: () => listener?.() };
};

/** Stands still until it is set. */
const stopTime = () => {
  const spy = vi.spyOn(performance, 'now').mockReturnValue(1000);
  return { set: (ms: number) => spy.mockReturnValue(ms), [Symbol.dispose]: () => spy.mockRestore() };
};

test('a page is given the time that passes, and what it is behind', async () => {
  using now = stopTime();
  const { session, budgets, expire } = tab();
  const clock = createPageClock(session, 60_000);
  clock.catchUp(400);
  expect(budgets).toEqual([]);
  const flushed = clock.grant(1800, undefined);
  expire();
  expect(await flushed).toBe(true);
  now.set(1050);
  clock.catchUp(2200);
  // A budget that was over before the last one had stopped it after 10 of 50 ms.
  now.set(1100);
  clock.catchUp(2210);
  now.set(1150);
  clock.catchUp(2300);
  expect(budgets).toEqual([1800, 50, 90, 50]);
  // Another document.
  now.set(1200);
  clock.catchUp(30);
  expect(budgets.at(-1)).toBe(50);
});

test('a page that goes on is asked for its clock when it has answered the last time', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const { session, budgets, expire } = tab();
  const clock = createPageClock(session, performance.now() + 60_000);
  let answer: (clock: number) => void = () => undefined;
  const read = vi.fn(() => new Promise<number>((resolve) => (answer = resolve)));
  {
    using _ = clock.keepUp(read);
    vi.advanceTimersByTime(100);
    // Its time is its own.
    expect(read).not.toHaveBeenCalled();
    const flushed = clock.grant(300, undefined);
    expire();
    await flushed;
    vi.advanceTimersByTime(100);
    expect(read).toHaveBeenCalledOnce();
    answer(300);
    await vi.advanceTimersByTimeAsync(0);
    expect(budgets).toEqual([300, 100]);
    vi.advanceTimersByTime(100);
    expect(read).toHaveBeenCalledTimes(2);
  }
  answer(400);
  await vi.advanceTimersByTimeAsync(100);
  expect(read).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

test('running ahead has had an effect as soon as it had one once', () => {
  const clock = createPageClock(tab().session, 60_000);
  expect(clock.effect).toBeUndefined();
  for (const [changed, effect] of [
    [false, false],
    [true, true],
    [false, true],
  ] as const) {
    clock.noteEffect(changed);
    expect(clock.effect).toBe(effect);
  }
});

test('past its time a page is not waited for, and nothing warns of it', async () => {
  const warned = vi.fn();
  process.on('warning', warned);
  const { session } = tab();
  expect(await createPageClock(session, performance.now() - 100).grant(300, undefined)).toBe(false);
  // Warnings are told on the next turn.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', warned);
  expect(warned).not.toHaveBeenCalled();
});

test('a page that is given up before it is proven to spin counts as one that does, if it was suspected', () => {
  const session = {
    send: () => new Promise(() => undefined),
    on: () => () => undefined,
    gone: new AbortController().signal,
  } as unknown as Session;
  const clock = createPageClock(session, 60_000);
  clock.checkSpinning();
  clock.assumeSpinning();
  // Its clock was its own.
  expect(clock.spins).toBe(false);
  void clock.grant(300, undefined);
  clock.assumeSpinning();
  expect(clock.spins).toBe(false);
  clock.checkSpinning();
  clock.assumeSpinning();
  expect(clock.spins).toBe(true);
});

test('a frame whose budget does not end in time is waited for once, and granted each', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const page = tab();
  const frame = tab();
  const surroundings = { isLeft: () => false, apart: () => [frame.session] };
  const clock = createPageClock(page.session, performance.now() + 60_000, surroundings);
  const first = clock.grant(300, undefined);
  page.expire();
  vi.advanceTimersByTime(1000);
  expect(await first).toBe(true);
  const second = clock.grant(200, undefined);
  page.expire();
  expect(await second).toBe(true);
  expect(frame.budgets).toEqual([300, 200]);
  vi.useRealTimers();
});
