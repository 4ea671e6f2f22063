import { expect, test } from 'vitest';
import { isoDuration, readDuration } from './durations.ts';

test.each<[string, number | undefined, string?]>([
  ['1 h 10', 4200, 'PT1H10M'],
  ['1h30', 5400, 'PT1H30M'],
  ['1 hr 5 mins', 3900, 'PT1H5M'],
  ['1h30m', 5400, 'PT1H30M'],
  ['90 Minuten', 5400, 'PT1H30M'],
  ['PT45S', 45, 'PT45S'],
  ['2時間30分', 9000, 'PT2H30M'],
  ['2 h 5 s', 7205, 'PT2H5S'],
  ['0 min', 0, 'PT0S'],
  ['soon', undefined],
])('%j is %s seconds', (text, seconds, written) => {
  expect(readDuration(text)).toBe(seconds);
  if (seconds !== undefined) expect(isoDuration(seconds)).toBe(written);
});
