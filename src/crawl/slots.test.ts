import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createPageSlots } from './slots.ts';

const { signal } = new AbortController();

test('owners take turns, however much one of them asks for', async () => {
  const slots = createPageSlots(1);
  const giveBack = await slots.take('first', signal);
  const order: string[] = [];
  const work = async (owner: string) => {
    const done = await slots.take(owner, signal);
    order.push(owner);
    done();
  };
  const all = ['ada', 'ada', 'ada', 'bob', 'ada', 'bob', 'cy'].map(work);
  giveBack();
  await Promise.all(all);
  expect(order).toEqual(['ada', 'bob', 'cy', 'ada', 'bob', 'ada', 'ada']);
});

test('no more than there are at once, and each is given back once', async () => {
  const slots = createPageSlots(2);
  const first = await slots.take('a', signal);
  await slots.take('b', signal);
  let third = false;
  const waiting = slots.take('c', signal).then((done) => {
    third = true;
    return done;
  });
  await turn();
  expect(third).toBe(false);
  first();
  first();
  await waiting;
  let fourth = false;
  void slots.take('d', signal).then(() => {
    fourth = true;
  });
  await turn();
  expect(fourth).toBe(false);
});

test('who leaves the line is not given a slot', async () => {
  const slots = createPageSlots(1);
  const giveBack = await slots.take('a', signal);
  const leaving = new AbortController();
  const left = slots.take('b', leaving.signal);
  const stays = slots.take('b', signal);
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  giveBack();
  const last = await stays;
  last();
  await expect(slots.take('b', leaving.signal)).rejects.toThrow('gone');
  (await slots.take('c', signal))();
});
