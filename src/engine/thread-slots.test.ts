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
