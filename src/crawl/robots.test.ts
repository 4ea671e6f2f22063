import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createTestFetch } from '../../test/support/fetch.ts';
import { file, type Page, redirect, startSite } from '../../test/support/site.ts';
import { answering, startPeer } from '../../test/support/wire.ts';
import { createRobots } from './robots.ts';

const never = new AbortController().signal;
const text = 'User-agent: gannet\nDisallow: /x\nCrawl-delay: 2\nSitemap: /s.xml\n';

const start = async (pages: Record<string, Page>) => {
  const site = await startSite(pages);
  const clock = { now: 1_000_000 };
  const robotsOf = createRobots({
    fetch: createTestFetch(),
    token: 'Gannet',
    now: () => clock.now,
    pauseMs: 1,
  });
  return {
    site,
    clock,
    of: (path = '/') => robotsOf(`${site.origin}${path}`, never),
    robotsOf,
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
};

test('is read once for an origin', async () => {
  await using web = await start({ '/robots.txt': file('text/plain', text) });
  const [robots] = await Promise.all([web.of('/a'), web.of('/b'), web.of('/x')]);
  expect(robots).toMatchObject({
    state: 'found',
    crawlDelayMs: 2000,
    sitemaps: [`${web.site.origin}/s.xml`],
  });
  expect(robots.allows(`${web.site.origin}/x/y`)).toBe(false);
  expect(robots.allows(`${web.site.origin}/y`)).toBe(true);
  await web.of();
  expect(web.site.hits).toEqual(['GET /robots.txt']);
  web.clock.now += 3_600_001;
  await web.of();
  expect(web.site.hits).toHaveLength(2);
});

test('is decoded, and read as far as 500 KiB', async () => {
  const long = `${text}${'#'.repeat(600 * 1024)}\nUser-agent: gannet\nDisallow: /late\n`;
  await using web = await start({
    '/robots.txt': (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(long)),
  });
  const robots = await web.of();
  expect(robots.allows(`${web.site.origin}/x`)).toBe(false);
  expect(robots.allows(`${web.site.origin}/late`)).toBe(true);
});

test.each(['\n', '\r'])('a rule that the limit cuts is none: %j', async (end) => {
  const before = `User-agent: *${end}Disallow: /x${end}#`;
  const cut = `${end}Disallow: /`;
  const filler = '#'.repeat(500 * 1024 - before.length - cut.length);
  await using web = await start({
    '/robots.txt': file('text/plain', `${before}${filler}${cut}private/${end}`),
  });
  const robots = await web.of();
  expect(robots.allows(`${web.site.origin}/y`)).toBe(true);
  expect(robots.allows(`${web.site.origin}/x`)).toBe(false);
});

test.each([
  [404, 'absent', true],
  [401, 'absent', true],
  [403, 'absent', true],
  [429, 'absent', true],
  [500, 'unreachable', false],
  [503, 'unreachable', false],
  [599, 'unreachable', false],
])('status %i: %s', async (status, state, allowed) => {
  await using web = await start({ '/robots.txt': file('text/plain', 'User-agent: *\nDisallow:', status) });
  const robots = await web.of();
  expect(robots.state).toBe(state);
  expect(robots.allows(`${web.site.origin}/`)).toBe(allowed);
});

test.each([
  ['once more after 503', [503], 2, 'found'],
  ['once more after 429', [429], 2, 'found'],
  ['three times at most', [503, 502, 500, 200], 3, 'unreachable'],
  ['once where that helps nothing', [501], 1, 'unreachable'],
] as const)('is asked for %s', async (_, statuses, times, state) => {
  const left: number[] = [...statuses];
  await using web = await start({
    '/robots.txt': (__, response) => response.writeHead(left.shift() ?? 200).end(text),
  });
  expect((await web.of()).state).toBe(state);
  expect(web.site.hits).toHaveLength(times);
});

test('Retry-After is obeyed, unless it asks for too much', async () => {
  const left = ['1'];
  await using web = await start({
    '/robots.txt': (_, response) => {
      const rest = left.shift();
      if (rest === undefined) response.end(text);
      else response.writeHead(503, { 'retry-after': rest }).end();
    },
  });
  const started = performance.now();
  expect((await web.of()).state).toBe('found');
  expect(performance.now() - started).toBeGreaterThanOrEqual(990);
  left.push('20');
  web.clock.now += 2 * 86_400_000;
  expect((await web.of()).state).toBe('unreachable');
});

test('redirects lead to it, without end they say that there is none', async () => {
  await using other = await startSite({ '/there': file('text/plain', text) }, '127.0.0.2');
  await using web = await start({ '/robots.txt': redirect(`${other.origin}/there`) });
  expect((await web.of()).allows(`${web.site.origin}/x`)).toBe(false);

  await using loop = await start({ '/robots.txt': redirect('/robots.txt') });
  expect((await loop.of()).state).toBe('absent');
  expect(loop.site.hits).toHaveLength(6);
});

test('what is no answer forbids everything, for a minute', async () => {
  await using peer = await startPeer(answering('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nUser', 'break'));
  const clock = { now: 1_000_000 };
  const parts = { fetch: createTestFetch(), token: 'gannet', now: () => clock.now, pauseMs: 1 };
  const robotsOf = createRobots(parts);
  const robots = await robotsOf(peer.origin, never);
  expect(robots.state).toBe('unreachable');
  expect(robots.allows(peer.origin)).toBe(false);
  await robotsOf(peer.origin, never);
  expect(peer.sockets).toHaveLength(3);
  clock.now += 60_001;
  await robotsOf(peer.origin, never);
  expect(peer.sockets).toHaveLength(6);
});

test('what was read is believed for a day when the server has gone', async () => {
  let status = 200;
  await using web = await start({
    '/robots.txt': (_, response) => response.writeHead(status).end(text),
  });
  await web.of();
  status = 503;
  for (const hour of [1, 5, 22]) {
    web.clock.now = 1_000_001 + hour * 3_600_000;
    expect((await web.of()).state).toBe('found');
  }
  expect(web.site.hits).toHaveLength(10);
  web.clock.now += 3 * 3_600_000;
  expect((await web.of()).state).toBe('unreachable');
  status = 200;
  web.clock.now += 60_001;
  expect((await web.of()).state).toBe('found');
});

test('an address that is not public forbids everything, and is not asked', async () => {
  await using site = await startSite({});
  const robotsOf = createRobots({ fetch: createTestFetch({ allow: [] }), token: 'gannet', pauseMs: 1 });
  expect((await robotsOf(site.origin, never)).state).toBe('unreachable');
  expect(site.hits).toEqual([]);
});

test('where there is no secure connection, nobody is there', async () => {
  await using web = await start({});
  const secure = web.site.origin.replace('http:', 'https:');
  expect(await web.robotsOf(`${secure}/`, never)).toMatchObject({ state: 'unreachable', isDeserted: true });
});

test('who leaves does not take the answer from others', async () => {
  let answer: (() => void) | undefined;
  await using web = await start({
    '/robots.txt': (_, response) => {
      answer = () => response.end(text);
    },
  });
  const controller = new AbortController();
  const left = expect(web.robotsOf(web.site.origin, controller.signal)).rejects.toThrow('left');
  const stayed = web.of();
  await expect.poll(() => answer, { timeout: 20_000 }).toBeDefined();
  controller.abort(new Error('left'));
  await left;
  answer?.();
  expect((await stayed).state).toBe('found');
  expect(web.site.hits).toHaveLength(1);
});
