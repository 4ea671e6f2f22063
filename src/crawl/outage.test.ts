import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../test/support/databases.ts';
import { parseCrawl } from '../contract/crawl.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { DatabaseError, isOutage } from '../store/error.ts';
import { insertJob } from '../store/jobs.ts';
import { uuidv7 } from '../store/uuid.ts';
import { startWorker } from './worker.ts';

test.each([
  [new DatabaseError('could not extend file', '53100'), true],
  [new DatabaseError('terminating connection', '57P01'), true],
  [new DatabaseError('connection failure', '08006'), true],
  [new DatabaseError('refused', 'ECONNREFUSED'), true],
  [new DatabaseError('the connection ended', 'lost'), true],
  [new DatabaseError('it has stopped', 'stopped'), true],
  [new DatabaseError('cannot execute INSERT in a read-only transaction', '25006'), true],
  [new DatabaseError('duplicate key', '23505'), false],
  [new DatabaseError('a row is gone'), false],
  [new Error('53100'), false],
])('%s: an outage? %s', (error, expected) => {
  expect(isOutage(error)).toBe(expected);
});

test.each([
  ['a full disk', [0, 0, 0], new DatabaseError('no space', '53100')],
  ['a fault of its own', [1, 2, 3], new Error('no')],
])('%s interrupts a job, which rests longer each time, and counts %j', async (_, idle, error) => {
  await using database = await openTestDatabase('embedded');
  const id = uuidv7();
  const { request } = parseCrawl({ urls: ['https://example.com/'] });
  await insertJob(database, {
    id,
    owner: 'ada',
    mode: 'batch',
    request,
    webhookSecret: undefined,
    idempotencyKey: undefined,
    requestHash: Buffer.from('request'),
  });
  let interrupted = Promise.withResolvers<void>();
  const worker = await startWorker({
    database,
    startRun: () => ({ currentUrl: '', stored: undefined, ended: Promise.reject(error) }),
    onEnd: async () => undefined,
    onEnded: () => interrupted.resolve(),
    limits: { jobs: 1, retentionMs: 1000 },
    log: createLog('silent'),
    metrics: createMetrics(),
  });
  const [leases, rests]: number[][] = [[], []];
  for (const _each of idle) {
    await interrupted.promise;
    interrupted = Promise.withResolvers();
    const [job] = await database.query<{ idle: number; rest: number }>(sql`
      select idle_leases as idle, extract(epoch from lease_until - now())::float8 as rest from crawl_jobs`);
    leases?.push(job?.idle ?? Number.NaN);
    rests?.push(job?.rest ?? Number.NaN);
    await database.query(sql`update crawl_jobs set lease_until = now() - interval '1 s'`);
    worker.wake();
  }
  await worker.stop();
  expect(leases).toEqual(idle);
  expect(rests?.[1]).toBeGreaterThan(2);
  expect(rests?.[2]).toBeGreaterThan(4);
});
