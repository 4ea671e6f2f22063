import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { certificate } from '../../test/support/certificate.ts';
import { startHttpProxy, startSocks5Proxy } from '../../test/support/proxies.ts';
import { type Page, redirect, type Site, startSite } from '../../test/support/site.ts';
import { answering, startPeer } from '../../test/support/wire.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { createFetch, type FetchAnswer, type FetchRequest, readBytes } from './fetch.ts';
import { createGuard } from './guard.ts';
import { createProxyPool } from './proxies.ts';

const names: Record<string, readonly string[]> = {
  'secure.test': ['127.0.0.1'],
  'inside.test': ['10.0.0.1'],
};
const loopback = { address: '127.0.0.0', prefix: 8, family: 'ipv4' } as const;

const fetchThrough = (upstreams: readonly string[] = [], allow = [loopback]) => {
  const metrics = createMetrics();
  const proxies = createProxyPool(upstreams);
  const fetch = createFetch({
    guard: createGuard({ allow, resolve: async (name) => names[name] ?? [] }),
    proxies,
    upstreams: () => upstreams,
    authorities: certificate.cert,
    log: createLog('silent'),
    metrics,
  });
  const get = (request: FetchRequest | string, signal = new AbortController().signal) =>
    fetch(typeof request === 'string' ? { url: request, maxBytes: 100_000 } : request, signal, read);
  return { get, fetch, metrics, proxies };
};

const read = async (answer: FetchAnswer) => {
  const text = (await readBytes(answer)).toString();
  const { url, status, headers, isCut } = answer;
  return { url, status, headers, text, isCut };
};

const { get } = fetchThrough();
const body = 'Hello, grüße. '.repeat(200);
const coded =
  (coding: string, bytes: Buffer): Page =>
  (_, response) =>
    response.writeHead(200, { 'content-encoding': coding }).end(bytes);

