import { expect, test } from 'vitest';
import { cpuMs } from '../../../test/support/cpu.ts';
import { renderText } from '../../output/text.ts';
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

const url = 'http://example.com/feed';
const htmlOf = (xml: string): string => feedPage(xml, url)?.html ?? '';

const markdownOf = (xml: string): string => {
  const html = htmlOf(xml);
  const snapshot = { url, status: 200, headers: {}, contentType: 'text/html', html, title: '', baseUrl: url };
  const options = { only_main_content: true, include_selectors: [], exclude_selectors: [], links: false };
  return renderText(snapshot, 'markdown', options).data.markdown;
};

test('films and sounds are described beside them', () => {
  const entry = (inside: string) => `<entry><title>Dive</title>${inside}</entry>`;
  const feed = (inside: string) =>
    `<feed xmlns="http://www.w3.org/2005/Atom"><title>Sea</title>${inside}</feed>`;
  const film = entry(
    '<media:group><media:title>Dive</media:title><media:description>Gulls &lt;dive&gt;\nfor fish.\n\nDaily.</media:description></media:group>',
  );
  expect(markdownOf(feed(film))).toBe('# Sea\n\n## Dive\n\nGulls \\<dive>  \nfor fish.\n\nDaily.');
  const sound =
    '<rss><channel><title>Sea</title><item><title>Dive</title><itunes:summary>Gulls.</itunes:summary></item></channel></rss>';
  expect(markdownOf(sound)).toBe('# Sea\n\n## Dive\n\nGulls.');
});

test('the author of a feed is not that of an entry', () => {
  const authorOf = (xml: string) =>
    renderText(
      {
        ...{ url, status: 200, headers: {}, contentType: 'application/xml', title: '', baseUrl: url },
        html: `<pre>${xml.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>`,
      },
      'csv',
      { table_selector: 'table' },
    ).metadata.author;
  const entry =
    '<entry><updated>2026-11-21</updated><author><name>Ann Gull</name></author><content type="html">&lt;p&gt;By &lt;a rel="author" href="/t"&gt;Tom Tern&lt;/a&gt;&lt;/p&gt;</content></entry>';
  const feed = (inside: string) =>
    `<feed xmlns="http://www.w3.org/2005/Atom"><title>Sea</title>${inside}</feed>`;
  expect(authorOf(feed(entry))).toBeNull();
  expect(authorOf(feed(`<author><name>Ada Park</name></author>${entry}`))).toBe('Ada Park');
});

test('RSS 2.0', () => {
  expect(markdownOf(rss)).toBe(`# Sea & sky

News of birds

## [First \\<dive>](http://example.com/1)

Sat, 21 Nov 2026 10:00:00 GMT

The **long** text

## [Second](http://example.com/2)

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
    htmlOf(`<feed><title type="html">Atom &lt;em>T&lt;/em></title><subtitle type="html">a &amp;lt; b</subtitle>
<entry><title type="html"><![CDATA[It&#8217;s here &amp; now]]></title></entry>
<entry><title type="html">Tom &amp;amp; Jerry</title></entry>
<entry><title type="text">1 &amp;amp; 2</title></entry>
<entry><title>&lt;i&gt;</title></entry></feed>`);
  expect(html).toContain('<title>Atom T</title>');
  expect(html).toContain('<h1>Atom T</h1><p>a &lt; b</p>');
  expect([...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => title)).toEqual([
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
    expect(feedPage(xml, url)).toBeUndefined();
  },
);

test('the first of content and summary that says something is shown', () => {
  const markdown = markdownOf(`<rss><channel>
<item><content:encoded><![CDATA[<p> </p>]]></content:encoded><description>Said here</description></item>
<item><content:encoded><![CDATA[<img src="/a.png" alt="A picture">]]></content:encoded><description>Of it</description></item></channel></rss>`);
  expect(markdown).toContain('Said here');
  expect(markdown).toContain('![A picture](http://example.com/a.png)');
  expect(markdown).not.toContain('Of it');
  expect(
    markdownOf(
      '<feed><entry><content src="/film.mp4" type="video/mp4"/><summary>A film</summary></entry></feed>',
    ),
  ).toContain('A film');
});

test('Atom: links resolve against xml:base', () => {
  const markdown = markdownOf(`<feed xml:base="https://blog.example/posts/"><title>Blog</title>
<entry xml:base="2024/"><title>Dive</title><link href="dive"/>
<content type="html">&lt;p>See &lt;a href="deep?a=1&amp;amp;b=2" title="x">this&lt;/a> &amp;amp; &lt;img src="../b.png" alt="B"></content></entry>
<entry><title>Rest</title><link xml:base="/own/" href="rest"/><content type="xhtml"><div><a href="/top">top</a></div></content></entry></feed>`);
  expect(markdown).toContain('## [Dive](https://blog.example/posts/2024/dive)');
  expect(markdown).toContain(
    'See [this](https://blog.example/posts/2024/deep?a=1&b=2 "x") & ![B](https://blog.example/posts/b.png)',
  );
  expect(markdown).toContain('## [Rest](https://blog.example/own/rest)');
  expect(markdown).toContain('[top](https://blog.example/top)');
});

test('links of an entry are relative to its own page, and lead to its own notes', () => {
  const entry = (
    number: number,
  ) => `<item><title>T${number}</title><link>https://blog.example/${number}/</link>
<description><![CDATA[One<br>two <img src="a.png" srcset="b.png 2x" alt="A"><a href="../x">x</a> <a href="#gone">gone</a>
<sup id="fnref1"><a href="https://blog.example/${number}/#fn1">1</a></sup><ol><li id="fn1">Note ${number} <a href="#fnref1">↩</a></li></ol>]]></description></item>`;
  expect(markdownOf(`<rss><channel><title>Blog</title>${entry(1)}${entry(2)}</channel></rss>`)).toBe(
    [
      '# Blog',
      ...[1, 2].flatMap((number) => [
        `## [T${number}](https://blog.example/${number}/)`,
        `One  \ntwo ![A](https://blog.example/${number}/a.png)[x](https://blog.example/x) [gone](https://blog.example/${number}/#gone) [^${number}]`,
      ]),
      '[^1]: Note 1',
      '[^2]: Note 2',
    ].join('\n\n'),
  );
});

