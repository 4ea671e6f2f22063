import { expect, test } from 'vitest';
import { saysSame } from './compare.ts';

const words = Array.from({ length: 500 }, (_, index) => `word${index}`);
const text = words.join(' ');

test.each([
  ['itself', text, true],
  ['other white space', words.join('\n\n'), true],
  ['another date', text.replace('word250', 'word9999'), true],
  ['a sentence less', words.toSpliced(100, 12).join(' '), false],
  ['a sentence more', `${text} and something that the browser alone shows here`, false],
  ['another order', words.toReversed().join(' '), false],
])('%s', (_, other, same) => {
  expect(saysSame(text, other)).toBe(same);
  expect(saysSame(other, text)).toBe(same);
});

test('a few words prove nothing', () => {
  expect(saysSame('Loading', 'Loading')).toBeUndefined();
  expect(saysSame('', '')).toBeUndefined();
  expect(saysSame('Loading', text)).toBe(false);
});
