import { micromark } from 'micromark';
import { expect, test } from 'vitest';
import { readPage } from '../../document/page.ts';
import { renderMarkdown } from './markdown.ts';

const options = { only_main_content: false, include_selectors: [], exclude_selectors: [], links: false };
const render = (html: string) => renderMarkdown(readPage(html, 'https://example.com/'), options).markdown;

/** The number of each item, as a reader of the Markdown counts. */
const numbers = (html: string): number[] =>
  [...micromark(render(html)).matchAll(/<ol(?: start="(\d+)")?>(.*?)<\/ol>/gs)].flatMap(([, start, items]) =>
    (items?.match(/<li>/g) ?? []).map((_, index) => Number(start ?? 1) + index),
  );

test.each([
  ['<ol reversed><li>c<li>b<li>a</ol>', [3, 2, 1]],
  ['<ul style="list-style: decimal inside"><li>a<li>b</ul>', [1, 2]],
  ['<ul><li style="list-style-type:decimal">a<li style="list-style-type:decimal">b</ul>', [1, 2]],
  ['<ol reversed start=10><li>c<li>b</ol>', [10, 9]],
  ['<ol start=4><li>a<li value=9>b<li>c</ol>', [4, 9, 10]],
  ['<ol start=4><li value=2>a<li>b</ol>', [2, 3]],
  ['<ol><li>a<li value=1>b<li>c</ol>', [1, 1, 2]],
  ['<ol start=0><li>a<li>b</ol>', [0, 1]],
  ['<ol><li>a<li value=none>b</ol>', [1, 2]],
  ['<ol start=-1><li>a<li>b</ol>', [1, 2]],
  ['<ol start=9999999999><li>a<li>b</ol>', [1, 2]],
])('items are numbered as a reader sees them: %s', (html, expected) => {
  expect(numbers(html)).toEqual(expected);
});

test('lists that go on with another number stay within their item', () => {
  expect(render('<ul><li>x<ol start=4><li>p<li value=8>q</ol><li>y</ul>')).toBe('- x\n\n  4. p\n  8) q\n- y');
});
