import { describe, expect, test } from 'vitest';
import { readPage } from '../document/page.ts';
import { parseHtml } from '../document/tree/parse.ts';
import { renderCsv } from './csv.ts';
import { renderMarkdown } from './markdown/markdown.ts';

/** What elements that mean nothing say by their roles. */

const options = { only_main_content: false, include_selectors: [], exclude_selectors: [], links: false };
const markdown = (html: string) => renderMarkdown(readPage(html, 'https://example.com/'), options).markdown;
const csv = (html: string, table_selector = 'table') => renderCsv(parseHtml(html), { table_selector }).data;

const row = (role: string, ...texts: readonly string[]) =>
  `<div role="row">${texts.map((text) => `<span role="${role}">${text}</span>`).join('')}</div>`;
const table = `<div role="table"><div role="rowgroup">${row('columnheader', 'Name', 'Size')}</div><div>${row('cell', 'A', '1')}${row('cell', 'B', '2')}</div></div>`;

test('headings that fold out what is below, of the second level where they name none', () => {
  const heading = (text: string, more = '') =>
    `<div role="heading"${more}><button>${text}</button></div><p>Text.</p>`;
  expect(
    markdown(heading('One') + heading('Two', ' aria-level="3"') + heading('Three', ' aria-level="9"')),
  ).toBe('## One\n\nText.\n\n### Two\n\nText.\n\n###### Three\n\nText.');
});

test('no headings: what has no button, and long texts', () => {
  expect(markdown('<span role="heading">Reviewed in May</span> by Ada')).toBe('Reviewed in May by Ada');
  expect(markdown(`<div role="heading">${'word '.repeat(50)}<button>Go</button></div>`)).not.toContain('#');
});

test('lists of plain items, not of cards', () => {
  const list = (...items: readonly string[]) =>
    `<div role="list">${items.map((item) => `<div role="listitem">${item}</div>`).join('')}</div>`;
  expect(markdown(list('One', 'Two <b>bold</b>'))).toBe('- One\n- Two **bold**');
  expect(markdown(list('<h3>One</h3><div>Text</div>'))).toBe('### One\n\nText');
});

test('items of an editor that say what each is', () => {
  const item = (kind: string, text: string, level = 0) =>
    `<li data-list="${kind}"${level > 0 ? ` class="ql-indent-${level}"` : ''}><span class="ql-ui"></span>${text}</li>`;
  expect(
    markdown(
      `<ol>${item('bullet', 'One')}${item('bullet', 'In', 1)}${item('ordered', 'First')}${item('ordered', 'Second')}</ol>`,
    ),
  ).toBe('- One\n  - In\n\n1. First\n2. Second');
});

test.each([
  [
    'in a row without a list',
    '<div><li>One <ul><li>In</li></ul></li>\n<li>Two</li></div>',
    '- One\n  - In\n- Two',
  ],
  [
    'each in an element of its own',
    '<ul><div><li>One</li></div><x-item><div><li>Two</li></div></x-item></ul>',
    '- One\n- Two',
  ],
  ['one alone', '<div><li>One</li></div><p>Two</p>', 'One\n\nTwo'],
  ['with text between them', '<div><li>One</li>and<li>Two</li></div>', 'One\n\nand\n\nTwo'],
])('items of lists, wherever they stand: %s', (_name, html, expected) => {
  expect(markdown(html)).toBe(expected);
});

test('tables, as Markdown and as CSV', () => {
  expect(markdown(table)).toBe('| Name | Size |\n| --- | --- |\n| A | 1 |\n| B | 2 |');
  expect(csv(table)).toBe('Name,Size\r\nA,1\r\nB,2');
  expect(csv(table, '[role=table]')).toBe('Name,Size\r\nA,1\r\nB,2');
  expect(csv(table.replace('</div><div>', '<br>$&'))).toBe('Name,Size\r\nA,1\r\nB,2');
});

test('what leads through the pages of a table stands behind it', () => {
  const pages = '<div class="footer"><a href="/2">Next</a></div>';
  const paged = table.replace(/<\/div>$/, `${pages}$&`);
  expect(markdown(`${paged}<p>Text.</p>`)).toBe(
    '| Name | Size |\n| --- | --- |\n| A | 1 |\n| B | 2 |\n\n[Next](https://example.com/2)\n\nText.',
  );
  expect(csv(paged)).toBe('Name,Size\r\nA,1\r\nB,2');
});

test('no tables: where something is shown beside the cells, or cells stand outside of rows', () => {
  const beside = table.replace('<div role="rowgroup">', '$&Sizes');
  expect([markdown(beside), csv(beside)]).toEqual(['Sizes\n\nName Size\n\nA1\n\nB2', '']);
  const loose = `<div role="grid"><div role="gridcell">A</div>${row('gridcell', 'B', 'C')}${row('gridcell', 'D', 'E')}</div>`;
  expect(csv(loose)).toBe('');
});

