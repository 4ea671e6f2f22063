import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { engineKinds, openTestDatabase } from '../../test/support/databases.ts';
import { parseCrawl } from '../contract/crawl.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import type { Database } from '../store/database.ts';
import { findJob, insertJob } from '../store/jobs.ts';
import { uuidv7 } from '../store/uuid.ts';
import type { StartRun } from './run.ts';
import { startWorker } from './worker.ts';

const { request } = parseCrawl({ urls: ['https://example.com/'] });
const make = async (database: Database, owner: string) => {
  const job = { id: uuidv7(), owner, mode: request.mode, request, requestHash: Buffer.from('request') };
  await insertJob(database, { ...job, webhookSecret: undefined, idempotencyKey: undefined });
  return job.id;
};
const runUntilAborted: StartRun = (job, signal) => {
  const { promise, reject } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => reject(signal.reason));
  return { currentUrl: 'https://example.com/now', stored: { ...job, crawled: 7 }, ended: promise };
};
const parts = {
  onEnd: async () => undefined,
  onEnded: () => undefined,
  limits: { jobs: 4, retentionMs: 1000 },
  log: createLog('silent'),
  metrics: createMetrics(),
};

test.each([
  ['embedded', { crawled: 7, currentUrl: 'https://example.com/now' }],
  ['postgres', undefined],
] as const)(
  '%s: a job that runs here is told without the database, if no other process can change it',
  async (kind, told) => {
    await using database = await openTestDatabase(kind);
    const worker = await startWorker({ database, startRun: runUntilAborted, ...parts });
    const id = await make(database, 'ada');
    expect(worker.find(id)).toBeUndefined();
    worker.wake();
    await expect.poll(async () => (await findJob(database, id, 'ada'))?.status).toBe('running');
    if (told) await expect.poll(() => worker.find(id)).toMatchObject(told);
    else expect(worker.find(id)).toBeUndefined();
    worker.cancel(id);
    expect(worker.find(id)).toBeUndefined();
    await worker.stop();
  },
);

test.each(engineKinds)(
  '%s: a process that stood still goes on with its jobs, and begins none twice',
  async (kind) => {
    await using database = await openTestDatabase(kind);
    const begun: string[] = [];
    const worker = await startWorker({
      database,
      startRun: (job, signal) => {
        begun.push(job.id);
        return runUntilAborted(job, signal);
      },
      ...parts,
    });
    const beginsWith = async (...ids: string[]) => {
      worker.wake();
      await expect.poll(() => begun).toContain(ids.at(-1));
      expect(begun).toEqual(ids);
    };
    const ada = await make(database, 'ada');
    await beginsWith(ada);
    await database.query(sql`update crawl_jobs set lease_until = now() - interval '1 s'`);
    await beginsWith(ada, await make(database, 'bob'));
    await worker.stop();
  },
);
