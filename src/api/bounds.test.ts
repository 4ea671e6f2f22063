import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { type Api, key, otherKey, startApi } from '../../test/support/api.ts';
import type { CrawlStatus } from '../contract/crawl.ts';
import type { CrawlResult } from '../contract/crawl-results.ts';
import type { Crawls } from '../crawl/jobs.ts';

/** Every bound of the door that is a setting: what is just within it is taken, one more is refused as documented. */

const url = 'https://example.com/';
const nested = (levels: number) => `{"url":"${url}","x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
const codeOf = async (answer: Response | Promise<Response>) => {
  const response = await answer;
  const body = await response.json();
  return response.status === 200 ? 200 : `${response.status} ${body.detail.error}`;
};

test('GANNET_BODY_BYTES', async () => {
  await using api = await startApi({ config: { bodyBytes: 2000 } });
  const body = JSON.stringify({ url });
  expect(await codeOf(api.scrape(body.padEnd(2000)))).toBe(200);
  expect(await codeOf(api.scrape(body.padEnd(2001)))).toBe('413 payload_too_large');
});

test('GANNET_BODY_DEPTH', async () => {
  await using api = await startApi({ config: { bodyDepth: 12 } });
  expect(await codeOf(api.scrape(nested(12)))).toBe(200);
  expect(await codeOf(api.scrape(nested(13)))).toBe('400 invalid_request');
});

test('GANNET_BODY_ENTRIES', async () => {
  await using api = await startApi({ config: { bodyEntries: 1000 } });
  const list = (entries: number) => JSON.stringify({ url, x: Array(entries).fill('[,{') });
  expect(await codeOf(api.scrape(list(998)))).toBe(200);
  expect(await codeOf(api.scrape(list(999)))).toBe('400 invalid_request');
});

test('a body that nests to the default bound and beyond harms nobody', async () => {
  await using api = await startApi();
  expect(await codeOf(api.scrape(nested(50)))).toBe(200);
  expect(await codeOf(api.scrape(nested(51)))).toBe('400 invalid_request');
  expect(await codeOf(api.scrape(nested(500_000)))).toBe('400 invalid_request');
});

/** A request of so many bytes up to the empty line, in its address or in a header. */
const requestOf = (bytes: number, place: 'address' | 'header') => {
  const [before, after] =
    place === 'address'
      ? ['GET /health?', ' HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n']
      : ['GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Long: ', '\r\n\r\n'];
  return `${before}${'x'.repeat(bytes - before.length - after.length)}${after}`;
};

test.each(['address', 'header'] as const)('GANNET_HEADER_BYTES: %s', async (place) => {
  await using api = await startApi({ config: { headerBytes: 4096 } });
  const statusOf = async (bytes: number) => (await api.raw(requestOf(bytes, place)))[0]?.status;
  // What Node.js counts leaves out separators and the first line's method and version.
  expect(await statusOf(4096)).toBe(200);
  expect(await statusOf(4096 + 200)).toBe(431);
});

test('GANNET_MAX_CONNECTIONS', async () => {
  await using api = await startApi({ config: { maxConnections: 3 } });
  const open = await Promise.all([0, 1, 2].map(() => opened(api)));
  const fourth = connect(api.port, '127.0.0.1');
  await once(fourth, 'close');
  for (const socket of open) {
    socket.write('GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
  }
});

/** Connected, and taken: the server says so by an answer. */
const opened = async (api: Api) => {
  const socket = connect(api.port, '127.0.0.1');
  socket.write('GET /livez HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'data');
  return socket;
};

test('GANNET_OWNER_STREAMS: results that nobody reads', async () => {
  const result = { url, markdown: 'a'.repeat(1_000_000) } as CrawlResult;
  let read = 0;
  async function* results() {
    for (let left = 100; left > 0; left--, read++) yield result;
  }
  await using api = await startApi({
    config: { ownerStreams: 2 },
    crawls: {
      results: async (jobId) => ({ jobId, count: 100, results: results() }),
    } as Partial<Crawls> as Crawls,
  });
  const path = '/v1/crawl/019a5a3e-7d6b-7c11-9c5e-0f5d3a1b2c4d/results?format=ndjson';
  /** Reads the first bytes of an answer and no more. */
  const ask = async (as: string) => {
    const socket = connect(api.port, '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${as}\r\n\r\n`);
    const [begin] = await once(socket, 'data');
    socket.pause();
    return { socket, status: /\d{3}/.exec(String(begin))?.[0] };
  };
  const answers = [await ask(key), await ask(key), await ask(key), await ask(otherKey)];
  expect(answers.map(({ status }) => status)).toEqual(['200', '200', '429', '200']);
  expect(read).toBeLessThan(100);
  for (const { socket } of answers) socket.destroy();
  await expect.poll(async () => (await ask(key)).status).toBe('200');
});

test('GANNET_OWNER_STREAMS: those that end make room', async () => {
  const ends: (() => void)[] = [];
  await using api = await startApi({
    config: { ownerStreams: 2 },
    watchCrawl: async (_id, _owner, _after, signal) =>
      (async function* () {
        yield { event: 'idle' } as const;
        await new Promise<void>((resolve) => {
          ends.push(resolve);
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
        yield { event: 'end', data: {} as CrawlStatus } as const;
      })(),
  });
  const watch = () =>
    api.fetch('/v1/crawl/019a5a3e-7d6b-7c11-9c5e-0f5d3a1b2c4d/events', {
      headers: { authorization: `Bearer ${key}` },
    });
  const streams = [await watch(), await watch()];
  expect(streams.map(({ status }) => status)).toEqual([200, 200]);
  const refused = await watch();
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(await codeOf(refused)).toBe('429 rate_limited');
  await expect.poll(() => ends.length).toBe(2);
  for (const end of ends) end();
  for (const stream of streams) await stream.text();
  expect((await watch()).status).toBe(200);
});
