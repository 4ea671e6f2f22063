import { expect, test } from 'vitest';
import { createCopies } from './copies.ts';

const site = 'https://example.com';
const learnt = (names: readonly string[], isCopy = true) => {
  const copies = createCopies((url) => !url.startsWith(`${site}/unknown`));
  for (const [n, name] of names.entries()) copies.learn(`${site}/${n % 3}?${name}`, isCopy);
  return copies;
};
const different = Array.from({ length: 8 }, (_, n) => `ref=${n}`);

test('parameters whose values have brought copies alone are believed to bring no other page', () => {
  const { isLikely } = learnt(different);
  expect(isLikely(`${site}/other?ref=new`)).toBe(true);
  expect(isLikely(`${site}/other?ref=new&utm_source=x`)).toBe(true);
  expect(isLikely(`${site}/other?ref=new&page=2`)).toBe(false);
  expect(isLikely(`${site}/other`)).toBe(false);
  expect(isLikely(`${site}/unknown?ref=new`)).toBe(false);
  expect(isLikely('https://example.org/other?ref=new')).toBe(false);
});

test('so are those of routes', () => {
  const copies = createCopies((url) => !url.startsWith(`${site}/unknown`));
  for (let n = 0; n < 8; n++) copies.learn(`${site}/#/guide?id=part-${n}`, true);
  expect(copies.isLikely(`${site}/#/api?id=part-9`)).toBe(true);
  expect(copies.isLikely(`${site}/?id=9`)).toBe(true);
  expect(copies.isLikely(`${site}/#/api`)).toBe(false);
});

test('so are routes that nothing follows', () => {
  const copies = createCopies((url) => url === `${site}/b`);
  for (let n = 0; n < 8; n++) copies.learn(`${site}/${n}#/menu`, true);
  expect(copies.isLikely(`${site}/b#/menu`)).toBe(true);
  expect(copies.isLikely(`${site}/c#/menu`)).toBe(false);
  expect(copies.isLikely(`${site}/b`)).toBe(false);
  copies.learn(`${site}/a#/page`, false);
  expect(copies.isLikely(`${site}/b#/menu`)).toBe(false);
});

test('too few values, or one that has brought a page, are no proof', () => {
  expect(learnt(different.slice(1)).isLikely(`${site}/?ref=new`)).toBe(false);
  expect(learnt(Array.from({ length: 50 }, () => 'page=1')).isLikely(`${site}/?page=2`)).toBe(false);
  const copies = learnt(different);
  copies.learn(`${site}/a?ref=2`, false);
  expect(copies.isLikely(`${site}/?ref=new`)).toBe(false);
  copies.learn(`${site}/a?ref=3`, true);
  expect(copies.isLikely(`${site}/?ref=new`)).toBe(false);
});

test('values that have brought pages are none either, while no other has brought another page there', () => {
  const copies = createCopies(() => false);
  const named = (name: string, page: number, n: number) => `${site}/${page}?${name}=${n}`;
  for (const name of ['sid', 'id']) {
    copies.learn(named(name, 1, 0), false);
    copies.learn(named(name, 2, 1), false);
    for (let n = 2; n < 10; n++) copies.learn(named(name, 1, n), true);
  }
  copies.learn(named('id', 2, 10), false);
  expect(copies.isLikely(named('sid', 2, 11))).toBe(true);
  expect(copies.isLikely(named('sid', 3, 12))).toBe(false);
  expect(copies.isLikely(named('id', 1, 11))).toBe(false);
});
