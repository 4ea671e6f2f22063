import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseHtml } from '../tree/parse.ts';
import { collapsedText, type Element, elements } from '../tree/tree.ts';
import { holdsValues, isLayout, readGrid } from './tables.ts';

const tableOf = (html: string): Element => {
  const found = elements(parseHtml(html)).find(({ tagName }) => tagName === 'table');
  if (found === undefined) throw new Error('no table');
  return found;
};

const texts = (html: string): (string | null)[][] =>
  readGrid(tableOf(html)).rows.map((row) =>
    row.map((cell) => (cell === undefined ? null : collapsedText(cell))),
  );

/** One row group as the standard describes it, slot by slot on a wide sheet of paper. */
const naive = (rows: readonly (readonly { width: number; height: number }[])[]): (string | null)[][] => {
  const sheet = rows.map(() => new Map<number, string>());
  const begun: number[] = [];
  rows.forEach((cells, y) => {
    let x = 0;
    cells.forEach(({ width, height }, index) => {
      while (sheet[y]?.has(x)) x++;
      begun.push(x);
      const bottom = height === 0 ? rows.length : Math.min(rows.length, y + height);
      for (let below = y; below < bottom; below++)
        for (let right = x; right < x + width; right++)
          if (!sheet[below]?.has(right)) sheet[below]?.set(right, `${y}.${index}`);
      x += width;
    });
  });
  return sheet.map((line) =>
    Array.from(
      { length: Math.min(Math.max(-1, ...line.keys()), Math.max(...begun)) + 1 },
      (_, x) => line.get(x) ?? null,
    ),
  );
};

const cell = fc.record({ width: fc.integer({ min: 1, max: 4 }), height: fc.integer({ min: 0, max: 4 }) });

test('spans fill the places that the standard gives them', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 }),
      (rows) => {
        const html = rows
          .map((cells, y) => {
            const line = cells.map(
              ({ width, height }, index) => `<td colspan=${width} rowspan=${height}>${y}.${index}</td>`,
            );
            return `<tr>${line.join('')}</tr>`;
          })
          .join('');
        expect(texts(`<table>${html}</table>`)).toEqual(naive(rows));
      },
    ),
  );
});

test('the head comes first, the foot last, whatever the order in the source', () => {
  const html =
    '<table><tfoot><tr><td>f</td></tr></tfoot><tr><td>b</td></tr><thead><tr><th>h</th></tr></thead></table>';
  expect(texts(html)).toEqual([['h'], ['b'], ['f']]);
});

test('a span ends with its row group', () => {
  expect(
    texts(
      '<table><tbody><tr><td rowspan=9>a</td><td>b</td></tr></tbody><tbody><tr><td>c</td></tr></tbody></table>',
    ),
  ).toEqual([['a', 'b'], ['c']]);
});

test('a cell that spans more columns than there are makes no more of them', () => {
  expect(
    texts(
      '<table><thead><tr><th>Time<th>Line<th>To</thead><tbody><tr><td colspan="100%">Morning<tr><td>8:00<td>4<td>Harbour</table>',
    ),
  ).toEqual([
    ['Time', 'Line', 'To'],
    ['Morning', 'Morning', 'Morning'],
    ['8:00', '4', 'Harbour'],
  ]);
  expect(texts('<table><tr><td colspan=9>a<td>b<tr><td>c<td colspan=1000>d</table>')).toEqual([
    ['a', 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'b'],
    ['c', 'd', 'd', 'd', 'd', 'd', 'd', 'd', 'd', 'd'],
  ]);
});

test('columns that are hidden are left out', () => {
  const rows = '<tr><th>a<th>b<th>c<th>d<tr><td>1<td colspan=2>2<td>3';
  const collapse = 'style="visibility: collapse"';
  expect(texts(`<table><col><col ${collapse}>${rows}</table>`)).toEqual([
    ['a', 'c', 'd'],
    ['1', '2', '3'],
  ]);
  expect(texts(`<table><col span=2><colgroup data-gn-hidden><col span=2></colgroup>${rows}</table>`)).toEqual(
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  );
  expect(texts(`<table><colgroup span=3 ${collapse}></colgroup>${rows}</table>`)).toEqual([['d'], ['3']]);
});

