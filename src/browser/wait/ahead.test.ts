import { expect, test } from 'vitest';
import { advance } from './ahead.ts';
import { type Probe, probe } from './probe.ts';
import type { ShownPage } from './waiting.ts';

test('the end of a budget that was granted before is no end of what a page is run ahead by', async () => {
  const budgets: number[] = [];
  // The clock of the page, after each time that it was stopped.
  const clocks = [120, 400];
  const waiting = {
    activity: {
      loaderId: 'L',
      documents: 1,
      subframes: { all: [], areComing: false },
      requests: { started: 0, streams: { messages: 0 }, documentBytes: 0 },
    },
    until: performance.now() + 60_000,
    evaluate: async (asked: unknown) => {
      const clock = clocks[budgets.length - 1];
      return asked === probe ? { clock } : clock;
    },
    clock: {
      grant: async (budget: number) => {
        budgets.push(budget);
        return true;
      },
    },
  } as unknown as ShownPage;
  const look = await advance(waiting, { clock: 100 } as Probe, 300, undefined);
  expect(look).toEqual({ clock: 400, framesLoad: false });
  expect(budgets).toEqual([300, 280]);
});
