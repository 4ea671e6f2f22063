import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { snapshotOf } from '../../test/support/snapshot.ts';
import { createThreadSlots } from './thread-slots.ts';

const { signal } = new AbortController();
const soon = () => new Promise((resolve) => setImmediate(resolve));

test.each([
  ['large ones', 1_000_000, false],
  ['pages of a crawl', 1000, true],
])('a short document of an owner passes %s', async (_name, slow, crawled) => {
  const threadSlots = createThreadSlots({ share: 2, slow: 1, line: 10 });
  const order: string[] = [];
  const ask = (name: string, length: number, isCrawled = false) =>
    threadSlots.take('ada', snapshotOf('x'.repeat(length)), signal, isCrawled).then((slot) => {
      order.push(name);
      return slot;
    });
  const first = ask('book', slow, crawled);
  const again = ask('book again', slow, crawled);
  const short = ask('page', 1000);
  await soon();
  expect(order.toSorted()).toEqual(['book', 'page']);
  (await short)[Symbol.dispose]();
  await soon();
  expect(order).toHaveLength(2);
  (await first)[Symbol.dispose]();
  await soon();
  expect(order.at(-1)).toBe('book again');
  (await again)[Symbol.dispose]();
});

test('pages of a crawl are worked on one by one, until one has waited for long', async () => {
  const threadSlots = createThreadSlots({ share: 3, slow: 3, line: 10 });
  const ask = () => threadSlots.take('ada', snapshotOf('page'), signal, true);
  const first = await ask();
  const waits = ask();
  expect(await Promise.race([waits, delay(20, 'not yet')])).toBe('not yet');
  first[Symbol.dispose]();
  const second = await waits;
  const third = await ask();
  const fourth = await Promise.race([ask(), delay(50, undefined)]);
  expect(fourth).toBeDefined();
  for (const slot of [second, third, fourth]) slot?.[Symbol.dispose]();
});

test('whoever gives up while it waits for its turn is told so', async () => {
  const threadSlots = createThreadSlots({ share: 3, slow: 2, line: 10 });
  const ask = (until: AbortSignal) => threadSlots.take('ada', snapshotOf('page'), until, true);
  using _ = await ask(signal);
  const leaving = new AbortController();
  const waits = ask(leaving.signal);
  leaving.abort(new Error('enough'));
  await expect(waits).rejects.toThrow('enough');
});
