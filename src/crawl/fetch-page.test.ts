import { expect, test } from 'vitest';
import { parseCrawl } from '../contract/crawl.ts';
import { createFetchPage } from './fetch-page.ts';
import type { Robots } from './robots.ts';

const rules: Robots = { state: 'found', allows: () => true, crawlDelayMs: 0, sitemaps: [] };
const { options } = parseCrawl({ start_url: 'https://a.test/' }).request;
const job = { id: 'one', owner: 'ada', startUrl: 'https://a.test/', options };

/** A page that redirects to another host, which has such a robots.txt. */
const redirected = (there: Partial<Robots>) => {
  const fetchPage = createFetchPage({
    robotsOf: async (url) => (new URL(url).host === 'a.test' ? rules : { ...rules, ...there }),
    attempt: async (request) => {
      await request.mayFollow?.('https://b.test/x');
      return { got: { kind: 'failure', error: 'redirect_forbidden: So.' }, again: false, restMs: 0 };
    },
  });
  return fetchPage(job, { url: 'https://a.test/x' }, new AbortController().signal);
};

test.each([
  [
    'is deserted',
    { isDeserted: true, state: 'unreachable' },
    'connection_failed: b.test could not be reached.',
  ],
  [
    'has no robots.txt that can be read',
    { state: 'unreachable' },
    expect.stringMatching(/^robots_unreachable: /),
  ],
] as const)('a page that leads to a host that %s was asked for once', async (_, there, error) => {
  expect(await redirected(there)).toMatchObject({ kind: 'failure', error, attempts: 1 });
});

test('a page that leads to where robots.txt allows nothing is left out', async () => {
  expect(await redirected({ allows: () => false })).toEqual({ kind: 'forbidden' });
});

test('a page of a host that is deserted was not asked for', async () => {
  const fetchPage = createFetchPage({
    robotsOf: async () => ({ ...rules, isDeserted: true }),
    attempt: () => Promise.reject(new Error('asked for')),
  });
  const fetched = await fetchPage(job, { url: 'https://a.test/x' }, new AbortController().signal);
  expect(fetched).toMatchObject({ kind: 'failure', attempts: 0 });
});
