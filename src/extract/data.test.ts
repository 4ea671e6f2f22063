import { expect, test } from 'vitest';
import type { JsonSchema } from '../contract/json-schema.ts';
import { escapeHtml } from '../document/tree/escape.ts';
import type { Snapshot } from '../page.ts';
import { extract } from './extraction.ts';

/** Files of data: JSON, CSV, XML. */

const file = (contentType: string, text: string): Snapshot => ({
  url: 'https://example.com/dir/file',
  status: 200,
  headers: {},
  contentType,
  html: `<!DOCTYPE html><html><head><title>file</title></head><body><pre>\n${escapeHtml(text)}</pre></body></html>`,
  title: 'file',
  baseUrl: 'https://example.com/dir/file',
});

const text = { type: 'string' } as const;
const number = { type: 'number' } as const;
const date = { type: 'string', format: 'date' } as const;
const uri = { type: 'string', format: 'uri' } as const;
const listOf = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'array',
  items: { type: 'object', properties },
});

const rss = `<?xml version="1.0"?><rss xmlns:dc="urn:dc" xmlns:atom="urn:atom" xmlns:content="urn:content"><channel>
<title>Sea &amp; sky</title><atom:link rel="self" href="/feed"/><link>https://example.com/</link><description>News</description>
<item><title>Dive</title><link>/1</link><pubDate>Sat, 21 Nov 2026 10:00:00 GMT</pubDate><dc:creator><![CDATA[Ann Gull]]></dc:creator>
<enclosure url="/1.mp3" type="audio/mpeg"/><content:encoded>&lt;p&gt;They &lt;b&gt;dive&lt;/b&gt;.&lt;/p&gt;</content:encoded></item>
<item><title>Fly</title><link>/2</link><pubDate>Sun, 22 Nov 2026 10:00:00 GMT</pubDate></item></channel></rss>`;
const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Sea</title><subtitle>News</subtitle>
<entry><title>Dive</title><link rel="enclosure" href="/1.mp3"/><link href="/1"/><published>2026-11-21</published><author><name>Ann Gull</name></author></entry>
<entry><title>Fly</title><link href="/2"/><published>2026-11-22</published></entry></feed>`;
const sitemap = `<urlset><url><loc>https://example.com/a</loc><lastmod>2026-11-21</lastmod></url><url><loc>https://example.com/b</loc></url></urlset>`;
const goods =
  '<shop><good id="1"><name>Mug</name><price currency="EUR">5.50</price></good><good id="2"><name>Cup</name><price currency="USD">4</price></good></shop>';
const entries = listOf({ title: text, link: uri, date, author: text });
const dives = [
  { title: 'Dive', link: 'https://example.com/1', date: '2026-11-21', author: 'Ann Gull' },
  { title: 'Fly', link: 'https://example.com/2', date: '2026-11-22', author: null },
];
const rows = listOf({ Name: text, Preis: number });
const prices = [
  { Name: 'Krug', Preis: 5.5 },
  { Name: 'Tasse; klein', Preis: 1250 },
];

test.each<[string, string, Record<string, JsonSchema>, object]>([
  ['application/rss+xml', rss, { title: text, items: entries }, { title: 'Sea & sky', items: dives }],
  ['application/atom+xml', atom, { description: text, entries }, { description: 'News', entries: dives }],
  [
    'application/xml',
    sitemap,
    { urls: listOf({ loc: uri, lastmod: date }) },
    {
      urls: [
        { loc: 'https://example.com/a', lastmod: '2026-11-21' },
        { loc: 'https://example.com/b', lastmod: null },
      ],
    },
  ],
  [
    'text/xml',
    goods,
    { goods: listOf({ id: text, name: text, price: number, currency: text }) },
    {
      goods: [
        { id: '1', name: 'Mug', price: 5.5, currency: 'EUR' },
        { id: '2', name: 'Cup', price: 4, currency: 'USD' },
      ],
    },
  ],
  ['text/csv', 'Name;Preis\r\nKrug;5,50\r\n"Tasse; klein";1.250,00\r\n', { rows }, { rows: prices }],
  ['text/tab-separated-values', 'Name\tPreis\nKrug\t5,50\nTasse; klein\t1250\n', { rows }, { rows: prices }],
  ['application/json', JSON.stringify(prices), { rows }, { rows: prices }],
])('%s is data for a schema', (type, source, properties, data) => {
  expect(extract(file(type, source), { method: 'schema', schema: { properties } }).data).toEqual(data);
});

test.each<[string, string, string, object]>([
  ['text/csv', 'name,price\nMug,5', 'rows', { name: 'Mug', price: 5 }],
  ['application/json', '[{"name":"Mug","price":5}]', 'rows', { name: 'Mug', price: 5 }],
  ['application/x-ndjson', '{"name":"Mug","price":5}\n', 'rows', { name: 'Mug', price: 5 }],
  ['application/xml', '<shop><good><name>Mug</name></good></shop>', 'goods', { name: 'Mug', price: null }],
  [
    'application/rss+xml',
    rss.replace(/<item><title>Fly.*<\/item>/, ''),
    'items',
    { name: 'Dive', price: null },
  ],
])('%s: one entry is a list, too', (type, content, name, entry) => {
  const properties = { [name]: listOf({ name: text, price: number }) };
  expect(extract(file(type, content), { method: 'schema', schema: { properties } }).data).toEqual({
    [name]: [entry],
  });
});

test('an object is no list of one', () => {
  const properties = { rows: listOf({ name: text, price: number }) };
  const found = extract(file('application/json', '{"name":"Shop","rows":[]}'), {
    method: 'schema',
    schema: { properties },
  });
  expect(found.data).toEqual({ rows: null });
});

test('selectors find the elements of XML by their names', () => {
  const selectors = {
    title: 'channel > title',
    items: {
      selector: 'item',
      type: 'list',
      fields: { date: 'pubDate', by: 'dc\\:creator', sound: { selector: 'enclosure', attribute: 'url' } },
    },
  } as const;
  const { data } = extract(file('application/rss+xml', rss), { method: 'css_selector', selectors });
  expect(data).toEqual({
    title: 'Sea & sky',
    items: [
      { date: 'Sat, 21 Nov 2026 10:00:00 GMT', by: 'Ann Gull', sound: '/1.mp3' },
      { date: 'Sun, 22 Nov 2026 10:00:00 GMT', by: null, sound: null },
    ],
  });
});

test('of data without elements selectors find nothing, and that is said', () => {
  const found = (selector: string) =>
    extract(file('text/csv', 'a,b\n1,2\n'), { method: 'css_selector', selectors: { it: selector } });
  expect(found('td')).toMatchObject({
    data: { it: null },
    warnings: ['the address holds text/csv: selectors find nothing in it, a schema does'],
  });
  expect(found('pre').warnings).toEqual([]);
});
