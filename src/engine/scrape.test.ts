import { expect, test } from 'vitest';
import { engineParts } from '../../test/support/engine.ts';
import { snapshotOf, visitedOf } from '../../test/support/snapshot.ts';
import type { Visit } from '../browser/visit.ts';
import { parseScrape, type Scraped } from '../contract/scrape.ts';
import type { Renderer } from '../output/render.ts';
import { createScrape } from './scrape.ts';

const visit: Visit = async ({ url }) => visitedOf(snapshotOf('', url));

test('conversions of one owner leave threads to others', async () => {
  const converting: { readonly url: string; readonly end: () => void }[] = [];
  const render = ({ url }: { url: string }) =>
    new Promise((resolve) =>
      converting.push({ url, end: () => resolve({ data: { markdown: '' }, metadata: {}, warnings: [] }) }),
    );
  const scrape = createScrape({
    ...engineParts<Scraped>(visit),
    renderer: { render } as unknown as Renderer,
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
