import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { startSite } from '../../test/support/site.ts';
import { createClient } from './client.ts';
import type { ClientOptions } from './connection.ts';
import { GannetError, type GannetErrorCode, isGannetError } from './errors.ts';
import { delayAfter, type Retry } from './retry.ts';

/** The client against a server that answers by a script. */

type Step = (response: ServerResponse, request: IncomingMessage) => void;
interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Each request takes the next step; the last one serves all that follow. */
const startScript = async (path: string, steps: readonly Step[], options: ClientOptions = {}) => {
  const seen: Seen[] = [];
  const site = await startSite({
    [path]: async (request, response) => {
      const { method, url, headers } = request;
      const step = steps[Math.min(seen.length, steps.length - 1)];
      seen.push({ method, url, headers, body: await text(request) });
      step?.(response, request);
    },
  });
  const gannet = createClient({ url: `${site.origin}/`, apiKey: 'svc_live_1', ...options });
  return { gannet, seen, origin: site.origin, [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() };
};

const answers =
  (status: number, body: unknown, headers: Record<string, string> = {}): Step =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'the-id', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
/** An error that may be tried again at once. */
const fails = (status: number, error: string, more = {}, headers = {}): Step =>
  answers(
    status,
    { detail: { error, message: `It is ${error}.`, ...more } },
    { 'retry-after': '0', ...headers },
  );
const hangsUp: Step = (response) => response.destroy();
const silent: Step = () => undefined;
const ok = answers(200, { status: 200 });

const failureOf = async (promise: PromiseLike<unknown>): Promise<GannetError> => {
  const failure = await Promise.resolve(promise).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!isGannetError(failure)) throw new Error(`no GannetError: ${failure}`);
  return failure;
};

describe('a call', () => {
  test('sends what the endpoint takes', async () => {
    await using script = await startScript('/v1/scrape', [ok], { headers: { 'X-Team': 'blue' } });
    const headers = { 'X-Mine': '1' };
    await script.gannet.scrape(
      { url: 'https://example.com/', output: 'pdf' },
      { requestId: 'mine', headers },
    );
    expect(script.seen).toMatchObject([
      {
        method: 'POST',
        url: '/v1/scrape',
        headers: {
          authorization: 'Bearer svc_live_1',
          'content-type': 'application/json',
          'x-request-id': 'mine',
          'x-team': 'blue',
          'x-mine': '1',
        },
        body: '{"url":"https://example.com/","output":"pdf"}',
      },
    ]);
  });

  test('a path before /v1 is kept, and a GET has no body', async () => {
    await using script = await startScript('/gannet/v1/pricing', [ok]);
    const behind = createClient({ url: new URL('gannet/', script.origin) });
    await behind.pricing();
    const [{ headers, body } = { headers: {}, body: '' }] = script.seen;
    expect(headers).not.toHaveProperty('content-type');
    expect(headers).not.toHaveProperty('authorization');
    expect(body).toBe('');
  });
});

describe('what cannot be sent is an error of the caller, at once:', () => {
  test.each<[string, (script: Awaited<ReturnType<typeof startScript>>) => PromiseLike<unknown>]>([
    [
      'a key that no header holds',
      ({ origin }) => createClient({ url: origin, apiKey: 'svc_live_…' }).health(),
    ],
    ['a request id that no header holds', ({ gannet }) => gannet.health({ requestId: 'ä€' })],
    [
      'a body that is no JSON',
      ({ gannet }) => gannet.scrape({ url: 'https://example.com/', timeout_ms: 5000n as never }),
    ],
  ])('%s', async (_, call) => {
    const told: Retry[] = [];
    const onRetry = (retry: Retry) => void told.push(retry);
    await using script = await startScript('/v1/scrape', [ok], { onRetry });
    await expect(call(script)).rejects.toThrow(TypeError);
    expect(told).toEqual([]);
    expect(script.seen).toEqual([]);
  });

  test.each(['127.0.0.1:8822', 'localhost:8080', 'ftp://example.com', 'http://u:p@example.com'])(
    'a client of %s',
    (url) => {
      expect(() => createClient({ url })).toThrow(TypeError);
    },
  );
});

