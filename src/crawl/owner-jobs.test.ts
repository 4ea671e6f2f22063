import { describe, expect, test } from 'vitest';
import { engineKinds, openTestDatabase, type TestDatabase } from '../../test/support/databases.ts';
import { parseCrawl } from '../contract/crawl.ts';
import { invalidRequest } from '../contract/request.ts';
import { findJob, type JobView } from '../store/jobs.ts';
import { createCrawls } from './jobs.ts';

const { request } = parseCrawl({ urls: ['https://example.com/'] });

const crawlsOn = (
  database: TestDatabase,
  ownerJobs: number,
  checkReceiver: () => Promise<void> = async () => undefined,
  findRunning: () => JobView | undefined = () => undefined,
) =>
  createCrawls({
    database,
    findRunning,
    retentionMs: 1000,
    ownerJobs,
    checkReceiver,
    onCreated: () => undefined,
    onCanceled: () => undefined,
  });

test('a job that runs here is shown to nobody but its owner', async () => {
  await using database = await openTestDatabase('embedded');
  const { job_id } = await crawlsOn(database, 9).create(request, 'ada', undefined);
  const stored = await findJob(database, job_id, 'ada');
  const { status } = crawlsOn(database, 9, undefined, () => stored && { ...stored, crawled: 7 });
  expect(await status(job_id, 'ada')).toMatchObject({ result_count: 7 });
  await expect(status(job_id, 'eve')).rejects.toMatchObject({ code: 'not_found' });
});

describe.each(engineKinds)('%s', (kind) => {
  test('a repeat that spells defaults out is the same request', async () => {
    await using database = await openTestDatabase(kind);
    const crawls = crawlsOn(database, 9);
    const create = (body: object) => crawls.create(parseCrawl(body).request, 'ada', 'key');
    const { job_id } = await create({ start_url: 'https://example.com/' });
    const spelt = { max_pages: 100, mode: 'link', depth: 3, start_url: 'https://example.com' };
    expect((await create(spelt)).job_id).toBe(job_id);
    await expect(create({ ...spelt, depth: 2 })).rejects.toMatchObject({ code: 'idempotency_conflict' });
  });

  test('a repeat is answered while the name of its receiver cannot be found', async () => {
    await using database = await openTestDatabase(kind);
    let isFound = true;
    const crawls = crawlsOn(database, 9, async () => {
      if (!isFound) throw invalidRequest([{ path: 'callback_url', message: 'must lead to a host' }]);
    });
    const { request } = parseCrawl({ urls: ['https://a.test/'], callback_url: 'https://hook.test/' });
    const { job_id } = await crawls.create(request, 'ada', 'key');
    isFound = false;
    expect((await crawls.create(request, 'ada', 'key')).job_id).toBe(job_id);
    await expect(crawls.create(request, 'ada', 'other')).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(crawls.create(request, 'ada', undefined)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('an owner has so many jobs at once, however many are asked for together; others have their own', async () => {
    await using database = await openTestDatabase(kind);
    const crawls = crawlsOn(database, 3);
    const create = (owner: string, idempotencyKey?: string) =>
      crawls.create(request, owner, idempotencyKey).then(
        ({ job_id }) => job_id,
        (error: { code: string }) => error.code,
      );
    const known = await create('ada', 'key');
    const asked = await Promise.all(Array.from({ length: 8 }, () => create('ada')));
    expect(asked.filter((answer) => answer === 'rate_limited')).toHaveLength(6);
    expect(await crawls.list('ada', { limit: 100, offset: 0 })).toHaveLength(3);
    // A repeat makes no job.
    expect(await create('ada', 'key')).toBe(known);
    expect(await create('bob')).not.toBe('rate_limited');
    await crawls.cancel(known, 'ada');
    expect(await create('ada')).not.toBe('rate_limited');
  });
});
