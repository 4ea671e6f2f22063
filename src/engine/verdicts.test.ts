import { expect, test } from 'vitest';
import type { PageKind } from '../store/page-kinds.ts';
import { shapeOf } from './shape.ts';
import { createVerdicts } from './verdicts.ts';

test.each([
  ['http://h/', '/'],
  ['http://h/blog/2026/11/how-to-fly-high?page=2&sort=a', '/blog/#/#/~?page&sort'],
  ['http://h/blog/2025/01/why-we-dive?sort=b&page=1#part', '/blog/#/#/~?page&sort'],
  ['http://h/about', '/about'],
  ['http://h/about-us', '/about-us'],
  ['http://h/p17.html', '/p#.html'],
  ['http://h/item/0f8fad5b-d9cb-469f-a165-70867728950e', '/item/*'],
  ['http://h/%E6%97%A5%E6%9C%AC', '/~'],
  ['http://h/anextremelylongnamewithoutanyhyphens', '/~'],
])('the shape of %s', (url, shape) => {
  expect(shapeOf(url)).toBe(shape);
});

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

test('timers of a kind of pages are left alone after five pages where they brought nothing, but for every twentieth', () => {
  const verdicts = createVerdicts([], () => undefined);
  const url = (n: number) => `https://site.test/blog/${n}`;
  for (let n = 0; n < 5; n++) {
    expect(verdicts.timersMatter(url(n), '')).toBe(true);
    verdicts.learnTimers(url(n), '', false);
  }
  const asked = Array.from({ length: 40 }, (_, n) => verdicts.timersMatter(url(n), ''));
  expect(asked.flatMap((matter, n) => (matter ? [n + 1] : []))).toEqual([20, 40]);
  expect(verdicts.timersMatter('https://site.test/shop/1', '')).toBe(true);
  verdicts.learnTimers(url(1), '', true);
  expect(verdicts.timersMatter(url(2), '')).toBe(true);
});

test.each([
  [5, [20, 40]],
  [10, [40, 80]],
  [1000, [100, 200]],
])(
  'timers that brought nothing on %i pages in a row are tried again: the first two times on pages %j',
  (vain, tried) => {
    const verdicts = createVerdicts([], () => undefined);
    const url = (n: number) => `https://site.test/blog/${n}`;
    for (let n = 0; n < vain; n++) verdicts.learnTimers(url(n), '', false);
    const asked = Array.from({ length: 200 }, (_, n) => verdicts.timersMatter(url(n), ''));
    expect(asked.flatMap((matter, n) => (matter ? [n + 1] : [])).slice(0, 2)).toEqual(tried);
  },
);

test('frames of a kind of pages whose timers bring nothing are tried last, and after five pages without any use not taken', () => {
  const verdicts = createVerdicts([], () => undefined);
  const url = (n: number) => `https://site.test/blog/${n}`;
  const plans = (count: number) => Array.from({ length: count }, (_, n) => verdicts.framesOf(url(n), ''));
  expect(plans(2)).toEqual(['first', 'first']);
  for (let n = 0; n < 5; n++) verdicts.learnTimers(url(n), '', false);
  expect(plans(2)).toEqual(['last', 'last']);
  for (let n = 0; n < 5; n++) verdicts.learnFrames(url(n), '', false);
  expect(plans(40).flatMap((plan, n) => (plan === 'never' ? [] : [[n + 1, plan]]))).toEqual([
    [20, 'last'],
    [40, 'last'],
  ]);
  expect(verdicts.framesOf('https://site.test/shop/1', '')).toBe('first');
  verdicts.learnFrames(url(1), '', true);
  expect(
    plans(101)
      .map((plan) => plan === 'first')
      .lastIndexOf(true),
  ).toBe(99);
  expect(plans(1)).toEqual(['last']);
});

test('empty places of a kind of pages are left alone after five pages where they stayed empty, but for every twentieth', () => {
  const verdicts = createVerdicts([], () => undefined);
  const url = (n: number) => `https://site.test/blog/${n}`;
  for (let n = 0; n < 5; n++) {
    expect(verdicts.sightsMatter(url(n))).toBe(true);
    verdicts.learnSights(url(n), false);
  }
  const asked = Array.from({ length: 40 }, (_, n) => verdicts.sightsMatter(url(n)));
  expect(asked.flatMap((matter, n) => (matter ? [n + 1] : []))).toEqual([20, 40]);
  expect(verdicts.sightsMatter('https://site.test/shop/1')).toBe(true);
  verdicts.learnSights(url(1), true);
  expect(verdicts.sightsMatter(url(2))).toBe(true);
});

test('quiet that brought nothing to five pages of a kind with the same scripts is left out, but for every twentieth', () => {
  const verdicts = createVerdicts([], () => undefined);
  const url = (n: number) => `https://site.test/blog/${n}`;
  for (let n = 0; n < 5; n++) {
    expect(verdicts.quietMatters(url(n), '2')).toBe(true);
    verdicts.learnQuiet(url(n), '2', false);
  }
  expect(verdicts.quietMatters(url(5), '3')).toBe(true);
  const asked = Array.from({ length: 40 }, (_, n) => verdicts.quietMatters(url(n), '2'));
  expect(asked.flatMap((matter, n) => (matter ? [n + 1] : []))).toEqual([20, 40]);
  expect(verdicts.quietMatters('https://site.test/shop/1', '2')).toBe(true);
  verdicts.learnQuiet(url(6), '2', true);
  expect(verdicts.quietMatters(url(7), '2')).toBe(true);
});

test('what is known of the quiet of pages with the same scripts is not forgotten by others', () => {
  const verdicts = createVerdicts([], () => undefined);
  const url = 'https://site.test/blog/1';
  for (let n = 0; n < 5; n++) verdicts.learnQuiet(url, '2', false);
  verdicts.learnQuiet(url, '3', false);
  expect(['2', '3'].map((scripts) => verdicts.quietMatters(url, scripts))).toEqual([false, true]);
});
