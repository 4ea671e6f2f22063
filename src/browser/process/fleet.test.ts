import { expect, test } from 'vitest';
import { TargetGone } from '../devtools/cdp.ts';
import { createFleet } from './fleet.ts';
import type { Generation, SingleSupervisor } from './supervisor.ts';

/** A browser that does not answer until it is told to. */
const makeMember = (started = false) => {
  const { promise, resolve } = Promise.withResolvers<Generation>();
  const generation = {} as Generation;
  const released: Generation[] = [];
  let retired = false;
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
    tryAcquire: () => (started ? generation : undefined),
    release: (one) => released.push(one),
    onRetired: () => undefined,
    retire: async () => {
      retired = true;
    },
    close: async () => undefined,
  };
  return { member, generation, released, answer: () => resolve(generation), isRetired: () => retired };
};

const makeFleet = () => {
  const fleet = createFleet({ whenNone: 'wait' });
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

test('a new context goes to the browser that has the fewest, of those that answer; those with as few take turns', async () => {
  const fleet = createFleet({ whenNone: 'fail' });
  const members = [2, 1, 0, 1].map((contexts) => ({ ...makeMember(true), contexts }));
  for (const [at, { member, contexts }] of members.entries())
    fleet.add({
      ...member,
      // The emptiest does not answer.
      active: at !== 2,
      browsers: [{ version: '', ageSeconds: 0, made: contexts, contexts }],
    });
  const { signal } = new AbortController();
  const taken: number[] = [];
  for (let n = 0; n < 6; n++) {
    const generation = await fleet.acquire(signal);
    taken.push(members.findIndex((member) => member.generation === generation));
  }
  expect(new Set(taken)).toEqual(new Set([1, 3]));
  expect(taken.filter((at) => at === 3).length).toBeGreaterThanOrEqual(2);
});

test('who does not wait any longer is told his own reason', async () => {
  const { fleet } = makeFleet();
  const leaving = new AbortController();
  const acquired = fleet.acquire(leaving.signal);
  leaving.abort(new Error('he left'));
  await expect(acquired).rejects.toThrow('he left');
});

test('a browser for one context alone takes no other, and goes with it', async () => {
  const alone = makeMember(true);
  const fleet = createFleet({ whenNone: 'fail', start: async () => alone.member });
  const { signal } = new AbortController();
  expect(await fleet.acquireApart(signal)).toBe(alone.generation);
  expect(alone.isRetired()).toBe(true);
  await expect(fleet.acquire(signal)).rejects.toThrow('No browser can be reached');
  fleet.release(alone.generation);
  expect(alone.released).toEqual([alone.generation]);
});

test('one that comes when nobody waits for it any longer is let go', async () => {
  const late = makeMember(true);
  const { promise, resolve } = Promise.withResolvers<SingleSupervisor>();
  const fleet = createFleet({ whenNone: 'wait', start: () => promise });
  const leaving = new AbortController();
  const acquired = fleet.acquireApart(leaving.signal);
  leaving.abort(new Error('he left'));
  await expect(acquired).rejects.toThrow('he left');
  resolve(late.member);
  await expect.poll(late.isRetired).toBe(true);
});

test('one that does not start is one that is gone', async () => {
  const fleet = createFleet({ whenNone: 'wait', start: () => Promise.reject(new Error('no memory')) });
  const acquired = fleet.acquireApart(new AbortController().signal);
  await expect(acquired).rejects.toThrow(TargetGone);
  await fleet.close();
});

test('where browsers run elsewhere and none can be started, it is one for all', async () => {
  const fleet = createFleet({ whenNone: 'fail' });
  const { member, generation, isRetired } = makeMember(true);
  fleet.add({ ...member, active: true });
  expect(await fleet.acquireApart(new AbortController().signal)).toBe(generation);
  expect(isRetired()).toBe(false);
});
