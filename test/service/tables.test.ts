import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Deadline } from '../../src/deadline.ts';
import { parseCsv } from '../../src/document/formats/csv-text.ts';
import { parseHtml } from '../../src/document/tree/parse.ts';
import { renderCsv } from '../../src/output/csv.ts';
import { pageRequest, startBrowser } from '../support/browser.ts';
import { html, type Site, startSite } from '../support/site.ts';

/** Random tables as CSV against where Chromium puts their cells. */
const columns = 80;
const size = 10;
const style = `<style>
  table{border-spacing:0;table-layout:fixed;width:${columns * size}px} col{width:${size}px}
  tr{height:${size}px} td,th{padding:0;height:${size}px;font:1px/1px monospace;overflow:hidden}
</style>`;

interface Cell {
  readonly tag: string;
  readonly attributes: string;
}
type Row = { readonly hidden: boolean; readonly cells: readonly Cell[] };

const span = (name: string) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant('') },
    fc
      .constantFrom('2', '3', '4', '2.7', ' 2 ', '1', '0', '-1', 'x', '', '007')
      .map((value) => ` ${name}="${value}"`),
  );
const cell = fc.record<Cell>({
  tag: fc.constantFrom('td', 'td', 'th'),
  attributes: fc
    .tuple(
      span('colspan'),
      fc.oneof(span('rowspan'), fc.constant(' rowspan="70000"')),
      fc.constantFrom('', '', '', '', ' style="display:none"'),
    )
    .map((parts) => parts.join('')),
});
const row = fc.record<Row>({
  hidden: fc.constantFrom(false, false, false, false, false, true),
  cells: fc.array(cell, { maxLength: 5 }),
});
const group = fc.record({
  tag: fc.constantFrom('', 'tbody', 'thead', 'tfoot', 'tbody'),
  rows: fc.array(row, { maxLength: 5 }),
});
const tables = fc.array(group, { minLength: 1, maxLength: 4 });

/** @param nested the table in one of its cells. */
const write = (groups: readonly { tag: string; rows: readonly Row[] }[], nested: string): string => {
  let count = 0;
  const writeCell = ({ tag, attributes }: Cell) => {
    count++;
    return `<${tag}${attributes}>c${count}${count === 3 ? nested : ''}</${tag}>`;
  };
  const body = groups.map(({ tag, rows }) => {
    const lines = rows.map(
      ({ hidden, cells }) =>
        `<tr${hidden ? ' style="display:none"' : ''}>${cells.map(writeCell).join('')}</tr>`,
    );
    return tag === '' ? lines.join('') : `<${tag}>${lines.join('')}</${tag}>`;
  });
  return `<table>${body.join('')}</table>`;
};

/** A page that shows something: of one that does not, the hidden part is read. */
const prose = '<p>Gannets dive from thirty metres, fold their wings and enter the sea like arrows.</p>';

let site: Site;
let browser: Awaited<ReturnType<typeof startBrowser>>;
let page = '';
beforeAll(async () => {
  browser = await startBrowser();
  site = await startSite({ '/tables': (_, response) => response.end(html('Tables', page, style)) });
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

/** Runs in the page: for each table outside others, the cells by the places that they cover. */
const readLayout = (unit: number): string[][][] =>
  [...document.querySelectorAll<HTMLTableElement>('body > div > table')].map((table) => {
    const own = <E extends HTMLElement>(selector: string) =>
      [...table.querySelectorAll<E>(selector)].filter(
        (element) => element.parentElement?.closest('table') === table && element.getClientRects().length > 0,
      );
    const left = table.getBoundingClientRect().left;
    const top = Math.min(...own('tr').map((line) => line.getBoundingClientRect().top));
    const rows: string[][] = own('tr').map(() => []);
    let columns = 0;
    for (const element of own('td,th')) {
      const box = element.getBoundingClientRect();
      const [x, y] = [Math.round((box.left - left) / unit), Math.round((box.top - top) / unit)];
      const [width, height] = [Math.round(box.width / unit), Math.round(box.height / unit)];
      columns = Math.max(columns, x + 1);
      for (let below = y; below < y + height; below++)
        for (let right = x; right < x + width; right++) {
          const line = rows[below];
          if (line !== undefined) line[right] ??= element.firstChild?.textContent ?? '';
        }
    }
    // The `col` elements give width to columns at the end in which no cell begins; without them these have none.
    return rows.map((line) => line.slice(0, columns));
  });

/** As CSV is: no empty lines, lines of one length. */
const asCsv = (rows: readonly (readonly string[])[]): string[][] => {
  const width = Math.max(0, ...rows.map(({ length }) => length));
  return rows
    .filter(({ length }) => length > 0)
    .map((line) => Array.from({ length: width }, (_, x) => line[x] ?? ''));
};

// Other tables with every run: Chromium itself says what is right, and a failure shows the table.
test('tables are laid out as Chromium lays them out', async () => {
  const count = Number(process.env.TABLES ?? 200);
  for (let done = 0; done < count; done += 100) {
    const nested = '<table><tr><td>inner</td><td>more</td></tr></table>';
    const written = fc
      .sample(tables, { numRuns: 100, seed: Math.floor(Math.random() * 2 ** 31) })
      .map((groups, index) => write(groups, index % 4 === 0 ? nested : ''));
    const columnsOf = `<table><colgroup>${'<col>'.repeat(columns)}</colgroup>`;
    page = written.map((table) => `<div>${table.replace('<table>', columnsOf)}</div>`).join('\n');
    using deadline = new Deadline(60_000);
    const { value = [] } = await browser.visit(
      pageRequest(`${site.origin}/tables`, { planFor: () => ({ from: 'browser', why: 'asked' }) }),
      (live) => live.evaluate(readLayout, size),
      deadline,
    );
    expect(value).toHaveLength(100);
    written.forEach((table, index) => {
      const outer = renderCsv(parseHtml(`${prose}<div>${table}</div>`), {
        table_selector: 'div > table, td table, th table',
      });
      const expected = asCsv(value[index] ?? []);
      expect({ table, rows: parseCsv(outer.tables[0] ?? '') }).toEqual({ table, rows: expected });
    });
  }
});
