import { expect, test } from 'vitest';
import { ServiceError } from '../../contract/error.ts';
import { createSlots } from './slots.ts';

const never = new AbortController().signal;
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: unknown) => (error instanceof ServiceError ? error.code : String(error)),
  );

test('those that wait get their turn in order; a slot is given back once', async () => {
  const lengths: number[] = [];
  const slots = createSlots({ slots: 1, line: 5 }, (waiting) => lengths.push(waiting));
  const giveBack = await slots.take(never);
  const order: string[] = [];
  const take = async (name: string) => {
    const back = await slots.take(never);
    order.push(name);
    return back;
  };
  const first = take('first');
  const second = take('second');
  expect(slots.waiting).toBe(2);
  giveBack();
  giveBack();
  (await first)();
  (await second)();
  expect(order).toEqual(['first', 'second']);
  expect(lengths).toEqual([1, 2, 1, 0]);
  (await slots.take(never))();
});

test('whoever yields lets the others go first, three times in a row at most', async () => {
  const slots = createSlots({ slots: 1, line: 10 });
  const giveBack = await slots.take(never);
  const order: string[] = [];
  const take = async (name: string, yields: boolean) => {
    const back = await slots.take(never, { owner: '', yields });
    order.push(name);
    back();
  };
  const all = [take('batch 1', true), take('batch 2', true)];
  for (let n = 1; n <= 5; n++) all.push(take(`call ${n}`, false));
  giveBack();
  await Promise.all(all);
  expect(order).toEqual(['call 1', 'call 2', 'call 3', 'batch 1', 'call 4', 'call 5', 'batch 2']);
});

/** Who gets a slot, in the order of giving, while each is held by those that have it until it is asked back. */
const contest = async (limits: { slots: number; share?: number }, claims: readonly [string, boolean?][]) => {
  const slots = createSlots({ ...limits, line: 20 });
  const order: string[] = [];
  const held: (() => void)[] = [];
  for (const [owner, yields = false] of claims)
    void slots.take(never, { owner, yields }).then((back) => {
      order.push(owner);
      held.push(back);
    });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  await settled();
  return {
    order,
    giveBack: async () => {
      held.shift()?.();
      await settled();
    },
  };
};

test.each([1, 2])(
  '%i slots: those that wait get their turns by owner, however many of one came before',
  async (slots) => {
    const claims = 'aaaaaabcb'.split('').map((owner): [string] => [owner]);
    const { order, giveBack } = await contest({ slots }, claims);
    for (let n = slots; n < claims.length; n++) await giveBack();
    expect(order.slice(slots).join('')).toBe('abcabaaa'.slice(0, claims.length - slots));
  },
);

test('whoever yields is not kept waiting by others that come and come', async () => {
  const claims = 'abcdefgh'.split('').map((owner): [string] => [owner]);
  const { order, giveBack } = await contest({ slots: 1 }, [['x'], ['batch', true], ...claims]);
  for (let n = 1; n <= 4; n++) await giveBack();
  expect(order).toEqual(['x', 'a', 'b', 'c', 'batch']);
});

test('an owner has its share at most: the rest is free for others', async () => {
  const { order, giveBack } = await contest({ slots: 3, share: 2 }, [
    ['a'],
    ['a'],
    ['a'],
    ['a'],
    ['b'],
    ['b'],
  ]);
  expect(order.join('')).toBe('aab');
  await giveBack();
  expect(order.join('')).toBe('aaba');
  await giveBack();
  expect(order.join('')).toBe('aabab');
  await giveBack();
  expect(order.join('')).toBe('aababa');
});

test('a full line and a time that is up are overload; leaving is leaving', async () => {
  const slots = createSlots({ slots: 1, line: 1 });
  const giveBack = await slots.take(never);
  const time = new AbortController();
  const waiting = codeOf(slots.take(time.signal));
  await expect(slots.take(never)).rejects.toMatchObject({ code: 'overloaded', extras: { retry_after: 2 } });
  time.abort(new ServiceError('timeout'));
  expect(await waiting).toBe('overloaded');
  const left = new AbortController();
  const leaving = codeOf(slots.take(left.signal));
  left.abort('left');
  expect(await leaving).toBe('left');
  expect(slots.waiting).toBe(0);
  giveBack();
  expect(await codeOf(slots.take(never))).toBe('ok');
});

test('whoever waits when it closes is told', async () => {
  const slots = createSlots({ slots: 1, line: 1 });
  await slots.take(never);
  const waiting = codeOf(slots.take(never));
  slots.close();
  expect(await waiting).toBe('shutting_down');
});
