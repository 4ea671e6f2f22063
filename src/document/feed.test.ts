import { expect, test } from 'vitest';
import { renderText } from '../output/text.ts';
import { feedPage } from './feed.ts';

const rss = `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel><title>Sea &amp; sky</title><link>http://example.com/</link><description>News of birds</description><language>en</language>
<item><title>First &lt;dive&gt;</title><link>http://example.com/1</link><pubDate>Sat, 21 Nov 2026 10:00:00 GMT</pubDate>
<description>Short.</description><content:encoded><![CDATA[<p>The <b>long</b> text<script>alert(1)</script></p>]]></content:encoded></item>
<item><title>Second</title><guid>http://example.com/2</guid><description>&lt;p&gt;Only a summary&lt;/p&gt;</description></item>
</channel></rss>`;

const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de"><title>Meer</title><subtitle>Vögel</subtitle>
<entry><title>Tauchen</title><link rel="self" href="/x"/><link href="/tauchen"/><updated>2026-11-21</updated><author><name>Ann Gull</name></author>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Sie tauchen <em>tief</em>.</p></div></content></entry>
<entry><title>Text</title><summary type="text">a &lt; b</summary></entry></feed>`;

const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel><title>Old</title></channel>
<item><title>Entry</title><link>http://example.com/old</link><description>As it was.</description></item></rdf:RDF>`;

const markdownOf = (xml: string): string => {
  const url = 'http://example.com/feed';
  const html = feedPage(xml) ?? '';
  const snapshot = { url, status: 200, headers: {}, contentType: 'text/html', html, title: '', baseUrl: url };
  const options = { only_main_content: true, include_selectors: [], exclude_selectors: [], links: false };
  return renderText(snapshot, 'markdown', options).data.markdown;
};

test('RSS 2.0', () => {
  expect(markdownOf(rss)).toBe(`# Sea & sky

News of birds

## [First \\<dive>](http://example.com/1)

Sat, 21 Nov 2026 10:00:00 GMT

The **long** text

## Second

Only a summary`);
});

test('Atom', () => {
  expect(markdownOf(atom)).toBe(`# Meer

Vögel

## [Tauchen](http://example.com/tauchen)

2026-11-21, Ann Gull

Sie tauchen *tief*.

## Text

a < b`);
});

test('Atom: titles of type html are markup, others are text', () => {
  const html =
    feedPage(`<feed><title type="html">Atom &lt;em>T&lt;/em></title><subtitle type="html">a &amp;lt; b</subtitle>
<entry><title type="html"><![CDATA[It&#8217;s here &amp; now]]></title></entry>
<entry><title type="html">Tom &amp;amp; Jerry</title></entry>
<entry><title type="text">1 &amp;amp; 2</title></entry>
<entry><title>&lt;i&gt;</title></entry></feed>`);
  expect(html).toContain('<title>Atom T</title>');
  expect(html).toContain('<h1>Atom T</h1><p>a &lt; b</p>');
  expect([...(html ?? '').matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => title)).toEqual([
    'It’s here &amp; now',
    'Tom &amp; Jerry',
    '1 &amp;amp; 2',
    '&lt;i&gt;',
  ]);
});

test('RSS 1.0', () => {
  expect(markdownOf(rdf)).toContain('## [Entry](http://example.com/old)\n\nAs it was.');
});

test.each(['<urlset><url><loc>x</loc></url></urlset>', '<html><body>x</body></html>', 'no xml', ''])(
  '%s is no feed',
  (xml) => {
    expect(feedPage(xml)).toBeUndefined();
  },
);

test('a feed that nests or repeats without end is read', () => {
  expect(feedPage(`<rss>${'<channel>'.repeat(20_000)}<title>Deep</title>`)).toBeDefined();
  expect(
    feedPage(`<rss><channel>${'<item><title>x</title></item>'.repeat(5000)}`)?.split('<h2>'),
  ).toHaveLength(1001);
});
