import { afterEach, expect, test, vi } from 'vitest';
import type { Caller } from '../contract/access.ts';
import { parseScrape } from '../contract/scrape.ts';
import { createMetrics } from '../metrics.ts';
import { createCache } from './cache.ts';
import { createOwnerSlots } from './owner-slots.ts';

const caller: Caller = { kind: 'key', keyId: 'k', owner: 'alice', scopes: ['*'], tier: 'standard' };
const request = (more: Record<string, unknown> = {}) =>
  parseScrape({ url: 'http://example.com/', ...more }).request;
const never = new AbortController().signal;
afterEach(() => vi.useRealTimers());

const setUp = (maxBytes = 1000) => {
  const cache = createCache<{ text: string }>({
    maxBytes,
    bytesOf: ({ text }) => text.length,
    keeps: ({ text }) => text !== 'fragment',
    metrics: createMetrics(),
  });
  let calls = 0;
  const fetchText =
    (text = 'page') =>
    async () => {
      calls += 1;
      return { text };
    };
  return { cache, fetchText, calls: () => calls };
};

test('is bounded by bytes: the oldest goes first, what is too large is not kept', async () => {
  const { cache, fetchText, calls } = setUp(100);
  const get = (n: number, text: string) =>
    cache.get(request({ url: `http://example.com/${n}` }), caller, never, fetchText(text));
  for (let n = 0; n < 6; n++) await get(n, 'x'.repeat(20));
  expect((await get(5, '')).cachedAt).toBeInstanceOf(Date);
  expect((await get(0, 'y')).cachedAt).toBeUndefined();
  await get(7, 'z'.repeat(90));
  expect((await get(7, 'z')).answer.text).toBe('z');
  expect(calls()).toBe(9);
});

test('what is not worth keeping is given to its caller alone', async () => {
  const { cache, fetchText } = setUp();
  expect((await cache.get(request(), caller, never, fetchText('fragment'))).answer.text).toBe('fragment');
  expect((await cache.get(request(), caller, never, fetchText('whole'))).answer.text).toBe('whole');
  await cache.get(request({ bypass_cache: true }), caller, never, fetchText('fragment'));
  expect((await cache.get(request(), caller, never, fetchText('anew'))).answer.text).toBe('whole');
});

test('only a young flight of the same patience that asks the cache, too, is joined', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { cache } = setUp();
  const done = Promise.withResolvers<{ text: string }>();
  let flights = 0;
  const board = (more: Record<string, unknown> = {}) =>
    cache.get(request({ timeout_ms: 3000, ...more }), caller, never, () => {
      flights += 1;
      return done.promise;
    });
  const flightsAfter = (more?: Record<string, unknown>) => {
    waiting.push(board(more));
    return flights;
  };
  const waiting = [board()];
  expect(flightsAfter()).toBe(1);
  expect(flightsAfter({ retry: false })).toBe(2);
  expect(flightsAfter({ timeout_ms: 5000 })).toBe(3);
  expect(flightsAfter({ bypass_cache: true })).toBe(4);
  expect(flightsAfter({ max_age_ms: 0 })).toBe(5);
  vi.advanceTimersByTime(300);
  expect(flightsAfter()).toBe(5);
  vi.advanceTimersByTime(1);
  expect(flightsAfter()).toBe(6);
  expect(flightsAfter()).toBe(6);
  done.resolve({ text: 'page' });
  expect(await Promise.all(waiting)).toHaveLength(9);
});

test('a flight of another owner, who may have to wait for a turn, is not joined; what it brings is shared', async () => {
  const { cache, fetchText } = setUp();
  const ownerSlots = createOwnerSlots({ share: 1, line: 10 });
  const get = (owner: string) =>
    cache.get(request(), { ...caller, owner }, never, async (signal) => {
      using _ = await ownerSlots.take(owner, signal);
      return fetchText(owner)();
    });
  const busy = await ownerSlots.take('greedy', never);
  const waiting = get('greedy');
  expect((await get('modest')).answer.text).toBe('modest');
  busy[Symbol.dispose]();
  await waiting;
  expect((await get('modest')).answer.text).toBe('greedy');
});

