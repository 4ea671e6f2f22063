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

test.each([
  [
    'marks of notes',
    '<tr><th>Region<th>People<sup><a href="#n">1</a></sup><tr><td>South<sup>a</sup><td>8,930<sup>[2]</sup><tr><td>Isles<sup>†</sup><td>1,204<sup>3</sup>',
    'Region,People\r\nSouth,"8,930"\r\nIsles,"1,204"',
  ],
  [
    'powers, units and ordinals',
    '<tr><th>km<sup>2</sup><th>10<sup>3</sup> t<tr><td>2<sup>e</sup><td>miles<sup>2</sup>',
    'km2,103 t\r\n2e,miles2',
  ],
  [
    'the head again',
    '<thead><tr><th>A<th>B<tbody><tr><td>1<td>2<thead><tr><th>A<th>B<tbody><tr><td>A<td>B<tfoot><tr><th>A<th>B',
    'A,B\r\n1,2\r\nA,B',
  ],
  ['a cell of the head that spans further rows', '<tr><th rowspan="2">A<tr><tr><td>1', 'A\r\nA\r\n1'],
  [
    'signs of sorting, tooltips, and buttons',
    '<tr><th><button>Name</button> ▲<th>Score<span role="tooltip">More is better</span><tr><td>Ann<td><button>Edit</button><button>Drop</button>',
    'Name,Score\r\nAnn,Edit Drop',
  ],
  [
    'what fields hold',
    '<tr><th>Item<th>Number<th>Colour<tr><td>Mug<td><input type="number" value="3"><td><select><option>Red<option selected>Blue</select>',
    'Item,Number,Colour\r\nMug,3,Blue',
  ],
  [
    'filters and pages',
    '<thead><tr><th>A<th>B<tr><th><input placeholder="Find"><th><select><option value="">All</select><tbody><tr><td>1<td>2<tfoot><tr><td colspan="2"><a href="?1">1</a> <a href="?2">2</a> <a href="?3">Next »</a>',
    'A,B\r\n1,2',
  ],
])('what is and is not in the cells: %s', (_, rows, expected) => {
  const { tables } = renderCsv(parseHtml(`<table>${rows}</table>`), { table_selector: 'table' });
  expect(tables).toEqual([expected]);
});

test('lines of code and their numbers are no data, unless they are asked for', () => {
  const rouge =
    '<table class="rouge-table"><tr><td class="gutter"><pre class="lineno">1\n2</pre><td class="code"><pre>all: build\n\tgo build</pre></table>';
  const named =
    '<table class="highlighttable"><tr><th colspan="2" class="filename">config.yml<tr><td class="linenos"><pre>1</pre><td class="code"><pre><code>port: 80</code></pre></table>';
  const change =
    '<table class="diff-table"><tr><td class="blob-num blob-num-deletion" data-line-number="1"><td class="blob-code blob-code-deletion"><span data-code-marker="-">old</span></table>';
  const data = '<table id="d"><tr><th>Key<th>Size<tr><td>core<td>12</table>';
  const page = rouge + named + change + data;
  const tables = (table_selector: string) => renderCsv(parseHtml(page), { table_selector }).tables;
  expect(tables('table')).toEqual(['Key,Size\r\ncore,12']);
  expect(tables('.rouge-table')).toHaveLength(1);
});
