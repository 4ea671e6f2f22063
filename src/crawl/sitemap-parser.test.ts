import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSitemapParser } from './sitemap-parser.ts';

const base = 'https://a.test/sitemap.xml';

const parse = (text: string, { limit = 1000, pieces = 1 } = {}) => {
  const parser = createSitemapParser(base, limit);
  const size = Math.max(1, Math.ceil(text.length / pieces));
  for (let at = 0; at < text.length; at += size) if (!parser.write(text.slice(at, at + size))) break;
  return parser.end();
};
const urlset = (...locs: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locs.map((loc) => `<url>\n <loc>${loc}</loc><lastmod>2026-01-01</lastmod></url>`).join('\n')}</urlset>`;
const pagesOf = (text: string) => parse(text)?.pages;

describe('forms', () => {
  test('a sitemap', () => {
    expect(parse(urlset('https://a.test/1', '\n  https://a.test/2?a=1&amp;b=2\n'))).toEqual({
      pages: ['https://a.test/1', 'https://a.test/2?a=1&b=2'],
      sitemaps: [],
    });
  });

  test('an index', () => {
    expect(
      parse(
        '<sitemapindex><sitemap><loc>https://a.test/1.xml</loc></sitemap><sitemap><loc><![CDATA[https://a.test/2.xml.gz]]></loc></sitemap></sitemapindex>',
      ),
    ).toEqual({ pages: [], sitemaps: ['https://a.test/1.xml', 'https://a.test/2.xml.gz'] });
  });

  test('both in one, with prefixes', () => {
    expect(
      parse(
        '<s:urlset xmlns:s="x"><s:url><s:loc>https://a.test/1</s:loc></s:url><s:sitemap><s:loc>https://a.test/s</s:loc></s:sitemap></s:urlset>',
      ),
    ).toEqual({ pages: ['https://a.test/1'], sitemaps: ['https://a.test/s'] });
  });

  test('images, videos and other languages of a page are not pages', () => {
    const extras =
      '</loc><image:image><image:loc>https://a.test/i.png</image:loc></image:image><video:video><video:content_loc>https://a.test/v</video:content_loc></video:video><xhtml:link rel="alternate" href="https://a.test/de"/><loc>';
    expect(pagesOf(urlset(`https://a.test/1${extras}https://a.test/2`))).toEqual([
      'https://a.test/1',
      'https://a.test/2',
    ]);
  });

  test('letters of either case', () => {
    expect(
      parse('<URLSET><URL><LOC>https://a.test/1</LOC></URL><Url><Loc>https://a.test/2</Loc></Url></URLSET>'),
    ).toEqual({ pages: ['https://a.test/1', 'https://a.test/2'], sitemaps: [] });
    expect(pagesOf('<FEED><ENTRY><LINK HREF="https://a.test/1"/></ENTRY></FEED>')).toEqual([
      'https://a.test/1',
    ]);
    expect(pagesOf('<HTML><BODY><URL><LOC>https://a.test/1</LOC></URL></BODY></HTML>')).toBeUndefined();
  });

  test('addresses of the site without a scheme, which are no paths', () => {
    const locs = [
      'a.test/1',
      'www.a.test/2?a=1',
      'a.test',
      'page.html',
      'b.test/3',
      '//a.test/4',
      '/a.test/5',
    ];
    expect(pagesOf(urlset(...locs))).toEqual([
      'https://a.test/1',
      'https://www.a.test/2?a=1',
      'https://a.test/',
      'https://a.test/page.html',
      'https://a.test/b.test/3',
      'https://a.test/4',
      'https://a.test/a.test/5',
    ]);
  });

  test('addresses that were escaped twice', () => {
    expect(pagesOf(urlset('https://a.test/?a=1&amp;amp;b=2', 'https://a.test/?a=1&amp;amp;amp;b=3'))).toEqual(
      ['https://a.test/?a=1&b=2', 'https://a.test/?a=1&b=3'],
    );
  });

  test('RSS and RDF', () => {
    const items = '<link>https://a.test/</link><item><title>x</title><link>https://a.test/1</link></item>';
    expect(pagesOf(`<rss version="2.0"><channel>${items}</channel></rss>`)).toEqual(['https://a.test/1']);
    expect(pagesOf(`<rdf:RDF>${items}</rdf:RDF>`)).toEqual(['https://a.test/1']);
  });

  test('Atom', () => {
    expect(
      pagesOf(
        '<feed><link href="https://a.test/"/><entry><link href="https://a.test/1"/><link rel="edit" href="https://a.test/e"/></entry><entry><link rel="alternate" href="/2"/></entry></feed>',
      ),
    ).toEqual(['https://a.test/1', 'https://a.test/2']);
  });

  test('a list', () => {
    expect(
      pagesOf('\ufeffhttps://a.test/1\r\n\r\n  https://a.test/2  \rhttps://a.test/ü\nnot one\n/4'),
    ).toEqual(['https://a.test/1', 'https://a.test/2', 'https://a.test/%C3%BC']);
  });

  test.each([
    '',
    ' \n ',
    'just words',
    '<!doctype html><h1>not a sitemap</h1>',
    '<html><url><loc>https://a.test/1</loc></url></html>',
    '{"a": 1}',
    '\0\u0001',
  ])('%j is none', (text) => {
    expect(parse(text)).toBeUndefined();
  });
});

