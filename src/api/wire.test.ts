import { once } from 'node:events';
import { createConnection } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, data, key, metadata, type RawAnswer, startApi } from '../../test/support/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({
    timeouts: { headers: 300, request: 500, keepAlive: 1000, stalled: 400, check: 50 },
    scrape: async ({ url }) => {
      if (url.includes('slow')) await delay(100);
      if (url.includes('long')) await delay(800);
      return { data, metadata, warnings: [] };
    },
  });
});
afterAll(() => api.close());

const body = '{"url":"https://example.com/"}';
const post = (headers: string, payload = '') =>
  `POST /v1/scrape HTTP/1.1\r\nHost: a\r\nX-Request-ID: mine\r\nAuthorization: Bearer ${key}\r\n` +
  `Content-Type: application/json\r\n${headers}\r\n\r\n${payload}`;
const get = (path: string, headers = '') =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n`;
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

/** What every error answer on the wire has. */
const detailOf = (answer: RawAnswer | undefined, status: number, code: string) => {
  expect(answer?.status).toBe(status);
  expect(answer?.headers.get('x-request-id')).toMatch(/^[\w.-]{1,128}$/);
  expect(answer?.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const { detail } = JSON.parse(answer?.body ?? '');
  expect(detail.error).toBe(code);
  return detail;
};

describe('what is no HTTP is answered and the connection closed', () => {
  test.each([
    ['nonsense', 'nonsense\r\n\r\n', 400, 'invalid_request'],
    ['TLS', Buffer.from('16030100c8010000c40303', 'hex'), 400, 'invalid_request'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'invalid_request'],
    ['an unknown method', 'SCRAPE / HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'invalid_request'],
    ['an unknown version', 'GET / HTTP/7.3\r\nHost: a\r\n\r\n', 400, 'invalid_request'],
    ['a zero byte in a header', 'GET / HTTP/1.1\r\nHost: a\r\nA: \0\r\n\r\n', 400, 'invalid_request'],
    ['a header without a name', 'GET / HTTP/1.1\r\n: a\r\n\r\n', 400, 'invalid_request'],
    ['two lengths', post('Content-Length: 2\r\nContent-Length: 3', '{}'), 400, 'invalid_request'],
    [
      'length and chunks',
      post('Content-Length: 2\r\nTransfer-Encoding: chunked', '{}'),
      400,
      'invalid_request',
    ],
    ['a negative length', post('Content-Length: -1', '{}'), 400, 'invalid_request'],
    ['large headers', get('/health', `A: ${'a'.repeat(20_000)}\r\n`), 431, 'headers_too_large'],
    ['a long address', get(`/${'a'.repeat(20_000)}`), 431, 'headers_too_large'],
    ['a proxy request', 'CONNECT example.com:443 HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'invalid_request'],
  ])('%s', async (_, bytes, status, code) => {
    const answers = await api.raw(bytes);
    expect(answers).toHaveLength(1);
    detailOf(answers[0], status, code);
    expect(answers[0]?.headers.get('connection')).toBe('close');
  });

  test('headers that never end', async () => {
    detailOf((await api.raw('GET /health HTTP/1.1\r\nHost: a\r\n'))[0], 408, 'request_timeout');
  });

  test('an answer reaches a client that goes on sending', async () => {
    const parts = ['nonsense\r\n\r\n', ...Array<string>(200).fill('x'.repeat(10_000))];
    detailOf((await api.raw(parts))[0], 400, 'invalid_request');
  });
});

describe('requests that HTTP asks to refuse', () => {
  test.each([
    ['no Host', 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'invalid_request'],
    [
      'two Hosts',
      'GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n',
      400,
      'invalid_request',
    ],
    ['bad percent-encoding', get('/%zz'), 400, 'invalid_request'],
    ['broken UTF-8 in percent-encoding', get('/v1/%E0%A4'), 400, 'invalid_request'],
    [
      'another Expect',
      post('Expect: a-miracle\r\nConnection: close\r\nContent-Length: 2', '{}'),
      417,
      'expectation_failed',
    ],
    ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 404, 'not_found'],
    ['an unknown path', get('/v1/%73crap'), 404, 'not_found'],
  ])('%s', async (_, bytes, status, code) => {
    const answers = await api.raw(bytes);
    expect(answers).toHaveLength(1);
    detailOf(answers[0], status, code);
  });

  test.each([
    ['another Expect', post('Expect: a-miracle\r\nConnection: close\r\nContent-Length: 2', '{}')],
    ['no Host', 'POST /v1/scrape HTTP/1.1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'],
  ])('%s, where it can be paid for: nothing was charged', async (_, bytes) => {
    const [answer] = await api.raw(bytes);
    expect(JSON.parse(answer?.body ?? '').detail).toMatchObject({ url: '', payment_charged: false });
  });

  test.each([
    ['HTTP/1.0 without Host', 'GET /health HTTP/1.0\r\n\r\n'],
    [
      'an absolute address',
      'GET http://example.com/health HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\n\r\n',
    ],
    ['an encoded path', get('/%68ealth?%zz')],
    ['an Accept-Version header', get('/health', 'Accept-Version: 2.x\r\n')],
  ])('but not %s', async (_, bytes) => {
    expect((await api.raw(bytes)).map(({ status }) => status)).toEqual([200]);
  });
});

describe('bodies', () => {
  test.each([
    ['text', '{"url"', 'JSON'],
    ['nothing', '', 'The request has no body: send JSON.'],
    ['invalid UTF-8', Buffer.from('7b2261223a22ff227d', 'hex'), 'UTF-8'],
    ['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), 'UTF-8'],
    ['a megabyte of [', '['.repeat(1024 * 1024), 'deeper'],
    ['deep objects', `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`, 'deeper'],
    ['a lone surrogate escape and nothing else', '"\\ud800', 'JSON'],
  ])('%s: 400', async (_, payload, words) => {
    const response = await api.scrape(payload);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      detail: {
        error: 'invalid_request',
        message: expect.stringContaining(words),
        url: '',
        payment_charged: false,
      },
    });
  });

  test.each([
    ['a byte order mark', `\ufeff${body}`],
    ['repeated keys: the last counts', `{"url":7,${body.slice(1)}`],
    ['__proto__', `{"__proto__":{"output":"pdf","a":1},${body.slice(1)}`],
    ['brackets in strings', `{"javascript":"${'['.repeat(500)}\\"${'{'.repeat(500)}",${body.slice(1)}`],
  ])('%s: 200', async (_, payload) => {
    const response = await api.scrape(payload);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ output: 'markdown' });
    expect(({} as { a?: number }).a).toBeUndefined();
  });

  test.each([
    [{ 'content-type': 'application/json; charset=UTF-8' }, 200],
    [{ 'content-type': 'Application/JSON;charset="utf-8"' }, 200],
    [{ 'content-type': 'application/json; version=1;' }, 200],
    [{ 'content-type': 'application/json; charset=utf-16' }, 415],
    [{ 'content-type': 'application/jsonx' }, 415],
    [{ 'content-type': 'application/json, application/json' }, 415],
    [{ 'content-type': 'text/plain' }, 415],
    [{ 'content-type': 'nonsense' }, 415],
    [{ 'content-encoding': 'gzip' }, 415],
    [{ 'content-encoding': 'identity' }, 200],
  ] as [Record<string, string>, number][])('%j: %i', async (headers, status) => {
    const response = await api.scrape(body, headers);
    expect(response.status).toBe(status);
    if (status === 415)
      expect(await response.json()).toMatchObject({ detail: { error: 'unsupported_media_type', url: '' } });
  });

  test('without a media type: 415', async () => {
    const head = post('Connection: close\r\nContent-Length: 2', '{}').replace(
      'Content-Type: application/json\r\n',
      '',
    );
    detailOf((await api.raw(head))[0], 415, 'unsupported_media_type');
  });

  test('a large one is refused by its length, and the connection lives on', async () => {
    const rest = 'x'.repeat(3_000_000 - body.length);
    const second = post(`Connection: close\r\nContent-Length: ${body.length}`, body);
    const answers = await api.raw([post('Content-Length: 3000000', body), rest, second]);
    expect(detailOf(answers[0], 413, 'payload_too_large')).toMatchObject({ url: '', payment_charged: false });
    expect(answers[1]?.status).toBe(200);
  });

  test('a large one in chunks is refused once it is too large', async () => {
    const piece = chunk('x'.repeat(100_000));
    const second = post(`Connection: close\r\nContent-Length: ${body.length}`, body);
    const answers = await api.raw([
      post('Transfer-Encoding: chunked'),
      ...Array<string>(30).fill(piece),
      '0\r\n\r\n',
      second,
    ]);
    detailOf(answers[0], 413, 'payload_too_large');
    expect(answers[1]?.status).toBe(200);
  });

  test('a client that closes after a large one still reads its answer', async () => {
    const rest = Array<string>(30).fill('x'.repeat(100_000));
    const answers = await api.raw([post('Connection: close\r\nContent-Length: 3000000'), ...rest]);
    detailOf(answers[0], 413, 'payload_too_large');
  });

  test('exactly one mebibyte is taken', async () => {
    const filler = ' '.repeat(1024 * 1024 - body.length);
    expect((await api.scrape(body + filler)).status).toBe(200);
    expect((await api.scrape(`${body}${filler} `)).status).toBe(413);
  });

  test('chunks are put together', async () => {
    const [first, second] = [body.slice(0, 9), body.slice(9)];
    const [answer] = await api.raw([
      post('Connection: close\r\nTransfer-Encoding: chunked'),
      chunk(first),
      `${chunk(second)}0\r\n\r\n`,
    ]);
    expect(answer?.status).toBe(200);
  });

  test('characters may be split between chunks', async () => {
    const bytes = Buffer.from('{"url":"https://example.com/é😀"}');
    const parts = [...bytes].flatMap((byte) => ['1\r\n', Buffer.from([byte]), '\r\n']);
    const [answer] = await api.raw([
      post('Connection: close\r\nTransfer-Encoding: chunked'),
      ...parts,
      '0\r\n\r\n',
    ]);
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({ url: 'https://example.com/é😀' });
  });

  test('a broken chunk fails the request it belongs to', async () => {
    const answers = await api.raw([post('Transfer-Encoding: chunked', chunk('{"url')), 'zz\r\n']);
    expect(answers).toHaveLength(1);
    expect(detailOf(answers[0], 400, 'invalid_request')).toMatchObject({ payment_charged: false });
    expect(answers[0]?.headers.get('x-request-id')).toBe('mine');
    expect(answers[0]?.headers.get('connection')).toBe('close');
  });

  test('a body that never ends fails the request it belongs to', async () => {
    const answers = await api.raw(post('Content-Length: 50', '{"url'));
    expect(answers).toHaveLength(1);
    expect(detailOf(answers[0], 408, 'request_timeout')).toMatchObject({ url: '', payment_charged: false });
    expect(answers[0]?.headers.get('x-request-id')).toBe('mine');
  });

  test('after an answer without its body, a late body ends the connection silently', async () => {
    const answers = await api.raw(post('Content-Length: 3000000', '{'));
    expect(answers.map(({ status }) => status)).toEqual([413]);
  });
});

