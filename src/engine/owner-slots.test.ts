import { expect, test } from 'vitest';
import { ServiceError } from '../contract/error.ts';
import { createOwnerSlots } from './owner-slots.ts';

const { signal } = new AbortController();
const soon = () => new Promise((resolve) => setImmediate(resolve));

test('an owner has its share; the rest of its requests wait in order, and nobody behind them', async () => {
  const ownerSlots = createOwnerSlots({ share: 2, line: 10 });
  const order: string[] = [];
  const ask = (owner: string, name: string) =>
    ownerSlots.take(owner, signal).then((slot) => {
      order.push(name);
      return slot;
    });
  const greedy = [1, 2, 3, 4].map((n) => ask('greedy', `greedy ${n}`));
  const modest = ask('modest', 'modest');
  await soon();
  expect(order).toEqual(['greedy 1', 'greedy 2', 'modest']);
  expect(ownerSlots.waiting).toBe(2);

  (await modest)[Symbol.dispose]();
  await soon();
  expect(order).toHaveLength(3);
  (await greedy[1])?.[Symbol.dispose]();
  await soon();
  expect(order).toEqual(['greedy 1', 'greedy 2', 'modest', 'greedy 3']);
  expect(ownerSlots.waiting).toBe(1);
});

test('a line has an end, and those who leave it make room', async () => {
  const ownerSlots = createOwnerSlots({ share: 1, line: 1 });
  const first = await ownerSlots.take('ada', signal);
  const leaving = new AbortController();
  const second = ownerSlots.take('ada', leaving.signal);
  await expect(ownerSlots.take('ada', signal)).rejects.toMatchObject({ code: 'overloaded' });
  leaving.abort(new ServiceError('timeout'));
  await expect(second).rejects.toMatchObject({ code: 'overloaded' });
  const third = ownerSlots.take('ada', signal);
  first[Symbol.dispose]();
  (await third)[Symbol.dispose]();
  expect(ownerSlots.waiting).toBe(0);
  (await ownerSlots.take('ada', signal))[Symbol.dispose]();
});
