import { expect, test } from 'vitest';
import type { Activity } from '../tab/activity.ts';
import { createPageQuiet } from './page-quiet.ts';
import type { Probe } from './probe.ts';

const stateOf = (more: Partial<Probe> = {}) =>
  ({ text: 1000, changes: 0, busy: false, sinceLoadMs: 5, ...more }) as Probe;
const activityOf = (more: Partial<Activity['requests']> = {}) =>
  ({ loaderId: '1', requests: { asked: 3, dataLanded: false, streams: { opened: 0 }, ...more } }) as Activity;
const activity = activityOf();

test.each<[string, Partial<Probe>, Activity, boolean]>([
  ['nothing', { sinceLoadMs: 60 }, activity, false],
  ['text', { sinceLoadMs: 60, changes: 1 }, activity, true],
  ['a request', { sinceLoadMs: 60 }, activityOf({ asked: 4 }), true],
])('a page that was looked at at once tells what quiet brought: %s', (_, change, after, brought) => {
  const quiet = createPageQuiet(() => true);
  quiet.noteRest(stateOf(), activity);
  expect(quiet.leftMs(stateOf(), activity)).toBeUndefined();
  quiet.noteEnd(stateOf(change), after);
  expect(quiet.effect).toBe(brought);
});

test('a script that has just come in may be about to do something', () => {
  const quiet = createPageQuiet(() => false);
  const landed = activityOf({ landedAt: performance.now() });
  quiet.noteRest(stateOf({ sinceLoadMs: 60 }), landed);
  expect(quiet.leftMs(stateOf({ sinceLoadMs: 60 }), landed)).toBeGreaterThan(0);
  expect(
    quiet.leftMs(stateOf({ sinceLoadMs: 60 }), activityOf({ landedAt: performance.now() - 30 })),
  ).toBeLessThan(0);
});

test.each<[string, Partial<Probe>, Activity]>([
  ['it was looked at late', { sinceLoadMs: 40 }, activity],
  [
    'it was looked at late, though soon after a script',
    { sinceLoadMs: 40 },
    activityOf({ landedAt: performance.now() }),
  ],
  ['it has not loaded', { sinceLoadMs: undefined }, activity],
  ['it shows little', { text: 100 }, activity],
  ['it is busy', { busy: true }, activity],
  ['its data have come', {}, activityOf({ dataLanded: true })],
])('a page where nothing came tells nothing of its kind where %s', (_, state, at) => {
  const quiet = createPageQuiet(() => true);
  quiet.noteRest(stateOf(state), at);
  quiet.noteEnd(stateOf(state), at);
  expect(quiet.effect).toBeUndefined();
});

test('a page of a kind that quiet brings nothing to is done a moment after its load, and tells nothing new', () => {
  let asked = 0;
  const quiet = createPageQuiet(() => {
    asked += 1;
    return false;
  });
  for (const sinceLoadMs of [4, 20]) quiet.noteRest(stateOf({ sinceLoadMs }), activity);
  expect(asked).toBe(1);
  expect([4, 20].map((sinceLoadMs) => quiet.leftMs(stateOf({ sinceLoadMs }), activity))).toEqual([16, 0]);
  expect(quiet.leftMs(stateOf({ busy: true }), activity)).toBeUndefined();
  quiet.noteEnd(stateOf({ sinceLoadMs: 20 }), activity);
  expect(quiet.effect).toBeUndefined();
});

test('a page that changes unlike others of its kind is waited for, and tells so', () => {
  const quiet = createPageQuiet(() => false);
  quiet.noteRest(stateOf(), activity);
  const changed = stateOf({ sinceLoadMs: 22, changes: 1 });
  expect(quiet.leftMs(changed, activity)).toBeUndefined();
  quiet.noteEnd(changed, activity);
  expect(quiet.effect).toBe(true);
});
