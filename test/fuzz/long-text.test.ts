import { createContext, Script } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createClientAddress } from '../../src/access/client-address.ts';
import { reasonOf } from '../../src/access/reasons.ts';
import {
  isAttached,
  isXml,
  kindOf,
  nameOf,
  pageSnapshot,
  refreshOf,
} from '../../src/browser/arrive/response.ts';
import { mayLeadOn } from '../../src/browser/arrive/show.ts';
import { languagesOf } from '../../src/contract/headers.ts';
import { createCopies } from '../../src/crawl/copies.ts';
import { readPattern } from '../../src/crawl/patterns.ts';
import { parseRobots } from '../../src/crawl/robots-rules.ts';
import { isFile } from '../../src/crawl/scope.ts';
import { createSitemapParser } from '../../src/crawl/sitemap-parser.ts';
import { createTraps } from '../../src/crawl/traps.ts';
import { markOfScripts } from '../../src/document/scripts.ts';
import { aliveBy, baseOf, showsContent } from '../../src/document/still.ts';
import { charsetOf, decodeHtml, decodeText, isUnsaidUtf8 } from '../../src/document/tree/charset.ts';
import { isWebUrl, resolveUrl } from '../../src/document/tree/links.ts';
import { classify } from '../../src/engine/outcome/classify.ts';
import { restMs } from '../../src/engine/outcome/policy.ts';
import { shapeOf } from '../../src/engine/page-kind.ts';
import { isFeed, isJsonData, kindDespiteType, textTypeOf, textTypeOfFile } from '../../src/file/kind.ts';
import { redact } from '../../src/log.ts';
import { partOf, positionOf } from '../../src/mcp/cut.ts';
import { withCredentialsOf, withoutCredentials } from '../../src/net/credentials.ts';
import { towardsBrowser } from '../../src/net/headers.ts';
import { readAuthority, readTarget } from '../../src/net/target.ts';
import { likelyKey, siteOf, urlKey, withoutAnchor, withoutWay } from '../../src/url.ts';
import { snapshotOf } from '../support/snapshot.ts';

/**
 * What strangers send is looked at on the thread that all requests share, so each look must take a time that grows with the
 * length alone. Whoever adds one adds it here: a pattern that takes the square needs minutes for these texts.
 */

const length = 300_000;

const header = (name: string, text: string) => ({
  url: 'https://example.com/',
  status: 200,
  mimeType: 'text/html',
  headers: { [name]: text },
});
const judged = (html: string, given = {}) => {
  for (const status of [200, 403, 503]) classify({ ...snapshotOf(html), status, ...given });
};

/** Of text as it came. */
const texts: Readonly<Record<string, (text: string) => unknown>> = {
  'whether a page needs the browser': aliveBy,
  'whether a page shows its content without scripts': showsContent,
  'which scripts a page has': markOfScripts,
  'the base of a page': (text) => baseOf(text, 'https://example.com/'),
  'the address of a link': (text) => resolveUrl(text, 'https://example.com/'),
  'the outcome by the page': judged,
  'the outcome by its title': (text) => judged('<p>Words</p>', { title: text }),
  'the outcome by its address': (text) => judged('<p>Words</p>', { url: `https://example.com/${text}` }),
  'the outcome by its scripts': (text) => judged('<p>Words</p>', { scripts: [text] }),
  'the outcome by its headers': (text) => judged('<p>Words</p>', { headers: { server: text } }),
  'the time that a site asks for': (text) => restMs('ok', text, 0),
  'whether a page leads on': (text) => mayLeadOn({}, Buffer.from(text)),
  'where a page leads on': (text) => refreshOf(header('refresh', text)),
  'how a page is to be kept': (text) => isAttached(header('content-disposition', text)),
  'the name of a file': (text) => nameOf(header('content-disposition', text)),
  'the type of a response': (mimeType) => [
    kindOf({ ...header('', ''), mimeType }),
    isXml({ ...header('', ''), mimeType }),
  ],
  'the encoding that a header names': charsetOf,
  'the encoding of a page': (text) => [
    decodeHtml(Buffer.from(text), text),
    isUnsaidUtf8(Buffer.from(text), ''),
  ],
  'the encoding of a text': (text) => decodeText(Buffer.from(`\xe4${text}`, 'latin1'), ''),
  'whether it is a feed, at its beginning': (text) => isFeed(Buffer.from(text)),
  'whether it is JSON': (text) => isJsonData(Buffer.from(`[${text}`)),
  'whether it is a file': (text) => kindDespiteType(Buffer.from(text)),
  'what a text is': (text) => textTypeOf(Buffer.from(text), text),
  'what a text is that came as a file': (text) => textTypeOfFile(Buffer.from(text), 'table.xls'),
  'a page of its own text': (text) => pageSnapshot(header('', ''), text),
  'a header for the browser': (text) => towardsBrowser([text, text, 'x', text]),
  'where a proxy is asked to connect': (text) => [
    readAuthority(text),
    readTarget(`http://example.com/${text}`),
  ],
  'a robots.txt': (text) => parseRobots(Buffer.from(text), 'gannet', 'https://example.com/robots.txt'),
  'a rule of a robots.txt': (text) =>
    parseRobots(Buffer.from(`User-agent: *\nDisallow: /${text}`), 'gannet', 'https://example.com/').allows(
      `https://example.com/${text.slice(0, 8000)}`,
    ),
  'a sitemap': (text) => {
    const parser = createSitemapParser('https://example.com/sitemap.xml', 1000);
    parser.write(text);
    parser.end();
  },
  'an address in a sitemap': (text) => {
    const parser = createSitemapParser('https://example.com/sitemap.xml', 1000);
    parser.write(`<urlset><url><loc>${text}</loc></url></urlset>`);
    parser.end();
  },
  'a line of the log': redact,
  'a reason of the facilitator': reasonOf,
  'the address of a client': (text) => createClientAddress([])('127.0.0.1', text),
  'the languages of a visitor': languagesOf,
  'a part of Markdown': (text) => partOf(text, 'markdown', positionOf(undefined), 50_000),
  'a part of HTML': (text) => partOf(text, 'html', positionOf(undefined), 50_000),
  'a part of CSV': (text) => partOf(text, 'csv', positionOf(undefined), 50_000),
};

