import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from './parse.ts';
import { ancestors, collapsedText, elements } from './tree.ts';

test('nesting beyond any page is made flat, and nothing is lost', () => {
  const document = parseHtml(`${'<div>a '.repeat(20_000)}<p>last</p>`);
  const depths = elements(document).map((element) => ancestors(element).length);
  expect(depths.reduce((deepest, depth) => Math.max(deepest, depth), 0)).toBeLessThanOrEqual(512);
  expect(collapsedText(document)).toBe(`${'a '.repeat(20_000)}last`);
});

test('declarative shadow roots are part of the page', () => {
  const document = parseHtml('<x-card><template shadowrootmode="open"><p>inside</p></template></x-card>');
  expect(collapsedText(document)).toBe('inside');
});

test('what stands in noscript is markup', () => {
  expect(elements(parseHtml('<noscript><p>a</p></noscript>')).map(({ tagName }) => tagName)).toContain('p');
});

test.each(['', 'text', '<frameset><frame></frameset>', '<!-- -->', '\u0000'])(
  'every input has a body: %j',
  (html) => {
    expect(bodyOf(parseHtml(html)).tagName).toMatch(/^(?:body|html)$/);
  },
);
