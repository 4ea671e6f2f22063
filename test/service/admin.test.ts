import { afterAll, beforeAll, expect, test } from 'vitest';
import { startReceiver } from '../support/receiver.ts';
import { type Service, startService, testKey } from '../support/service.ts';
import { html, type Site, startSite } from '../support/site.ts';

const operatorKey = `svc_live_${'d'.repeat(64)}`;
const adminKey = `svc_live_${'e'.repeat(64)}`;
const otherKey = `svc_live_${'f'.repeat(64)}`;

let site: Site;
let service: Service;
beforeAll(async () => {
  site = await startSite({ '/': html('Page', `<h1>Page</h1><p>${'Gannets dive. '.repeat(40)}</p>`) });
  service = await startService({
    GANNET_API_KEYS: `tester:${testKey} operator:${operatorKey}:* admin:${adminKey}:admin other:${otherKey}`,
  });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const call = async (
  path: string,
  { key = operatorKey, method = 'GET', body }: { key?: string; method?: string; body?: unknown } = {},
) => {
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
};

test('a key is made, works, is listed without its secret, and ends', async () => {
  const { status, body: made } = await call('/v1/keys', {
    method: 'POST',
    body: { owner: 'carol', name: 'for a test', scopes: ['crawl:read'], tier: 'pro', color: 'red' },
  });
  expect(status).toBe(200);
  expect(made).toMatchObject({ owner: 'carol', name: 'for a test', scopes: ['crawl:read'], tier: 'pro' });
  expect(made.warnings).toEqual(['unknown field color']);
  expect((await call('/v1/crawl', { key: made.key })).status).toBe(200);
  const { body: list } = await call('/v1/keys', { key: adminKey });
  expect(list.keys.find(({ id }: { id: string }) => id === made.id)).toMatchObject({ revoked_at: null });
  expect(JSON.stringify(list)).not.toContain(made.key);
  const ended = await call(`/v1/keys/${made.id}`, { method: 'DELETE' });
  expect([ended.status, ended.body.revoked_at]).toEqual([200, expect.stringMatching(/Z$/)]);
  expect((await call('/v1/crawl', { key: made.key })).status).toBe(401);
});

test('the list of keys is given in parts, as other lists are', async () => {
  for (const name of ['one', 'two', 'three'])
    await call('/v1/keys', { method: 'POST', body: { name, owner: 'lister' } });
  const namesOf = async (query: string) => {
    const { count, keys } = (await call(`/v1/keys${query}`)).body;
    return [count, ...keys.map(({ name }: { name: string }) => name)];
  };
  expect(await namesOf('?limit=2')).toEqual([2, 'three', 'two']);
  expect(await namesOf('?limit=1&offset=2')).toEqual([1, 'one']);
  expect(await call('/v1/keys?limit=0')).toMatchObject({
    status: 400,
    body: { detail: { error: 'invalid_request', issues: [{ path: 'limit' }] } },
  });
});

test.each(['/v1/keys', '/v1/payments', '/v1/webhooks/logs'])(
  'what a query asks in vain is told: %s',
  async (path) => {
    const { status, body } = await call(`${path}?limt=1&limit=1&limit=2`);
    expect(status).toBe(200);
    expect(body.warnings).toEqual([
      'limit is given more than once: the last one counts',
      'unknown field limt, did you mean limit?',
    ]);
    expect((await call(`${path}?limit=1`)).body).not.toHaveProperty('warnings');
  },
);

test('a key is the caller’s own unless it is told otherwise', async () => {
  expect((await call('/v1/keys', { method: 'POST', body: {} })).body).toMatchObject({
    owner: 'operator',
    scopes: ['scrape:read'],
    expires_at: null,
  });
});

test.each([
  [{ owner: 'a b' }, 'owner'],
  [{ owner: '\ud800' }, 'owner'],
  [{ owner: 'ada\u202e' }, 'owner'],
  [{ owner: 'a\u200bda' }, 'owner'],
  [{ name: '\udc00' }, 'name'],
  [{ scopes: ['root'] }, 'scopes.0'],
  [{ scopes: [] }, 'scopes'],
  [{ tier: 'gold' }, 'tier'],
  [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
  [{ expires_at: 'soon' }, 'expires_at'],
  [{ expires_at: '9999-12-31T23:59:59-14:00' }, 'expires_at'],
])('no key is made of %j', async (body, path) => {
  const answer = await call('/v1/keys', { method: 'POST', body });
  expect([answer.status, answer.body.detail.error]).toEqual([400, 'invalid_request']);
  expect(answer.body.detail.issues[0].path).toBe(path);
});

test.each([
  ['GET', '/v1/keys'],
  ['POST', '/v1/keys'],
  ['DELETE', '/v1/keys/019a5a3e-7d6b-7c11-9c5e-0f5d3a1b2c4d'],
  ['GET', '/v1/usage/all'],
  ['GET', '/v1/payments'],
  ['GET', '/v1/system'],
])('%s %s is the operator’s', async (method, path) => {
  const { status, body } = await call(path, { key: testKey, method });
  expect([status, body.detail.error]).toEqual([403, 'insufficient_scope']);
  const none = await fetch(`${service.url}${path}`, { method });
  expect(none.status).toBe(401);
});

test('the scope admin opens what is the operator’s and nothing else but its own usage', async () => {
  expect((await call('/v1/system', { key: adminKey })).status).toBe(200);
  expect(await call('/v1/usage', { key: adminKey })).toMatchObject({ status: 200, body: { owner: 'admin' } });
  expect((await call('/v1/crawl', { key: adminKey })).status).toBe(403);
});

test('an unknown key cannot be ended', async () => {
  for (const id of ['019a5a3e-7d6b-7c11-9c5e-0f5d3a1b2c4d', 'x'])
    expect((await call(`/v1/keys/${id}`, { method: 'DELETE' })).body.detail.error).toBe('not_found');
});

test('usage tells an owner of itself, and the operator of all', async () => {
  const scrape = { url: `${site.origin}/` };
  for (const _ of [1, 2]) expect((await service.scrape(scrape)).status).toBe(200);
  expect((await service.scrape({ url: 'http://127.0.0.1:1/' })).status).toBe(400);
  const { body } = await call('/v1/usage', { key: testKey });
  expect(body.totals).toMatchObject({ requests: expect.any(Number), pages: 2, cached: 1 });
  expect(body.outcomes).toEqual({ ok: 2, connection_failed: 1 });
  expect(body.endpoints).toContainEqual(
    expect.objectContaining({ endpoint: 'scrape', requests: 3, errors: 1 }),
  );
  expect((await call('/v1/usage', { key: otherKey })).body).toMatchObject({ owner: 'other', outcomes: {} });
  const { body: all } = await call('/v1/usage/all');
  expect(all).toMatchObject({ owner: null, payments: [], outcomes: { ok: 2, connection_failed: 1 } });
  expect((await call('/v1/payments?state=settled')).body).toEqual({ count: 0, payments: [] });
  expect((await call('/v1/payments?state=lost')).status).toBe(400);
});

test('the timings of an answer follow one another', async () => {
  const { body } = await service.scrape({ url: `${site.origin}/`, bypass_cache: true });
  const { timings } = body.metadata;
  expect(timings.map(({ phase }: { phase: string }) => phase)).toEqual([
    'turn',
    'tab',
    'load',
    'wait',
    'read',
    'output',
  ]);
  let at = 0;
  for (const { start_ms, end_ms } of timings) {
    expect(start_ms).toBe(at);
    expect(end_ms).toBeGreaterThanOrEqual(start_ms);
    at = end_ms;
  }
  expect(at).toBeGreaterThan(0);
  expect(at).toBeLessThanOrEqual(body.execution_time_ms + 1);
});

test('the system record tells how the process is', async () => {
  const { body } = await call('/v1/system');
  expect(body).toMatchObject({
    node: process.versions.node,
    browsers: [{ version: expect.stringContaining('/'), contexts: expect.any(Number) }],
    browser_launches: { start: 1 },
    store: { kind: 'embedded', version: expect.stringMatching(/^\d+/), schema_version: expect.any(Number) },
    proxies: { enabled: false },
  });
  expect(body.store.size_bytes).toBeGreaterThan(1e6);
});

test('a delivery shows what is sent to its owner only', async () => {
  await using receiver = await startReceiver((response) => response.writeHead(200).end('ok'));
  const { body } = await service.post('/v1/webhooks/test', {
    url: receiver.url,
    secret: 's',
    data: { a: 1 },
  });
  const path = `/v1/webhooks/logs/${body.delivery.delivery_id}`;
  const { body: detail } = await call(path, { key: testKey });
  expect(detail).toMatchObject({ status: 'delivered', request_body: receiver.received[0]?.body });
  expect((await call(path, { key: otherKey })).status).toBe(404);
  expect((await call('/v1/webhooks/logs/x', { key: testKey })).status).toBe(404);
});
