import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, type Service, startService, testKey } from '../support/service.ts';
import { html, type Site, startSite } from '../support/site.ts';

let site: Site;
let service: Service;
beforeAll(async () => {
  site = await startSite({
    '/page': html('Page', `<h1>Page</h1><p>${'Gannets dive from thirty metres. '.repeat(20)}</p>`),
  });
  service = await startService({ GANNET_LOG: 'trace', GANNET_PROXIES: '' });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const get = async (path: string) => {
  const response = await fetch(`${service.url}${path}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('x-request-id')).toBeTruthy();
  return response;
};

test('/health is the health record', async () => {
  const health = await (await get('/health')).json();
  expect(health).toMatchObject({ status: 'ok', browser_active: true, x402_enabled: false });
  expect(health.browser_contexts).toEqual(expect.any(Number));
  expect(health.uptime_seconds).toBeGreaterThan(0);
  expect((await get('/livez')).status).toBe(200);
  expect((await get('/readyz')).status).toBe(200);
});

test('/v1/pricing is the pricing record', async () => {
  expect(await (await get('/v1/pricing')).json()).toEqual({
    x402_enabled: false,
    price_usd: '0.005',
    token_address: '',
    network: '',
    pay_to: '',
    facilitator: '',
    payment_header: 'X-PAYMENT',
  });
});

test('/v1/proxy/status shows no host and no credential', async () => {
  expect(await (await get('/v1/proxy/status')).json()).toMatchObject({
    enabled: false,
    total: 0,
    healthy: 0,
    proxies: [],
  });
  const withProxies = await startService({
    GANNET_PROXIES: 'http://alice:sesame@proxy.test:3128,socks5://other.test:1080',
  });
  try {
    const response = await fetch(`${withProxies.url}/v1/proxy/status`);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({
      enabled: true,
      total: 2,
      healthy: 2,
      proxies: [
        { scheme: 'http', state: 'healthy', successes: 0, failures: 0, success_rate: null },
        { scheme: 'socks5', state: 'healthy' },
      ],
    });
    expect(text).not.toMatch(/alice|sesame|\.test/);
  } finally {
    await withProxies[Symbol.asyncDispose]();
  }
});

test('/metrics counts scrapes for Prometheus', async () => {
  await service.scrape({ url: `${site.origin}/page` });
  await service.scrape({ url: `${site.origin}/page` });
  const text = await (await get('/metrics')).text();
  expect(text).toContain('gannet_scrapes_total{output="markdown",outcome="ok"} 2');
  expect(text).toContain('gannet_cache_total{result="hit"} 1');
  expect(text).toMatch(/gannet_egress_connections_total\{outcome="ok"\} [1-9]/);
  expect(text).toContain('gannet_browser_launches_total{cause="start"} 1');
});

test('no secret is ever logged', async () => {
  const secret = 'Sesame-Open-77';
  await service.scrape({ url: site.origin.replace('//', `//user:${secret}@`) });
  await service.scrape({
    url: `${site.origin}/page`,
    proxy_url: `http://user:${secret}@127.0.0.1:9`,
    retry: false,
  });
  await service.post('/v1/scrape', {}, { authorization: `Bearer ${testKey.replace('0', 'f')}` });
  await service.post('/v1/scrape', {}, { 'x-payment': secret, cookie: secret });
  await eventually(() => service.output.length > 5);
  const log = service.output.join('\n');
  expect(log).not.toContain(secret);
  expect(log).not.toMatch(/svc_live_[0-9a-f]{6}/);
});

test('every answer of the running service has the shape of the contract', async () => {
  const document = await (await get('/openapi.json')).json();
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining(['/v1/scrape', '/health', '/v1/pricing', '/v1/proxy/status']),
  );
  const refused = await fetch(`${service.url}/v1/scrape`, {
    method: 'POST',
    body: '{',
    headers: { 'x-request-id': 'mine-1' },
  });
  expect(refused.status).toBe(401);
  expect(refused.headers.get('x-request-id')).toBe('mine-1');
  expect(await refused.json()).toEqual({
    detail: { error: 'unauthorized', message: expect.any(String), url: '', payment_charged: false },
  });
});