test('no timeout counts the work', async () => {
  expect((await api.scrape({ url: 'https://long.example/' })).status).toBe(200);
});

describe('a client that does not read', () => {
  const words = 'x'.repeat(30_000_000);
  /** Asks for more than the system keeps for a connection, and takes nothing of it. */
  const askAndWait = async (own: Api) => {
    const socket = createConnection({ port: own.port, host: '127.0.0.1' });
    socket.pause();
    socket.on('error', () => undefined);
    socket.write(post(`Content-Length: ${body.length}\r\nConnection: close`, body));
    return socket;
  };
  const startLarge = () =>
    startApi({
      timeouts: { headers: 300, request: 500, keepAlive: 1000, stalled: 400, check: 50 },
      scrape: async () => ({ data: { ...data, markdown: words }, metadata, warnings: [] }),
    });

  test('is cut off', async () => {
    await using own = await startLarge();
    const socket = await askAndWait(own);
    await expect.poll(() => own.lines.find(({ endpoint }) => endpoint === 'scrape')).toBeDefined();
    let read = 0;
    socket.on('data', (bytes) => (read += bytes.length));
    socket.resume();
    await once(socket, 'close');
    expect(read).toBeLessThan(words.length);
  });

  test('but slowly gets everything', async () => {
    await using own = await startLarge();
    const socket = await askAndWait(own);
    let read = 0;
    for await (const bytes of socket) {
      // A rest every two megabytes or so, each shorter than what is allowed, all together longer.
      if (Math.floor((read + bytes.length) / 2e6) > Math.floor(read / 2e6)) await delay(50);
      read += bytes.length;
    }
    expect(read).toBeGreaterThan(words.length);
  });
});

