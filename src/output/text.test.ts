import { describe, expect, test } from 'vitest';
import type { Snapshot } from '../page.ts';
import { renderText } from './text.ts';
import { tableCut } from './warnings.ts';

const snapshotOf = (html: string): Snapshot => ({
  url: 'https://example.com/',
  status: 200,
  headers: {},
  contentType: 'text/html',
  html,
  title: '',
  baseUrl: 'https://example.com/',
});
const markdown = { only_main_content: false, include_selectors: [], exclude_selectors: [], links: false };
const csv = { table_selector: 'table' };
const tableOf = (rows: number): string =>
  `<table><tr><th>a</th><th>b</th></tr>${'<tr><td>1</td><td>2</td></tr>'.repeat(rows - 1)}</table>`;

describe('a table of more than 100 000 cells', () => {
  const long = snapshotOf(tableOf(50_001));

  test('is cut, and the caller is told once', () => {
    const { data, warnings } = renderText(long, 'csv', csv);
    expect(warnings).toEqual([tableCut]);
    expect(data.data.split('\r\n')).toHaveLength(50_000);
    expect(renderText(snapshotOf(long.html.repeat(2)), 'csv', csv).warnings).toEqual([tableCut]);
  });

  test('in Markdown, too', () => {
    const { data, warnings } = renderText(long, 'markdown', markdown);
    expect(warnings).toEqual([tableCut]);
    expect(data.markdown.split('\n')).toHaveLength(50_001);
  });
});

test('a table that is as long as may be is whole', () => {
  const { warnings } = renderText(snapshotOf(tableOf(50_000)), 'csv', csv);
  expect(warnings).toEqual([]);
});

test('a table that claims endless spans is cut, and the caller is told', () => {
  const html = `<table><tr>${'<td colspan=1000 rowspan=65534>x</td>'.repeat(200)}</tr>${'<tr></tr>'.repeat(500)}</table>`;
  expect(renderText(snapshotOf(html), 'csv', csv).warnings).toEqual([tableCut]);
});

test('emphasis that needs care is kept in a paragraph of a few, and left out of one of thousands', () => {
  const words = (count: number) => `<p>${'a<b>!</b><i>b</i>c '.repeat(count)}</p>`;
  expect(renderText(snapshotOf(words(3)), 'markdown', markdown).data.markdown).toMatch(/[*_]b[*_]/);
  const { data } = renderText(snapshotOf(words(3000)), 'markdown', markdown);
  expect(data.markdown.replace(/[^a-c]/g, '')).toBe('abc'.repeat(3000));
});

test('what a page says of itself is without NUL and halves of characters', () => {
  const thing = String.raw`{"@type":"Article","author":{"name":"J\u0000"},"publisher":{"name":"\ud83d"}}`;
  const page = snapshotOf(`<script type="application/ld+json">${thing}</script><p>Text`);
  const { data, metadata } = renderText({ ...page, title: 'Nice trip \ud83d' }, 'markdown', markdown);
  expect(data.title).toBe('Nice trip \ufffd');
  expect(metadata).toMatchObject({
    title: 'Nice trip \ufffd',
    author: 'J\ufffd',
    site_name: '\ufffd',
  });
});

test.each(['markdown', 'html'] as const)(
  '%s of selectors that match nothing is told to be empty',
  (output) => {
    const page = snapshotOf('<main><h1>Title</h1><p>Text');
    const warningsFor = (selector: string) =>
      renderText(page, output, { ...markdown, include_selectors: [selector] }).warnings;
    expect(warningsFor('.none')).toEqual(['options.include_selectors: nothing matches']);
    expect(warningsFor('h1, .none')).toEqual([]);
  },
);
