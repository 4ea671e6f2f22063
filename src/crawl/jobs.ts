import { type CrawlCreated, type CrawlRequest, type CrawlStatus, skipReasons } from '../contract/crawl.ts';
import type { CrawlErrors, CrawlResult } from '../contract/crawl-results.ts';
import { ServiceError } from '../contract/error.ts';
import type { Window } from '../contract/window.ts';
import type { Database } from '../store/database.ts';
import {
  announceJob,
  cancelJob,
  countOpenJobs,
  findJob,
  findRepeated,
  insertJob,
  type JobView,
  listJobs,
} from '../store/jobs.ts';
import { type CrawlResultRow, readErrors, readResults, readSkips } from '../store/results.ts';
import { uuidv7 } from '../store/uuid.ts';
import { sha256 } from '../text.ts';
import { canonicalJson } from '../webhook/canonical.ts';
import { createScope } from './scope.ts';

/** Crawl jobs as their owners see them: create, list, read, cancel. */

export interface Crawls {
  /**
   * @param key the caller's `Idempotency-Key`: the same request with the same key is the same job.
   * @throws ServiceError `invalid_request` for a bad pattern or receiver, `idempotency_conflict`, `rate_limited` for one
   * job too many.
   */
  create(request: CrawlRequest, owner: string, key: string | undefined): Promise<CrawlCreated>;
  list(owner: string, window: Window): Promise<CrawlStatus[]>;
  /** These throw ServiceError `not_found` for a job that is unknown or somebody else's. */
  status(id: string, owner: string): Promise<CrawlStatus>;
  results(id: string, owner: string, window: Window): Promise<Results>;
  errors(id: string, owner: string, window: Window): Promise<CrawlErrors>;
  /** @throws ServiceError `job_finished`. Of a job that is canceled already, it does nothing. */
  cancel(id: string, owner: string): Promise<void>;
}

/** A page of results. */
export interface Results {
  readonly jobId: string;
  readonly count: number;
  /** Read from the database a few at a time. */
  readonly results: AsyncIterable<CrawlResult>;
}

interface Parts {
  readonly database: Database;
  /** A job as it is now, without the database, which a job under way keeps busy; undefined where that has to be asked. */
  readonly findRunning: (id: string) => JobView | undefined;
  readonly retentionMs: number;
  /** Jobs of one owner that may wait or run at once. */
  readonly ownerJobs: number;
  /** @throws ServiceError `invalid_request` when webhooks may not be sent there. */
  readonly checkReceiver: (url: string, path: string) => Promise<void>;
  /** A job was created. */
  readonly onCreated: () => void;
  /** A job was canceled. */
  readonly onCanceled: (id: string) => void;
}

/** Results in memory at a time, at most. */
const chunk = 25;

