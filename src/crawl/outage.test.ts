import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openTestStore } from '../../test/support/crawl-store.ts';
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
  [new DatabaseError('duplicate key', '23505'), false],
  [new DatabaseError('a row is gone'), false],
  [new Error('53100'), false],
])('%s: an outage? %s', (error, expected) => {
  expect(isOutage(error)).toBe(expected);
});

test.each([
  ['a full disk', 0, new DatabaseError('no space', '53100')],
  ['a fault of its own', 1, new Error('no')],
])('%s counts %i against the job that it interrupts', async (_, idleLeases, error) => {
  await using store = await openTestStore('embedded');
  const { database } = store;
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
  const ended = Promise.withResolvers<void>();
  const worker = await startWorker({
    database,
    startRun: () => ({ currentUrl: '', ended: Promise.reject(error) }),
    onEnd: async () => undefined,
    onEnded: () => ended.resolve(),
    limits: { jobs: 1, retentionMs: 1000 },
    log: createLog('silent'),
    metrics: createMetrics(),
  });
  await ended.promise;
  await worker.stop();
  expect(await database.query(sql`select idle_leases as "idleLeases", status from crawl_jobs`)).toEqual([
    { idleLeases, status: 'running' },
  ]);
});
