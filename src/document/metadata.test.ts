import { expect, test } from 'vitest';
import { readPage } from './page.ts';

const read = (html: string) => readPage(html, 'https://example.com/a/b', '').metadata;
const ld = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

test.each([
  ['the heading that the title repeats', '<title>One two | Site</title><h1>One two</h1>', 'One two'],
  ['the title without its site', '<title>One - Site</title><meta property=og:site_name content=Site>', 'One'],
  ['the declared title', '<title>x</title><meta property="og:title" content="Declared">', 'Declared'],
  ['a heading when nothing else is there', '<h1>Only heading</h1>', 'Only heading'],
  ['not the title of a picture', '<body><svg><title>icon</title></svg><h1>Page</h1>', 'Page'],
  ['nothing', '<p>text</p>', ''],
])('title: %s', (_, html, expected) => {
  expect(read(html).title).toBe(expected);
});

test.each([
  [
    'linked data',
    ld({ '@type': 'Article', author: [{ name: 'Ada Park' }, { name: 'Bo Lin' }] }),
    'Ada Park, Bo Lin',
  ],
  ['linked data in a graph', ld({ '@graph': [{ '@type': ['Thing', 'BlogPosting'], author: 'Ada' }] }), 'Ada'],
  ['not who wrote a review', ld({ '@type': 'Review', author: { name: 'Customer' } }), null],
  ['a meta element', '<meta name=author content="By Ada Park">', 'Ada Park'],
  ['a link', '<a rel=author href=/ada>Ada Park</a>', 'Ada Park'],
  ['a byline', '<p class="post-byline">By Ada Park on 3 May 2024</p>', 'Ada Park'],
  ['an address is no name', '<meta name=author content="https://x.example">', null],
])('author: %s', (_, html, expected) => {
  expect(read(html).author).toBe(expected);
});

test.each([
  [
    'linked data',
    ld({ '@type': 'NewsArticle', datePublished: '2024-05-03T10:00:00+02:00' }),
    '2024-05-03T10:00:00+02:00',
  ],
  [
    'microdata',
    '<div itemscope itemtype="https://schema.org/Article"><time itemprop=datePublished datetime=2024-05-03>May</time></div>',
    '2024-05-03',
  ],
  [
    'a meta element',
    '<meta property="article:published_time" content="2024-05-03 10:00">',
    '2024-05-03T10:00',
  ],
  ['a time element', '<time datetime="2024-05-03">yesterday</time>', '2024-05-03'],
  ['words', '<span class="entry-date">Posted on May 3, 2024 in News</span>', '2024-05-03'],
  ['nothing like a date', '<meta name=date content="soon"><time>10:30</time>', null],
])('published: %s', (_, html, expected) => {
  expect(read(html).published_at).toBe(expected);
});

test('linked data is read through comments, CDATA, commas and line breaks', () => {
  const json = '\n<!--\n//<![CDATA[\n{"@type":"Article","headline":"A","author":"Ada\nPark",}\n//]]>\n-->\n';
  expect(read(`<script type="application/ld+json">${json}</script>`).author).toBe('Ada Park');
});

test('addresses are absolute, and only those that lead somewhere', () => {
  const metadata = read('<link rel="canonical" href="/c"><meta property="og:image" content="i.png">');
  expect(metadata.canonical_url).toBe('https://example.com/c');
  expect(metadata.image).toBe('https://example.com/a/i.png');
  expect(
    read('<link rel=canonical href="javascript:x"><meta property=og:image content="data:x">'),
  ).toMatchObject({
    canonical_url: null,
    image: null,
  });
});

test('circles in microdata end', () => {
  const html =
    '<div itemscope id=a itemref=b itemtype="https://schema.org/Article"></div><div id=b itemprop=x itemscope itemref=a></div>';
  expect(read(html).title).toBe('');
});

test.each([
  ['<html lang=de-CH>', 'de-CH'],
  ['<meta property=og:locale content=pt_BR>', 'pt-BR'],
  ['<html lang="">', null],
])('language: %s', (html, expected) => {
  expect(read(html).language).toBe(expected);
});

test('what a page says of itself is cut to a few sentences', () => {
  const long = (characters: number) => 'x'.repeat(characters);
  const { title, description, site_name } = read(
    `<title>${long(1500)}</title><meta name=description content="${long(1999)}😀${long(9)}"><meta property="og:site_name" content="${long(3000)}">`,
  );
  expect([title.length, site_name?.length]).toEqual([1000, 2000]);
  expect(description).toBe(long(1999));
});

test('an address too long to follow is none', () => {
  const path = 'x'.repeat(9000);
  const { image, canonical_url } = read(
    `<link rel=canonical href="/${path}"><meta property="og:image" content="https://example.com/${path}">`,
  );
  expect([image, canonical_url]).toEqual([null, null]);
});
