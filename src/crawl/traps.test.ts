import { expect, test } from 'vitest';
import { createTraps } from './traps.ts';

const site = 'https://example.com';
const firstOver = (urls: readonly string[], foundOn = `${site}/`) => {
  const traps = createTraps();
  return urls.findIndex((url) => traps.isOver(url, foundOn));
};

test.each([
  '/',
  '/blog/2026/01/31/how-gannets-dive',
  '/a/1/1/1/1',
  '/docs/api/v1/docs/api/v2',
  '/a/src/b/src/c/src/d',
  '/1/a/1/b/1/c/1/d/1',
  '/products?page=17',
  '/search?q=a+b',
])('%s is a page like others', (path) => {
  expect(createTraps().isOver(site + path, site)).toBe(false);
});

test.each([
  '/a/a/a/',
  '/x/y/x/y/x/y/',
  '/about/news/team/about/about/news/about/',
  `/${'deeper/'.repeat(2)}${Array.from({ length: 20 }, (_, n) => `d${n}`).join('/')}`,
  `/?q=${'x'.repeat(2000)}`,
])('%s has grown by itself', (path) => {
  expect(createTraps().isOver(site + path, site)).toBe(true);
});

test('a calendar has an end, each of its own', () => {
  const days = Array.from(
    { length: 400 },
    (_, n) => `${site}/cal/2026/${1 + (n % 12)}/${1 + (n % 28)}?n=${n}`,
  );
  const today = `${site}/cal/2026-05`;
  expect(firstOver(days, today)).toBe(60);
  expect(
    firstOver(
      Array.from({ length: 90 }, (_, n) => `${site}/${n}/2026/1/1`),
      today,
    ),
  ).toBe(-1);
  expect(
    firstOver(Array.from({ length: 90 }, (_, n) => `${site}/events?day=2026-01-${1 + (n % 28)}&n=${n}`)),
  ).toBe(60);
});

test.each([
  (n: number) => `/cal/${2000 + (n % 90)}-W${String(1 + (n % 52)).padStart(2, '0')}?n=${n}`,
  (n: number) => `/cal?week=${2000 + (n % 90)}-W${1 + (n % 52)}`,
  (n: number) => `/cal?date=${20_260_101 + n}`,
  (n: number) => `/cal?ts=${1_769_817_600 + 86_400 * n}`,
  (n: number) => `/cal?at=2026-01-${1 + (n % 28)}T${n}:00`,
])('a calendar has an end by weeks, numbers and times, too: %s', (path) => {
  const days = Array.from({ length: 90 }, (_, n) => site + path(n));
  expect(firstOver(days, `${site}/cal/2026-W01`)).toBe(60);
});

test.each([
  ['id', 20_260_101],
  ['candidate', 20_260_101],
  ['update', 20_260_101],
  ['date', 70_260_101],
])('numbers that are no dates have no end: %s=%d', (name, first) => {
  expect(firstOver(Array.from({ length: 500 }, (_, n) => `${site}/news?${name}=${first + n}`))).toBe(-1);
});

test('what an index lists by dates has its own end', () => {
  const issues = Array.from(
    { length: 900 },
    (_, n) => `${site}/paper/2026-${1 + (n % 12)}-${1 + (n % 28)}?n=${n}`,
  );
  expect(firstOver(issues, `${site}/paper/2026`)).toBe(-1);
  expect(firstOver(issues, `${site}/other/2026/05`)).toBe(-1);
});

test('filters in every combination have an end, numbered pages have none', () => {
  const filters = Array.from({ length: 90 }, (_, n) => `${site}/shop?color=${n % 10}&size=${n % 9}`);
  expect(firstOver(filters)).toBe(70);
  expect(firstOver(Array.from({ length: 500 }, (_, n) => `${site}/shop?page=${n}`))).toBe(-1);
  expect(firstOver(Array.from({ length: 500 }, (_, n) => `${site}/item/${n}?a=1&b=2`))).toBe(-1);
});

test('what is told apart by one of several parameters has no end', () => {
  const topics = Array.from({ length: 500 }, (_, n) => `${site}/viewtopic.php?f=${n % 7}&t=${n}`);
  expect(firstOver(topics)).toBe(-1);
  const articles = Array.from(
    { length: 500 },
    (_, n) => `${site}/index.php?option=content&view=article&id=${n}`,
  );
  expect(firstOver(articles)).toBe(-1);
});

test.each(['action=edit', 'oldid=7', 'returnto=home', 'sort_by=price', 'month=5'])(
  'what %s makes of pages has an end',
  (aside) => {
    expect(firstOver(Array.from({ length: 90 }, (_, n) => `${site}/index.php?title=${n}&${aside}`))).toBe(60);
  },
);

test('parameters without end have one', () => {
  expect(firstOver(Array.from({ length: 6000 }, (_, n) => `${site}/?a=1&b=${n}`))).toBe(4999 + 60);
});
