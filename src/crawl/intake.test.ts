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

test('links to parts of a page are links to the page; an address that was asked for stays as it is', () => {
  const { offer } = intakeOf();
  const start = { url: `${site}/#/route`, depth: 0, parentUrl: null, isStart: true } as const;
  const links = ['/a#part', '/a', '/no/b#part'].map((path) => ({
    url: site + path,
    depth: 1,
    parentUrl: `${site}/`,
  }));
  const { found, skipped } = offer([start, ...links]);
  expect(found.map(({ url }) => url)).toEqual([`${site}/#/route`, `${site}/a`]);
  expect(skipped.map(({ url }) => url)).toEqual([`${site}/no/b`]);
});
