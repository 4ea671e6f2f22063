import { expect, test, vi } from 'vitest';
import { ask, askForFrames } from './ask.ts';
import type { ShownPage } from './waiting.ts';

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
  const assumeSpinning = vi.fn();
  const silent = {
    session,
    activity,
    clock: { checkSpinning: () => undefined, assumeSpinning, spins: false },
    evaluate: () => new Promise(() => undefined),
    until: began + 1000,
  };
  setTimeout(() => {
    activity.leavingAt = performance.now();
  }, 50);
  expect(await ask(silent as unknown as ShownPage, 200, () => true)).toBe('stuck');
  expect(keptAt).toHaveLength(1);
  expect(keptAt[0]).toBeGreaterThan(600);
  expect(assumeSpinning).toHaveBeenCalledOnce();
});

test('a page that draws no frame in time is not taken for one that never ends', async () => {
  const activity = {
    documents: 0,
    leavingAt: undefined,
    requests: { started: 0, streams: { messages: 0 }, documentBytes: 0 },
  };
  const assumeSpinning = vi.fn();
  const silent = {
    session: { flooded: false },
    activity,
    clock: { checkSpinning: () => undefined, assumeSpinning, spins: false },
    evaluate: () => new Promise(() => undefined),
    until: performance.now() + 300,
  };
  expect(await askForFrames(silent as unknown as ShownPage, () => true)).toBe('stuck');
  expect(assumeSpinning).not.toHaveBeenCalled();
});
