import { expect, test } from 'vitest';
import { metadataOf, pageOf } from '../../test/support/crawled-page.ts';
import { parseCrawl } from '../contract/crawl.ts';
import type { FrontierUrl } from '../store/frontier.ts';
import { createAssess } from './assess.ts';
import { createCopies } from './copies.ts';
import type { FetchedPage } from './fetch-page.ts';
import { createFrontier, hashOf } from './frontier.ts';
import { createIntake } from './intake.ts';
import { createScope } from './scope.ts';

const site = 'https://example.com';
const { signal } = new AbortController();
const other = 'other words '.repeat(20);

const assessing = (options: Record<string, unknown> = {}, more: Record<string, unknown> = {}) => {
  const { request } = parseCrawl({ start_url: `${site}/`, options, ...more });
  const scope = createScope(request);
  const limits = { maxPages: 10, isExclusive: () => false, isWanted: scope.isWanted };
  const start = { queued: [], known: [], lastSeq: 0, lastResultNo: 0 };
  const frontier = createFrontier(start, limits, signal);
  const intake = createIntake({ scope, frontier, ledger: [], isListed: false });
  const copies = createCopies((url) => frontier.knows(hashOf(url)));
  const assess = createAssess({ request, scope, frontier, intake, copies, texts: [] });
  const add = (path: string, depth = 1) => {
    const url = site + path;
    return frontier.add({ url, depth, parentUrl: depth === 0 ? null : `${site}/` }, hashOf(url));
  };
  const visit = (entry: FrontierUrl, page: Partial<FetchedPage['page']> = {}) => {
    const entries = [...assess(entry, pageOf({ url: entry.url, ...page }))];
    const { found, skipped, ...rest } = {
      ...entries.at(-1),
      found: entries.flatMap((each) => each.found ?? []),
      skipped: entries.flatMap((each) => each.skipped ?? []),
    };
    return {
      ...rest,
      found: found.map(({ url }) => url.slice(site.length)),
      skipped: skipped.map(({ url, reason }) => `${url.slice(site.length)} ${reason}`),
    };
  };
  return { add, visit, frontier, copies };
};

test('a page that is the copy of another is no result, and its links are followed', () => {
  const { add, visit } = assessing();
  const metadata = metadataOf(`${site}/list`);
  const first = visit(add('/list'), { metadata, links: [`${site}/list?page=2`] });
  expect(first).toMatchObject({ page: { state: 'done' }, found: ['/list?page=2'] });
  const second = add('/list?page=2');
  expect(visit(second, { metadata, links: [`${site}/list?page=3`] })).toMatchObject({
    dropped: [second.seq],
    found: ['/list?page=3'],
    skipped: ['/list?page=2 duplicate'],
  });
});

test('that a page links to too many is told once', () => {
  const { add, visit } = assessing({ include_patterns: ['/wanted'] });
  const links = [...Array(12_000).keys()].map((n) => `${site}/${n}`);
  expect(visit(add('/all'), { links }).warnings).toEqual([
    `${site}/all: links to 12000 addresses: the first 10000 are looked at`,
  ]);
  expect(visit(add('/more'), { links })).not.toHaveProperty('warnings');
});

test('what parameters make no other page is learned', () => {
  const { add, visit, copies } = assessing();
  const metadata = metadataOf(`${site}/a`);
  visit(add('/a'));
  for (let n = 0; n < 8; n++) {
    expect(copies.isLikely(`${site}/a?ref=new`)).toBe(false);
    visit(add(`/a?ref=${n}`), { metadata });
  }
  expect(copies.isLikely(`${site}/a?ref=new`)).toBe(true);
  visit(add('/a?ref=other'), { markdown: other });
  expect(copies.isLikely(`${site}/a?ref=new`)).toBe(false);
});

test('the same page by another spelling that servers answer alike is a copy, other pages of the same words are not', () => {
  const { add, visit } = assessing();
  const paths = ['/docs/', '/docs', '/docs/index.html', '/Docs//', '/docs/?view=list', '/other'];
  expect(paths.map((path) => visit(add(path)).skipped)).toEqual([
    [],
    ['/docs duplicate'],
    ['/docs/index.html duplicate'],
    ['/Docs// duplicate'],
    ['/docs/?view=list duplicate'],
    [],
  ]);
  const titled = { metadata: { ...metadataOf(null), title: 'Another' } };
  expect(visit(add('/docs/?id=2'), titled)).toHaveProperty('page');
  const ownAddress = { metadata: metadataOf(`${site}/docs/?page=2`) };
  expect(visit(add('/docs/?page=2'), ownAddress)).toHaveProperty('page');
  expect(visit(add('/docs/?page=3'), { markdown: other })).toHaveProperty('page');
  const secure = { ...add('/x'), url: 'http://www.example.com/x' };
  expect(visit(add('/x'))).toHaveProperty('page');
  expect(visit(secure)).not.toHaveProperty('page');
});

