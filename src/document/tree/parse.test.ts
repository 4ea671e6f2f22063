import { expect, test } from 'vitest';
import { bodyOf, parseHtml } from './parse.ts';
import { ancestors, collapsedText, elements, rawText } from './tree.ts';

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

test('declarative shadow roots within others are, too, and no deeper than any page', () => {
  const card = (inside: string) =>
    `<x-card><template shadowrootmode="open"><p>a</p>${inside}</template></x-card>`;
  const document = parseHtml(card(card(`${'<div>'.repeat(20_000)}innermost`)));
  expect(collapsedText(document)).toBe('aainnermost');
  const all = elements(document);
  expect(all.filter(({ tagName }) => tagName === 'template')).toEqual([]);
  expect(Math.max(...all.slice(-1000).map((element) => ancestors(element).length))).toBeLessThanOrEqual(512);
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

test('inline elements beyond what a page for readers has give way to their text', () => {
  const document = parseHtml(`<p>${'<i>a</i> '.repeat(30_000)}<b>b <a href="/x">link</a></b><br>c</p>`);
  const all = elements(document).map(({ tagName }) => tagName);
  expect(all.filter((tagName) => tagName === 'i')).toHaveLength(30_000);
  expect(all).not.toContain('b');
  expect(all).toContain('a');
  expect(rawText(document)).toMatch(/a b link c$/);
});
