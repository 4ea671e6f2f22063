import { expect, test } from 'vitest';
import { createWays } from './ways.ts';

test('a shorter way to a page that has come tells what it leads to, by whichever of its addresses', () => {
  const { arrive, hasCome, shorten } = createWays(() => true);
  expect(shorten('page', 0)).toEqual([]);
  arrive(['asked', 'page'], 4, ['a', 'b']);
  expect([shorten('page', 5), shorten('asked', 4)]).toEqual([[], []]);
  expect([shorten('page', 3), shorten('asked', 3), shorten('asked', 2)]).toEqual([
    ['a', 'b'],
    [],
    ['a', 'b'],
  ]);
  expect([1, 2, 3].map((depth) => hasCome('asked', depth))).toEqual([false, true, true]);
});

test('that a page comes again by a longer way makes it no farther, by a shorter one nearer', () => {
  const { arrive, hasCome, shorten } = createWays(() => true);
  arrive(['page'], 2, ['a']);
  arrive(['other', 'page'], 3, ['b']);
  expect([hasCome('page', 2), shorten('other', 1)]).toEqual([true, ['a']]);
  arrive(['page'], 0, ['c']);
  expect(hasCome('page', 0)).toBe(true);
});

test('what no way may shorten is not kept, nor more than there is room for', () => {
  const asked: number[] = [];
  const { arrive, shorten } = createWays((depth) => {
    asked.push(depth);
    return depth > 2;
  });
  arrive(['near'], 2, ['a']);
  expect([shorten('near', 1), asked]).toEqual([[], [2]]);
  const many = Array.from({ length: 30_000 }, (_, n) => `${n}`);
  arrive(['first'], 3, many);
  arrive(['second'], 3, many);
  arrive(['third'], 3, ['a']);
  expect(['first', 'second', 'third'].map((id) => shorten(id, 1).length)).toEqual([30_000, 0, 1]);
});
