import { describe, expect, test } from 'vitest';
import { parseCrawl } from '../contract/crawl.ts';
import { createDiscover } from './discover.ts';
import { createFrontier } from './frontier.ts';
import { createIntake } from './intake.ts';
import { createReadListed } from './listed.ts';
import { createScope } from './scope.ts';
import type { SitemapNews } from './sitemap.ts';

const site = 'https://example.com';
const { signal } = new AbortController();

/** What is found and what is left out of a sitemap with more forbidden pages than a job of ten would take in. */
const discover = async (options: Record<string, unknown> = {}) => {
  const { request } = parseCrawl({ mode: 'sitemap', start_url: site, max_pages: 10, options });
  const scope = createScope(request);
  const limits = { maxPages: 10, isExclusive: () => false, isWanted: scope.isWanted };
  const start = { queued: [], known: [], lastSeq: 0, lastResultNo: 0 };
  const frontier = createFrontier(start, limits, signal);
  const intake = createIntake({ scope, frontier, ledger: [], isListed: false });
  const paths = [...Array(900).keys()].map((n) => `/private/${n}`);
  const hosts = new Set<string>();
  const begin = createDiscover({
    robotsOf: async (url) => {
      hosts.add(new URL(url).host);
      return {
        state: 'found',
        allows: (address) => !address.includes('/private/'),
        crawlDelayMs: 0,
        sitemaps: [],
      };
    },
    readListed: async function* () {
      for (const url of [
        ...paths.map((path) => site + path),
        'https://elsewhere.example/',
        `${site}/pub/1#part`,
      ])
        yield { kind: 'page', url, sitemap: `${site}/sitemap.xml` } satisfies SitemapNews;
    },
    politeness: { turn: () => Promise.reject(new Error('no delay')) },
  });
  const found: string[] = [];
  const skipped: string[] = [];
  const offer: Parameters<typeof begin>[1] = async (candidates) => {
    const taken = intake.offer(candidates);
    found.push(...taken.found.map(({ url }) => url));
    skipped.push(...taken.skipped.map(({ reason }) => reason));
    return !frontier.isFull();
  };
  await begin({ id: 'one', request }, offer, signal, () => undefined);
  return { found, skipped, hosts: [...hosts] };
};

test('what robots.txt forbids does not take the place of what it allows', async () => {
  const { found, skipped, hosts } = await discover();
  expect(found).toEqual([`${site}/pub/1`]);
  expect(skipped.filter((reason) => reason === 'robots')).toHaveLength(900);
  expect(hosts).toEqual(['example.com']);
});

test('where robots.txt is not obeyed, it leaves nothing out', async () => {
  const { found, skipped } = await discover({ respect_robots_txt: false });
  expect(found[0]).toBe(`${site}/private/0`);
  expect(skipped).not.toContain('robots');
});

describe('the sitemaps of a site', () => {
  const usual = `${site}/sitemap.xml`;
  const problemOf = (url: string) =>
    ({ kind: 'problem', url, message: 'It did not come.', isAbsent: !url.includes('late') }) as const;

  /** What is told of a site whose robots.txt names some sitemaps. @param listed the pages of each that is there. */
  const listedBy = async (place: string, named: readonly string[], listed: Record<string, string>) => {
    const readListed = createReadListed({
      robotsOf: async () => ({ state: 'found', allows: () => true, crawlDelayMs: 0, sitemaps: named }),
      readSitemaps: async function* (starts) {
        for (const url of starts)
          yield listed[url] === undefined ? problemOf(url) : { kind: 'page', url: listed[url], sitemap: url };
      },
    });
    const told: string[] = [];
    for await (const { kind, url } of readListed(place, signal, {})) told.push(`${kind} ${url}`);
    return told;
  };

  test.each([
    ['named', [`${site}/map.xml`], [`page ${site}/named`]],
    ['none named', [], [`page ${site}/usual`]],
    ['gone', [`${site}/gone.xml`], [`problem ${site}/gone.xml`, `page ${site}/usual`]],
    [
      'of another site',
      ['https://copy.example/map.xml'],
      ['page https://copy.example/', `page ${site}/usual`],
    ],
  ])('%s', async (_, named, told) => {
    const listed = {
      [usual]: `${site}/usual`,
      [`${site}/map.xml`]: `${site}/named`,
      'https://copy.example/map.xml': 'https://copy.example/',
    };
    expect(await listedBy(`${site}/`, named, listed)).toEqual(told);
  });

  test('those that generators write elsewhere are looked for where there is none at the usual place', async () => {
    const others = { [`${site}/sitemap-index.xml`]: `${site}/a`, [`${site}/wp-sitemap.xml`]: `${site}/b` };
    expect(await listedBy(`${site}/`, [], others)).toEqual([`page ${site}/a`]);
    expect(await listedBy(`${site}/`, [`${site}/late.xml`], others)).toEqual([
      `problem ${site}/late.xml`,
      `page ${site}/a`,
    ]);
    // A server that does not answer is not asked for more.
    const late = 'https://late.example/sitemap.xml';
    expect(await listedBy('https://late.example/', [], others)).toEqual([`problem ${late}`]);
  });

  test('that there is none at the usual place is told where no other is named', async () => {
    expect(await listedBy(`${site}/`, [`${site}/gone.xml`], {})).toEqual([`problem ${site}/gone.xml`]);
    expect(await listedBy(`${site}/`, [], {})).toEqual([`problem ${usual}`]);
    expect(await listedBy(`${site}/own.xml`, [], { [usual]: site })).toEqual([`problem ${site}/own.xml`]);
  });
});