test('pages that name one address as theirs are copies wherever their links lead, other pictures are other pages', () => {
  const { add, visit } = assessing();
  const metadata = metadataOf(`${site}/topic`);
  const post = (title: string, picture = 'a') => ({
    metadata,
    markdown: `### ${title}\n\n[![Photo](${site}/${picture}.png)](${site}/photos) ${other}`,
  });
  expect(visit(add('/topic'), post(`[Re: gulls](${site}/post?p=1&sid=f00)`))).toHaveProperty('page');
  expect(visit(add('/post?p=1'), post('Re: gulls'))).not.toHaveProperty('page');
  expect(visit(add('/post?p=2'), post(`[Re: gulls](${site}/post?p=1&sid=bad)`))).not.toHaveProperty('page');
  expect(visit(add('/post?p=3'), post('Re: gulls', 'b'))).toHaveProperty('page');
  expect(visit(add('/post?p=4'), post('Re: terns'))).toHaveProperty('page');
});

test('a page that names another as its own is a copy of it, though that one names none', () => {
  const { add, visit } = assessing();
  const markdown = `[About](${site}/about) ${other}`;
  expect(visit(add('/a'), { markdown })).toHaveProperty('page');
  expect(visit(add('/a?x=1'), { markdown, metadata: metadataOf(`${site}/a`) })).not.toHaveProperty('page');
});

test('without such an address, where its links lead is what a page says', () => {
  const { add, visit } = assessing();
  const list = (year: number) => ({ markdown: `[January](${site}/${year}/1) ${other}` });
  expect(visit(add('/list?year=2025'), list(2025))).toHaveProperty('page');
  expect(visit(add('/list?year=2026'), list(2026))).toHaveProperty('page');
});

test('so it is not where a parameter goes on to other pages: that says who visits', () => {
  const { add, visit } = assessing();
  const visitedBy = (n: number, path: string) => {
    const link = `${site}${path}?visitor=${n}`;
    return { markdown: `[Next](${link}) ${other}`, links: [link] };
  };
  expect(visit(add('/a'), visitedBy(1, '/b'))).toHaveProperty('page');
  expect(visit(add('/a?visitor=1'), visitedBy(2, '/b'))).not.toHaveProperty('page');
  expect(visit(add('/b?visitor=2'), visitedBy(3, '/a'))).toHaveProperty('page');
  expect(visit(add('/b?visitor=3'), visitedBy(4, '/a'))).not.toHaveProperty('page');
  expect(visit(add('/c?visitor=1'), visitedBy(2, '/c'))).toHaveProperty('page');
  expect(visit(add('/c?visitor=2'), visitedBy(3, '/c'))).toHaveProperty('page');
});

test('what leads to the page to log in on leads to one page, and links to it are copies', () => {
  const { add, visit } = assessing();
  const login = (path: string) => `${site}/login?next=${encodeURIComponent(path)}`;
  const links = [login('/elsewhere')];
  expect(visit(add('/mine'), { url: login('/mine'), links })).toMatchObject({
    page: { url: `${site}/mine` },
    found: [],
    skipped: ['/login?next=%2Felsewhere duplicate'],
  });
  expect(visit(add('/yours'), { url: login('/yours') })).not.toHaveProperty('page');
  expect(visit(add('/login?lang=de'), { markdown: other })).toHaveProperty('page');
});

test('a start page that leads to another site is left out, and where it leads is told', () => {
  const { add, visit } = assessing();
  const there = 'https://elsewhere.example/';
  const start = add('/', 0);
  expect(visit(start, { url: there })).toEqual({
    dropped: [start.seq],
    found: [],
    skipped: ['/ external'],
    warnings: [`${site}/: leads to another site, ${there}: begin there`],
  });
  expect(visit(add('/a'), { url: there })).not.toHaveProperty('warnings');
});

test('exclude_patterns hold for where redirects lead, but not for the start page', () => {
  const { add, visit } = assessing({ include_patterns: ['/go/*'], exclude_patterns: ['/private/*'] });
  const led = add('/go/1');
  expect(visit(led, { url: `${site}/private/x` })).toEqual({
    dropped: [led.seq],
    found: [],
    skipped: ['/go/1 pattern'],
  });
  expect(visit(add('/go/2'), { url: `${site}/public/x` })).toHaveProperty('page');
  expect(visit(add('/', 0), { url: `${site}/private/start` })).toHaveProperty('page');
});

test('a page is as near as the shortest way to it that is found before it is finished', () => {
  const { add, visit } = assessing();
  const near = add('/near');
  const far = add('/far', 3);
  expect(visit(near, { links: [far.url] })).toMatchObject({ nearer: [{ seq: far.seq, depth: 2 }] });
  const { page, found } = visit(far, { links: [`${site}/behind`] });
  expect(page?.metadata).toMatchObject({ depth: 2, parent_url: near.url });
  expect(found).toEqual(['/behind']);
});

