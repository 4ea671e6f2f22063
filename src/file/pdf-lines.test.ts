import { expect, test } from 'vitest';
import { type Fragment, linesOf } from './pdf-lines.ts';

const fragment = (text: string, x: number, y: number, width = text.length * 5): Fragment => ({
  text,
  x,
  y,
  width,
  size: 11,
  link: undefined,
});

test('columns are apart, though they stand as close as an em', () => {
  const rows = [0, 1, 2, 3, 4].map((index) => 700 - 14 * index);
  const lines = linesOf(
    rows.flatMap((y, index) => [
      fragment(`the left column ${index}`, 60, y, 200),
      fragment(`the right one ${index}`, 271, y, 200),
    ]),
  );
  expect(lines.map(({ text }) => text).slice(0, 4)).toEqual([
    'the left column 0',
    'the right one 0',
    'the left column 1',
    'the right one 1',
  ]);
});

test('a wide space between words, and one behind the sign of an item, part no line', () => {
  const rows = [0, 1, 2, 3, 4].map((index) => 700 - 14 * index);
  const items = linesOf(rows.flatMap((y) => [fragment('1.2.', 60, y), fragment('Of bridges', 90, y)]));
  expect(items.map(({ text }) => text)).toEqual(rows.map(() => '1.2. Of bridges'));
  const words = linesOf(
    rows.flatMap((y, index) => [
      fragment('many words that end', 60, y),
      fragment('here', 162 + index * 1.5, y),
    ]),
  );
  expect(words.map(({ text }) => text)).toEqual(rows.map(() => 'many words that end here'));
});
