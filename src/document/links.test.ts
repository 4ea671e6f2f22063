import { expect, test } from 'vitest';
import { readLinks } from './links.ts';
import { bodyOf, parseHtml } from './parse.ts';

const linksOf = (html: string) => readLinks([bodyOf(parseHtml(html))], 'https://example.com/');

test('words are cut, addresses too long to follow are left out', () => {
  const links = linksOf(`<a href="/a">${'word '.repeat(200)}</a><a href="/${'x'.repeat(9000)}">far</a>`);
  expect(links.map(({ url, text }) => [url, text.length])).toEqual([['https://example.com/a', 500]]);
});