test('a longer way to a page changes nothing', () => {
  const { add, visit } = assessing();
  const near = add('/near');
  expect(visit(add('/far', 3), { links: [near.url, `${site}/far`] })).toMatchObject({ nearer: [] });
  expect(near).toMatchObject({ depth: 1, parentUrl: `${site}/` });
});

test('a page that waits is as near as the address that led to it', () => {
  const { add, visit } = assessing({}, { depth: 2 });
  const [old, waiting] = [add('/old'), add('/new', 2)];
  const { page, found } = visit(old, { url: waiting.url, links: [`${site}/behind`] });
  expect(page).toMatchObject({ url: waiting.url, metadata: { depth: 1, parent_url: `${site}/` } });
  expect(found).toEqual(['/behind']);
});

test('a page that was fetched by a longer way leads on by the shorter one that is found later, too', async () => {
  const { add, visit, frontier } = assessing({}, { depth: 2 });
  const page = { url: `${site}/new`, links: [`${site}/behind`] };
  const far = add('/new', 2);
  await frontier.next();
  expect(visit(far, page)).toMatchObject({ found: [], skipped: ['/behind depth'] });
  const old = add('/old');
  expect(visit(old, page)).toMatchObject({
    dropped: [old.seq],
    found: ['/behind'],
    skipped: ['/old duplicate'],
  });
});

test.each([
  ['by itself', `${site}/far`],
  ['by a redirect', `${site}/moved`],
])('so does one that a link to it is found to later, and what it leads to: %s', async (_, far) => {
  const { add, visit, frontier } = assessing({}, { depth: 4 });
  const near = add('/near');
  const [first, second] = [add('/far', 3), add('/next', 4)];
  for (let n = 0; n < 3; n++) await frontier.next();
  expect(visit(first, { url: far, links: [second.url] })).toMatchObject({ found: [], skipped: [] });
  frontier.settle(first, true);
  const behind = { markdown: other, links: [`${site}/behind`] };
  expect(visit(second, behind)).toMatchObject({ found: [], skipped: ['/behind depth'] });
  frontier.settle(second, true);
  expect(visit(near, { links: [first.url] })).toMatchObject({ found: ['/behind'], skipped: [] });
});

test('a way that is no shorter than that of a page that has come leads to nothing', async () => {
  const { add, visit, frontier } = assessing({}, { depth: 2 });
  const [near, far] = [add('/near'), add('/far', 2)];
  for (let n = 0; n < 2; n++) await frontier.next();
  expect(visit(far, { links: [`${site}/behind`] })).toMatchObject({ skipped: ['/behind depth'] });
  frontier.settle(far, true);
  expect(visit(near, { links: [far.url] })).toMatchObject({ found: [], skipped: [] });
});

test('pages that are not there are told of one by one, however they look', () => {
  const { add, visit } = assessing();
  const gone = { status: 404, metadata: metadataOf(`${site}/`) };
  const pages = ['/a', '/b'].map((path) => visit(add(path), gone).page?.url);
  expect(pages).toEqual([`${site}/a`, `${site}/b`]);
  expect(visit(add('/c'), { metadata: metadataOf(`${site}/`) }).page?.url).toBe(`${site}/c`);
});

test('a page that is no result takes the address with it that it led to', () => {
  const { add, visit } = assessing({}, { mode: 'pattern', url_pattern: '/wanted/*' });
  const [entry, target] = [add('/old'), add('/new')];
  const { dropped, skipped } = visit(entry, { url: target.url });
  expect(dropped).toEqual([entry.seq, target.seq]);
  expect(skipped).toEqual(['/old pattern', '/new pattern']);
});

test('a picture whose address does not tell is no page, unless it is what was asked for', () => {
  const picture = { contentType: 'image/png', markdown: `![](${site}/img)` };
  const { add, visit } = assessing();
  const entry = add('/img');
  const dropped = { dropped: [entry.seq], found: [], skipped: ['/img type'] };
  expect(visit(entry, picture)).toMatchObject(dropped);
  const [led, target] = [add('/logo'), add('/logo-2')];
  expect(visit(led, { ...picture, url: target.url })).toMatchObject({
    dropped: [led.seq, target.seq],
    skipped: ['/logo type', '/logo-2 type'],
  });
  expect(visit(add('/', 0), picture)).toHaveProperty('page');
  const batch = assessing({}, { mode: 'batch', start_url: undefined, urls: [`${site}/img`] });
  expect(batch.visit(batch.add('/img', 0), picture)).toHaveProperty('page');
});

test('a feed is no page, unless it is what was asked for, and its links are followed', () => {
  const feed = { contentType: 'application/rss+xml', links: [`${site}/entry`] };
  const { add, visit } = assessing();
  const entry = add('/post/feed/');
  expect(visit(entry, feed)).toEqual({
    dropped: [entry.seq],
    found: ['/entry'],
    nearer: [],
    skipped: ['/post/feed/ type'],
    unskipped: [],
  });
  expect(visit(add('/', 0), feed)).toHaveProperty('page');
});
