import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, data, key, metadata, restrictedKey, startApi } from '../../test/support/api.ts';
import { connect } from '../../test/support/mcp.ts';
import { authorize } from '../../test/support/x402/permits.ts';
import type { PermitCaller } from '../contract/access.ts';
import { type ErrorCode, errors, ServiceError } from '../contract/error.ts';
import { openapiDocument } from '../contract/openapi.ts';
import { scrapeResponse } from '../contract/scrape.ts';
import { healthRecord, proxyStatus } from '../contract/status.ts';
import { DatabaseError } from '../store/error.ts';
import { version } from '../version.ts';
import type { Services } from './services.ts';

let work: Services['scrape'];
let api: Api;
beforeAll(async () => {
  api = await startApi({ scrape: (...given) => work(...given) });
});
afterAll(() => api.close());

const url = 'https://example.com/';
const succeed: Services['scrape'] = async () => ({ data, metadata, warnings: [] });

/** The answer's `detail`, after checking what every error answer has. */
const detailOf = async (response: Response, status: number, code: ErrorCode) => {
  expect(response.status).toBe(status);
  expect(response.headers.get('x-request-id')).toMatch(/^[\w.-]{1,128}$/);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const { detail, ...rest } = (await response.json()) as { detail: Record<string, unknown> };
  expect(rest).toEqual({});
  expect(detail.error).toBe(code);
  expect(detail.message).toBeTypeOf('string');
  return detail;
};

