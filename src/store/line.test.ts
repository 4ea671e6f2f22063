import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLine } from './line.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A line for one place, which is taken, and what became of those that have asked for it since. */
const lineOf = async (...names: string[]) => {
  const line = createLine(1);
  let giveBack = await line.take();
  const seen: string[] = [];
  const ask = (name: string) =>
    void line.take().then(
      (give) => {
        giveBack = give;
        seen.push(name);
      },
      ({ code }) => seen.push(`${name} ${code}`),
    );
  for (const name of names) ask(name);
  return {
    seen,
    ask,
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    next: async (answered = true) => {
      giveBack(answered);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
};

test('a place goes to whoever has waited longest', async () => {
  const { seen, next, ask } = await lineOf('ann', 'bob');
  await next();
  ask('cid');
  expect(seen).toEqual(['ann']);
  await next();
  await next();
  expect(seen).toEqual(['ann', 'bob', 'cid']);
  await next();
  ask('dan');
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toEqual(['ann', 'bob', 'cid', 'dan']);
});

test('who waits is told when nobody has been answered for five seconds', async () => {
  const { seen, pass, ask } = await lineOf('ann', 'bob');
  await pass(3000);
  ask('cid');
  await pass(2100);
  expect(seen).toEqual(['ann lost', 'bob lost']);
  await pass(3000);
  expect(seen).toEqual(['ann lost', 'bob lost', 'cid lost']);
});

test('that connections cannot be had is no answer', async () => {
  const { seen, pass, next } = await lineOf('ann', 'bob');
  await pass(3000);
  await next(false);
  await pass(2100);
  expect(seen).toEqual(['ann', 'bob lost']);
});

test('a line that goes on is waited in, for half a minute at most', async () => {
  const names = Array.from({ length: 20 }, (_, n) => `${n}`);
  const { seen, pass, next } = await lineOf(...names);
  for (let n = 0; n < 8; n++) {
    await pass(4000);
    await next();
  }
  expect(seen).toEqual([...names.slice(0, 7), ...names.slice(7).map((name) => `${name} lost`)]);
});
