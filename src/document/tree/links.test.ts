import { expect, test } from 'vitest';
import { readLinkedPages, readLinks } from './links.ts';
import { bodyOf, parseHtml } from './parse.ts';
import { childElements } from './tree.ts';

const linksOf = (html: string) => readLinks([bodyOf(parseHtml(html))], 'https://example.com/');

test('words are cut, addresses too long to follow are left out', () => {
  const links = linksOf(`<a href="/a">${'word '.repeat(200)}</a><a href="/${'x'.repeat(9000)}">far</a>`);
  expect(links.map(({ url, text }) => [url, text.length])).toEqual([['https://example.com/a', 500]]);
});

test.each([
  ['5; url=/next', ['https://example.com/next']],
  ["0;URL='/next'", ['https://example.com/next']],
  [' 1.5 , next', ['https://example.com/next']],
  ['30', []],
  ['5; url=javascript:go()', []],
])('a page that leads on after a time has a link: %s', (content, urls) => {
  const document = parseHtml(`<meta http-equiv=Refresh content="${content}"><p>Moved`);
  expect(readLinks(childElements(document), 'https://example.com/').map(({ url }) => url)).toEqual(urls);
});

test('a page has links to those before and behind it', () => {
  const document = parseHtml(
    '<link rel=next href="?page=3"><link rel="Prev nofollow" href="?page=1"><link rel=prefetch href=/x><p>Two',
  );
  expect(readLinks(childElements(document), 'https://example.com/').map(({ url }) => url)).toEqual([
    'https://example.com/?page=3',
    'https://example.com/?page=1',
  ]);
});

test('places on a page are one page, however many; a route is another', () => {
  const places = [...Array(12_000).keys()].map((n) => `<a href="/a#part-${n}">Part</a>`).join('');
  const document = parseHtml(
    `${places}<a href="/b">B</a><a href="/a#/route">Route</a><a href="mailto:me">Me</a>`,
  );
  expect(readLinkedPages(childElements(document), 'https://example.com/')).toEqual([
    'https://example.com/a',
    'https://example.com/b',
    'https://example.com/a#/route',
  ]);
});
