import { expect, test } from 'vitest';
import { snapshotOf } from '../../test/support/snapshot.ts';
import { createThreadSlots } from './thread-slots.ts';

const { signal } = new AbortController();
const soon = () => new Promise((resolve) => setImmediate(resolve));

test('a short document of an owner passes large ones', async () => {
  const threadSlots = createThreadSlots({ share: 2, large: 1, line: 10 });
  const order: string[] = [];
  const ask = (name: string, length: number) =>
    threadSlots.take('ada', snapshotOf('x'.repeat(length)), signal).then((slot) => {
      order.push(name);
      return slot;
    });
  const first = ask('book', 1_000_000);
  const again = ask('book again', 1_000_000);
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
