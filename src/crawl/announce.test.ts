import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../test/support/databases.ts';
import { parseCrawl } from '../contract/crawl.ts';
import { cancelJob, insertJob } from '../store/jobs.ts';
import { reloadJob } from '../store/leases.ts';
import { uuidv7 } from '../store/uuid.ts';
import { announceEnd } from './announce.ts';

test('a job that is over is announced once, signed, and its secret is forgotten', async () => {
  await using database = await openTestDatabase('embedded');
  const { request } = parseCrawl({
    urls: ['https://example.com/'],
    callback_url: 'https://example.com/hook',
  });
  const insert = async () => {
    const { job } = await insertJob(database, {
      id: uuidv7(),
      owner: 'ada',
      mode: 'batch',
      request,
      webhookSecret: 'planted secret',
      idempotencyKey: undefined,
      requestHash: Buffer.from('request'),
    });
    return await reloadJob(database, job);
  };
  const [ended, canceled] = [await insert(), await insert()];
  expect(ended.webhookSecret).toBe('planted secret');
  await database.transaction((transaction) => announceEnd(transaction, ended));
  await cancelJob(database, canceled.id, 'ada');
  const kept = await database.query(sql`select 1 from crawl_jobs where webhook_secret is not null`);
  expect(kept).toEqual([]);
  const deliveries = await database.query<{ body: string }>(
    sql`select to_jsonb(d)::text as body from webhook_deliveries d`,
  );
  expect(deliveries).toHaveLength(1);
  expect(deliveries[0]?.body).toContain('sha256=');
  expect(deliveries[0]?.body).not.toContain('planted secret');
});
