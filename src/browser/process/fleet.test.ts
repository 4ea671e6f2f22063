import { expect, test } from 'vitest';
import { createFleet } from './fleet.ts';
import type { Generation, SingleSupervisor } from './supervisor.ts';

/** A browser that does not answer until it is told to. */
const makeMember = () => {
  const { promise, resolve } = Promise.withResolvers<Generation>();
  const generation = {} as Generation;
  const released: Generation[] = [];
  const member: SingleSupervisor = {
    busyMs: 0,
    browsers: [],
    active: false,
    acquire: (signal) =>
      Promise.race([
        promise,
        new Promise<never>((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
      ]),
    tryAcquire: () => undefined,
    release: (one) => released.push(one),
    onRetired: () => undefined,
    retire: async () => undefined,
    close: async () => undefined,
  };
  return { member, generation, released, answer: () => resolve(generation) };
};

const makeFleet = () => {
  const fleet = createFleet('wait');
  const [first, second] = [makeMember(), makeMember()];
  for (const { member } of [first, second]) fleet.add(member);
  return { fleet, first, second };
};

test('where none answers the one that does so first is taken, also when the first of them never does', async () => {
  const { fleet, second } = makeFleet();
  const acquired = fleet.acquire(new AbortController().signal);
  second.answer();
  expect(await acquired).toBe(second.generation);
  expect(second.released).toEqual([]);
});

test('of two that answer in the same moment one is given back', async () => {
  const { fleet, first, second } = makeFleet();
  const acquired = fleet.acquire(new AbortController().signal);
  first.answer();
  second.answer();
  expect(await acquired).toBe(first.generation);
  expect([first.released, second.released]).toEqual([[], [second.generation]]);
});

test('who does not wait any longer is told his own reason', async () => {
  const { fleet } = makeFleet();
  const leaving = new AbortController();
  const acquired = fleet.acquire(leaving.signal);
  leaving.abort(new Error('he left'));
  await expect(acquired).rejects.toThrow('he left');
});
