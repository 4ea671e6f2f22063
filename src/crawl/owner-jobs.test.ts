import { describe, expect, test } from 'vitest';
import { openTestStore } from '../../test/support/crawl-store.ts';
import { engineKinds } from '../../test/support/databases.ts';
import { parseCrawl } from '../contract/crawl.ts';
import { createCrawls } from './jobs.ts';

const { request } = parseCrawl({ urls: ['https://example.com/'] });

describe.each(engineKinds)('%s', (kind) => {
  test('an owner has so many jobs at once, however many are asked for together; others have their own', async () => {
    await using store = await openTestStore(kind);
    const crawls = createCrawls({
      database: store.database,
      retentionMs: 1000,
      ownerJobs: 3,
      checkReceiver: async () => undefined,
      onCreated: () => undefined,
      onCanceled: () => undefined,
    });
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