test('a table that claims to be endless is cut', () => {
  const row = `<tr>${'<td colspan=1000 rowspan=65534>x</td>'.repeat(200)}</tr>`;
  const { rows } = readGrid(tableOf(`<table>${row}${'<tr></tr>'.repeat(500)}</table>`));
  expect(rows.reduce((sum, places) => sum + places.length, 0)).toBeLessThanOrEqual(100_000);
});

const menu = '<a href="a">Home</a> | <a href="b">Products</a><br><a href="c">Contact</a>';
const sentence =
  'The harbour council met on Tuesday to discuss how the bridge should be repaired before summer. '.repeat(2);

test.each([
  ['a role', '<table role=presentation><tr><td>a</td><td>b</td></tr></table>', true],
  [
    'rows by their role, in a part of a grid',
    `<table role=none>${'<tr role=row><td role=cell>a</td><td role=cell>b</td></tr>'.repeat(3)}</table>`,
    false,
  ],
  [
    'a role, though each row is named',
    `<table role=presentation>${'<tr><th>a</th><td>b</td></tr>'.repeat(2)}</table>`,
    false,
  ],
  [
    'a role and fields to fill in',
    `<table role=presentation>${'<tr><th>a</th><td><select></select></td></tr>'.repeat(2)}</table>`,
    true,
  ],
  ['a heading in a cell', '<table><tr><td><h2>a</h2></td><td>b</td></tr></table>', true],
  [
    'a table of data in a cell',
    `<table><tr><td>a</td><td><table><tr><td>1<td>2<tr><td>3<td>4</table></td></tr></table>`,
    true,
  ],
  [
    'a heading beside text in a cell',
    `<table>${'<tr><td><h2>a</h2>b</td><td>c</td></tr>'.repeat(3)}</table>`,
    true,
  ],
  [
    'headings that are whole cells',
    `<table>${'<tr><td> <h4>a</h4> </td><td>b</td></tr>'.repeat(3)}</table>`,
    false,
  ],
  ['one cell', '<table><tr><td>a</td></tr></table>', true],
  ['a menu beside text', `<table><tr><td>${menu}</td><td>${sentence}</td></tr></table>`, true],
  ['links beside a value', `<table><tr><td>${menu}</td><td>3.5 MB</td></tr></table>`, false],
  [
    'pictures with what is said below each',
    `<table><tr>${'<td><img src=a.png><br><b>The harbour</b><br>How it was built</td>'.repeat(2)}</tr></table>`,
    true,
  ],
  ['pictures alone', `<table><tr>${'<td><img src=a.png><br>A</td>'.repeat(2)}</tr></table>`, false],
  ['two plain cells', '<table><tr><td>a</td><td>b</td></tr></table>', false],
  ['headers', '<table><tr><th>a</th><td><h2>b</h2></td></tr></table>', false],
  ['a row of heads that hold parts of a page', '<table><tr><th><p>Paid<th><h4>Sent</h4></table>', true],
  ['a row of heads that are names', '<table><tr><th>Paid<th>Sent</table>', false],
])('layout told by %s', (_, html, expected) => {
  const table = tableOf(html);
  expect(isLayout(table, readGrid(table))).toBe(expected);
});

const inner = '<table><tr><td>1<td>2<tr><td>3<td>4</table>';
test.each([
  ['values in each row', `<table><tr><td>a<td>${inner}<td>b<tr><td>c<td>d<td>e</table>`, true],
  ['one row', `<table><tr><td>a<td>${inner}</table>`, false],
  ['a row without values', `<table><tr><td>a<td>b<tr><td>${inner}<td></table>`, false],
  [
    'a menu',
    `<table><tr><td>Site<td>Search<tr><td><a href=/a>a</a> <a href=/b>b</a><td>${inner}</table>`,
    false,
  ],
  ['a heading', `<table><tr><td>Site<td>Search<tr><td><h2>News</h2><td>${inner}</table>`, false],
  [
    'prose',
    `<table><tr><td>Site<td>Search<tr><td>${'Owls are birds. '.repeat(9)}<td>${inner}</table>`,
    false,
  ],
])('data beside tables told by %s', (_, html, expected) => {
  expect(holdsValues(readGrid(tableOf(html)))).toBe(expected);
});
