import { expect, test } from 'vitest';
import { ScriptError } from '../../page.ts';
import { bringIntoSight } from './on-sight.ts';
import type { Waiting } from './waiting.ts';

const waitingThat = (evaluate: () => Promise<never>) => {
  const warnings: string[] = [];
  const waiting = {
    terms: { sights: 'all' },
    evaluate,
    until: performance.now() + 1000,
    activity: { documents: 1, requests: { pending: new Map() } },
    warn: (warning: string) => warnings.push(warning),
  };
  return { waiting: waiting as unknown as Waiting, warnings };
};

test('a page that our own look fails on is answered, and the caller told', async () => {
  const { waiting, warnings } = waitingThat(async () => {
    throw new ScriptError('TypeError: Illegal invocation\n    at find');
  });
  expect(await bringIntoSight(waiting)).toBe(false);
  expect(warnings).toEqual(['what loads on sight may be missing (TypeError: Illegal invocation)']);
});

test('whatever else goes wrong is thrown', async () => {
  const { waiting } = waitingThat(async () => {
    throw new Error('the tab is gone');
  });
  await expect(bringIntoSight(waiting)).rejects.toThrow('the tab is gone');
});
