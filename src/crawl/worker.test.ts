import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { engineKinds, openTestDatabase } from '../../test/support/databases.ts';
import { parseCrawl } from '../contract/crawl.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { insertJob } from '../store/jobs.ts';
import { uuidv7 } from '../store/uuid.ts';
import { startWorker } from './worker.ts';

test.each(engineKinds)(
  '%s: a process that stood still goes on with its jobs, and begins none twice',
  async (kind) => {
    await using database = await openTestDatabase(kind);
    const { request } = parseCrawl({ urls: ['https://example.com/'] });
    const make = async (owner: string) => {
      const job = { id: uuidv7(), owner, mode: request.mode, request, requestHash: Buffer.from('request') };
      await insertJob(database, { ...job, webhookSecret: undefined, idempotencyKey: undefined });
      return job.id;
    };
    const begun: string[] = [];
    const worker = await startWorker({
      database,
      startRun: ({ id }, signal) => {
        begun.push(id);
        const { promise, reject } = Promise.withResolvers<void>();
        signal.addEventListener('abort', () => reject(signal.reason));
        return { currentUrl: '', ended: promise };
      },
      onEnd: async () => undefined,
      onEnded: () => undefined,
      limits: { jobs: 4, retentionMs: 1000 },
      log: createLog('silent'),
      metrics: createMetrics(),
    });
    const beginsWith = async (...ids: string[]) => {
      worker.wake();
      await expect.poll(() => begun).toContain(ids.at(-1));
      expect(begun).toEqual(ids);
    };
    const ada = await make('ada');
    await beginsWith(ada);
    await database.query(sql`update crawl_jobs set lease_until = now() - interval '1 s'`);
    await beginsWith(ada, await make('bob'));
    await worker.stop();
  },
);
