import { expect, test } from 'vitest';
import { snapshotOf } from '../../test/support/snapshot.ts';
import { createWorks } from './works.ts';

const { signal } = new AbortController();
const soon = () => new Promise((resolve) => setImmediate(resolve));

test('a short document of an owner passes large ones', async () => {
  const works = createWorks({ share: 2, large: 1, line: 10 });
  const order: string[] = [];
  const ask = (name: string, length: number) =>
    works.take('ada', snapshotOf('x'.repeat(length)), signal).then((turn) => {
      order.push(name);
      return turn;
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