describe('a table whose head is a table of its own', () => {
  const head = '<table><thead><tr><th>Name<th>Size</thead></table>';
  const body = '<table><tbody><tr><td>A<td>1<tr><td>B<td>2</tbody></table>';
  const joined = '| Name | Size |\n| --- | --- |\n| A | 1 |\n| B | 2 |';
  const grid = (above: string, below: string) =>
    `<div><div>${above}</div><div><div>${below}</div></div></div>`;

  test('is one', () => {
    expect(markdown(`<p>Ships</p>${grid(head, body)}`)).toBe(`Ships\n\n${joined}`);
    expect(csv(grid(head, body))).toBe('Name,Size\r\nA,1\r\nB,2');
  });

  test('with a cell above the bar, and where the rows have their head as well', () => {
    expect(markdown(grid(head.replace('<th>Size', '$&<th>'), body))).toMatch(
      /^\| Name \| Size \|.*\n.*\n\| A \| 1 \|/,
    );
    const whole = body.replace('<tbody>', '<thead><tr><th>Name<th>Size</thead>$&');
    expect(markdown(grid(head, whole))).toBe(joined);
  });

  test.each([
    ['another text stands between', grid(head, `<p>Of ships</p>${body}`)],
    ['there are more columns', grid(head, body.replaceAll('<td>', '<td>x<td>'))],
    ['there is data in the first', grid(head.replace('<th>Size', '<td>Size'), body)],
  ])('is none where %s', (_name, html) => {
    expect(csv(html).split('\r\n\r\n')).toHaveLength(2);
  });
});

test.each([
  [
    'cm-editor',
    '<div class="cm-gutters"><div>1</div><div>2</div></div><div class="cm-content" role="textbox"><div class="cm-line">let a = 1</div><div class="cm-line">  a++</div></div>',
  ],
  [
    'CodeMirror',
    '<div class="CodeMirror-code"><div><div class="CodeMirror-gutter-wrapper"><div class="CodeMirror-linenumber CodeMirror-gutter-elt">1</div></div><pre class="CodeMirror-line">let a = 1</pre></div><div><pre class="CodeMirror-line">  a++</pre></div></div>',
  ],
  [
    'monaco-editor',
    '<div class="margin-view-overlays"><div>1</div></div><div class="view-lines"><div class="view-line"><span>let a = 1</span></div><div class="view-line"><span>  a++</span></div></div>',
  ],
  [
    'ace_editor',
    '<div class="ace_gutter">1 2</div><div class="ace_layer ace_text-layer"><div class="ace_line">let a = 1</div><div class="ace_line">  a++</div></div>',
  ],
])('what an editor of code shows is code: %s', (name, html) => {
  expect(markdown(`<p>Try it</p><div class="${name}">${html}</div>`)).toBe(
    'Try it\n\n```\nlet a = 1\n  a++\n```',
  );
});

test('no code: what other software calls by the name of such a part', () => {
  expect(markdown('<div class="cm-content"><div>One</div><div>Two</div></div>')).toBe('One\n\nTwo');
});

test('JSON that is drawn of elements is code, and a text that begins like it is none', () => {
  const tree =
    '<div class="bar"><button>Copy</button></div><div>{</div><div>"id": <span>7</span>,</div><div>"name": <i>"Pier"</i></div><div>}</div>';
  expect(markdown(`<p>A berth</p><div class="json-tree">${tree}</div>`)).toBe(
    'A berth\n\n```json\n{\n  "id": 7,\n  "name": "Pier"\n}\n```',
  );
  expect(markdown('<div class="json-docs">{"a": 1} is JSON</div>')).toBe('{"a": 1} is JSON');
  expect(markdown('<div class="json-notes">[1]</div>')).not.toContain('```');
});

test("tables of Java's documentation, unless a cell is missing", () => {
  const cell = (column: string, text: string, more = '') => `<div class="col-${column}${more}">${text}</div>`;
  const head = cell('first', 'Type', ' table-header') + cell('last', 'Name', ' table-header');
  const grid = (...cells: readonly string[]) =>
    `<div class="summary-table two-column-summary">${head}${cells.join('')}</div>`;
  const cells = [cell('first', 'int'), cell('last', 'size'), cell('first', 'void'), cell('last', 'clear')];
  expect(markdown(grid(...cells))).toBe('| Type | Name |\n| --- | --- |\n| int | size |\n| void | clear |');
  expect(csv(grid(...cells))).toBe('Type,Name\r\nint,size\r\nvoid,clear');
  expect(markdown(grid(...cells.slice(1)))).not.toContain('|');
});

test.each([
  '<span class="stars" aria-label="4.6 out of 5"></span>',
  '<div role="img" aria-label="4.6 stars"><svg></svg><svg></svg></div>',
  '<svg role="img" aria-label="Rated 4,6/5"><path/></svg>',
])('the drawn stars of a rating are what they say: %s', (drawn) => {
  expect(markdown(`<div>${drawn}<p>Warm, bought on 4/6.</p></div>`)).toMatch(/^(?:Rated )?4[.,]6/);
});

test('stars whose number stands beside them, those for a visitor to give, and other names, are nothing', () => {
  const star = (label: string, more = '') => `<span aria-label="${label}"${more}></span>`;
  expect(markdown(`<p>${star('4.6 stars')}<b>4.6</b> of all</p>`)).toBe('**4.6** of all');
  expect(markdown(`<p>${star('1 star')}${star('2 stars')} Yours</p>`)).toBe('Yours');
  expect(markdown(`<p>${star('4 stars', ' role="radio"')} Yours</p>`)).toBe('Yours');
  expect(markdown(`<p>${star('Slide 2 of 5 in view')} Yours</p>`)).toBe('Yours');
});
