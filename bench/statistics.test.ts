import { expect, test } from 'vitest';
import { median, percentile, ratioOf, shownRatio } from './statistics.ts';

test('percentiles go by rank', () => {
  expect(percentile([5, 1, 3, 2, 4], 0.5)).toBe(3);
  expect(percentile([5, 1, 3, 2, 4], 0.95)).toBe(5);
  expect(percentile([5, 1, 3, 2, 4], 0.2)).toBe(1);
  expect(median([])).toBeNaN();
});

test('a ratio of what was measured side by side has an interval around it', () => {
  const theirs = Array.from({ length: 20 }, (_, n) => 10 + (n % 5));
  const ours = theirs.map((value, n) => value * (2 + (n % 3) / 10));
  const { value, low, high } = ratioOf(ours, theirs);
  expect(value).toBeCloseTo(2.1, 0);
  expect(low).toBeLessThan(value);
  expect(high).toBeGreaterThan(value);
  expect(low).toBeGreaterThan(1.5);
  expect(high).toBeLessThan(2.8);
  expect(ratioOf(ours, theirs)).toEqual({ value, low, high });
});

test('noise that falls on both alike does not widen the interval', () => {
  const theirs = [1, 100, 2, 50, 7, 1000];
  const ours = theirs.map((value) => value * 3);
  expect(ratioOf(ours, theirs)).toEqual({ value: 3, low: 3, high: 3 });
});

test('a ratio to what could not be measured is no number', () => {
  expect(shownRatio(ratioOf([1, 2, 3], []))).toBe('-');
});
