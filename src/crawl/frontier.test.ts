import { getEventListeners } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createFrontier, hashOf } from './frontier.ts';

const empty = { queued: [], known: [], lastSeq: 0, lastResultNo: 0 };
const free = { maxPages: 100, isExclusive: () => false, isWanted: () => true };
const { signal } = new AbortController();

const add = (frontier: ReturnType<typeof createFrontier>, ...urls: string[]) =>
  urls.map((url) => frontier.add({ url, depth: 0, parentUrl: null }, hashOf(url)));

test('addresses come in order of discovery, and no second one of a host that is asked one at a time', async () => {
  const frontier = createFrontier(empty, { ...free, isExclusive: (host) => host === 'slow.test' }, signal);
  add(frontier, 'http://slow.test/1', 'http://slow.test/2', 'http://quick.test/3', 'http://quick.test/4');
  const taken = [await frontier.next(), await frontier.next(), await frontier.next()];
  expect(taken.map((entry) => entry?.seq)).toEqual([1, 3, 4]);
  const next = frontier.next();
  const [slow] = taken;
  if (slow) frontier.settle(slow, true);
  expect((await next)?.seq).toBe(2);
});

test('a host that is left alone holds nobody up: its page waits, and others are taken', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const frontier = createFrontier(empty, free, signal);
  add(frontier, 'http://tired.test/1', 'http://tired.test/2', 'http://quick.test/3', 'http://quick.test/4');
  const [one, two] = [await frontier.next(), await frontier.next()];
  if (one === undefined || two === undefined) throw new Error('nothing was taken');
  expect(frontier.mayAsk(two)).toBe(true);
  frontier.rest('tired.test', 60_000);
  expect(frontier.mayAsk(two)).toBe(false);
  frontier.postpone(two);
  frontier.postpone(one);
  // Of a page that was under way meanwhile.
  frontier.rest('tired.test', 0);
  expect([(await frontier.next())?.seq, (await frontier.next())?.seq]).toEqual([3, 4]);
  const next = frontier.next();
  await vi.advanceTimersByTimeAsync(60_000);
  // As soon as it may be asked, one by one and in order.
  expect(await next).toBe(one);
  const last = frontier.next();
  frontier.settle(one, true);
  expect(await last).toBe(two);
});

test('all spellings of an address are one', () => {
  const frontier = createFrontier(empty, free, signal);
  add(frontier, 'http://a.test/x?b=2&a=1');
  expect(frontier.knows(hashOf('http://A.test:80/x?a=1&b=2&utm_source=y#z'))).toBe(true);
  expect(frontier.knows(hashOf('http://a.test/y'))).toBe(false);
});

test('it is over when nothing is left and nothing under way could lead to more', async () => {
  const frontier = createFrontier(empty, free, signal);
  const [first] = add(frontier, 'http://a.test/1');
  await frontier.next();
  let over = false;
  const next = frontier.next().then((entry) => {
    over = entry === undefined;
    return entry;
  });
  await turn();
  expect(over).toBe(false);
  add(frontier, 'http://a.test/2');
  if (first) frontier.settle(first, true);
  const second = await next;
  expect(second?.seq).toBe(2);
  if (second) frontier.settle(second, true);
  expect(await frontier.next()).toBeUndefined();
});

test('as many pages as wanted: what gives no result is made up for, what is under way counts', async () => {
  const frontier = createFrontier({ ...empty, lastResultNo: 8 }, { ...free, maxPages: 10 }, signal);
  const entries = add(frontier, 'http://a.test/1', 'http://a.test/2', 'http://a.test/3', 'http://a.test/4');
  await frontier.next();
  await frontier.next();
  const third = frontier.next();
  const [one, two, three] = entries;
  if (one) frontier.settle(one, false);
  expect((await third)?.seq).toBe(3);
  if (two) frontier.settle(two, true);
  if (three) frontier.settle(three, true);
  expect(await frontier.next()).toBeUndefined();
});

test('it goes on from what is stored', async () => {
  const url = 'http://a.test/7';
  const queued = [{ seq: 7, url, urlHash: hashOf(url), depth: 2, parentUrl: null }];
  const frontier = createFrontier({ ...empty, queued, known: [hashOf(url)], lastSeq: 9 }, free, signal);
  expect(frontier.knows(hashOf(url))).toBe(true);
  const [added] = add(frontier, 'http://a.test/new');
  expect(added?.seq).toBe(10);
  expect(await frontier.next()).toEqual(queued[0]);
});

test('pages that are no results are read last, and no more of them than of results', async () => {
  const isWanted = (url: string) => url.includes('wanted');
  const frontier = createFrontier(empty, { ...free, maxPages: 2, isWanted }, signal);
  const found = (url: string) => frontier.add({ url, depth: 1, parentUrl: null }, hashOf(url));
  const entries = [found('http://a.test/1'), found('http://a.test/wanted')];
  expect(frontier.hasPassage()).toBe(true);
  entries.push(found('http://a.test/2'));
  expect(frontier.hasPassage()).toBe(false);
  const [first, wanted, second] = entries;
  expect(await frontier.next()).toBe(wanted);
  if (wanted) frontier.settle(wanted, true);
  expect(await frontier.next()).toBe(first);
  if (first) frontier.settle(first, false);
  expect(await frontier.next()).toBe(second);
  if (second) frontier.settle(second, false);
  expect(await frontier.next()).toBeUndefined();
});

test('a page that came by another way needs no visit of its own', async () => {
  const frontier = createFrontier(empty, free, signal);
  add(frontier, 'http://a.test/1', 'http://a.test/2');
  expect(frontier.adopt(hashOf('http://a.test/1'))?.seq).toBe(1);
  expect(frontier.adopt(hashOf('http://a.test/1'))).toBeUndefined();
  expect((await frontier.next())?.seq).toBe(2);
});

test('whoever waits hears that the job is over', async () => {
  const ending = new AbortController();
  const frontier = createFrontier(empty, free, ending.signal);
  add(frontier, 'http://a.test/1');
  await frontier.next();
  const next = frontier.next();
  ending.abort(new Error('canceled'));
  await expect(next).rejects.toThrow('canceled');
});

test('it leaves no listener behind: one of a composite signal would keep all of a job that is over', async () => {
  const job = new AbortController();
  const frontier = createFrontier(empty, free, job.signal);
  const [first] = add(frontier, 'http://a.test/1');
  await frontier.next();
  const next = frontier.next();
  if (first) frontier.settle(first, true);
  expect(await next).toBeUndefined();
  expect(getEventListeners(job.signal, 'abort')).toEqual([]);
});

test('a page that has come is not asked for again, but by a shorter way', () => {
  const frontier = createFrontier(empty, free, signal);
  const hash = hashOf('http://a.test/1');
  expect(frontier.hasCome(hash, 9)).toBe(false);
  frontier.arrive([hash], 2, []);
  expect([1, 2, 3].map((depth) => frontier.hasCome(hash, depth))).toEqual([false, true, true]);
});
