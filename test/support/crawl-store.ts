import { createHash } from 'node:crypto';
import { parseCrawl } from '../../src/contract/crawl.ts';
import type { Database } from '../../src/store/database.ts';
import { insertJob } from '../../src/store/jobs.ts';
import { type CrawlJob, claimJobs } from '../../src/store/leases.ts';
import { uuidv7 } from '../../src/store/uuid.ts';

/** A job that is leased. */
export const leaseJob = async (
  database: Database,
  leaseMs = 60_000,
  body: unknown = { urls: ['https://example.com/'] },
): Promise<CrawlJob> => {
  const { request } = parseCrawl(body);
  await insertJob(database, {
    id: uuidv7(),
    owner: uuidv7(),
    mode: request.mode,
    request,
    webhookSecret: undefined,
    idempotencyKey: undefined,
    requestHash: createHash('sha256').digest(),
  });
  const [job] = await claimJobs(database, { leaseMs, limit: 1, ofOneOwner: 1, held: [] });
  if (job === undefined) throw new Error('the job was not to be leased');
  return job;
};