describe('what is not right', () => {
  test('a document that breaks off gives what it had', () => {
    expect(pagesOf('<urlset><url><loc>https://a.test/1</loc></url><url><loc>https://a.test/2</l')).toEqual([
      'https://a.test/1',
    ]);
    expect(pagesOf('<urlset><url><loc>https://a.test/1</loc></url><url><loc>https://a.te')).toEqual([
      'https://a.test/1',
    ]);
  });

  test('what stands before it or behind it does not matter, however long it is', () => {
    const locs = Array.from({ length: 1000 }, (_, index) => `https://a.test/${index}`);
    const warning = '<br />\n<b>Warning</b>: no such file in <b>index.php</b><br />\n';
    expect(pagesOf(`${warning}${urlset(...locs)}`)).toEqual(locs);
    expect(pagesOf(`${urlset(...locs)}\n<script>count()</script><!-- cached -->`)).toEqual(locs);
  });

  test('addresses that are none, or lead out of the web, are left out; ampersands are forgiven', () => {
    expect(
      pagesOf(
        urlset(
          '',
          'http://',
          'javascript:alert(1)',
          'file:///etc/passwd',
          '/x',
          'https://a.test/?a=1&b=2',
          `https://a.test/${'x'.repeat(9000)}`,
        ),
      ),
    ).toEqual(['https://a.test/x', 'https://a.test/?a=1&b=2']);
  });

  test('entities of its own are not known: none is read from a file, none grows', () => {
    const bomb = `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${urlset('https://a.test/&x;', 'https://a.test/&b;', 'https://a.test/ok', 'https://a.test/&#x41;')}`;
    expect(pagesOf(bomb)).toEqual(['https://a.test/ok', 'https://a.test/A']);
  });

  test('elements within elements without end are ended', () => {
    const parser = createSitemapParser(base, 10);
    const deep = `<urlset>${'<url>'.repeat(10_000)}`;
    expect(parser.write(deep)).toBe(false);
    expect(parser.end()).toEqual({ pages: [], sitemaps: [] });
  });

  test('an address without end takes no memory', () => {
    const parser = createSitemapParser(base, 10);
    expect(parser.write('<urlset><url><loc>https://a.test/')).toBe(true);
    for (let megabyte = 0; megabyte < 50; megabyte++) parser.write('x'.repeat(1e6));
    parser.write('</loc><loc>https://a.test/1</loc>');
    expect(parser.end()?.pages).toEqual(['https://a.test/1']);
  });

  test('a line without end is ended', () => {
    const parser = createSitemapParser(base, 10);
    expect(parser.write('https://a.test/1\nhttps://a.test/')).toBe(true);
    expect(parser.write('x'.repeat(10_000))).toBe(false);
    expect(parser.end()?.pages).toEqual(['https://a.test/1']);
  });
});

test('no more than the limit is taken', () => {
  const many = Array.from({ length: 100 }, (_, index) => `https://a.test/${index}`);
  expect(parse(urlset(...many), { limit: 7 })?.pages).toEqual(many.slice(0, 7));
  expect(parse(many.join('\n'), { limit: 7 })?.pages).toEqual(many.slice(0, 7));
});

const loc = fc
  .webUrl({ withQueryParameters: true })
  .map((url) => new URL(url).href)
  // Read as an entity that nobody knows.
  .filter((url) => !/&\w+;/.test(url));

test('every address comes back, however the text is cut', () => {
  const escaped = (url: string) => url.replaceAll('&', '&amp;').replaceAll("'", '&apos;');
  fc.assert(
    fc.property(fc.array(loc, { minLength: 1 }), fc.integer({ min: 1, max: 50 }), (urls, pieces) => {
      expect(parse(urlset(...urls.map(escaped)), { pieces })?.pages).toEqual(urls);
      expect(parse(urls.join('\n'), { pieces })?.pages).toEqual(urls);
    }),
  );
});

test('what looks like an entity is one in markup only', () => {
  const url = 'http://a.aa/?&a;';
  expect(parse(urlset('http://b.bb/', url.replace('&', '&amp;')))?.pages).toEqual(['http://b.bb/']);
  expect(parse(url)?.pages).toEqual([url]);
});

test('any text is a sitemap or none', () => {
  const markup = fc.array(
    fc.oneof(
      fc.constantFrom(
        '<urlset>',
        '<url>',
        '<loc>',
        '</loc>',
        '</url>',
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
        '<?x',
        '&',
        '<a b="',
      ),
      loc,
      fc.string(),
    ),
  );
  fc.assert(
    fc.property(markup, fc.integer({ min: 1, max: 9 }), (parts, pieces) => {
      for (const url of parse(parts.join(''), { pieces })?.pages ?? []) expect(url).toMatch(/^https?:\/\//);
    }),
  );
});