let site: Site;
beforeEach(async () => {
  site = await startSite({
    '/': body,
    '/gzip': coded('gzip', gzipSync(body)),
    '/deflate': coded('deflate', deflateSync(body)),
    '/bare': coded('deflate', deflateRawSync(body)),
    '/bare-short': coded('deflate', deflateRawSync(body).subarray(0, 40)),
    '/bare-bomb': coded('deflate', deflateRawSync(Buffer.alloc(50_000_000))),
    '/br': coded('br', brotliCompressSync(body)),
    '/twice': coded('gzip, br', brotliCompressSync(gzipSync(body))),
    '/thrice': coded('gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(body)))),
    '/none': coded('none', Buffer.from(body)),
    '/charset': coded('gzip, UTF-8', gzipSync(body)),
    '/inherited': coded('constructor', Buffer.from(body)),
    '/unknown': coded('zstd', Buffer.from(body)),
    '/broken': coded('gzip', Buffer.from(body)),
    '/short': coded('gzip', gzipSync(body).subarray(0, 40)),
    '/bomb': coded('gzip', gzipSync(Buffer.alloc(50_000_000))),
    '/echo': (request, response) => {
      response.writeHead(201, { 'x-method': request.method ?? '' });
      request.pipe(response);
    },
    '/headers': (request, response) => response.end(JSON.stringify(request.headers)),
    '/one': redirect('/two'),
    '/two': redirect('/'),
    '/letters': redirect(Buffer.from('/grüße').toString('latin1')),
    '/gr%C3%BC%C3%9Fe': body,
    '/loop': redirect('/loop'),
    '/away': redirect('http://inside.test/'),
    '/elsewhere': redirect('file:///etc/passwd'),
    '/busy': (_, response) => response.writeHead(503).end('not now'),
    '/hang': () => undefined,
    '/drip': (_, response) => {
      response.writeHead(200).write('some');
    },
  });
});
afterEach(() => site[Symbol.asyncDispose]());

test('gives status, headers and body, and says who asks', async () => {
  const answer = await get(`${site.origin}/`);
  expect(answer).toMatchObject({ url: `${site.origin}/`, status: 200, text: body, isCut: false });
  expect(answer.headers['content-type']).toContain('text/html');
  expect(site.requests[0]?.headers).toMatchObject({
    host: `127.0.0.1:${site.port}`,
    'user-agent': expect.stringMatching(/^gannet\/\d/),
    'accept-encoding': 'gzip, br, deflate',
  });
});

test('sends a body', async () => {
  const answer = await get({
    url: `${site.origin}/echo`,
    method: 'POST',
    headers: { 'content-type': 'text/plain', 'user-agent': 'us' },
    body: 'grüße',
    maxBytes: 100,
  });
  expect(answer).toMatchObject({ status: 201, text: 'grüße', headers: { 'x-method': 'POST' } });
  expect(site.requests[0]?.headers).toMatchObject({ 'user-agent': 'us', 'content-length': '7' });
});

test('credentials of an address are not sent', async () => {
  const url = site.origin.replace('//', '//user:secret@');
  expect((await get(`${url}/headers`)).text).not.toContain('authorization');
});

describe('content codings', () => {
  test.each(['gzip', 'deflate', 'bare', 'br', 'twice', 'none', 'charset', 'inherited'])(
    '%s',
    async (path) => {
      expect(await get(`${site.origin}/${path}`)).toMatchObject({ text: body, isCut: false });
    },
  );

  test.each(['thrice', 'unknown', 'broken', 'short', 'bare-short'])('%s is a bad response', async (path) => {
    await expect(get(`${site.origin}/${path}`)).rejects.toMatchObject({ reason: 'bad_response' });
  });

  test('a bomb is cut while it unfolds', async () => {
    for (const path of ['bomb', 'bare-bomb']) {
      const answer = await get({ url: `${site.origin}/${path}`, maxBytes: 1000 });
      expect(answer).toMatchObject({ isCut: true, text: '\0'.repeat(1000) });
    }
  });

  test('a coding that swallows bytes without end is ended', async () => {
    // Empty stored blocks: legal, and nothing comes of them.
    const empty = Buffer.alloc(65_530);
    for (let at = 0; at < empty.length; at += 5) empty.set([0, 0, 0, 0xff, 0xff], at);
    await using peer = await startPeer((socket) => {
      const more = () => {
        while (!socket.destroyed && socket.write(empty));
      };
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n');
        socket.write(gzipSync('').subarray(0, 10));
        socket.on('drain', more);
        more();
      });
    });
    await expect(get({ url: peer.origin, maxBytes: 1000 })).rejects.toMatchObject({
      reason: 'refused_budget',
    });
  });
});

test('a body is cut at its limit and not before', async () => {
  const size = Buffer.byteLength(body);
  const url = `${site.origin}/`;
  expect(await get({ url, maxBytes: size })).toMatchObject({ isCut: false, text: body });
  const answer = await get({ url, maxBytes: size - 1 });
  expect(answer.isCut).toBe(true);
  expect(Buffer.byteLength(answer.text)).toBe(size - 1);
});

describe('redirects', () => {
  test('are followed as often as asked for', async () => {
    const url = `${site.origin}/one`;
    expect(await get({ url, redirects: 2, maxBytes: 10_000 })).toMatchObject({
      status: 200,
      url: `${site.origin}/`,
    });
    expect(await get({ url, redirects: 1, maxBytes: 10_000 })).toMatchObject({
      status: 302,
      url: `${site.origin}/two`,
    });
    expect(await get(url)).toMatchObject({ status: 302, url });
  });

  test('never of a POST', async () => {
    const url = `${site.origin}/one`;
    expect(await get({ url, method: 'POST', body: '', redirects: 5, maxBytes: 10 })).toMatchObject({
      status: 302,
    });
  });

  test('end', async () => {
    const url = `${site.origin}/loop`;
    expect(await get({ url, redirects: 5, maxBytes: 10 })).toMatchObject({ status: 302 });
    expect(site.countOf('/loop')).toBe(6);
  });

  test('pass the guard', async () => {
    const url = `${site.origin}/away`;
    await expect(get({ url, redirects: 5, maxBytes: 10 })).rejects.toMatchObject({
      reason: 'refused_address',
    });
  });

  test('lead to web pages only', async () => {
    const url = `${site.origin}/elsewhere`;
    expect(await get({ url, redirects: 5, maxBytes: 10 })).toMatchObject({ status: 302, url });
  });

  test('may lead to letters that are not escaped', async () => {
    const answer = await get({ url: `${site.origin}/letters`, redirects: 1, maxBytes: 10_000 });
    expect(answer).toMatchObject({ url: `${site.origin}/gr%C3%BC%C3%9Fe`, status: 200, text: body });
  });

  test('take credentials along to the same origin only', async () => {
    await using other = await startSite({ '/': redirect(`${site.origin}/headers`) }, '127.0.0.2');
    const headers = { authorization: 'Basic x', cookie: 'a=b', 'x-mine': '1' };
    const across = await get({ url: other.origin, headers, redirects: 1, maxBytes: 10_000 });
    expect(JSON.parse(across.text)).toMatchObject({ 'x-mine': '1' });
    expect(across.text).not.toMatch(/authorization|cookie/);
  });
});

