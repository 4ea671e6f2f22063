import { expect, test } from 'vitest';
import { nearest } from './near.ts';

test('near misses', () => {
  const names = ['scrape', 'serve', 'crawl', 'keys'];
  expect(['scarpe', 'scrap', 'crwal', 'kyes', 'doctor'].map((word) => nearest(word, names, 6))).toEqual([
    'scrape',
    'scrape',
    'crawl',
    'keys',
    undefined,
  ]);
});
