import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ContentOptions, readContent } from './content.ts';
import { readPage } from './page.ts';
import { collapsedText } from './tree.ts';

const everything: ContentOptions = { only_main_content: true, include_selectors: [], exclude_selectors: [] };
const text = (html: string, options: Partial<ContentOptions> = {}) =>
  readContent(readPage(html, 'https://example.com/', ''), { ...everything, ...options })
    .map(collapsedText)
    .join(' ');

const names = fc.constantFrom(
  'nav',
  'footer',
  'aside',
  'header',
  'div class=sidebar',
  'div class=related',
  'main',
  'div',
  'p',
  'section class=comments',
);

test('a page that shows text is never empty', () => {
  const part = fc.tuple(names, fc.lorem({ maxCount: 60 }));
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
      const html = parts.map(([name, words]) => `<${name}>${words}</${name.split(' ')[0]}>`).join('');
      expect(text(html)).not.toBe('');
    }),
  );
});

test('the largest part stays, whatever it is called', () => {
  const story = 'The old bridge was closed in winter and will be opened again in June. '.repeat(30);
  expect(text(`<div class="sidebar"><p>${story}</p></div><div><p>Short.</p></div>`)).toContain(
    'The old bridge',
  );
});

test('what was asked for by name is kept even if it looks like clutter', () => {
  const html = '<nav class=menu><a href=/>Home</a></nav><main><p>Text.</p></main>';
  expect(text(html, { include_selectors: ['nav'] })).toBe('Home');
});

test('selectors see the page as it came', () => {
  const html = '<div><script></script><p>one</p><p hidden>two</p><p>three</p></div>';
  expect(text(html, { include_selectors: ['p:nth-child(4)'] })).toBe('three');
});

test('a page that is a table of data keeps the table', () => {
  const rows =
    '<tr><td>The first value of the row</td><td>The second value of the row, longer</td></tr>'.repeat(40);
  const [root] = readContent(
    readPage(`<div><table>${rows}</table></div>`, 'https://example.com/', ''),
    everything,
  );
  expect(root?.tagName).toBe('div');
});

test.each(['*', 'html', 'body'])('a page without %s is empty', (selector) => {
  expect(text('<main><p>Text.</p></main>', { exclude_selectors: [selector] })).toBe('');
});
