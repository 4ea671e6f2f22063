import { expect, test } from 'vitest';
import { eventually, startService, testKey } from '../support/service.ts';
import { html, startSite } from '../support/site.ts';

const otherKey = `svc_live_${'9876543210fedcba'.repeat(4)}`;
const text = 'Gannets dive from thirty metres and enter the sea like arrows. '.repeat(6);

test('a caller who asks for more than there is does not keep others waiting', async () => {
  await using site = await startSite({ '/hang': () => undefined, '/page': html('Page', `<p>${text}</p>`) });
  await using service = await startService({
    GANNET_API_KEYS: `greedy:${testKey} modest:${otherKey}`,
    GANNET_MAX_PAGES: '1',
    GANNET_MAX_VISITS: '4',
    GANNET_GRACE_MS: '100',
  });
  const leaving = new AbortController();
  const greedy = Array.from({ length: 20 }, (_, index) =>
    fetch(`${service.url}/v1/scrape`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${site.origin}/hang?${index}`, timeout_ms: 60_000 }),
      signal: leaving.signal,
    }).catch((error: Error) => error.name),
  );
  const waiting = async () =>
    ((await (await fetch(`${service.url}/health`)).json()) as { queue_depth: number }).queue_depth;
  // Three of the four visits, and the rest in a line of its own.
  await eventually(async () => (await waiting()) === 17 && site.countOf('/hang') === 3);
  const modest = await service.post(
    '/v1/scrape',
    { url: `${site.origin}/page`, timeout_ms: 20_000 },
    { authorization: `Bearer ${otherKey}` },
  );
  expect(modest.status).toBe(200);
  expect(site.countOf('/hang')).toBe(3);
  leaving.abort();
  expect(new Set(await Promise.all(greedy))).toEqual(new Set(['AbortError']));
  await eventually(async () => (await waiting()) === 0);
});

test('a caller whose pages take long to show does not keep others from being shown', async () => {
  await using site = await startSite({ '/page': html('Page', `<p>${text}</p>`) });
  await using service = await startService({
    GANNET_API_KEYS: `greedy:${testKey} modest:${otherKey}`,
    GANNET_MAX_PAGES: '4',
    GANNET_MAX_VISITS: '16',
    GANNET_GRACE_MS: '100',
  });
  const leaving = new AbortController();
  const greedy = Array.from({ length: 12 }, (_, index) =>
    fetch(`${service.url}/v1/scrape`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        url: `${site.origin}/page?${index}`,
        actions: [{ type: 'wait', ms: 100_000 }],
        timeout_ms: 120_000,
      }),
      signal: leaving.signal,
    }).catch((error: Error) => error.name),
  );
  await eventually(async () => site.countOf('/page') === 12);
  const modest = await service.post(
    '/v1/scrape',
    { url: `${site.origin}/page`, output: 'screenshot', timeout_ms: 60_000 },
    { authorization: `Bearer ${otherKey}` },
  );
  expect(modest.status).toBe(200);
  leaving.abort();
  expect(new Set(await Promise.all(greedy))).toEqual(new Set(['AbortError']));
});
