import { expect, test, vi } from 'vitest';
import { createLog } from '../../log.ts';
import { growFleet } from './growth.ts';
import type { SingleSupervisor } from './supervisor.ts';

/** Milliseconds in which the main thread of each browser was busy. */
let worked = 0;

const member = (): SingleSupervisor => ({
  get busyMs() {
    return worked;
  },
  browsers: [],
  active: true,
  acquire: () => Promise.reject(new Error('not asked')),
  tryAcquire: () => undefined,
  release: () => undefined,
  onRetired: () => undefined,
  retire: async () => undefined,
  close: async () => undefined,
});

const stepMs = 500;

const grown = async ({
  most = 2,
  failing = false,
}: {
  readonly most?: number;
  readonly failing?: boolean;
}) => {
  const fleet = new Set<SingleSupervisor>();
  let starts = 0;
  const stop = await growFleet({
    fleet: { add: (one) => fleet.add(one), dismiss: (one) => fleet.delete(one) },
    start: async () => {
      starts += 1;
      if (failing && starts > 1) throw new Error('out of memory');
      return member();
    },
    most,
    log: createLog('silent'),
  });
  return { fleet, starts: () => starts, stop };
};

const fakeTime = () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  return { [Symbol.dispose]: () => vi.useRealTimers() };
};
/** @param share of the time in which every main thread works. */
const pass = async (ms: number, share: number) => {
  for (let passed = 0; passed < ms; passed += stepMs) {
    worked += share * stepMs;
    await vi.advanceTimersByTimeAsync(stepMs);
  }
};

test('another browser is started while the main threads are busy, up to the limit', async () => {
  using _ = fakeTime();
  const { fleet, stop } = await grown({ most: 3 });
  await pass(10_000, 0.5);
  expect(fleet.size).toBe(1);
  await pass(2000, 0.9);
  expect(fleet.size).toBe(1);
  await pass(2000, 0.9);
  expect(fleet.size).toBe(2);
  await pass(20_000, 0.9);
  expect(fleet.size).toBe(3);
  await stop();
});

test('one that was not needed for a minute goes, the first one stays', async () => {
  using _ = fakeTime();
  const { fleet, stop } = await grown({});
  const [first] = fleet;
  await pass(10_000, 0.9);
  expect(fleet.size).toBe(2);
  await pass(120_000, 0.4);
  expect(fleet.size).toBe(2);
  await pass(50_000, 0.2);
  expect(fleet.size).toBe(2);
  await pass(20_000, 0.2);
  expect([...fleet]).toEqual([first]);
  await pass(200_000, 0);
  expect(fleet.size).toBe(1);
  await stop();
});

test('where another cannot be started it is tried again after a pause', async () => {
  using _ = fakeTime();
  const { fleet, starts, stop } = await grown({ failing: true });
  await pass(30_000, 0.9);
  expect([fleet.size, starts()]).toEqual([1, 2]);
  await pass(60_000, 0.9);
  expect([fleet.size, starts()]).toEqual([1, 3]);
  await stop();
  await pass(200_000, 0.9);
  expect(starts()).toBe(3);
});
