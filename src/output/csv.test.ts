import { expect, test } from 'vitest';
import { parseHtml } from '../document/tree/parse.ts';
import { renderCsv } from './csv.ts';

test.each([
  ['#none', ['options.table_selector: no table matches']],
  ['p', ['options.table_selector: no table matches']],
  ['#some', []],
  ['table', []],
])('a selector without a table is told of: %s', (table_selector, expected) => {
  const warnings: string[] = [];
  const page = `<p>Words</p>${table_selector === 'table' ? '' : '<table id="some"><tr><td>a<td>b</table>'}`;
  renderCsv(parseHtml(page), { table_selector }, (warning) => warnings.push(warning));
  expect(warnings).toEqual(expected);
});