test('nothing is kept without memory for it', async () => {
  const { cache, fetchText, calls } = setUp(0);
  await cache.get(request(), caller, never, fetchText());
  await cache.get(request(), caller, never, fetchText());
  expect(calls()).toBe(2);
});

test('one caller leaving does not end the others; the last one leaving ends the work', async () => {
  const { cache } = setUp();
  const done = Promise.withResolvers<{ text: string }>();
  let aborted = false;
  const work = (signal: AbortSignal) => {
    signal.addEventListener('abort', () => {
      aborted = true;
    });
    return done.promise;
  };
  const [one, two] = [new AbortController(), new AbortController()];
  const first = cache.get(request(), caller, one.signal, work);
  const second = cache.get(request(), caller, two.signal, work);
  one.abort(new Error('left'));
  await expect(first).rejects.toThrow('left');
  expect(aborted).toBe(false);
  two.abort(new Error('left, too'));
  await expect(second).rejects.toThrow('left, too');
  expect(aborted).toBe(true);
  done.resolve({ text: 'late' });
});

test('a failed flight fails all who wait and is forgotten', async () => {
  const { cache, fetchText } = setUp();
  const failing = async () => {
    throw new Error('no page');
  };
  const both = [1, 2].map(() => cache.get(request(), caller, never, failing));
  for (const waiting of both) await expect(waiting).rejects.toThrow('no page');
  expect((await cache.get(request(), caller, never, fetchText())).answer.text).toBe('page');
});

test('spelling does not matter, meaning does', async () => {
  const { cache, fetchText, calls } = setUp();
  await cache.get(request({ url: 'HTTP://EXAMPLE.com:80' }), caller, never, fetchText());
  await cache.get(
    request({ url: 'http://example.com/', options: { links: false } }),
    caller,
    never,
    fetchText(),
  );
  expect(calls()).toBe(1);
  await cache.get(request({ wait_for_selector: 'p' }), caller, never, fetchText());
  await cache.get(request({ url: 'http://example.com/#part' }), caller, never, fetchText());
  expect(calls()).toBe(3);
});

test.each([
  ['headers', { 'X-A': 'b' }],
  ['cookies', [{ name: 'session', value: 'secret' }]],
  ['actions', [{ type: 'scroll' }]],
  ['url', 'http://user@example.com/'],
  ['url', 'http://:secret@example.com/'],
  ['url', 'http://user:secret@example.com/'],
  ['proxy_url', 'http://proxy.example:3128'],
])('requests with %s %j are neither stored nor shared', async (name, value) => {
  const { cache, fetchText, calls } = setUp();
  const personal = request({ [name]: value });
  const work = async () => fetchText('personal')();
  await Promise.all([1, 2].map(() => cache.get(personal, caller, never, work)));
  expect(calls()).toBe(2);
  expect((await cache.get(request(), caller, never, fetchText('common'))).answer.text).toBe('common');
  expect((await cache.get(personal, caller, never, work)).answer.text).toBe('personal');
});

test('each visitor has answers of its own, and the same one is known again', async () => {
  const { cache, fetchText, calls } = setUp();
  const visitors = [{}, { mobile: true }, { locale: 'de-DE' }, { timezone: 'Asia/Tokyo' }];
  for (const visitor of visitors) await cache.get(request(visitor), caller, never, fetchText());
  expect(calls()).toBe(visitors.length);
  const same = [{ headers: {}, cookies: [], actions: [] }, { mobile: true }, { locale: 'DE-de' }];
  for (const visitor of [...same, { timezone: 'asia/tokyo' }])
    expect((await cache.get(request(visitor), caller, never, fetchText())).cachedAt).toBeInstanceOf(Date);
});
