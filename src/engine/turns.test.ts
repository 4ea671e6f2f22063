import { expect, test } from 'vitest';
import { ServiceError } from '../contract/error.ts';
import { createTurns } from './turns.ts';

const { signal } = new AbortController();
const soon = () => new Promise((resolve) => setImmediate(resolve));

test('an owner has its share; the rest of its requests wait in order, and nobody behind them', async () => {
  const turns = createTurns({ share: 2, line: 10 });
  const order: string[] = [];
  const ask = (owner: string, name: string) =>
    turns.take(owner, signal).then((turn) => {
      order.push(name);
      return turn;
    });
  const greedy = [1, 2, 3, 4].map((n) => ask('greedy', `greedy ${n}`));
  const modest = ask('modest', 'modest');
  await soon();
  expect(order).toEqual(['greedy 1', 'greedy 2', 'modest']);
  expect(turns.waiting).toBe(2);

  (await modest)[Symbol.dispose]();
  await soon();
  expect(order).toHaveLength(3);
  (await greedy[1])?.[Symbol.dispose]();
  await soon();
  expect(order).toEqual(['greedy 1', 'greedy 2', 'modest', 'greedy 3']);
  expect(turns.waiting).toBe(1);
});

test('a line has an end, and those who leave it make room', async () => {
  const turns = createTurns({ share: 1, line: 1 });
  const first = await turns.take('ada', signal);
  const leaving = new AbortController();
  const second = turns.take('ada', leaving.signal);
  await expect(turns.take('ada', signal)).rejects.toMatchObject({ code: 'overloaded' });
  leaving.abort(new ServiceError('timeout'));
  await expect(second).rejects.toMatchObject({ code: 'overloaded' });
  const third = turns.take('ada', signal);
  first[Symbol.dispose]();
  (await third)[Symbol.dispose]();
  expect(turns.waiting).toBe(0);
  (await turns.take('ada', signal))[Symbol.dispose]();
});
