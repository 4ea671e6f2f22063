import { expect, test } from 'vitest';
import { excessOf } from './memory-watch.ts';

test('processes that are too large are ended, and the largest of the others until the rest fits', () => {
  const pages = [30, 110, 40, 60].map((bytes, pid) => ({ pid, bytes }));
  const ended = (pagesBytes: number) => excessOf(pages, { bytes: 100, pagesBytes }).map(({ pid }) => pid);
  expect(ended(1000)).toEqual([1]);
  expect(ended(130)).toEqual([1]);
  expect(ended(129)).toEqual([1, 3]);
  expect(ended(0)).toEqual([1, 3, 2, 0]);
});