test('descriptions without an element keep their lines', () => {
  const item = (said: string) => `<item><title>T</title><description>${said}</description></item>`;
  const feed = `<rss><channel><title>Cast</title>${item('\nOne &amp;amp; two\nthree\n \nFour\n')}${item('&lt;b>One&lt;/b>\ntwo')}</channel></rss>`;
  expect(markdownOf(feed)).toBe('# Cast\n\n## T\n\nOne & two  \nthree\n\nFour\n\n## T\n\n**One** two');
});

test('RSS: without a link an entry has the address that names it, and its files', () => {
  const markdown = markdownOf(`<rss><channel>
<item><title>Named</title><link/><guid isPermaLink="true">http://example.com/named</guid></item>
<item><title>Not named</title><guid isPermaLink="false">http://example.com/id</guid></item>
<item><title>Number</title><guid>4711</guid></item>
<item><title>Cast</title><guid>tag:1</guid><enclosure url="/cast.mp3" type="audio/mpeg" length="1"/></item></channel></rss>`);
  expect(markdown).toContain('## [Named](http://example.com/named)');
  expect(markdown).toContain('## Not named');
  expect(markdown).toContain('## Number');
  expect(markdown).toContain('## Cast\n\n[http://example.com/cast.mp3](http://example.com/cast.mp3)');
});

test('Atom: the prefix of its names is any', () => {
  const prefixed = `<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>Meer</a:title>
<a:entry><a:title>Tauchen</a:title><a:link href="/tauchen"/><a:author><a:name>Ann Gull</a:name></a:author><a:summary>Tief.</a:summary></a:entry></a:feed>`;
  expect(markdownOf(prefixed)).toBe(
    '# Meer\n\n## [Tauchen](http://example.com/tauchen)\n\nAnn Gull\n\nTief.',
  );
  expect(feedPage('<a:feed xmlns:a="urn:other"></a:feed>', url)).toBeUndefined();
});

test('a feed that nests or repeats without end is read', () => {
  expect(feedPage(`<rss>${'<channel>'.repeat(20_000)}<title>Deep</title>`, url)).toBeDefined();
  const items = (count: number) =>
    feedPage(`<rss><channel>${'<item><title>x</title></item>'.repeat(count)}`, url);
  expect(items(1000)?.warnings).toEqual([]);
  expect(items(5000)?.html.split('<h2>')).toHaveLength(1001);
  expect(items(5000)?.warnings).toEqual(['the feed is longer than is read: its end is missing']);
  const deep = `<feed xml:base="/a/"><entry><content>${'&lt;b>'.repeat(10_000)}x</content></entry></feed>`;
  expect(feedPage(deep, url)?.html).toContain('x</b>');
});

test('names and summaries of RSS may be markup, or escaped twice; those who wrote are named', () => {
  const item = (inside: string) => `<item><description>x</description>${inside}</item>`;
  const feed = `<rss version="2.0"><channel><title>Sea &amp;amp; sky</title><description>&lt;p&gt;Of &lt;b&gt;birds&lt;/b&gt;&lt;/p&gt;</description>
${item('<title><![CDATA[<em>Owls</em> &amp; mice]]></title><author>ada@example.com (Ada Park)</author>')}
${item('<title>Two</title><dc:creator>Bo Lin</dc:creator><dc:creator>Cy Dale</dc:creator>')}${item('')}</channel></rss>`;
  expect(markdownOf(feed)).toBe(
    '# Sea & sky\n\nOf birds\n\n## Owls & mice\n\nAda Park\n\nx\n\n## Two\n\nBo Lin, Cy Dale\n\nx\n\nx',
  );
  expect(htmlOf(feed)).toContain('<section><div>x</div></section>');
});

test('all who wrote an entry of Atom are named', () => {
  const author = (name: string) => `<author><name>${name}</name><email>x@example.com</email></author>`;
  const feed = `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><entry><title>E</title>${author('Ada Park')}${author('Bo Lin')}<summary>x</summary></entry></feed>`;
  expect(markdownOf(feed)).toBe('# T\n\n## E\n\nAda Park, Bo Lin\n\nx');
});

test('the author of an entry may have any name', () => {
  const feed = `<rss version="2.0"><channel><title>T</title><item><title>E</title><author>${'@'.repeat(300_000)}</author></item></channel></rss>`;
  const startedAt = cpuMs();
  expect(htmlOf(feed)).toContain('@@@');
  expect(cpuMs() - startedAt).toBeLessThan(10_000);
});

test('of XML that is no feed nothing but its first element is looked at', () => {
  const nested = '<a>'.repeat(200_000) + '</a>'.repeat(200_000);
  const startedAt = cpuMs();
  expect(feedPage(`<?xml version="1.0"?><!-- <rss> -->${nested}`, url)).toBeUndefined();
  expect(cpuMs() - startedAt).toBeLessThan(2000);
});
