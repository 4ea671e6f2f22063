import { expect, test } from 'vitest';
import { createManners } from './manners.ts';
import type { HostAnswer } from './politeness.ts';
import type { Obtained } from './sitemap.ts';

const { signal } = new AbortController();
const url = 'https://example.com/sitemap.xml';

/** What a host under a Crawl-delay is told by an answer. */
const toldBy = async (ask: () => Promise<Obtained>, crawlDelayMs = 1000) => {
  const told: HostAnswer[] = [];
  const { atPace } = createManners(
    {
      robotsOf: async () => ({ state: 'found', allows: () => true, crawlDelayMs, sitemaps: [] }),
      politeness: {
        turn: async () => ({
          done: async (answer) => {
            told.push(answer);
            return 0;
          },
        }),
      },
    },
    { jobId: 'one', isRespected: true, signal },
  );
  await atPace(url, ask).catch(() => undefined);
  return told;
};

test.each([
  ['a sitemap', {}, { inTrouble: false, restMs: 0 }],
  ['an error that passes', { inTrouble: true, restMs: 2000 }, { inTrouble: true, restMs: 2000 }],
  ['no answer in time', { inTrouble: true }, { inTrouble: true, restMs: 0 }],
] as const)('a host under a Crawl-delay is told by %s how it is', async (_, obtained, told) => {
  expect(await toldBy(async () => obtained)).toEqual([told]);
});

test('a turn is given back where the asking ends with an error, and none is taken without a delay', async () => {
  expect(await toldBy(() => Promise.reject(new Error('canceled')))).toHaveLength(1);
  expect(await toldBy(async () => ({}), 0)).toEqual([]);
});

test('a sitemap that robots.txt forbids is not asked for, unless it is named there', async () => {
  const refusalOf = (isRespected: boolean, state: 'found' | 'unreachable' = 'found') =>
    createManners(
      {
        robotsOf: async () => ({
          state,
          allows: (url) => state === 'found' && !url.includes('/private/'),
          crawlDelayMs: 0,
          sitemaps: ['https://example.com/private/named.xml'],
        }),
        politeness: { turn: async () => undefined },
      },
      { jobId: 'one', isRespected, signal },
    ).refusalOf;
  const forbidden = 'https://example.com/private/map.xml';
  expect(await refusalOf(true)(forbidden)).toBe('robots.txt forbids it.');
  expect(await refusalOf(false)(forbidden)).toBeUndefined();
  expect(await refusalOf(true)('https://example.com/private/named.xml')).toBeUndefined();
  expect(await refusalOf(true)('https://example.com/map.xml')).toBeUndefined();
  expect(await refusalOf(true, 'unreachable')(forbidden)).toBeUndefined();
});
