import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDocx, makeLockedPdf, makePdf, makeXlsx, wordParagraph, wordTable } from '../support/files.ts';
import { type Service, startService } from '../support/service.ts';
import { html, type Page, type Site, startSite } from '../support/site.ts';

/** Files as targets: read like pages, asked for once. */

let service: Service;
let site: Site;

const pdf = makePdf(
  [
    [
      { text: 'Annual Report', x: 72, y: 780, size: 24 },
      { text: 'The bridge is closed.', x: 72, y: 740 },
    ],
  ],
  {
    Author: 'Ada Park',
    CreationDate: 'D:20240503',
  },
);
const docx = makeDocx(
  wordParagraph('The bridge is closed.') +
    wordTable([
      ['Part', 'Price'],
      ['Arch', '5'],
    ]),
  { title: 'Minutes' },
);
const xlsx = makeXlsx({
  Prices: [
    ['Part', 'Price'],
    ['Arch', 5],
  ],
  More: [
    ['A', 'B'],
    ['=1+1', 'x,y'],
  ],
});

const send =
  (type: string, body: string | Buffer, headers: Record<string, string> = {}): Page =>
  (_request, response) =>
    response.writeHead(200, { ...(type && { 'content-type': type }), ...headers }).end(body);
const attachment = (name: string) => ({ 'content-disposition': `attachment; filename="${name}"` });
const keptPage = send(
  'text/html; charset=utf-8',
  `<title>Kept</title><h1>Größe</h1><p>A text.</p><script>document.querySelector('h1').textContent = 'Run'</script>`,
  attachment('kept.html'),
);
const unknown = 'application/octet-stream';
const office = 'application/vnd.openxmlformats-officedocument';

