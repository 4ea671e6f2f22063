import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readWebhook } from '../../src/webhook/verify.ts';
import { startReceiver } from '../support/receiver.ts';
import { type Service, startService, testKey } from '../support/service.ts';
import { startSite } from '../support/site.ts';

const otherKey = `svc_live_${'f'.repeat(64)}`;
const crawlKey = `svc_live_${'e'.repeat(64)}`;
const soon = { timeout: 30_000 };
const secret = 'a-secret-of-the-receiver';

let service: Service;
beforeAll(async () => {
  service = await startService({
    GANNET_LOG: 'trace',
    GANNET_ALLOW_NETWORKS: '127.0.0.1/32',
    GANNET_API_KEYS: `tester:${testKey} other:${otherKey} third:${crawlKey}:crawl:write`,
  });
});
afterAll(() => service[Symbol.asyncDispose]());

const send = (body: unknown, key = testKey) =>
  service.post('/v1/webhooks/test', body, { authorization: `Bearer ${key}` });
const call = async (path: string, { key = testKey, method = 'GET' } = {}) => {
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}` },
  });
  return { status: response.status, body: await response.json() };
};

test('a test webhook is sent, signed and logged', async () => {
  await using receiver = await startReceiver((response) => response.writeHead(202).end('thank you'));
  const data = { text: 'grüße', nothing: null, list: [1.5, null, { deep: null }] };
  const { status, body, headers } = await send({ url: receiver.url, secret, data });
  expect(status).toBe(200);
  expect(headers.get('x-request-id')).not.toBeNull();
  expect(body).toEqual({
    message: 'The webhook was delivered.',
    delivery: {
      delivery_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      event: 'test.webhook',
      callback_url: receiver.url,
      status: 'delivered',
      attempts: 1,
      max_attempts: 1,
      last_attempt_at: expect.stringMatching(/Z$/),
      next_attempt_at: null,
      response_status: 202,
      response_body: 'thank you',
      error: null,
      created_at: expect.stringMatching(/Z$/),
    },
  });
  const [sent] = receiver.received;
  expect(await readWebhook(sent?.body ?? '', sent?.signature, secret)).toEqual({
    event: 'test.webhook',
    delivery_id: body.delivery.delivery_id,
    timestamp: expect.stringMatching(/Z$/),
    data,
    signature: sent?.signature,
  });
  expect((await call('/v1/webhooks/logs?limit=1')).body).toEqual({ count: 1, deliveries: [body.delivery] });
});

test('a test that fails is told, logged and not repeated', async () => {
  await using receiver = await startReceiver((response) => response.writeHead(500).end('broken'));
  const { status, body } = await send({ url: receiver.url, secret, event: 'my.event' });
  expect(status).toBe(502);
  expect(body.detail).toMatchObject({
    error: 'webhook_delivery_failed',
    message: 'The receiver answered with status 500.',
    delivery: {
      event: 'my.event',
      status: 'failed',
      attempts: 1,
      response_status: 500,
      response_body: 'broken',
    },
  });
  expect((await call('/v1/webhooks/logs')).body.deliveries[0]).toEqual(body.detail.delivery);
  expect(receiver.received).toHaveLength(1);

  const gone = await send({ url: 'http://127.0.0.1:2/', secret });
  expect(gone).toMatchObject({
    status: 502,
    body: { detail: { error: 'webhook_delivery_failed', message: 'The receiver could not be reached.' } },
  });
});

describe('a request that is not right is refused', () => {
  const url = 'http://127.0.0.1:2/';
  test.each([
    ['nothing', {}, ['url', 'secret']],
    ['no secret', { url }, ['secret']],
    ['an empty secret', { url, secret: '' }, ['secret']],
    ['no address', { secret }, ['url']],
    ['a relative address', { url: '/hook', secret }, ['url']],
    ['another scheme', { url: 'ftp://example.com/', secret }, ['url']],
    ['a file', { url: 'file:///etc/passwd', secret }, ['url']],
    ['credentials', { url: 'http://user:password@example.com/', secret }, ['url']],
    ['a long name', { url, secret, event: 'x'.repeat(51) }, ['event']],
    ['an empty name', { url, secret, event: '' }, ['event']],
    ['a name of two lines', { url, secret, event: 'a\nb' }, ['event']],
    ['data that is no object', { url, secret, data: [1] }, ['data']],
    ['data that is text', { url, secret, data: 'text' }, ['data']],
  ])('%s', async (_, request, paths) => {
    const { status, body } = await send(request);
    expect(status).toBe(400);
    expect(body.detail.error).toBe('invalid_request');
    expect(body.detail.issues.map(({ path }: { path: string }) => path)).toEqual(paths);
  });

  test.each(['limit=0', 'limit=1001', 'limit=x', 'limit=1.5', 'offset=-1', 'offset=1e3'])(
    '?%s',
    async (query) => {
      const { status, body } = await call(`/v1/webhooks/logs?${query}`);
      expect(status).toBe(400);
      expect(body.detail).toMatchObject({
        error: 'invalid_request',
        issues: [{ path: query.split('=')[0] }],
      });
    },
  );

  test('unknown fields are named', async () => {
    await using receiver = await startReceiver();
    const { body } = await send({ url: receiver.url, secret, evnt: 'x', data: { whatever: 1 } });
    expect(body.warnings).toEqual(['unknown field evnt, did you mean event?']);
  });

  test('without a key, or with one for something else', async () => {
    for (const [path, method] of [
      ['/v1/webhooks/test', 'POST'],
      ['/v1/webhooks/logs', 'GET'],
      ['/v1/webhooks/logs/01a1ff49-3ce4-7608-8da7-ac51bbf02968/resend', 'POST'],
    ] as const) {
      expect((await call(path, { method, key: 'none' })).status).toBe(401);
      const narrow = await call(path, { method, key: crawlKey });
      expect(narrow).toMatchObject({ status: 403, body: { detail: { error: 'insufficient_scope' } } });
    }
  });
});

test('names and data with all that a text may hold', async () => {
  await using receiver = await startReceiver();
  const event = 'ü😀 "\\/';
  const data = '{"\\u0000":"\\u0000\\ud800","__proto__":{"a":1},"😀":1,"～":2," ":1e-7}';
  const { status, body } = await send(
    `{"url":"${receiver.url}","secret":"${secret}","event":${JSON.stringify(event)},"data":${data}}`,
  );
  expect(status).toBe(200);
  expect(body.delivery.event).toBe(event);
  const [sent] = receiver.received;
  const payload = await readWebhook(sent?.body ?? '', sent?.signature, secret);
  expect(payload?.event).toBe(event);
  expect(JSON.stringify(payload?.data)).toBe(
    '{"\\u0000":"\\u0000\\ud800"," ":1e-7,"__proto__":{"a":1},"～":2,"😀":1}',
  );
});

test('the log is a list of its owner’s, newest first, a part at a time', async () => {
  await using receiver = await startReceiver();
  const ids: string[] = [];
  for (let index = 0; index < 3; index++)
    ids.unshift((await send({ url: receiver.url, secret })).body.delivery.delivery_id);
  const idsOf = async (query: string) =>
    (await call(`/v1/webhooks/logs?${query}`)).body.deliveries.map(
      ({ delivery_id }: { delivery_id: string }) => delivery_id,
    );
  expect(await idsOf('limit=3')).toEqual(ids);
  expect(await idsOf('limit=1&offset=1')).toEqual([ids[1]]);
  expect((await call('/v1/webhooks/logs', { key: otherKey })).body).toEqual({ count: 0, deliveries: [] });
});

test('a delivery is sent again for its owner, and for nobody else', async () => {
  let status = 500;
  await using receiver = await startReceiver((response) => response.writeHead(status).end());
  const { delivery_id } = (await send({ url: receiver.url, secret })).body.detail.delivery;
  const resend = (id: string, key = testKey) =>
    call(`/v1/webhooks/logs/${id}/resend`, { key, method: 'POST' });
  for (const [id, key] of [
    [delivery_id, otherKey],
    ['01a1ff49-3ce4-7608-8da7-ac51bbf02968', testKey],
    ['none', testKey],
  ])
    expect(await resend(id, key)).toMatchObject({ status: 404, body: { detail: { error: 'not_found' } } });
  expect(receiver.received).toHaveLength(1);

  status = 200;
  expect(await resend(delivery_id)).toMatchObject({ status: 202, body: { delivery_id, status: 'pending' } });
  await expect
    .poll(async () => (await call('/v1/webhooks/logs?limit=1')).body.deliveries[0], soon)
    .toMatchObject({ delivery_id, status: 'delivered', attempts: 1 });
  const [first, second] = receiver.received;
  expect(second).toEqual(first);
});

test('what the service says of itself', async () => {
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  expect(metrics).toMatch(/gannet_webhook_attempts_total\{outcome="delivered"\} [1-9]/);
  expect(metrics).toMatch(/gannet_webhook_attempts_total\{outcome="failed"\} [1-9]/);
  const log = service.output.join('\n');
  expect(log).toContain('"msg":"webhook"');
  expect(log).not.toContain(secret);
  expect(metrics).not.toContain(secret);
});

test('receivers within are refused, however they are written', async () => {
  await using inside = await startSite({ '/hook': 'ok' }, '127.0.0.2');
  for (const url of [
    `${inside.origin}/hook`,
    `http://2130706434:${inside.port}/hook`,
    `http://[::ffff:127.0.0.2]:${inside.port}/hook`,
    `http://0x7f.2:${inside.port}/hook`,
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'http://[fd00::1]/',
    'http://10.0.0.1:22/',
  ]) {
    const { status, body } = await send({ url, secret });
    expect([url, status, body.detail.error, body.detail.issues]).toEqual([
      url,
      400,
      'invalid_request',
      [{ path: 'url', message: 'must lead to a host on the public internet' }],
    ]);
  }
  expect(inside.hits).toEqual([]);
});