describe('retries', () => {
  test.each<[string, Step, number]>([
    ['429', fails(429, 'rate_limited'), 2],
    ['500 of a scrape', fails(500, 'scrape_failed'), 2],
    ['503', fails(503, 'overloaded'), 2],
    ['504', fails(504, 'timeout'), 2],
    ['a connection of the page that failed', fails(400, 'connection_failed'), 2],
    ['a 502 of something before the service', answers(502, '<html>', { 'retry-after': '0' }), 2],
    ['a code that is new', fails(503, 'too_new'), 2],
    ['a request that is not valid', fails(400, 'invalid_request'), 1],
    ['401', fails(401, 'unauthorized'), 1],
    ['402', fails(402, 'payment_required'), 1],
    ['404', fails(404, 'not_found'), 1],
    ['a payment in doubt', fails(504, 'payment_unconfirmed'), 1],
    ['an answer of something else', answers(200, '<html>'), 1],
  ])('%s', async (_, first, attempts) => {
    await using script = await startScript('/v1/scrape', [first, ok]);
    const outcome = await script.gannet.scrape('https://example.com/').catch((error: unknown) => error);
    expect(script.seen.length).toBe(attempts);
    expect(isGannetError(outcome)).toBe(attempts === 1);
  });

  test('at most as many as said, and the last error is thrown', async () => {
    const told: Retry[] = [];
    const onRetry = (retry: Retry) => void told.push(retry);
    await using script = await startScript('/v1/scrape', [fails(500, 'scrape_failed')], { onRetry });
    const failure = await failureOf(script.gannet.scrape('https://example.com/'));
    expect(failure).toMatchObject({
      code: 'scrape_failed',
      status: 500,
      retryable: true,
      requestId: 'the-id',
      message: 'It is scrape_failed.',
      retryAfterMs: 0,
      detail: { error: 'scrape_failed' },
    });
    expect(script.seen.length).toBe(3);
    expect(told.map(({ attempt, delayMs, error }) => [attempt, delayMs, error.code])).toEqual([
      [1, 0, 'scrape_failed'],
      [2, 0, 'scrape_failed'],
    ]);
    await failureOf(script.gannet.scrape('https://example.com/', { retries: 0 }));
    expect(script.seen.length).toBe(4);
  });

  test('the wait is what the service says, or about a second and twice as long each time', () => {
    expect(delayAfter(1, 7000, 0)).toBe(7000);
    expect(delayAfter(1, 7000, 1)).toBeCloseTo(7700);
    expect([1, 2, 3].map((attempt) => delayAfter(attempt, undefined, 0.5))).toEqual([1000, 2000, 4000]);
    expect(delayAfter(1, undefined, 0)).toBe(750);
    expect(delayAfter(1, undefined, 1)).toBe(1250);
    expect(delayAfter(50, undefined, 0.5)).toBe(30_000);
  });

  test('no wait is begun that the time does not allow', async () => {
    const wait = { 'retry-after': '3600' };
    await using script = await startScript('/v1/scrape', [fails(429, 'rate_limited', {}, wait)]);
    const failure = await failureOf(script.gannet.scrape('https://example.com/'));
    expect(failure).toMatchObject({ code: 'rate_limited', retryAfterMs: 3_600_000 });
    expect(script.seen.length).toBe(1);
  });

  test('Retry-After may be a date', async () => {
    const wait = { 'retry-after': new Date(Date.now() + 900_000).toUTCString() };
    await using script = await startScript('/v1/scrape', [fails(429, 'rate_limited', {}, wait)]);
    const { retryAfterMs } = await failureOf(script.gannet.scrape('https://example.com/'));
    expect(retryAfterMs).toBeGreaterThan(800_000);
    expect(retryAfterMs).toBeLessThanOrEqual(900_000);
  });

  test('a connection that breaks is a network_error with its cause', async () => {
    await using script = await startScript('/v1/scrape', [hangsUp]);
    const failure = await failureOf(script.gannet.scrape('https://example.com/', { retries: 0 }));
    expect(failure).toMatchObject({ code: 'network_error', retryable: true, status: undefined });
    expect(failure.cause).toBeInstanceOf(TypeError);
  });

  test('a test webhook is sent once, unless it was refused before', async () => {
    const hook = { url: 'https://example.com/hook', secret: 's' };
    await using once = await startScript('/v1/webhooks/test', [fails(502, 'webhook_delivery_failed')]);
    expect((await failureOf(once.gannet.webhooks.test(hook))).code).toBe('webhook_delivery_failed');
    expect(once.seen.length).toBe(1);
    await using twice = await startScript('/v1/webhooks/test', [fails(429, 'rate_limited'), ok]);
    await twice.gannet.webhooks.test(hook);
    expect(twice.seen.length).toBe(2);
  });

  test('a crawl that is started again is the same job', async () => {
    await using script = await startScript('/v1/crawl', [hangsUp, ok]);
    await script.gannet.crawl.start({ start_url: 'https://example.com/' });
    await script.gannet.crawl.start({ start_url: 'https://example.com/' });
    const [first, again, other] = script.seen.map(({ headers }) => headers['idempotency-key']);
    expect(first).toMatch(/^[\da-f-]{36}$/);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });
});

