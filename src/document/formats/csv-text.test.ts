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

test('empty lines are no rows', () => {
  expect(parseCsv('\n\na;b\n\n1;2\r\n\r\n""\n\n')).toEqual([['a', 'b'], ['1', '2'], ['']]);
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
  [
    'name;price\nA, B and C;1,50\n',
    [
      ['name', 'price'],
      ['A, B and C', '1,50'],
    ],
  ],
  [
    'a\t"b;;;"\tc;"d\n1,2,3,4\t2\t3',
    [
      ['a', 'b;;;', 'c;"d'],
      ['1,2,3,4', '2', '3'],
    ],
  ],
  ['a;b,c', [['a;b', 'c']]],
  [
    'name|price\n"A|B"|1,50',
    [
      ['name', 'price'],
      ['A|B', '1,50'],
    ],
  ],
  ['a|b,c', [['a|b', 'c']]],
  [
    '\ufeffsep=;\r\na,b;c\r\n1;2\r\n',
    [
      ['a,b', 'c'],
      ['1', '2'],
    ],
  ],
  ['"sep=,"\na;b;c,d', [['a;b;c', 'd']]],
  ['SEP=|', []],
  ['sep=x\n1', [['sep=x'], ['1']]],
  ['"a,b";"c\n,""d";e', [['a,b', 'c\n,"d', 'e']]],
  ['a\nb;c;d', [['a'], ['b;c;d']]],
  ['', []],
])('reads %j', (source, expected) => {
  expect(parseCsv(source)).toEqual(expected);
});

test('what parts fields may be told', () => {
  expect(parseCsv('a, b, c\td', '\t')).toEqual([['a, b, c', 'd']]);
});

test.each([
  ['"', 'a'],
  ['"', '""'],
])('a field of millions of characters: %j and then %j', (quote, part) => {
  expect(parseCsv(quote + part.repeat(2_000_000))[0]?.[0]).toHaveLength(2_000_000);
});