test.each(['http://127.0.0.1:1/hook', 'http://127.0.0.1:22/hook', 'http://does-not-exist.invalid/hook'])(
  'a receiver where nobody listens, %s, is one that cannot be reached',
  async (url) => {
    const { status, body } = await send({ url, secret });
    expect([status, body.detail.error, body.detail.message]).toEqual([
      502,
      'webhook_delivery_failed',
      'The receiver could not be reached.',
    ]);
    const { deliveries } = (await call('/v1/webhooks/logs?limit=1')).body;
    expect(deliveries).toEqual([
      expect.objectContaining({ callback_url: url, status: 'failed', attempts: 1 }),
    ]);
  },
);

test('kill -9 while a receiver keeps silent: the next start delivers it', async () => {
  let silent = true;
  await using receiver = await startReceiver((response) => {
    if (!silent) response.writeHead(204).end();
  });
  const lost = expect(send({ url: receiver.url, secret })).rejects.toThrow();
  await expect.poll(() => receiver.received.length, soon).toBe(1);
  service.process.kill('SIGKILL');
  await service.exit();
  await lost;

  silent = false;
  const next = await startService({ GANNET_DATA_DIR: service.dataDir });
  await expect.poll(() => receiver.received.length, soon).toBe(2);
  expect(receiver.received[1]).toEqual(receiver.received[0]);
  await next.stop();
});
