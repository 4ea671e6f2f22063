import { expect, test, vi } from 'vitest';
import { ask, askForFrames, type Waiting } from './ask.ts';

test('a page that is left while it is asked is not kept from leaving before most of the time is up', async () => {
  const began = performance.now();
  const activity = {
    documents: 0,
    leavingAt: undefined as number | undefined,
    requests: { pending: new Map(), started: 0, streams: { messages: 0 }, documentBytes: 0 },
  };
  const keptAt: number[] = [];
  const session = {
    send: async (method: string) => {
      if (method === 'Page.stopLoading') keptAt.push(performance.now() - began);
    },
  };
  const giveUp = vi.fn();
  const silent = {
    session,
    activity,
    clock: { suspect: () => undefined, giveUp, spins: false },
    evaluate: () => new Promise(() => undefined),
    until: began + 1000,
  };
  setTimeout(() => {
    activity.leavingAt = performance.now();
  }, 50);
  expect(await ask(silent as unknown as Waiting, 200, () => true)).toBe('stuck');
  expect(keptAt).toHaveLength(1);
  expect(keptAt[0]).toBeGreaterThan(600);
  expect(giveUp).toHaveBeenCalledOnce();
});

test('a page that draws no frame in time is not taken for one that never ends', async () => {
  const activity = {
    documents: 0,
    leavingAt: undefined,
    requests: { started: 0, streams: { messages: 0 }, documentBytes: 0 },
  };
  const giveUp = vi.fn();
  const silent = {
    session: { flooded: false },
    activity,
    clock: { suspect: () => undefined, giveUp, spins: false },
    evaluate: () => new Promise(() => undefined),
    until: performance.now() + 300,
  };
  expect(await askForFrames(silent as unknown as Waiting, () => true)).toBe('stuck');
  expect(giveUp).not.toHaveBeenCalled();
});