test('an address that is not public is refused, by number and by name', async () => {
  const { get } = fetchThrough([], []);
  for (const url of [site.origin, 'http://inside.test/', 'http://[::ffff:127.0.0.1]/', 'http://2130706433/'])
    await expect(get(url)).rejects.toMatchObject({ reason: 'refused_address' });
  expect(site.hits).toEqual([]);
});

test('the signal ends it: before the answer, while the body comes, and before it begins', async () => {
  for (const path of ['/hang', '/drip']) {
    const controller = new AbortController();
    const ended = expect(get(`${site.origin}${path}`, controller.signal)).rejects.toThrow('enough');
    await expect.poll(() => site.countOf(path), { timeout: 20_000 }).toBe(1);
    controller.abort(new Error('enough'));
    await ended;
    await expect(get(`${site.origin}${path}`, controller.signal)).rejects.toThrow('enough');
  }
});

test('whoever does not read the body gets the connection closed', async () => {
  const { fetch } = fetchThrough();
  const never = new AbortController().signal;
  const status = await fetch(
    { url: `${site.origin}/drip`, maxBytes: 10 },
    never,
    async (answer) => answer.status,
  );
  expect(status).toBe(200);
  await expect.poll(() => site.requests[0]?.socket.destroyed, { timeout: 20_000 }).toBe(true);
});

test('a head that browsers put up with is an answer', async () => {
  const head = 'HTTP/1.1 200 OK\r\nNonsense\r\nX-Own : 1\r\nContent-Length : 4\r\ncontent-length: 4\r\n\r\n';
  await using peer = await startPeer(answering(`${head}body`));
  const answer = await get(peer.origin);
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.headers['x-own']).toBe('1');
});

test.each([
  ['of a length', 'content-length: 4\r\n\r\nbody'],
  ['in pieces', 'transfer-encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n'],
])('what comes behind an answer %s is none of it', async (_, answer) => {
  // Of letters that count as two bytes the length may have been told as one each.
  await using peer = await startPeer(answering(`HTTP/1.1 200 OK\r\n${answer} and more`));
  expect(await get(peer.origin)).toMatchObject({ status: 200, text: 'body' });
});

test.each([
  ['gzip', gzipSync(body)],
  ['deflate', deflateSync(body)],
  ['br', brotliCompressSync(body)],
])('of a body in %s the length without it may be told, if it is whole', async (coding, bytes) => {
  const head = `HTTP/1.1 200 OK\r\ncontent-encoding: ${coding}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`;
  const answer = (sent: Buffer) => startPeer(answering(`${head}${sent.toString('latin1')}`, 'end'));
  await using whole = await answer(bytes);
  expect(await get(whole.origin)).toMatchObject({ text: body });
  await using half = await answer(bytes.subarray(0, -10));
  await expect(get(half.origin)).rejects.toMatchObject({ reason: 'bad_response' });
});