describe('Expect: 100-continue', () => {
  test('is answered 100 when the body is wanted', async () => {
    const socket = createConnection({ port: api.port, host: '127.0.0.1' });
    socket.write(post(`Expect: 100-continue\r\nConnection: close\r\nContent-Length: ${body.length}`));
    const received: string[] = [];
    for await (const bytes of socket) {
      if (received.push(String(bytes)) === 1) socket.write(body);
    }
    expect(received[0]).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    expect(received[1]).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  test.each([
    ['the caller is unknown', post('Expect: 100-continue\r\nContent-Length: 30').replace(key, 'x'), 401],
    ['the body is too large', post('Expect: 100-continue\r\nContent-Length: 3000000'), 413],
    ['HTTP is 1.0', post('Expect: 100-continue\r\nContent-Length: 2', '{}').replace('/1.1', '/1.0'), 400],
  ])('is not when %s', async (_, bytes, status) => {
    const answers = await api.raw(bytes);
    expect(answers.map((answer) => answer.status)).toEqual([status]);
    expect(answers[0]?.headers.get('connection')).toBe('close');
  });
});

describe('several requests on one connection', () => {
  const slow = '{"url":"https://slow.example/"}';

  test('are answered in order', async () => {
    const answers = await api.raw(post(`Content-Length: ${slow.length}`, slow) + get('/livez'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1]?.body).toBe('alive\n');
  });

  test('nonsense behind a request does not disturb its answer', async () => {
    const answers = await api.raw(`${post(`Content-Length: ${slow.length}`, slow)}nonsense\r\n\r\n`);
    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
    expect(answers[0]?.headers.get('x-request-id')).toBe('mine');
    detailOf(answers[1], 400, 'invalid_request');
  });
});
