import { expect, test } from 'vitest';
import { parseCrawl } from '../contract/crawl.ts';
import { createFrontier } from './frontier.ts';
import { createIntake } from './intake.ts';
import { createScope } from './scope.ts';

const site = 'https://a.test';

const intakeOf = () => {
  const { request } = parseCrawl({ start_url: `${site}/`, options: { exclude_patterns: ['/no/*'] } });
  const scope = createScope(request);
  const start = { queued: [], known: [], lastSeq: 0, lastResultNo: 0 };
  const limits = { maxPages: 10, isExclusive: () => false, isWanted: () => true };
  const frontier = createFrontier(start, limits, new AbortController().signal);
  return createIntake({ scope, frontier, ledger: [], isListed: false });
};

test('a route is a page of its own', () => {
  const { offer } = intakeOf();
  const start = { url: `${site}/#/route`, depth: 0, parentUrl: null, isStart: true } as const;
  const links = ['/a', '/a', '/a#/route', '/no/b'].map((path) => ({
    url: site + path,
    depth: 1,
    parentUrl: `${site}/`,
  }));
  const { found, skipped } = offer([start, ...links]);
  expect(found.map(({ url }) => url)).toEqual([`${site}/#/route`, `${site}/a`, `${site}/a#/route`]);
  expect(skipped.map(({ url }) => url)).toEqual([`${site}/no/b`]);
});

test('what a calendar has too many of is fetched where an index lists it', () => {
  const { offer } = intakeOf();
  const linkTo = (path: string, from: string) => ({ url: site + path, depth: 1, parentUrl: site + from });
  const days = Array.from({ length: 70 }, (_, n) =>
    linkTo(`/day/2026/${1 + (n % 12)}/${1 + (n % 28)}?n=${n}`, '/day/2026/1'),
  );
  const { found, skipped } = offer(days);
  expect([found.length, skipped.length, skipped[0]?.reason]).toEqual([60, 10, 'trap']);
  const listed = offer(skipped.map(({ url }) => ({ url, depth: 1, parentUrl: `${site}/all` })));
  expect([listed.found.length, listed.unskipped.length, listed.skipped.length]).toEqual([10, 10, 0]);
});

test('a page is one wherever it leads on to', () => {
  const { offer } = intakeOf();
  const linksTo = (...paths: string[]) =>
    paths.map((path) => ({ url: site + path, depth: 1, parentUrl: `${site}/` }));
  const { found, skipped } = offer(
    linksTo('/login', '/login?return_to=%2Fa', '/go?next=/a', '/go?next=/b', '/login?lang=de&next=/a'),
  );
  expect(found.map(({ url }) => url.slice(site.length))).toEqual([
    '/login',
    '/go?next=/a',
    '/go?next=/b',
    '/login?lang=de&next=/a',
  ]);
  expect(skipped).toMatchObject([{ url: `${site}/login?return_to=%2Fa`, reason: 'duplicate' }]);
});
