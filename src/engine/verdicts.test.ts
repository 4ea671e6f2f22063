import { expect, test } from 'vitest';
import type { PageKind } from '../store/page-kinds.ts';
import { createVerdicts } from './verdicts.ts';

const setUp = (known: readonly PageKind[] = []) => {
  const kept: PageKind[] = [];
  let time = Date.parse('2026-11-21');
  const verdicts = createVerdicts(
    known,
    (kind) => kept.push(kind),
    () => time,
  );
  return {
    verdicts,
    kept,
    pass: (days: number) => {
      time += days * 86_400_000;
    },
    plan: (url = 'http://h/post/9', trusting = true) => verdicts.planFor(url, trusting),
    learn: (...same: boolean[]) => {
      for (const [index, one] of same.entries()) verdicts.learn(`http://h/post/${index}`, one, 20_000);
    },
  };
};
const shown = { from: 'response', scripts: false } as const;
const believed = { from: 'response', scripts: true } as const;
const alive = { from: 'browser', why: 'learned', short: false } as const;

test('three pages in a row that agree are believed, for their host and shape alone', () => {
  const { plan, learn, kept } = setUp();
  learn(true, true);
  expect(plan()).toEqual(shown);
  learn(true);
  expect(plan()).toEqual(believed);
  expect(plan('http://h/post/9', false)).toEqual(shown);
  expect(plan('http://h/other')).toEqual(shown);
  expect(plan('http://g/post/9')).toEqual(shown);
  expect(kept).toMatchObject([{ host: 'h', shape: '/post/#', verdict: 'still' }]);
});

test.each([
  [2000, true],
  [20_000, false],
])(
  'of a page that needs the browser it is known whether it comes at once: %i characters',
  (length, short) => {
    const { verdicts, plan } = setUp();
    verdicts.learn('http://h/post/1', false, length);
    expect(plan()).toEqual({ ...alive, short });
  },
);

test('one page that differs ends the belief, for a day', () => {
  const { plan, learn, pass, kept } = setUp();
  learn(true, true, true, false);
  expect(plan()).toEqual(alive);
  pass(1.1);
  expect(plan()).toEqual(shown);
  learn(true, true);
  expect(plan()).toEqual(shown);
  learn(true);
  expect(plan()).toEqual(believed);
  expect(kept.map(({ verdict }) => verdict)).toEqual(['still', 'alive', 'still']);
});

test.each([
  [3, [20, 40, 60]],
  [10, [40, 80, 120]],
  [1000, [100, 200]],
])('of a kind of which %i pages in a row have agreed these are checked: %j', (agreed, checked) => {
  const { plan, learn } = setUp();
  learn(...Array.from({ length: agreed }, () => true));
  const plans = Array.from({ length: (checked.at(-1) ?? 0) + 5 }, () => plan());
  expect(plans.flatMap((one, n) => (one.from === 'response' && !one.scripts ? [n + 1] : []))).toEqual(
    checked,
  );
});

test('what was known before counts until it is old', () => {
  const learnedAt = new Date('2026-11-18');
  const { plan, pass } = setUp([{ host: 'h', shape: '/post/#', verdict: 'still', learnedAt }]);
  expect(plan()).toEqual(believed);
  pass(5);
  expect(plan()).toEqual(shown);
});
