import { expect, test } from 'vitest';
import { createTraps } from './traps.ts';

const site = 'https://example.com';
const firstOver = (urls: readonly string[]) => {
  const traps = createTraps();
  return urls.findIndex((url) => traps.isOver(url));
};

test.each([
  '/',
  '/blog/2026/01/31/how-gannets-dive',
  '/a/1/1/1/1',
  '/docs/api/v1/docs/api/v2',
  '/products?page=17',
  '/search?q=a+b',
])('%s is a page like others', (path) => {
  expect(createTraps().isOver(site + path)).toBe(false);
});

test.each([
  '/a/a/a/',
  '/x/y/x/y/x/y/',
  `/${'deeper/'.repeat(2)}${Array.from({ length: 20 }, (_, n) => `d${n}`).join('/')}`,
  `/?q=${'x'.repeat(2000)}`,
])('%s has grown by itself', (path) => {
  expect(createTraps().isOver(site + path)).toBe(true);
});

test('a calendar has an end, each of its own', () => {
  const days = Array.from(
    { length: 400 },
    (_, n) => `${site}/cal/2026/${1 + (n % 12)}/${1 + (n % 28)}?n=${n}`,
  );
  expect(firstOver(days)).toBe(60);
  expect(firstOver(Array.from({ length: 90 }, (_, n) => `${site}/${n}/2026/1/1`))).toBe(-1);
  expect(
    firstOver(Array.from({ length: 90 }, (_, n) => `${site}/events?day=2026-01-${1 + (n % 28)}&n=${n}`)),
  ).toBe(60);
});

test('filters in every combination have an end, numbered pages have none', () => {
  const filters = Array.from({ length: 90 }, (_, n) => `${site}/shop?color=${n % 10}&size=${n}`);
  expect(firstOver(filters)).toBe(60);
  expect(firstOver(Array.from({ length: 500 }, (_, n) => `${site}/shop?page=${n}`))).toBe(-1);
  expect(firstOver(Array.from({ length: 500 }, (_, n) => `${site}/item/${n}?a=1&b=2`))).toBe(-1);
});
