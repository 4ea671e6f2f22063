import { expect, test } from 'vitest';
import { createFrameTrial, createTrial } from './trials.ts';

const blog = 'site.test /blog/#';

/** Which of the next pages of a kind an effort is made on, counted from 1. */
const madeOn = (trial: ReturnType<typeof createTrial>, pages: number) =>
  Array.from({ length: pages }, () => trial.plan(blog)).flatMap((isMade, n) => (isMade ? [n + 1] : []));

const trialAfter = (vain: number) => {
  const trial = createTrial();
  for (let n = 0; n < vain; n++) trial.learn(blog, false);
  return trial;
};

test('an effort is left out after five pages of a kind where it had no effect, but for every twentieth', () => {
  const trial = createTrial();
  for (let n = 0; n < 5; n++) {
    expect(trial.plan(blog)).toBe(true);
    trial.learn(blog, false);
  }
  expect(madeOn(trial, 40)).toEqual([20, 40]);
  expect(trial.plan('site.test /shop/#')).toBe(true);
  trial.learn(blog, true);
  expect(trial.plan(blog)).toBe(true);
});

test.each([
  [5, [20, 40]],
  [10, [40, 80]],
  [1000, [100, 200]],
])(
  'an effort without effect on %i pages in a row is tried again: the first two times on pages %j',
  (vain, tried) => {
    expect(madeOn(trialAfter(vain), 200).slice(0, 2)).toEqual(tried);
  },
);

test('an effort whose effect was not seen, or that was made on a page like no other, teaches nothing', () => {
  const trial = createTrial();
  for (let n = 0; n < 10; n++) {
    trial.learn(blog, undefined);
    trial.learn(undefined, false);
  }
  expect([trial.plan(blog), trial.plan(undefined)]).toEqual([true, true]);
});

test('what is known of one kind is not forgotten by another', () => {
  const trial = trialAfter(5);
  trial.learn('site.test /shop/#', false);
  expect([trial.plan(blog), trial.plan('site.test /shop/#')]).toEqual([false, true]);
});

test('frames of pages whose timers bring nothing are tried last, and after five pages in vain not taken', () => {
  const timers = createTrial();
  const frames = createFrameTrial(timers);
  const plans = (count: number) => Array.from({ length: count }, () => frames.plan(blog));
  expect(plans(2)).toEqual(['first', 'first']);
  for (let n = 0; n < 5; n++) timers.learn(blog, false);
  expect(plans(2)).toEqual(['last', 'last']);
  for (let n = 0; n < 5; n++) frames.learn(blog, false);
  expect(plans(40).flatMap((plan, n) => (plan === 'never' ? [] : [[n + 1, plan]]))).toEqual([
    [20, 'last'],
    [40, 'last'],
  ]);
  expect(frames.plan('site.test /shop/#')).toBe('first');
  frames.learn(blog, true);
  expect(
    plans(101)
      .map((plan) => plan === 'first')
      .lastIndexOf(true),
  ).toBe(99);
  expect(plans(1)).toEqual(['last']);
});

test('pages under way when another one showed an effect of frames count as some of the next hundred', () => {
  const timers = trialAfter(5);
  const frames = createFrameTrial(timers);
  frames.learn(blog, true);
  for (let n = 0; n < 100; n++) frames.learn(blog, false);
  expect(frames.plan(blog)).toBe('last');
});
