import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leaseJob } from '../../test/support/crawl-store.ts';
import { engineKinds, openTestDatabase, type TestDatabase } from '../../test/support/databases.ts';
import { loadFrontier } from '../store/frontier.ts';
import { cancelJob, findJob } from '../store/jobs.ts';
import { type CrawlJob, claimJobs } from '../store/leases.ts';
import { readResults } from '../store/results.ts';
import { hashOf } from './frontier.ts';
import { createRecorder, LeaseLost } from './recorder.ts';

describe.each(engineKinds)('%s', (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database[Symbol.asyncDispose]());

  const urlOf = (seq: number) => `https://example.com/${seq}`;
  const found = (seq: number) => ({
    seq,
    url: urlOf(seq),
    urlHash: hashOf(urlOf(seq)),
    depth: 0,
    parentUrl: null,
  });
  const page = (seq: number) => ({
    seq,
    url: urlOf(seq),
    finalHash: null,
    state: 'done' as const,
    status: 200,
    markdown: `# ${seq}`,
    data: null,
    metadata: { depth: 0, parent_url: null, attempts: 1, duration_ms: 1 },
    error: null,
    textHash: null,
  });
  const recorderOf = (job: CrawlJob) => {
    const batches: number[] = [];
    const recorder = createRecorder({
      database,
      lease: job,
      lastResultNo: 0,
      currentUrl: () => '',
      onPages: async (_, pages) => {
        batches.push(pages.length);
      },
      onStored: () => undefined,
    });
    return { ...recorder, batches };
  };
  const numbers = Array.from({ length: 20 }, (_, n) => n + 1);
  const results = (job: CrawlJob) => readResults(database, job.id, { after: 0, limit: 100 });

  test('a page with texts that the database refuses is stored with U+FFFD in their place', async () => {
    const job = await leaseJob(database);
    const { record } = recorderOf(job);
    await record({ found: [found(1)], discovered: true });
    const metadata = { ...page(1).metadata, title: '\ud83d', author: 'J\0' };
    const data = { html: '\0', format: 'html' as const, size_bytes: 1 };
    await record({ page: { ...page(1), markdown: 'a\0\ud83d', error: 'no\0', data, metadata } });
    expect(await results(job)).toMatchObject([
      {
        markdown: 'a\ufffd\ufffd',
        error: 'no\ufffd',
        data: { html: '\ufffd' },
        metadata: { title: '\ufffd', author: 'J\ufffd' },
      },
    ]);
  });

  test('pages that come together are stored together, numbered without gaps', async () => {
    const job = await leaseJob(database);
    const { record, batches } = recorderOf(job);
    await record({ found: numbers.map(found), discovered: true });
    await Promise.all(numbers.map((seq) => record({ page: page(seq) })));
    expect((await results(job)).map(({ resultNo }) => resultNo)).toEqual(numbers);
    // The first goes alone, the others wait for it and go together, but few: others want the database, too.
    expect(batches.filter((size) => size > 0)).toEqual([1, 8, 8, 3]);
    expect(await findJob(database, job.id, job.owner)).toMatchObject({
      total: 20,
      crawled: 20,
      failed: 0,
    });
  });

  test('of long pages fewer are stored together', async () => {
    const job = await leaseJob(database);
    const { record, batches } = recorderOf(job);
    await record({ found: numbers.map(found), discovered: true });
    const long = 'a'.repeat(90_000);
    const html = { html: long, format: 'html' as const, size_bytes: 90_000 };
    const csv = { data: long, tables: [long], table_count: 1, format: 'csv' as const };
    const pages = [
      page(1),
      { ...page(2), markdown: long },
      { ...page(3), data: html },
      { ...page(4), markdown: long },
      { ...page(5), markdown: long.repeat(6) },
      page(6),
      { ...page(7), data: csv },
      { ...page(8), data: csv },
    ];
    await Promise.all(pages.map((each) => record({ page: each })));
    expect(batches.filter((size) => size > 0)).toEqual([1, 2, 1, 1, 2, 1]);
  });

  test('what is found and what becomes of it may be stored together', async () => {
    const job = await leaseJob(database);
    const { record, batches } = recorderOf(job);
    const skip = (seq: number, reason: 'depth' | 'duplicate') => [
      { url: urlOf(seq), urlHash: hashOf(urlOf(seq)), reason, foundOn: null },
    ];
    await record({ found: [found(1)], skipped: [...skip(3, 'depth'), ...skip(4, 'depth')] });
    await Promise.all([
      record({ page: page(1), found: [found(2)] }),
      record({ found: [found(3), found(4), found(5)], unskipped: [hashOf(urlOf(3)), hashOf(urlOf(4))] }),
      record({ page: page(2), skipped: skip(6, 'depth') }),
      record({ dropped: [3], skipped: skip(3, 'duplicate') }),
      record({ page: page(4), found: [found(6)], unskipped: [hashOf(urlOf(6))] }),
    ]);
    expect(batches).toEqual([0, 1, 2]);
    expect((await results(job)).map(({ url }) => url)).toEqual([1, 2, 4].map(urlOf));
    const { queued, ledger } = await loadFrontier(database, job.id);
    expect(queued.map(({ seq }) => seq)).toEqual([5, 6]);
    expect(ledger).toEqual([{ urlHash: hashOf(urlOf(3)), reason: 'duplicate' }]);
    const counted = await findJob(database, job.id, job.owner);
    expect(counted).toMatchObject({ total: 5, crawled: 3, skipped: { depth: 0, duplicate: 1 } });
  });

  test('a shorter way to an address is what the next worker knows of it', async () => {
    const job = await leaseJob(database);
    const { record } = recorderOf(job);
    const far = { ...found(2), depth: 3, parentUrl: urlOf(3) };
    await record({ found: [found(1), far] });
    await record({ nearer: [{ ...far, depth: 1, parentUrl: urlOf(1) }] });
    const { queued } = await loadFrontier(database, job.id);
    expect(queued).toEqual([found(1), { ...far, depth: 1, parentUrl: urlOf(1) }]);
  });

  test('what is refused later leaves nothing of what came with it', async () => {
    const job = await leaseJob(database);
    const { record } = recorderOf(job);
    await record({ found: [found(1), found(2)] });
    await database.query(
      sql`update crawl_jobs set lease_until = now() - interval '1 s' where id = ${job.id}::uuid`,
    );
    const all = { leaseMs: 60_000, limit: 9, ofOneOwner: 9, held: [] };
    const next = (await claimJobs(database, all)).find(({ id }) => id === job.id);
    expect(next?.id).toBe(job.id);
    const skipped = [{ url: urlOf(9), urlHash: hashOf(urlOf(9)), reason: 'robots' as const, foundOn: null }];
    await expect(record({ page: page(1), found: [found(3)], skipped })).rejects.toBeInstanceOf(LeaseLost);
    await expect(record({ page: page(2) })).rejects.toBeInstanceOf(LeaseLost);
    expect(await results(job)).toEqual([]);
    expect(await findJob(database, job.id, job.owner)).toMatchObject({
      total: 2,
      crawled: 0,
      skipped: {},
    });
    if (next) await recorderOf(next).record({ page: page(1) });
    expect(await results(job)).toHaveLength(1);
  });

  test('of a page that another has stored nothing is stored again', async () => {
    const job = await leaseJob(database);
    await recorderOf(job).record({ found: [found(1)] });
    await recorderOf(job).record({ page: page(1) });
    await expect(recorderOf(job).record({ page: page(1) })).rejects.toThrow();
    expect(await results(job)).toHaveLength(1);
    expect(await findJob(database, job.id, job.owner)).toMatchObject({ crawled: 1 });
  });

  test('a canceled job takes nothing more', async () => {
    const job = await leaseJob(database);
    const { record } = recorderOf(job);
    await record({ found: [found(1)] });
    await cancelJob(database, job.id, job.owner);
    await expect(record({ page: page(1) })).rejects.toBeInstanceOf(LeaseLost);
    expect(await results(job)).toEqual([]);
  });
});
