import { expect, test } from 'vitest';
import { snapshotOf, visitedOf } from '../../test/support/snapshot.ts';
import type { Visit } from '../browser/visit.ts';
import { parseExtract } from '../contract/extract.ts';
import type { Findings } from '../extract/evidence/finding.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { createCache } from './cache.ts';
import { createExtract } from './extract.ts';
import { createObtain } from './obtain.ts';
import { createOwnerSlots } from './owner-slots.ts';
import { createRetry } from './retry.ts';
import { createThreadSlots } from './thread-slots.ts';

const found: Findings = { data: {}, fields: {}, confidence: 0, warnings: [] };
const visit: Visit = async ({ url }) =>
  visitedOf(snapshotOf('<title>Gannets</title><p>Gannets dive.</p>', url));

test('searches of one owner leave threads to others', async () => {
  const metrics = createMetrics();
  const searching: { readonly url: string; readonly end: () => void }[] = [];
  const extract = createExtract({
    obtain: createObtain({ visit, retry: createRetry({ log: createLog('silent'), metrics }) }),
    extractor: {
      extract: ({ url }) => new Promise((resolve) => searching.push({ url, end: () => resolve(found) })),
    },
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
    const { request } = parseExtract({ url: `https://example.com/${path}`, selectors: { it: 'h1' } });
    return extract(request, { kind: 'key', owner, keyId: owner, scopes: [], tier: 'free' }, signal);
  };
  const asked = [ask('greedy', '1'), ask('greedy', '2'), ask('modest', '3')];
  await expect.poll(() => searching.map(({ url }) => url.slice(-1))).toEqual(['1', '3']);
  for (const { end } of searching) end();
  await expect.poll(() => searching.length).toBe(3);
  searching[2]?.end();
  await Promise.all(asked);
});
