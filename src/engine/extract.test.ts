import { expect, test } from 'vitest';
import { engineParts } from '../../test/support/engine.ts';
import { snapshotOf, visitedOf } from '../../test/support/snapshot.ts';
import type { Visit } from '../browser/visit.ts';
import { type Extracted, parseExtract } from '../contract/extract.ts';
import type { Findings } from '../extract/evidence/finding.ts';
import { createExtract } from './extract.ts';

const found: Findings = { data: {}, fields: {}, confidence: 0, warnings: [] };
const visit: Visit = async ({ url }) =>
  visitedOf(snapshotOf('<title>Gannets</title><p>Gannets dive.</p>', url));

test('searches of one owner leave threads to others', async () => {
  const searching: { readonly url: string; readonly end: () => void }[] = [];
  const extract = createExtract({
    ...engineParts<Extracted>(visit),
    extractor: {
      extract: ({ url }) => new Promise((resolve) => searching.push({ url, end: () => resolve(found) })),
    },
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
