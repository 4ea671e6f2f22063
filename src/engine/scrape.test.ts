import { expect, test } from 'vitest';
import { snapshotOf, visitedOf } from '../../test/support/snapshot.ts';
import type { Visit } from '../browser/visit.ts';
import { parseScrape } from '../contract/scrape.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import type { Renderer } from '../output/render.ts';
import { createCache } from './cache.ts';
import { createObtain } from './obtain.ts';
import { createOwnerSlots } from './owner-slots.ts';
import { createRetry } from './retry.ts';
import { createScrape } from './scrape.ts';
import { createThreadSlots } from './thread-slots.ts';

const visit: Visit = async ({ url }) => visitedOf(snapshotOf('', url));

test('conversions of one owner leave threads to others', async () => {
  const metrics = createMetrics();
  const converting: { readonly url: string; readonly end: () => void }[] = [];
  const render = ({ url }: { url: string }) =>
    new Promise((resolve) =>
      converting.push({ url, end: () => resolve({ data: { markdown: '' }, metadata: {}, warnings: [] }) }),
    );
  const scrape = createScrape({
    obtain: createObtain({ visit, retry: createRetry({ log: createLog('silent'), metrics }) }),
    renderer: { render } as unknown as Renderer,
    cache: createCache({ maxBytes: 0, bytesOf: () => 1, keeps: () => true, metrics }),
    planner: {
      planFor: () => () => ({ from: 'response', scripts: false }),
      timersMatter: () => false,
      framesOf: () => 'first',
      sightsMatter: () => true,
      learn: () => undefined,
    },
    ownerSlots: createOwnerSlots({ share: 10, line: 10 }),
    threadSlots: createThreadSlots({ share: 1, slow: 1, line: 10 }),
    metrics,
  });
  const { signal } = new AbortController();
  const ask = (owner: string, path: string) => {
    const { request } = parseScrape({ url: `https://example.com/${path}` });
    return scrape(request, { kind: 'key', owner, keyId: owner, scopes: [], tier: 'free' }, signal);
  };
  const asked = [ask('greedy', '1'), ask('greedy', '2'), ask('modest', '3')];
  await expect.poll(() => converting.map(({ url }) => url.slice(-1))).toEqual(['1', '3']);
  for (const { end } of converting) end();
  await expect.poll(() => converting.length).toBe(3);
  converting[2]?.end();
  await Promise.all(asked);
});