describe('what is no answer is a bad response', () => {
  test.each([
    ['another protocol', 'SSH-2.0-OpenSSH_9.0\r\n', 'stay'],
    ['nothing', '', 'end'],
    ['half a head', 'HTTP/1.1 200 OK\r\ncontent-', 'end'],
    ['half a body', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf', 'end'],
    ['a reset', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf', 'break'],
    ['a broken chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab\r\nzz\r\n', 'end'],
    ['an unasked change of protocol', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n', 'stay'],
    ['endless headers', `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(60_000)}`, 'stay'],
    ['answers before the answer without end', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(100), 'stay'],
  ] as const)('%s', async (_, text, then) => {
    await using peer = await startPeer(answering(text, then));
    await expect(get(peer.origin)).rejects.toMatchObject({ reason: 'bad_response' });
  });
});

describe('https', () => {
  const startSecure = async () => {
    const server = createSecureServer(certificate, (request, response) => {
      response.end(`${request.method} ${request.headers.host}`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return {
      port,
      [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
    };
  };

  test('by name and by address', async () => {
    await using server = await startSecure();
    for (const host of [`secure.test:${server.port}`, `127.0.0.1:${server.port}`])
      expect((await get(`https://${host}/`)).text).toBe(`GET ${host}`);
  });

  test('a certificate for another name, or of an unknown authority, is refused', async () => {
    await using server = await startSecure();
    names['other.test'] = ['127.0.0.1'];
    const distrusted = { reason: 'invalid_certificate' };
    await expect(get(`https://other.test:${server.port}/`)).rejects.toMatchObject(distrusted);
    const strict = createFetch({
      guard: createGuard({ allow: [loopback], resolve: async () => ['127.0.0.1'] }),
      proxies: createProxyPool([]),
      upstreams: () => [],
      log: createLog('silent'),
      metrics: createMetrics(),
    });
    const url = `https://secure.test:${server.port}/`;
    const never = new AbortController().signal;
    await expect(strict({ url, maxBytes: 10 }, never, read)).rejects.toMatchObject(distrusted);
  });

  test('a server that speaks no TLS is refused', async () => {
    await expect(get(site.origin.replace('http:', 'https:'))).rejects.toMatchObject({ reason: 'no_tls' });
  });

  test('through proxies', async () => {
    await using server = await startSecure();
    await using http = await startHttpProxy({ credentials: 'me:secret' });
    await using socks = await startSocks5Proxy();
    for (const proxy of [http, socks]) {
      const answer = await fetchThrough([proxy.url]).get(`https://127.0.0.1:${server.port}/`);
      expect(answer.text).toBe(`GET 127.0.0.1:${server.port}`);
    }
    expect(http.asked).toEqual([`CONNECT 127.0.0.1:${server.port}`]);
  });

  test('proxies are not blamed for a host whose certificate is not valid', async () => {
    await using one = await startHttpProxy();
    await using other = await startSocks5Proxy();
    const { get, proxies } = fetchThrough([one.url, other.url]);
    const url = site.origin.replace('http:', 'https:');
    await expect(get(url)).rejects.toMatchObject({ reason: 'no_tls' });
    expect(proxies.status().healthy).toBe(2);
  });
});

test('proxies are not blamed for a site that answers 503 itself', async () => {
  await using one = await startHttpProxy();
  await using other = await startHttpProxy();
  const { get, proxies } = fetchThrough([one.url, other.url]);
  expect(await get(`${site.origin}/busy`)).toMatchObject({ status: 503, text: 'not now' });
  expect(proxies.status().healthy).toBe(2);
});

test('plain requests go through proxies, the next one when one fails', async () => {
  await using broken = await startHttpProxy({ status: 503 });
  await using working = await startHttpProxy();
  await using socks = await startSocks5Proxy();
  for (const proxy of [working, socks])
    expect(await fetchThrough([broken.url, proxy.url]).get(`${site.origin}/?a=b`)).toMatchObject({
      status: 200,
      text: body,
    });
  expect(working.asked).toEqual([`GET ${site.origin}/?a=b`]);
  await expect(fetchThrough(['http://127.0.0.1:2']).get(site.origin)).rejects.toMatchObject({
    reason: 'proxy_unreachable',
    cause: { reason: 'unreachable' },
  });
});
