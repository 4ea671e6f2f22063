import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { engineKinds, openTestDatabase, type TestDatabase } from '../../test/support/databases.ts';
import { parseCrawl } from '../contract/crawl.ts';
import { addSkips, addUrls, finishPages, loadFrontier, removeSkips } from './frontier.ts';
import { extendHold, freeHosts, holdHost, readHost, restHost } from './hosts.ts';
import { cancelJob, findJob, hearCanceled, insertJob, listJobs, removeEndedJob } from './jobs.ts';
import {
  claimJobs,
  extendLeases,
  finishJob,
  growJob,
  heldLeases,
  releaseLease,
  reloadJob,
} from './leases.ts';
import { readResults } from './results.ts';
import { uuidv7 } from './uuid.ts';

const { request } = parseCrawl({ urls: ['https://example.com/'] });
const hash = (text: string) => createHash('sha256').update(text).digest();
const nothing = { total: 0, crawled: 0, failed: 0, skipped: {}, discovered: false, currentUrl: '' };
const leaseMs = 60_000;

describe.each(engineKinds)('%s', (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  beforeEach(() => database.query(sql`delete from crawl_jobs`));
  afterAll(() => database[Symbol.asyncDispose]());

  const make = async (owner = 'ada', idempotencyKey?: string, requestHash = hash('request')) =>
    (
      await insertJob(database, {
        id: uuidv7(),
        owner,
        mode: 'batch',
        request,
        webhookSecret: undefined,
        idempotencyKey,
        requestHash,
      })
    ).job;
  const claimSome = (limit: number, more: Partial<Parameters<typeof claimJobs>[1]> = {}) =>
    claimJobs(database, { leaseMs, limit, ofOneOwner: 100, held: [], ...more });
  const claim = async () => (await claimSome(1))[0];
  const claimed = async (owner?: string) => {
    await make(owner);
    const job = await claim();
    if (job === undefined) throw new Error('there was a job');
    return job;
  };
  const expire = () => database.query(sql`update crawl_jobs set lease_until = now() - interval '1 s'`);

  test('owners take turns, and each has the oldest job first', async () => {
    const [a1, a2, a3, b1] = [await make(), await make(), await make(), await make('bob')];
    const order = [await claim(), await claim(), await claim()].map((job) => job?.id);
    expect(order).toEqual([a1.id, b1.id, a2.id]);
    const held = [a1, a2];
    expect(await claimSome(9, { ofOneOwner: 2, held })).toEqual([]);
    expect((await claimSome(9, { ofOneOwner: 3, held })).map(({ id }) => id)).toEqual([a3.id]);
  });

  test('a lease of a clock that has been set back has ended', async () => {
    const { id } = await claimed();
    await database.query(sql`update crawl_jobs set lease_until = now() + interval '9 minutes'`);
    expect(await claim()).toBeUndefined();
    await database.query(sql`update crawl_jobs set lease_until = now() + interval '1 hour'`);
    expect(await claim()).toMatchObject({ id });
  });

  test('a job that is under way here is not leased here again when its lease has run out', async () => {
    const [one, other] = [await claimed(), await claimed()];
    await expire();
    expect((await claimSome(9, { held: [one] })).map(({ id }) => id)).toEqual([other.id]);
  });

  test('a look that finds no job to be leased writes nothing', async () => {
    await claimed();
    const { id, owner } = await claimed('bob');
    await database.query(
      sql`update crawl_jobs set lease_until = now() - interval '1 s' where id = ${id}::uuid`,
    );
    const looked = database.transaction(async (transaction) => {
      await transaction.query(sql`set transaction read only`);
      return claimJobs(transaction, { leaseMs, limit: 1, ofOneOwner: 100, held: [{ id, owner }] });
    });
    expect(await looked).toEqual([]);
  });

  test('several at once are those that one after the other would be', async () => {
    const made = [await make(), await make(), await make('bob'), await make('cy'), await make()];
    const [a1, a2, b1, c1] = made.map(({ id }) => id);
    expect((await claimSome(3)).map(({ id }) => id)).toEqual([a1, b1, c1]);
    expect((await claimSome(1)).map(({ id }) => id)).toEqual([a2]);
  });

  test('claims at the same time never get one job twice', async () => {
    await Promise.all(Array.from({ length: 8 }, () => make()));
    const jobs = await Promise.all(Array.from({ length: 12 }, claim));
    const ids = jobs.flatMap((job) => (job === undefined ? [] : [job.id]));
    expect(new Set(ids).size).toBe(ids.length);
    for (let job = await claim(); job; job = await claim()) ids.push(job.id);
    expect(new Set(ids).size).toBe(8);
    expect(ids).toHaveLength(8);
  });

  test('a job whose worker is silent is another’s, and the old one can write nothing more', async () => {
    const first = await claimed();
    expect(await claim()).toBeUndefined();
    await expire();
    const second = await claim();
    expect(second).toMatchObject({ id: first.id, epoch: first.epoch + 1, idleLeases: 2 });
    expect(await growJob(database, first, nothing)).toBeUndefined();
    expect(await finishJob(database, first, 'completed', null)).toBeUndefined();
    const beats = [first, second ?? first].map(({ id, epoch }) => ({ id, epoch, currentUrl: '' }));
    expect(await extendLeases(database, beats.slice(0, 1), leaseMs)).toEqual([]);
    expect(await extendLeases(database, beats, leaseMs)).toEqual([first.id]);
    expect(await heldLeases(database, [first])).toEqual([]);
    await releaseLease(database, first, { afterMs: 0, blameless: true });
    expect(await claim()).toBeUndefined();
    if (second) await releaseLease(database, second, { afterMs: 0, blameless: true });
    expect(await claim()).toMatchObject({ id: first.id, idleLeases: 2 });
  });

  test.each([
    ['addresses that give no result', { ...nothing, total: -2 }],
    ['as many pages as addresses that give none', { ...nothing, total: -2, crawled: 2 }],
  ])('%s are progress', async (_, growth) => {
    const job = await claimed();
    await database.query(sql`update crawl_jobs set total = 5, idle_leases = 3 where id = ${job.id}::uuid`);
    expect(await growJob(database, job, growth)).toMatchObject({ id: job.id });
    await expire();
    expect(await claim()).toMatchObject({ id: job.id, idleLeases: 1 });
  });

  test('a canceled job is nobody’s, at once and for good; every process hears of it', async () => {
    const heard = Promise.withResolvers<string>();
    const stop = await hearCanceled(database, heard.resolve);
    const job = await claimed();
    expect(await cancelJob(database, job.id, 'eve')).toBe(false);
    expect(await cancelJob(database, job.id, 'ada')).toBe(true);
    expect(await heard.promise).toBe(job.id);
    stop();
    expect(await cancelJob(database, job.id, 'ada')).toBe(false);
    expect(await heldLeases(database, [job])).toEqual([]);
    expect(await growJob(database, job, nothing)).toBeUndefined();
    await expire();
    expect(await claim()).toBeUndefined();
    expect(await findJob(database, job.id, 'ada')).toMatchObject({ status: 'canceled' });
    expect(await findJob(database, job.id, 'eve')).toBeUndefined();
    expect(await findJob(database, 'nonsense', 'ada')).toBeUndefined();
  });

  test('what is shown of a job is short, however long its request', async () => {
    const urls = Array.from(
      { length: 1000 },
      (_, index) => `https://example.com/${'x'.repeat(1000)}${index}`,
    );
    const callback_url = 'https://example.com/hook';
    const requests = [
      { urls, callback_url },
      { start_url: 'https://example.com/', max_pages: 7, depth: 2 },
    ];
    for (const body of requests) {
      const { request: asked } = parseCrawl(body);
      const job = { id: uuidv7(), owner: 'ada', mode: asked.mode, request: asked };
      const rest = { webhookSecret: undefined, idempotencyKey: undefined, requestHash: hash(job.id) };
      await insertJob(database, { ...job, ...rest });
    }
    const [link, batch, ...others] = await listJobs(database, 'ada', { limit: 10, offset: 0 });
    expect(others).toEqual([]);
    expect(link).toMatchObject({
      startUrl: 'https://example.com/',
      maxPages: 7,
      depth: 2,
      callbackUrl: null,
    });
    expect(batch).toMatchObject({ startUrl: null, maxPages: 1000, depth: 3, callbackUrl: callback_url });
    expect(await findJob(database, batch?.id ?? '', 'ada')).toEqual(batch);
    expect(JSON.stringify(batch).length).toBeLessThan(1000);
  });

  test('one job for one idempotency key of an owner', async () => {
    const made = await Promise.all([1, 2, 3].map(() => make('ada', 'key')));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    const other = { id: uuidv7(), owner: 'ada', mode: 'batch', request, webhookSecret: undefined } as const;
    const again = await insertJob(database, { ...other, idempotencyKey: 'key', requestHash: hash('other') });
    expect(again).toMatchObject({ sameRequest: false, job: { id: made[0]?.id } });
    expect((await make('bob', 'key')).id).not.toBe(made[0]?.id);
  });

  test('pages and counters: what a worker leaves is what the next one finds', async () => {
    const job = await claimed();
    const urls = [1, 2, 3].map((seq) => {
      const url = `https://example.com/${seq}`;
      return {
        seq,
        url,
        urlHash: hash(url),
        depth: seq,
        parentUrl: seq === 1 ? null : 'https://example.com/1',
      };
    });
    const skip = { url: 'https://example.com/3', urlHash: hash('https://example.com/3'), foundOn: null };
    expect(await addSkips(database, job.id, [{ ...skip, reason: 'depth' }])).toEqual({ depth: 1 });
    expect(await addSkips(database, job.id, [{ ...skip, reason: 'depth' }])).toEqual({});
    expect(await removeSkips(database, job.id, [skip.urlHash])).toEqual({ depth: 1 });
    await addUrls(database, job.id, urls);
    const page = {
      seq: 2,
      url: 'https://example.com/2',
      finalHash: hash('final'),
      state: 'done' as const,
      resultNo: 1,
      status: 200,
      markdown: '# Two\n',
      data: { html: '<h1>Two</h1>', format: 'html' as const, size_bytes: 12 },
      metadata: { depth: 2, parent_url: null, attempts: 1, duration_ms: 5 },
      error: null,
      textHash: hash('text'),
    };
    expect(await finishPages(database, job.id, [page])).toBe(1);
    expect(await finishPages(database, job.id, [{ ...page, resultNo: 2 }])).toBe(0);
    const growth = { ...nothing, total: 3, crawled: 1, skipped: { robots: 2, depth: 1 }, discovered: true };
    await growJob(database, job, growth);
    const shown = await growJob(database, job, { ...nothing, skipped: { depth: -1 } });
    expect(shown).toEqual(await findJob(database, job.id, job.owner));
    expect(await reloadJob(database, job)).toMatchObject({
      total: 3,
      crawled: 1,
      failed: 0,
      discovered: true,
      skipped: { robots: 2, depth: 0 },
    });
    const state = await loadFrontier(database, job.id);
    expect(state.queued).toEqual([urls[0], urls[2]]);
    expect(state).toMatchObject({ lastSeq: 3, lastResultNo: 1, ledger: [], texts: [hash('text')] });
    expect(state.known).toHaveLength(4);
    expect(await readResults(database, job.id, { after: 0, limit: 9 })).toMatchObject([
      {
        resultNo: 1,
        url: page.url,
        markdown: '# Two\n',
        data: page.data,
        metadata: page.metadata,
        error: null,
      },
    ]);
  });

  test('few results are read at once where they are long', async () => {
    const job = await claimed();
    const pages = [1, 2, 3, 4].map((seq) => {
      const url = `https://example.com/${seq}`;
      return {
        ...{ seq, url, urlHash: hash(url), depth: 0, parentUrl: null },
        ...{ finalHash: hash(url), state: 'done' as const, resultNo: seq, status: 200 },
        markdown: 'x'.repeat(seq === 3 ? 2_000_000 : 600_000),
        ...{ data: null, metadata: { depth: 0, parent_url: null, attempts: 1, duration_ms: 5 } },
        ...{ error: null, textHash: hash(url) },
      };
    });
    await addUrls(database, job.id, pages);
    await finishPages(database, job.id, pages);
    const readAfter = async (after: number, limit = 9) =>
      (await readResults(database, job.id, { after, limit })).map(({ resultNo }) => resultNo);
    expect(await readAfter(0)).toEqual([1, 2]);
    expect(await readAfter(0, 1)).toEqual([1]);
    expect(await readAfter(2)).toEqual([3]);
    expect(await readAfter(3)).toEqual([4]);
    expect(await readAfter(4)).toEqual([]);
  });

  test('jobs that ended long ago are removed one by one, with their pages', async () => {
    const [job, next, other] = [await claimed(), await claimed(), await claimed('bob')];
    await addUrls(database, job.id, [
      { seq: 1, url: 'https://a.test/', urlHash: hash('a'), depth: 0, parentUrl: null },
    ]);
    for (const each of [job, next, other]) await finishJob(database, each, 'completed', null);
    const endedAgo = ({ id }: { id: string }, days: number) =>
      database.query(
        sql`update crawl_jobs set completed_at = now() - ${days}::int * interval '1 day' where id = ${id}::uuid`,
      );
    await endedAgo(job, 3);
    await endedAgo(next, 2);
    expect(await removeEndedJob(database, 86_400_000)).toBe(true);
    expect(await database.query(sql`select 1 from crawl_pages`)).toEqual([]);
    expect(await findJob(database, next.id, 'ada')).toBeDefined();
    expect(await removeEndedJob(database, 86_400_000)).toBe(true);
    expect(await removeEndedJob(database, 86_400_000)).toBe(false);
    expect(await findJob(database, other.id, 'bob')).toBeDefined();
  });

  test('a host is one job’s at a time, and rests when it is given back', async () => {
    const [job, other] = [uuidv7(), uuidv7()];
    const host = `${uuidv7()}.test`;
    const taken = await Promise.all([job, other, job].map((id) => holdHost(database, host, id, 50_000)));
    expect(taken.filter(Boolean)).toHaveLength(1);
    const [first = job] = taken[1] ? [other] : [job];
    const stranger = first === job ? other : job;
    expect((await readHost(database, host)).waitMs).toBeGreaterThan(40_000);
    await extendHold(database, host, stranger, 90_000);
    expect((await readHost(database, host)).waitMs).toBeLessThan(60_000);
    await extendHold(database, host, first, 90_000);
    expect((await readHost(database, host)).waitMs).toBeGreaterThan(60_000);
    await restHost(database, host, stranger, { restMs: 0, slowMs: 0 });
    expect((await readHost(database, host)).waitMs).toBeGreaterThan(40_000);
    await restHost(database, host, first, { restMs: 5000, slowMs: 700 });
    const { waitMs, slowMs } = await readHost(database, host);
    expect(waitMs).toBeGreaterThan(3000);
    expect(waitMs).toBeLessThanOrEqual(5000);
    expect(slowMs).toBe(700);
    expect(await readHost(database, 'unknown.test')).toEqual({ waitMs: 0, slowMs: 0 });
  });

  test('a host that a dead worker held is free again after a delay', async () => {
    const job = uuidv7();
    const host = `${uuidv7()}.test`;
    await holdHost(database, host, job, 50_000);
    await freeHosts(database, uuidv7(), 0);
    expect(await holdHost(database, host, job, 50_000)).toBe(false);
    await freeHosts(database, job, 0);
    expect(await holdHost(database, host, uuidv7(), 50_000)).toBe(true);
  });
});
