import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCsv, parseCsv } from './csv-text.ts';

test('what is written is read back', () => {
  const field = fc.string({ unit: fc.constantFrom('a', ' ', ',', '"', '\n', '\r', 'é', "'", '=') });
  const rows = fc
    .integer({ min: 1, max: 4 })
    .chain((width) =>
      fc.array(fc.array(field, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
    );
  fc.assert(
    fc.property(rows, (grid) => {
      expect(parseCsv(formatCsv(grid))).toEqual(grid);
    }),
  );
});

test('fields are quoted only where they must be', () => {
  expect(formatCsv([['a', 'b c', ' d', 'e"f', 'g,h', 'i\nj', '=1+1']])).toBe(
    'a,b c," d","e""f","g,h","i\nj",=1+1',
  );
});

test('short rows are filled, and no line is empty', () => {
  expect(formatCsv([['a', 'b'], ['c']])).toBe('a,b\r\nc,');
  expect(formatCsv([['a'], [''], ['b']])).toBe('a\r\n""\r\nb');
});

test.each([
  [
    'a,b\nc,d\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['\ufeffa\r\n"b\r\nc"\r', [['a'], ['b\r\nc']]],
  ['a"b,"c"d', [['a"b', 'cd']]],
  ['"open', [['open']]],
  ['', []],
])('reads %j', (source, expected) => {
  expect(parseCsv(source)).toEqual(expected);
});
