import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { parseMap } from '../contract/map.ts';
import { raceSignal } from '../deadline.ts';
import type { Fetched } from './fetch-page.ts';
import { createMapSite } from './map.ts';
import { createLonePace } from './politeness.ts';
import type { SitemapNews } from './sitemap.ts';

const site = 'https://example.com';

/** Maps a site by its sitemap and by what its start page gives. */
const map = (
  listed: readonly string[],
  page: { url: string; links: readonly string[]; status?: number },
  more: { limit?: number; include_patterns?: string[] } = {},
) => {
  const mapSite = createMapSite({
    politeness: createLonePace(),
    robotsOf: async () => {
      await delay(1);
      return { state: 'absent', allows: () => true, crawlDelayMs: 0, sitemaps: [] };
    },
    readListed: async function* () {
      for (const path of listed)
        yield { kind: 'page', url: site + path, sitemap: `${site}/sitemap.xml` } satisfies SitemapNews;
    },
    fetchPage: async () =>
      ({ kind: 'page', attempts: 1, durationMs: 1, page: { status: 200, ...page } }) as unknown as Fetched,
  });
  return mapSite(parseMap({ url: `${site}/`, ...more }).request, 'ada', new AbortController().signal);
};

test('files are left out of the links of a page, not of what a sitemap lists', async () => {
  const links = ['/three.js', '/photo.jpg', '/File:Photo.jpg'].map((path) => site + path);
  const { links: found } = await map(['/listed.zip'], { url: `${site}/`, links });
  expect(found.map(({ url }) => url.slice(site.length)).sort()).toEqual([
    '/',
    '/File:Photo.jpg',
    '/listed.zip',
    '/three.js',
  ]);
});

test('links to parts of a page are links to the page', async () => {
  const links = ['/a#part', '/a', '/#top'].map((path) => site + path);
  const { links: found } = await map(['/listed#x'], { url: `${site}/`, links });
  expect(found.map(({ url }) => url.slice(site.length)).sort()).toEqual(['/', '/a', '/listed']);
});

test('a start page that leads to another site is told', async () => {
  const there = 'https://elsewhere.example/';
  expect(await map([], { url: there, links: [`${there}a`] })).toEqual({
    links: [],
    warnings: [`${site}/: leads to another site, ${there}: its addresses are left out`],
  });
});

test('a start page that is not there is told, and neither it nor its links are addresses of the site', async () => {
  expect(await map(['/listed'], { url: `${site}/`, links: [`${site}/a`], status: 404 })).toEqual({
    links: [{ url: `${site}/listed`, source: 'sitemap' }],
    warnings: [`${site}/: the site answered with status 404: its addresses are left out`],
  });
});

test('page and sitemap together give no more than the limit', async () => {
  const links = ['/a', '/b'].map((path) => site + path);
  const { links: found, warnings } = await map(['/c', '/d'], { url: `${site}/`, links }, { limit: 1 });
  expect(found).toHaveLength(1);
  expect(warnings).toEqual(['there are more than 1 addresses: limit leaves out the others']);
  expect(await map(['/', '/a', '/b'], { url: `${site}/`, links }, { limit: 3 })).toMatchObject({
    warnings: [],
  });
});

test('that a page alone has more than the limit is told, and not where it has as many', async () => {
  const links = ['/a', '/b', '/b'].map((path) => site + path);
  const { links: found, warnings } = await map([], { url: `${site}/`, links }, { limit: 2 });
  expect(found).toHaveLength(2);
  expect(warnings).toEqual(['there are more than 2 addresses: limit leaves out the others']);
  expect((await map([], { url: `${site}/`, links }, { limit: 3 })).warnings).toEqual([]);
});

test('a pattern that is none is told by its place in the request', async () => {
  await expect(map([], { url: `${site}/`, links: [] }, { include_patterns: ['['] })).rejects.toMatchObject({
    extras: { issues: [{ path: 'include_patterns.0' }] },
  });
});

test('that the time was up is told once, whatever was still to be looked into', async () => {
  const hang = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const mapSite = createMapSite({
    politeness: createLonePace(),
    robotsOf: (_, signal) => hang(signal),
    readListed: async function* (_, signal) {
      yield await hang(signal);
    },
    fetchPage: (_job, _entry, signal) => hang(signal),
  });
  const { request } = parseMap({ url: `${site}/`, timeout_ms: 1000 });
  expect(await mapSite(request, 'ada', new AbortController().signal)).toEqual({
    links: [],
    warnings: ['the time was up before everything was looked into'],
  });
});

test('hosts that do not answer hold up no others', async () => {
  const silent = Array.from({ length: 20 }, (_, each) => `https://silent-${each}.example/`);
  const allAsked = Promise.withResolvers<void>();
  let asked = 0;
  const mapSite = createMapSite({
    politeness: createLonePace(),
    robotsOf: async (url, signal) => {
      if (url.includes('silent')) {
        asked += 1;
        if (asked === silent.length) allAsked.resolve();
        await raceSignal(allAsked.promise, signal);
      }
      return { state: 'absent', allows: () => true, crawlDelayMs: 0, sitemaps: [] };
    },
    // biome-ignore lint/correctness/useYield: there are none
    readListed: async function* () {
      await delay(1);
    },
    fetchPage: async () =>
      ({
        kind: 'page',
        page: { status: 200, url: `${site}/`, links: [...silent, `${site}/a`] },
      }) as unknown as Fetched,
  });
  const { request } = parseMap({ url: `${site}/`, follow_external: true, timeout_ms: 10_000 });
  const { links, warnings } = await mapSite(request, 'ada', new AbortController().signal);
  expect(links).toHaveLength(22);
  expect(warnings).toEqual([]);
});

test('a Crawl-delay is kept between the requests of a map, and told where it takes the time', async () => {
  const asked: number[] = [];
  const delays = { state: 'found', allows: () => true, crawlDelayMs: 800, sitemaps: [] } as const;
  const robotsOf = async () => delays;
  const politeness = createLonePace();
  const ask = async () => {
    asked.push(performance.now());
    return {};
  };
  const mapSite = createMapSite({
    politeness,
    robotsOf,
    readListed: async function* (place, _signal, manners) {
      for (const path of ['a', 'b', 'c']) {
        await manners?.atPace?.(place, ask);
        yield { kind: 'page', url: `${site}/${path}`, sitemap: place };
      }
    },
    fetchPage: async ({ id }, { url }, signal) => {
      const of = { jobId: id, delayMs: delays.crawlDelayMs, isRepeat: false, isWanted: () => true };
      const turn = await politeness.turn(new URL(url).host, of, signal);
      await ask();
      await turn?.done({ inTrouble: false, restMs: 0 });
      return { kind: 'page', page: { status: 200, url, links: [] } } as unknown as Fetched;
    },
  });
  const { request } = parseMap({ url: `${site}/`, timeout_ms: 2000 });
  const { links, warnings } = await mapSite(request, 'ada', new AbortController().signal);
  expect(links.map(({ url }) => url)).toEqual([`${site}/`, `${site}/a`, `${site}/b`]);
  expect(asked.slice(1).map((at, index) => at - (asked[index] ?? 0) >= 790)).toEqual([true, true]);
  expect(warnings).toEqual([
    'the time was up before everything was looked into: the robots.txt of example.com asks for 0.8 s between two requests',
  ]);
});