beforeAll(async () => {
  service = await startService();
  site = await startSite({
    '/report.pdf': send('application/pdf', pdf),
    '/breaks-off': (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': pdf.length });
      if (site.countOf('/breaks-off') > 1) response.end(pdf);
      else response.write(pdf.subarray(0, 300), () => response.destroy());
    },
    '/get': send(unknown, pdf, attachment('report.pdf')),
    '/as-text': send('text/plain', pdf),
    '/as-page': send('text/html', pdf),
    '/untyped': send('', pdf),
    '/minutes-as-page': send('text/html; charset=utf-8', docx),
    '/untyped-page': send('', '<h1>Page</h1><p>Of no type.</p>'),
    '/get.php': send(unknown, pdf),
    '/rows.jsonl': send(unknown, '{"part":"Arch"}\n{"part":"Pier"}\n'),
    '/notes-1.2': send(unknown, 'A text.'),
    '/nameless': send('binary/octet-stream', pdf),
    '/minutes.docx': send(`${office}.wordprocessingml.document`, docx),
    '/minutes': send(unknown, docx, {
      'content-disposition': "attachment; filename*=UTF-8''Minutes%20of%20May.docx",
    }),
    '/prices.xlsx': send(`${office}.spreadsheetml.sheet`, xlsx, attachment('prices.xlsx')),
    '/table': send(unknown, 'Part,Price\r\nArch,5\r\n', attachment('table.csv')),
    '/raw/table.csv': send('text/plain; charset=utf-8', 'Part,Price\r\nArch,5\r\n'),
    '/words.csv': send('text/csv; charset=iso-8859-1', Buffer.from('Größe,Preis\r\nBogen,5\r\n', 'latin1')),
    '/list.yaml': send('application/yaml', 'parts: [Größe]'),
    '/feed.rss': send(
      'application/rss+xml',
      Buffer.from(
        '<?xml version="1.0" encoding="iso-8859-1"?><rss><channel><item><title>Größe</title></item></channel></rss>',
        'latin1',
      ),
    ),
    '/styled.xml': send(
      'application/xml',
      '<?xml-stylesheet type="text/xsl" href="/none.xsl"?><feed xmlns="urn:feed" xmlns:a="urn:a"><entry>Größe</entry><a:by a:name="Größe"/></feed>',
    ),
    '/unended.xml': send(
      'application/xml',
      `<feed><entry>Größe</entry>${'<?xml-stylesheet '.repeat(20_000)}</feed>`,
    ),
    '/page.xhtml': send(
      'application/xhtml+xml',
      '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title></head><body><h1>Größe</h1></body></html>',
    ),
    '/track.gpx': send('application/gpx+xml', '<gpx><name>Größe</name></gpx>'),
    '/kept.json': send('application/json', '{"part":"Größe"}', attachment('kept.json')),
    '/notes.md': send(unknown, '# Notes\n\nA text.'),
    '/words.txt': send(unknown, 'Größe'),
    '/list.xml': send(unknown, '<list><name>Größe</name></list>'),
    '/kept.html': keptPage,
    '/page.html': keptPage,
    '/page.xls': send(unknown, '<html><h1>Größe</h1></html>'),
    '/feed-as-page': send(
      'text/html; charset=utf-8',
      '\n<?xml version="1.0"?>\n<!-- made -->\n<rss version="2.0"><channel><title>News</title><item><title>Größe</title><link>/1</link></item></channel></rss>',
    ),
    '/json-as-page': send('text/html; charset=utf-8', '{"part":"<b>Arch</b>","price":5}'),
    '/json-as-text': send('text/plain', '[{"part":"Arch"}]'),
    '/export.xls': send(
      'application/vnd.ms-excel',
      '<html xmlns:x="urn:x"><head><meta charset="utf-8"></head><body><table><tr><th>Part</th><th>Größe</th></tr><tr><td>Arch</td><td>5</td></tr></table></body></html>',
    ),
    '/tabs.xls': send('application/vnd.ms-excel', Buffer.from('\ufeffPart\tGröße\nArch\t5\n', 'utf16le')),
    '/letter.doc': send('application/msword', '<!DOCTYPE html><h1>Letter</h1><p>A text.</p>'),
    '/renamed.doc': send('application/msword', docx),
    '/old.doc': send('application/msword', Buffer.from('d0cf11e0a1b11ae100000000', 'hex')),
    '/text.rtf': send('text/rtf', '{\\rtf1 A text.}'),
    '/rtf.doc': send('application/msword', '{\\rtf1 A text.}'),
    '/packed.doc': send(
      'application/msword',
      'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=a\r\n\r\n--a',
    ),
    '/locked.pdf': send('application/pdf', makeLockedPdf()),
    '/empty.pdf': send('application/pdf', ''),
    '/large.pdf': (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': '20000000' });
      response.write('%PDF-1.4');
    },
    '/endless': (_request, response) => {
      response.writeHead(200, { 'content-type': unknown });
      const part = Buffer.alloc(1_000_000, 'x');
      const more = () => {
        while (!response.destroyed && response.write(part));
      };
      response.on('drain', more);
      more();
    },
    '/setup.exe': send(unknown, Buffer.from('MZ\0\0')),
    '/bytes': send(unknown, Buffer.from([1, 0, 2, 0])),
    '/picture.html': send('text/html', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0', 'latin1')),
    '/archive.txt': send('text/plain', Buffer.from('PK\x03\x04\n\0\0\0 a.txt hello', 'latin1')),
    '/false.pdf': send('application/pdf', Buffer.from('MZ\0\0')),
    '/page': html(
      'To print',
      '<h1>Printed page</h1><p>Words of the page.</p><ul><li>one</li><li>two</li></ul>',
    ),
  });
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await site?.[Symbol.asyncDispose]();
});

const scrape = (path: string, more: Record<string, unknown> = {}) =>
  service.scrape({ url: `${site.origin}${path}`, ...more });

test.each([
  '/words.csv',
  '/list.yaml',
  '/feed.rss',
  '/track.gpx',
  '/kept.json',
  '/words.txt',
  '/page.xls',
  '/page.html',
])('of %s, which a browser saves, there are pictures', async (path) => {
  const picture = await scrape(path, { output: 'screenshot' });
  expect([picture.status, picture.body.metadata?.outcome]).toEqual([200, 'ok']);
  const script =
    "document.title = document.body.innerText; document.body.innerHTML = '<h1>' + document.title + '</h1>'";
  const { body } = await scrape(path, { javascript: script });
  expect(body.data.markdown).toContain('Größe');
  expect(site.countOf(path)).toBe(2);
});

test.each([
  ['/feed.rss', '//item/title'],
  ['/feed.rss', '/rss/channel/item/title'],
  ['/track.gpx', '/descendant::gpx/name'],
  ['/track.gpx', '/gpx/name'],
  ['/list.xml', '/list/name'],
  ['/page.html', '//h1'],
  ['/styled.xml', 'string(/)'],
  ['/styled.xml', '/feed/entry'],
  ['/styled.xml', '//*[namespace-uri() = "urn:feed" and local-name() = "entry"]'],
  ['/styled.xml', '//a:by/@a:name'],
  ['/page.xhtml', '/html/body/h1'],
])('XPath finds what stands in %s', async (path, title) => {
  const { status, body } = await service.post('/v1/extract', {
    url: `${site.origin}${path}`,
    xpaths: { title },
  });
  expect([status, body.data]).toEqual([200, { title: 'Größe' }]);
});

test('style sheets of XML that do not end hold up nobody', async () => {
  const extracting = service.post('/v1/extract', {
    url: `${site.origin}/unended.xml`,
    xpaths: { title: '/feed/entry' },
  });
  let longestMs = 0;
  for (let isOver = false; !isOver; ) {
    const askedAt = performance.now();
    await fetch(`${service.url}/livez`);
    longestMs = Math.max(longestMs, performance.now() - askedAt);
    isOver = await Promise.race([extracting.then(() => true), delay(20, false)]);
  }
  expect((await extracting).body.data).toEqual({ title: 'Größe' });
  expect(longestMs).toBeLessThan(5000);
});

test('a prefix that a document has no namespace for finds nothing, and that is said', async () => {
  const { body } = await service.post('/v1/extract', {
    url: `${site.origin}/track.gpx`,
    xpaths: { name: '//gpx/name', by: '//dc:creator', drawn: '//svg:path' },
  });
  expect(body.data).toEqual({ name: 'Größe', by: null, drawn: null });
  expect(body.warnings).toEqual(['xpaths.by: the document has no namespace for the prefix dc']);
});

test.each([
  ['/report.pdf', '# Annual Report\n\nThe bridge is closed.', 'application/pdf'],
  ['/get', '# Annual Report\n\nThe bridge is closed.', 'application/pdf'],
  ['/as-text', '# Annual Report\n\nThe bridge is closed.', 'application/pdf'],
  ['/as-page', '# Annual Report\n\nThe bridge is closed.', 'application/pdf'],
  ['/untyped', '# Annual Report\n\nThe bridge is closed.', 'application/pdf'],
  [
    '/minutes-as-page',
    'The bridge is closed.\n\n| Part | Price |\n| --- | --- |\n| Arch | 5 |',
    `${office}.wordprocessingml.document`,
  ],
  ['/nameless', '# Annual Report\n\nThe bridge is closed.', 'application/pdf'],
  [
    '/minutes.docx',
    'The bridge is closed.\n\n| Part | Price |\n| --- | --- |\n| Arch | 5 |',
    `${office}.wordprocessingml.document`,
  ],
  [
    '/minutes',
    'The bridge is closed.\n\n| Part | Price |\n| --- | --- |\n| Arch | 5 |',
    `${office}.wordprocessingml.document`,
  ],
  ['/get.php', '# Annual Report\n\nThe bridge is closed.', 'application/pdf'],
  ['/rows.jsonl', '```json\n{"part":"Arch"}\n{"part":"Pier"}\n```', 'application/x-ndjson'],
  ['/notes-1.2', 'A text.', 'text/plain'],
  ['/table', '| Part | Price |\n| --- | --- |\n| Arch | 5 |', 'text/csv'],
  ['/raw/table.csv', '| Part | Price |\n| --- | --- |\n| Arch | 5 |', 'text/csv'],
  ['/feed-as-page', expect.stringMatching(/^# News\n\n## \[Größe]\(http.*\/1\)$/), 'application/xml'],
  ['/json-as-page', '```json\n{\n  "part": "<b>Arch</b>",\n  "price": 5\n}\n```', 'application/json'],
  ['/json-as-text', '```json\n[\n  {\n    "part": "Arch"\n  }\n]\n```', 'application/json'],
  ['/export.xls', '| Part | Größe |\n| --- | --- |\n| Arch | 5 |', 'text/html'],
  ['/tabs.xls', '| Part | Größe |\n| --- | --- |\n| Arch | 5 |', 'text/csv'],
  ['/letter.doc', '# Letter\n\nA text.', 'text/html'],
  [
    '/renamed.doc',
    'The bridge is closed.\n\n| Part | Price |\n| --- | --- |\n| Arch | 5 |',
    `${office}.wordprocessingml.document`,
  ],
  ['/notes.md', '# Notes\n\nA text.', 'text/markdown'],
  ['/kept.html', '# Größe\n\nA text.', 'text/html'],
])('%s becomes Markdown with one request', async (path, markdown, type) => {
  const { status, body } = await scrape(path);
  expect([status, body.data?.markdown]).toEqual([200, markdown]);
  expect(body.metadata).toMatchObject({
    content_type: type,
    engine: 'response',
    outcome: 'ok',
    status_code: 200,
  });
  expect(site.countOf(path)).toBe(1);
});

test('a page of no type is shown, and asked for once', async () => {
  const { body } = await scrape('/untyped-page');
  expect(body.data?.markdown).toBe('# Page\n\nOf no type.');
  expect(body.metadata).toMatchObject({ content_type: 'text/html', engine: 'browser' });
  expect(site.countOf('/untyped-page')).toBe(1);
});

test('a file that breaks off is asked for again', async () => {
  const { body } = await service.scrape({ url: `${site.origin}/breaks-off`, bypass_cache: true });
  expect(body.data.markdown).toContain('The bridge is closed.');
  expect(body.warnings ?? []).toEqual([]);
  expect(site.countOf('/breaks-off')).toBe(2);
});

test('the properties of a file are the metadata of the page', async () => {
  const { body } = await scrape('/report.pdf', { bypass_cache: true });
  expect(body.metadata).toMatchObject({
    title: 'Annual Report',
    author: 'Ada Park',
    published_at: '2024-05-03',
  });
  const minutes = await scrape('/minutes', { bypass_cache: true });
  expect(minutes.body.metadata.title).toBe('Minutes');
});

test('sheets are tables of CSV, documents HTML', async () => {
  const csv = await scrape('/prices.xlsx', { output: 'csv' });
  expect(csv.body.data).toMatchObject({
    table_count: 2,
    tables: ['Part,Price\r\nArch,5', 'A,B\r\n=1+1,"x,y"'],
  });
  const page = await scrape('/report.pdf', { output: 'html' });
  expect(page.body.data.html).toContain('<h1>Annual Report</h1>');
});

test('a PDF as PDF is the file itself; a picture of a file is refused in words', async () => {
  const { body } = await scrape('/report.pdf', { output: 'pdf' });
  expect(Buffer.from(body.data.data, 'base64').equals(pdf)).toBe(true);
  expect(body.data).toMatchObject({ format: 'pdf', size_bytes: pdf.length });
  for (const request of [{ output: 'screenshot' }, { output: 'pdf', path: '/minutes.docx' }]) {
    const { path = '/report.pdf', ...options } = request;
    const refused = await scrape(path, options);
    expect(refused.body.detail).toMatchObject({
      error: 'scrape_failed',
      reason: 'unsupported_content_type',
      message: expect.stringContaining('a document, not a page'),
    });
  }
});

test.each([
  ['application/pdf', 'application/pdf'],
  [`${office}.wordprocessingml.document<b>`, 'of an unknown type'],
])('a file that is not what its server says is told to be none: %s', async (type, told) => {
  await using other = await startSite({ '/report': send(type, 'no document') });
  const { body } = await service.scrape({ url: `${other.origin}/report` });
  expect(body.detail).toMatchObject({
    error: 'scrape_failed',
    reason: 'unsupported_content_type',
    message: `The address holds a file that is broken, or not what its server says it is (${told}).`,
  });
});

test('what Chromium prints is read again', async () => {
  const { body } = await scrape('/page', { output: 'pdf' });
  const printed = Buffer.from(body.data.data, 'base64');
  await using other = await startSite({ '/printed.pdf': send('application/pdf', printed) });
  const again = await service.scrape({ url: `${other.origin}/printed.pdf` });
  expect(again.body.data.markdown).toBe('# Printed page\n\nWords of the page.\n\n- one\n- two');
});

test.each([
  ['/locked.pdf', 'document_locked'],
  ['/large.pdf', 'too_large'],
  ['/endless', 'too_large'],
  ['/setup.exe', 'unsupported_content_type'],
  ['/bytes', 'unsupported_content_type'],
  ['/old.doc', 'unsupported_content_type'],
  ['/text.rtf', 'unsupported_content_type'],
  ['/rtf.doc', 'unsupported_content_type'],
  ['/packed.doc', 'unsupported_content_type'],
  ['/empty.pdf', 'empty_response'],
  ['/false.pdf', 'unsupported_content_type'],
  ['/picture.html', 'unsupported_content_type'],
  ['/archive.txt', 'unsupported_content_type'],
])('%s is refused: %s', async (path, reason) => {
  const { status, body } = await scrape(path);
  expect([status, body.detail.reason]).toEqual([500, reason]);
  expect(site.countOf(path)).toBe(1);
});

test('what is to be done on a page is not done on a file, and that is said', async () => {
  const { body } = await scrape('/report.pdf', { wait_for_selector: 'h1' });
  expect(body.data.markdown).toContain('# Annual Report');
  expect(body.warnings).toEqual(['the address holds a document: nothing was done on it before it was read']);
});