describe('the end of a call', () => {
  test('is the reason of its signal, before, during and between attempts', async () => {
    await using script = await startScript('/v1/scrape', [silent]);
    const reason = new Error('enough');
    const before = script.gannet.scrape('https://example.com/', { signal: AbortSignal.abort(reason) });
    await expect(before).rejects.toBe(reason);
    expect(script.seen.length).toBe(0);

    const controller = new AbortController();
    const during = script.gannet.scrape('https://example.com/', { signal: controller.signal });
    await expect.poll(() => script.seen.length).toBe(1);
    controller.abort(reason);
    await expect(during).rejects.toBe(reason);

    const stopping = new AbortController();
    await using busy = await startScript(
      '/v1/scrape',
      [fails(503, 'overloaded', {}, { 'retry-after': '60' })],
      { onRetry: () => stopping.abort(reason) },
    );
    const between = busy.gannet.scrape('https://example.com/', { signal: stopping.signal });
    await expect(between).rejects.toBe(reason);
  });

  test('is client_timeout when its time is over', async () => {
    await using script = await startScript('/v1/scrape', [silent], { timeoutMs: 50 });
    const failure = await failureOf(script.gannet.scrape('https://example.com/'));
    expect(failure).toMatchObject({ code: 'client_timeout', retryable: false });
  });

  test('a wait without end is possible', async () => {
    await using script = await startScript('/v1/scrape', [ok], { timeoutMs: Number.POSITIVE_INFINITY });
    await script.gannet.scrape('https://example.com/');
    expect(script.seen.length).toBe(1);
  });

  test('a time that is no number is the mistake of who asks, not a time that is over', async () => {
    await using script = await startScript('/v1/scrape', [ok], { timeoutMs: Number.NaN });
    await expect(script.gannet.scrape('https://example.com/')).rejects.toThrow(TypeError);
    expect(script.seen.length).toBe(0);
  });
});

describe('errors', () => {
  test('are told apart by their code', () => {
    const error: unknown = new GannetError('timeout');
    expect(isGannetError(error)).toBe(true);
    expect(isGannetError(error, 'timeout', 'network_error')).toBe(true);
    expect(isGannetError(error, 'network_error')).toBe(false);
    expect(isGannetError(new Error('timeout'))).toBe(false);
    if (isGannetError(error, 'timeout')) error.code satisfies 'timeout';
  });

  test('name the fields that are wrong', async () => {
    const issues = [{ path: 'options.quality', message: 'Too big' }];
    await using script = await startScript('/v1/scrape', [fails(400, 'invalid_request', { issues })]);
    expect((await failureOf(script.gannet.scrape('https://example.com/'))).issues).toEqual(issues);
  });

  test('what is no answer of gannet is none', async () => {
    const codes: GannetErrorCode[] = [];
    for (const body of ['<html>', '[]', 'null', '{"detail":"no"}', '{"detail":{"error":1}}']) {
      await using script = await startScript('/health', [answers(404, body)]);
      codes.push((await failureOf(script.gannet.health())).code);
    }
    expect(new Set(codes)).toEqual(new Set(['unexpected_answer']));
  });
});

describe('lists', () => {
  const rows = Array.from({ length: 5 }, (_, index) => ({ job_id: `job-${index}` }));

  test('awaited, a list is the part that was asked for', async () => {
    await using script = await startScript('/v1/crawl', [answers(200, { count: 1, jobs: rows.slice(0, 1) })]);
    const listing = script.gannet.crawl.list({ limit: 1, offset: 3 });
    expect(script.seen.length).toBe(0);
    expect((await listing).jobs).toEqual([{ job_id: 'job-0' }]);
    expect((await listing).count).toBe(1);
    expect(script.seen.map(({ url }) => url)).toEqual(['/v1/crawl?limit=1&offset=3']);
  });

  test('in for await it is all of it, each entry once, though others come before them meanwhile', async () => {
    const part = (from: number, to: number) => answers(200, { count: to - from, jobs: rows.slice(from, to) });
    await using script = await startScript('/v1/crawl', [part(0, 2), part(1, 3), part(3, 5), part(5, 5)]);
    const seen: string[] = [];
    for await (const { job_id } of script.gannet.crawl.list({ limit: 2 })) seen.push(job_id);
    expect(seen).toEqual(rows.map(({ job_id }) => job_id));
    expect(script.seen.map(({ url }) => url)).toEqual(
      [0, 2, 4, 6].map((offset) => `/v1/crawl?limit=2&offset=${offset}`),
    );
  });
});

test('those who run the service ask it for keys, usage, payments and its state', async () => {
  const asked: string[] = [];
  const note = (request: IncomingMessage, response: ServerResponse) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  };
  const paths = ['usage', 'usage/all', 'payments', 'system', 'keys', 'keys/a%2Fb', 'webhooks/logs/a%2Fb'];
  await using site = await startSite(Object.fromEntries(paths.map((path) => [`/v1/${path}`, note])));
  const { usage, payments, system, keys, webhooks } = createClient({ url: site.origin });
  await usage();
  await usage({ all: true });
  await payments({ state: 'settled', limit: 5 });
  await system();
  await keys.create({ name: 'reader' });
  await keys.list();
  await keys.list({ limit: 5, offset: 10 });
  await keys.revoke('a/b');
  await webhooks.get('a/b');
  expect(asked).toEqual([
    'GET /v1/usage',
    'GET /v1/usage/all',
    'GET /v1/payments?state=settled&limit=5',
    'GET /v1/system',
    'POST /v1/keys',
    'GET /v1/keys',
    'GET /v1/keys?limit=5&offset=10',
    'DELETE /v1/keys/a%2Fb',
    'GET /v1/webhooks/logs/a%2Fb',
  ]);
});