describe('POST /v1/scrape', () => {
  test('answers what the contract says', async () => {
    work = succeed;
    const response = await api.scrape({ url });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const body = await response.json();
    expect(scrapeResponse.parse(body)).toEqual(body);
    expect(body).toEqual({
      status: 200,
      url,
      output: 'markdown',
      data,
      execution_time_ms: expect.any(Number),
      payment: null,
      metadata,
    });
  });

  test('hands down the checked request and its caller', async () => {
    const seen: unknown[] = [];
    work = async (request, caller) => {
      seen.push(request, caller);
      return { data, metadata, warnings: [] };
    };
    await api.scrape({ url, output: 'pdf', options: { format: 'letter' }, retry: null });
    expect(seen).toMatchObject([
      { url, output: 'pdf', options: { format: 'Letter' }, retry: true, timeout_ms: 20_000 },
      { kind: 'key', owner: 'ada' },
    ]);
  });

  test('counts its time from the arrival of the request', async () => {
    work = async () => {
      await new Promise((resolve) => setTimeout(resolve, 60));
      return { data, metadata, warnings: [] };
    };
    const { execution_time_ms } = (await (await api.scrape({ url })).json()) as { execution_time_ms: number };
    expect(execution_time_ms).toBeGreaterThanOrEqual(50);
  });

  test('names unknown fields', async () => {
    work = succeed;
    const response = await api.scrape({ url, time_out_ms: 5, constructor: 1 });
    expect(await response.json()).toMatchObject({
      warnings: ['unknown field time_out_ms, did you mean timeout_ms?', 'unknown field constructor'],
    });
  });

  test('tells what it was sent in vain', async () => {
    const seen: unknown[] = [];
    work = async (request) => {
      seen.push(request);
      return { data, metadata, warnings: ['of the page'] };
    };
    const body = `{"url":"x","options":{"links":true,"links":false},"url":${JSON.stringify(url)},"retri":1}`;
    expect(await (await api.scrape(body)).json()).toMatchObject({
      url,
      warnings: [
        'options.links is given more than once: the last one counts',
        'url is given more than once: the last one counts',
        'unknown field retri, did you mean retry?',
        'of the page',
      ],
    });
    expect(seen).toMatchObject([{ url, options: { links: false } }]);
    const response = await fetch(`${api.base}/v1/scrape?output=pdf&output=csv`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url }),
    });
    expect(await response.json()).toMatchObject({
      output: 'markdown',
      warnings: ['output is in the query, which is not read here: send it in the body', 'of the page'],
    });
  });

  test.each([
    ['invalid_output', { url, output: 'docx' }, 'output must be'],
    ['invalid_request', {}, 'url'],
    ['invalid_request', { url, timeout_ms: 1 }, 'timeout_ms'],
    ['invalid_request', { url: 'ftp://example.com/' }, 'http'],
    ['invalid_request', [], 'JSON object'],
    ['invalid_request', 'null', 'JSON object'],
    ['invalid_request', '"https://example.com/"', 'JSON object'],
    ['connection_failed', { url: 'http://exa mple/' }, 'host'],
  ] as const)('refuses with %s: %j', async (code, body, words) => {
    work = succeed;
    const detail = await detailOf(await api.scrape(body), 400, code);
    expect(detail.message).toContain(words);
    expect(detail).toMatchObject({
      url: typeof body === 'object' && 'url' in body ? body.url : '',
      payment_charged: false,
    });
    if (code === 'invalid_request') expect(detail.issues).toHaveLength(1);
  });

  test.each(['connection_failed', 'rate_limited', 'scrape_failed', 'overloaded', 'timeout'] as const)(
    'passes on %s',
    async (code) => {
      work = async () => {
        throw new ServiceError(code, {
          reason: 'blocked',
          retry_after: 1.2,
          cause: new Error('10.0.0.7 refused'),
        });
      };
      const response = await api.scrape({ url });
      expect(response.headers.get('retry-after')).toBe('2');
      expect(await detailOf(response, errors[code].status, code)).toEqual({
        error: code,
        message: errors[code].message,
        url,
        payment_charged: false,
        reason: 'blocked',
        retry_after: 2,
      });
    },
  );

  test('hides what it did not expect, and logs it', async () => {
    work = async () => {
      throw new TypeError('secret at 10.0.0.7 in /srv/gannet/x.ts');
    };
    const response = await api.scrape({ url }, { 'x-request-id': 'hidden-1' });
    const detail = await detailOf(response, 500, 'scrape_failed');
    expect(detail).toEqual({
      error: 'scrape_failed',
      message: errors.scrape_failed.message,
      url,
      payment_charged: false,
    });
    const logged = api.lines.find((line) => line.request_id === 'hidden-1' && line.level === 50);
    expect(JSON.stringify(logged)).toContain('secret at 10.0.0.7');
  });

  test('stops the work when the client leaves', async () => {
    const { promise: stopped, resolve: stop } = Promise.withResolvers<unknown>();
    const { promise: started, resolve: start } = Promise.withResolvers<void>();
    work = (_request, _caller, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          stop(signal.reason);
          reject(signal.reason);
        });
        start();
      });
    const client = new AbortController();
    const answer = fetch(`${api.base}/v1/scrape`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'x-request-id': 'leaver',
      },
      body: JSON.stringify({ url }),
      signal: client.signal,
    });
    await started;
    client.abort();
    await expect(answer).rejects.toThrow();
    expect(await stopped).toMatchObject({ message: expect.stringContaining('client left') });
    await expect
      .poll(() => api.lines.filter((line) => line.request_id === 'leaver'))
      .toMatchObject([{ status: 'aborted' }]);
  });

  test('does not stop the work because the body has been read', async () => {
    work = async (_request, _caller, signal) => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      expect(signal.aborted).toBe(false);
      return { data, metadata, warnings: [] };
    };
    expect((await api.scrape({ url })).status).toBe(200);
  });
});