/** Of an address that leads somewhere. */
const addresses: Readonly<Record<string, (url: string) => unknown>> = {
  'which page it is': (url) => [urlKey(url), likelyKey(url)],
  'the same without its ways': (url) => [withoutWay(url), withoutAnchor(url)],
  'its site': siteOf,
  'its kind': shapeOf,
  'whether it is a file': isFile,
  'whether it has no end': (url) => createTraps().isOver(url.slice(0, 2000), url),
  'whether it is a copy': (url) => createCopies(() => true).learn(url, true),
  'whether it matches': (url) => readPattern('/*/a/*', '')(url.slice(0, 8000)),
  'its credentials': (url) => [withoutCredentials(url), withCredentialsOf(url, url)],
};

/** Signs, and words that one of the looks is for. */
const pieces = [
  ...' \n\t\0a0Z.,:;=-_/\\|"\'`<>()[]{}&%@#?*+^$~!ä中',
  ...[
    '<a·<a ·</a·</·<!·<!--·<!---->·-->·<?·<??>·<?xml ·<![CDATA[·]]>·<p>·<script ·<script>·</script·<style>',
    '<title>·<meta ·<meta charset=·<base href=·<input ·<form ·http-equiv=·refresh·@media·@media{·a{b}',
    'display:· onx· a=· a="·class="·data-gn-frame="https://·location·location.·Reference·&nbsp;·&amp;·&#',
    'filename=·filename="·filename*=utf-8\'·charset=·;charset·url=·0;·0.·text/·+xml·"a"·"a":·```·- ',
    '://·http://·https://a.·a.·a@·/a·./·../·//·%2f·%3a·%zz·?a=·&a=·;a=·#/·/(·S(aaaaaaaaaaaaaaaaaaaaaaaa)',
    'A(a)·.png·.html·/a.png·/2026/01·u/·/login·/ips.js?·/cdn-cgi/challenge-platform/·the domain a.',
    'buy this domain·verify ·bearer ·svc_live_0·time·<urlset>·<url>·<loc>',
    'User-agent: *\n·Disallow: ·Allow: /*·Sitemap: a\n',
  ]
    .join('·')
    .split('·'),
];
type Shape = readonly [start: string, unit: string, end: string];
const textOf = ([start, unit, end]: Shape) => start + unit.repeat(length / unit.length) + end;

const world = createContext({ work: (): unknown => undefined });
const script = new Script('work()');
/** Ends what does not end, and tells what it was. What is linear takes some milliseconds. */
const inTime = (name: string, shape: Shape, work: () => unknown, timeout = 5000) => {
  world.work = work;
  try {
    script.runInContext(world, { timeout });
  } catch (cause) {
    throw new Error(`${name}: ${JSON.stringify(shape)}`, { cause });
  }
};

const look = (shape: Shape) => {
  const text = textOf(shape);
  for (const [name, read] of Object.entries(texts)) inTime(name, shape, () => read(text));
  const url = URL.parse(text, 'https://example.com/a/')?.href;
  if (url === undefined || !isWebUrl(url)) return;
  for (const [name, read] of Object.entries(addresses)) inTime(name, shape, () => read(url));
};

/** Each of these has held up the service. */
test.each<Shape>([
  ['<p>', ' ', '<!--'],
  ['<', 'a', ''],
  ['', '<!---->', ''],
  ['/', ':', '/a.png'],
  ['/(', 'S(aaaaaaaaaaaaaaaaaaaaaaaa)', '/'],
])('%j, %j again and again, %j', (...shape) => look(shape));

test('one piece again and again', { timeout: 600_000 }, () => {
  for (const unit of pieces) look(['', unit, '']);
});

const times = Number(process.env.FUZZ_TIMES ?? 1);
test('one piece between two others', { timeout: 600_000 * Math.max(1, times) }, () => {
  const piece = fc.constantFrom(...pieces);
  const shapes = fc.property(piece, piece, piece, (...shape) => look(shape));
  fc.assert(shapes, { numRuns: Math.ceil(30 * times) });
});

test('what does not end is ended', () => {
  const work = () => /(?:a*)*b/.test('a'.repeat(100));
  expect(() => inTime('it', ['', 'a', ''], work, 100)).toThrow('it: ["","a",""]');
});