export const createCrawls = (parts: Parts): Crawls => {
  const { database, findRunning, retentionMs, ownerJobs, checkReceiver, onCreated, onCanceled } = parts;
  const find = async (id: string, owner: string): Promise<JobView> => {
    const running = findRunning(id);
    const job = running?.owner === owner ? running : await findJob(database, id, owner);
    if (job === undefined) throw noJob();
    return job;
  };

  return {
    create: async (checked, owner, idempotencyKey) => {
      // Patterns are compiled to see that they are some.
      createScope(checked);
      const { webhook_secret: webhookSecret, ...request } = checked;
      // A default that is sent makes no other request, though its field then stands elsewhere.
      const requestHash = sha256(canonicalJson(checked));
      // What was taken on is not refused when it is asked for again, its receiver being away for now.
      if (
        checked.callback_url !== undefined &&
        (await findRepeated(database, { owner, idempotencyKey, requestHash })) === undefined
      )
        await checkReceiver(checked.callback_url, 'callback_url');
      const { job, sameRequest } = await database.transaction(async (transaction) => {
        const inserted = await insertJob(transaction, {
          id: uuidv7(),
          owner,
          mode: request.mode,
          request,
          webhookSecret,
          idempotencyKey,
          requestHash,
        });
        // A repeat of a job that is there already is never one too many.
        if (inserted.isNew && (await countOpenJobs(transaction, owner)) > ownerJobs) throw tooMany(ownerJobs);
        if (inserted.isNew) await announceJob(transaction);
        return inserted;
      });
      if (!sameRequest) throw new ServiceError('idempotency_conflict');
      onCreated();
      return createdView(job);
    },
    list: async (owner, window) =>
      (await listJobs(database, owner, window)).map((job) => statusView(job, retentionMs)),
    status: async (id, owner) => statusView(await find(id, owner), retentionMs),
    results: async (id, owner, { limit, offset }) => {
      const { id: jobId, crawled, failed } = await find(id, owner);
      const count = Math.max(0, Math.min(limit, crawled + failed - offset));
      return { jobId, count, results: readInChunks(database, jobId, { limit: count, offset }) };
    },
    errors: async (id, owner, window) => {
      const { id: job_id } = await find(id, owner);
      const failed = await readErrors(database, job_id, window);
      const skipped = await readSkips(database, job_id, window);
      return {
        job_id,
        count: failed.length,
        errors: failed.map(({ url, status, error, metadata, crawledAt }) => ({
          url,
          status,
          error: error ?? '',
          attempts: metadata.attempts,
          crawled_at: crawledAt.toISOString(),
        })),
        skipped: skipped.map(({ url, reason, foundOn }) => ({ url, reason, found_on: foundOn })),
      };
    },
    cancel: async (id, owner) => {
      const { id: jobId } = await find(id, owner);
      if (await cancelJob(database, jobId, owner)) onCanceled(jobId);
      else if ((await find(id, owner)).status !== 'canceled') throw new ServiceError('job_finished');
    },
  };
};

export const noJob = () => new ServiceError('not_found', { message: 'There is no such crawl job.' });

const tooMany = (most: number) =>
  new ServiceError('rate_limited', {
    message: `No more than ${most} of your crawls can wait or run at once.`,
    retry_after: 60,
  });

async function* readInChunks(
  database: Database,
  jobId: string,
  { limit, offset }: Window,
): AsyncGenerator<CrawlResult> {
  for (let read = 0; read < limit; ) {
    const window = { after: offset + read, limit: Math.min(chunk, limit - read) };
    const rows = await readResults(database, jobId, window);
    // The job was removed meanwhile.
    if (rows.length === 0) throw noJob();
    read += rows.length;
    for (const row of rows) yield resultView(jobId, row);
  }
}

export const resultView = (jobId: string, row: CrawlResultRow): CrawlResult => ({
  id: `${jobId}-${row.resultNo}`,
  url: row.url,
  status: row.status,
  markdown: row.markdown,
  ...(row.data !== null && { data: row.data }),
  metadata: row.metadata,
  error: row.error,
  crawled_at: row.crawledAt.toISOString(),
});

const createdView = ({ id, status, mode, startUrl, maxPages, depth, createdAt }: JobView): CrawlCreated => ({
  job_id: id,
  status,
  mode,
  ...(startUrl !== null && { start_url: startUrl }),
  max_pages: maxPages,
  depth,
  created_at: createdAt.toISOString(),
});

/** @param retentionMs how long a job is kept after its end; one that is not over is counted from now. */
const statusView = (job: JobView, retentionMs: number): CrawlStatus => {
  const reasons = skipReasons.map((reason) => [reason, job.skipped[reason] ?? 0] as const);
  const keptFrom = job.completedAt?.getTime() ?? Date.now();
  return {
    ...createdView(job),
    progress: {
      pages_crawled: job.crawled,
      pages_total: Math.min(job.total, job.maxPages),
      pages_failed: job.failed,
      skipped: reasons.reduce((sum, [, count]) => sum + count, 0),
      current_url: job.currentUrl ?? '',
    },
    skipped_reasons: Object.fromEntries(reasons),
    result_count: job.crawled + job.failed,
    error_count: job.failed,
    error: job.error,
    warnings: [...job.warnings],
    callback_url: job.callbackUrl,
    started_at: job.startedAt?.toISOString() ?? null,
    completed_at: job.completedAt?.toISOString() ?? null,
    expires_at: new Date(keptFrom + retentionMs).toISOString(),
  };
};