describe('the order of checks', () => {
  const post = (path: string, headers: Record<string, string>, body: string) =>
    api.fetch(path, { method: 'POST', headers, body });
  const json = { 'content-type': 'application/json' };

  test.each([
    ['a good body', json, JSON.stringify({ url }), url],
    ['a bad body', json, '{', ''],
    ['a wrong url', json, '{"url":7}', ''],
    ['no JSON', { 'content-type': 'text/plain' }, 'x', ''],
    ['a content type that is none', { 'content-type': 'x' }, 'x', ''],
    ['a large body', json, JSON.stringify({ url: url.repeat(10_000) }), ''],
  ])('authentication comes before %s', async (_, headers, body, target) => {
    const response = await post('/v1/scrape', headers, body);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await detailOf(response, 401, 'unauthorized')).toMatchObject({
      url: target,
      payment_charged: false,
    });
  });

  test('scope comes before the body', async () => {
    const response = await post('/v1/scrape', { authorization: `Bearer ${restrictedKey}`, ...json }, '{');
    expect(await detailOf(response, 403, 'insufficient_scope')).toMatchObject({ payment_charged: false });
  });

  test('a fault while authenticating is not the caller’s', async () => {
    await using broken = await startApi({
      admit: async () => {
        throw new Error('database gone');
      },
    });
    expect(await detailOf(await broken.scrape({ url }), 500, 'scrape_failed')).toMatchObject({ url });
  });

  test('an id is looked for after authentication, however long it is', async () => {
    const path = `/v1/crawl/${'x'.repeat(2000)}`;
    await detailOf(await api.fetch(path), 401, 'unauthorized');
    const response = await api.fetch(path, { headers: { authorization: `Bearer ${key}` } });
    await detailOf(response, 404, 'not_found');
  });

  test('the route comes before authentication', async () => {
    await detailOf(await post('/v1/scrap', json, '{'), 404, 'not_found');
    await detailOf(await post('/v1/scrape/', json, '{'), 404, 'not_found');
    for (const path of ['/v1/keys/', '/v1/crawl/', '/v1/crawl//results'])
      for (const method of ['GET', 'DELETE'])
        await detailOf(await api.fetch(path, { method }), 404, 'not_found');
    const wrong = await api.fetch('/v1/scrape', { method: 'PUT', body: '{', headers: json });
    expect(wrong.headers.get('allow')).toBe('POST');
    expect(await detailOf(wrong, 405, 'method_not_allowed')).toMatchObject({
      url: '',
      payment_charged: false,
    });
  });
});

