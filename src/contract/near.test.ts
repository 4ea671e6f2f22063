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

test('a name of three letters is not near to a word that shares one with it', () => {
  const names = ['top', 'url'];
  expect(['foo', 'tip', 'uri'].map((word) => nearest(word, names, 3))).toEqual([undefined, 'top', 'url']);
});
