import { expect, test } from 'vitest';
import type { Database } from '../store/database.ts';
import { createWatchCrawl } from './events.ts';
import type { Crawls } from './jobs.ts';

test('the stream ends where the job is removed before its results are read', async () => {
  const patience = new AbortController();
  let asked = 0;
  const database = {
    query: async () => {
      asked += 1;
      if (asked > 3) patience.abort();
      return [];
    },
  } as unknown as Database;
  const status = async () => ({ job_id: 'job', result_count: 2, completed_at: null });
  const watch = createWatchCrawl(database, { status } as unknown as Crawls);
  const events = await watch('job', 'ada', 0, patience.signal);
  await expect(events.next()).rejects.toMatchObject({ code: 'not_found' });
  expect(asked).toBe(1);
});