describe('X-Request-ID', () => {
  test.each(['a', 'A-b_c.9', 'x'.repeat(128)])('%s is echoed', async (id) => {
    const headers = { 'x-request-id': id };
    expect((await api.fetch('/health', { headers })).headers.get('x-request-id')).toBe(id);
    expect((await api.fetch('/nothing', { headers })).headers.get('x-request-id')).toBe(id);
  });

  test.each(['', 'x'.repeat(129), 'a b', 'é', '<script>', 'a,b'])('%j is replaced', async (id) => {
    const response = await api.fetch('/health', { headers: { 'x-request-id': id } });
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('of two, neither counts', async () => {
    const [answer] = await api.raw(
      'GET /health HTTP/1.1\r\nHost: a\r\nX-Request-ID: a\r\nX-Request-ID: b\r\nConnection: close\r\n\r\n',
    );
    expect(answer?.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('public endpoints', () => {
  test.each(['/health', '/v1/pricing', '/v1/proxy/status', '/livez', '/readyz', '/metrics', '/openapi.json'])(
    '%s takes GET and HEAD, and nothing else',
    async (path) => {
      const get = await api.fetch(path);
      const head = await api.fetch(path, { method: 'HEAD' });
      expect([get.status, head.status]).toEqual([200, 200]);
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
      if (path !== '/metrics')
        expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
      expect(await head.text()).toBe('');
      expect(await get.text()).not.toBe('');
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
        const wrong = await api.fetch(path, { method });
        expect(wrong.headers.get('allow')).toBe('GET, HEAD');
        await detailOf(wrong, 405, 'method_not_allowed');
      }
    },
  );

  test('records have their shape', async () => {
    healthRecord.parse(await (await api.fetch('/health')).json());
    proxyStatus.parse(await (await api.fetch('/v1/proxy/status')).json());
    expect(await (await api.fetch('/v1/pricing')).json()).toMatchObject({ payment_header: 'X-PAYMENT' });
    expect(await (await api.fetch('/openapi.json')).json()).toEqual(
      JSON.parse(JSON.stringify(openapiDocument(version))),
    );
  });

  test('a service that cannot serve says so', async () => {
    await using busy = await startApi({ ready: async () => false });
    const response = await busy.fetch('/readyz');
    expect(response.headers.get('retry-after')).toBe('1');
    const { message } = await detailOf(response, 503, 'overloaded');
    expect(message).toMatch(/^The service has no browser, or its database does not answer/);
    expect((await busy.fetch('/livez')).status).toBe(200);
  });

  test('a database that is away is told as a moment that passes, on every endpoint', async () => {
    const away = () =>
      Promise.reject(new DatabaseError('connect ECONNREFUSED 10.0.0.1:5432', 'ECONNREFUSED'));
    await using broken = await startApi({ admit: away });
    const answers = [await broken.scrape({ url }), await broken.fetch('/v1/crawl')];
    for (const answer of answers) {
      expect(answer.headers.get('retry-after')).toBe('5');
      const { message } = await detailOf(answer, 503, 'overloaded');
      expect(message).toBe('The database of the service is not available: try again later.');
    }
  });

  test('an unexpected failure is an internal error', async () => {
    await using broken = await startApi({
      health: () => {
        throw new Error('secret');
      },
    });
    const detail = await detailOf(await broken.fetch('/health'), 500, 'internal_error');
    expect(detail.message).toBe(errors.internal_error.message);
  });
});

test('log and metrics tell endpoint, status and owner, but no address and no key', async () => {
  await using api = await startApi();
  await api.scrape({ url: 'https://user:pw@example.com/?token=secret' });
  await api.scrape({ url: 7 });
  await api.fetch('/nothing?token=secret');
  await api.fetch('/v1/scrape');
  await api.raw('nonsense\r\n\r\n');
  await expect.poll(() => api.lines.length).toBe(5);
  expect(api.lines).toMatchObject([
    { level: 30, endpoint: 'scrape', status: 200, owner: 'ada', ms: expect.any(Number) },
    { endpoint: 'scrape', status: 400, error: 'invalid_request' },
    { endpoint: 'unknown', status: 404, error: 'not_found' },
    { endpoint: 'scrape', status: 405, error: 'method_not_allowed' },
    { endpoint: 'unknown', status: 400, error: 'invalid_request' },
  ]);
  expect(new Set(api.lines.map((line) => line.request_id)).size).toBe(5);
  expect(JSON.stringify(api.lines)).not.toMatch(/secret|svc_live|example\.com/);
  const text = await (await api.fetch('/metrics')).text();
  expect(text).toContain('gannet_http_requests_total{endpoint="scrape",status="200"} 1');
  expect(text).toContain('gannet_http_requests_total{endpoint="unknown",status="404"} 1');
  expect(text).toContain('gannet_http_request_seconds_count{endpoint="scrape"} 3');
});

test('a permit, which anybody can invent, makes no entry of its own in the usage figures', async () => {
  const noted: unknown[] = [];
  const payer: PermitCaller = {
    kind: 'permit',
    owner: 'payer:0x1',
    permit: { version: 1, signature: '0x', authorization: authorize('0x1') },
    resource: url,
  };
  const admit = async () => payer;
  await using api = await startApi({
    gate: { admit, identify: async () => undefined, accept: () => payer },
    usage: { note: (answered) => noted.push(answered), read: () => Promise.reject(new Error('not asked')) },
  });
  await api.scrape({ url });
  await using client = await connect(api.base);
  await client.callTool({ name: 'scrape', arguments: { url } });
  await expect.poll(() => noted.length).toBe(2);
  expect(noted).toMatchObject([
    { owner: undefined, endpoint: 'scrape' },
    { owner: undefined, endpoint: 'mcp' },
  ]);
});

test('the headers of a stream come at once to who asks for them alone', async () => {
  await using api = await startApi({
    // A job that never ends.
    watchCrawl: async () =>
      (async function* () {
        await new Promise(() => undefined);
        yield { event: 'idle' } as const;
      })(),
  });
  const path = '/v1/crawl/019a5a3e-7d6b-7c11-9c5e-0f5d3a1b2c4d/events';
  const head = await api.fetch(path, { method: 'HEAD', headers: { authorization: `Bearer ${key}` } });
  expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  expect(head.headers.has('content-length')).toBe(false);
});

test.each([
  ['names', 'service:8080', 'http://service:8080/v1/scrape'],
  ['leaves empty', '', 'http://localhost/v1/scrape'],
])('what is paid for is an address, where Host %s it', async (_, host, expected) => {
  const resources: string[] = [];
  await using api = await startApi({
    admit: async (_, __, resource) => {
      resources.push(resource);
      throw new ServiceError('unauthorized');
    },
  });
  await api.raw(`POST /v1/scrape HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  expect(resources).toEqual([expected]);
});
