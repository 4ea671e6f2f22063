import { expect, test } from 'vitest';
import { sound, soundData } from './text.ts';

test.each([
  ['J\0', 'J\ufffd'],
  ['\ud83d trip', '\ufffd trip'],
  ['trip \ude00', 'trip \ufffd'],
  ['trip 😀 \t\n', 'trip 😀 \t\n'],
])('%j is %j', (text, expected) => {
  expect(sound(text)).toBe(expected);
});

test('texts at every depth are made sound, all else stays', () => {
  const data = { a: ['\0', { b: '\ud83d' }], c: 1, d: null, e: true };
  expect(soundData(data)).toEqual({ a: ['\ufffd', { b: '\ufffd' }], c: 1, d: null, e: true });
});
