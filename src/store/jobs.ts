import sql, { raw } from 'sql-template-tag';
import type { CrawlMode, CrawlRequest, JobStatus, SkipReason } from '../contract/crawl.ts';
import type { Window } from '../contract/window.ts';
import type { Database, Queryable, Transaction } from './database.ts';
import { DatabaseError } from './error.ts';

/** Table crawl_jobs for the owner of a job: its request, and what is shown of it. What its worker does with it is in leases.ts. */

/** What is shown of a job. */
export interface JobView {
  readonly id: string;
  readonly owner: string;
  readonly mode: CrawlMode;
  readonly status: JobStatus;
  readonly startUrl: string | null;
  readonly maxPages: number;
  readonly depth: number;
  readonly callbackUrl: string | null;
  readonly total: number;
  readonly crawled: number;
  readonly failed: number;
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
  readonly currentUrl: string | null;
  readonly error: string | null;
  /** What its owner should know of it. */
  readonly warnings: readonly string[];
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
}

export interface NewJob extends Pick<JobView, 'id' | 'owner' | 'mode'> {
  readonly request: CrawlRequest;
  readonly webhookSecret: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** SHA-256 of the request, to tell a repeat from another request under the same key. */
  readonly requestHash: Buffer;
}

/** The columns of a `JobView`. */
export const shown =
  raw(`id, owner, mode, status, start_url as "startUrl", max_pages as "maxPages", depth, callback_url as "callbackUrl", total,
  crawled, failed, skipped, current_url as "currentUrl", error, warnings, created_at as "createdAt", started_at as "startedAt",
  completed_at as "completedAt"`);

/** Stores a job, or finds the one that the owner has made with the same idempotency key. */
export const insertJob = async (
  database: Queryable,
  job: NewJob,
): Promise<{ readonly job: JobView; readonly sameRequest: boolean; readonly isNew: boolean }> => {
  const { id, owner, mode, request, webhookSecret, idempotencyKey, requestHash } = job;
  const [made] = await database.query<JobView>(sql`
    insert into crawl_jobs (id, owner, mode, request, webhook_secret, idempotency_key, request_hash)
    values (${id}::uuid, ${owner}, ${mode}, ${JSON.stringify(request)}::jsonb, ${webhookSecret ?? null}::text,
      ${idempotencyKey ?? null}::text, ${requestHash}::bytea)
    on conflict (owner, idempotency_key) where idempotency_key is not null do nothing
    returning ${shown}`);
  if (made !== undefined) return { job: made, sameRequest: true, isNew: true };
  const found = await findRepeated(database, job);
  if (found === undefined) throw new DatabaseError('a crawl job was neither stored nor found');
  return { job: found, sameRequest: found.sameRequest, isNew: false };
};

/** The job that the owner has made with this idempotency key. @returns undefined when there is none. */
export const findRepeated = async (
  database: Queryable,
  { owner, idempotencyKey, requestHash }: Pick<NewJob, 'owner' | 'idempotencyKey' | 'requestHash'>,
): Promise<(JobView & { readonly sameRequest: boolean }) | undefined> =>
  (
    await database.query<JobView & { sameRequest: boolean }>(sql`
    select ${shown}, request_hash = ${requestHash}::bytea as "sameRequest" from crawl_jobs
    where owner = ${owner} and idempotency_key = ${idempotencyKey ?? null}::text`)
  )[0];

/** Jobs of an owner that wait or run. Until the transaction ends, no other one counts this owner's: the number is exact. */
export const countOpenJobs = async (transaction: Transaction, owner: string): Promise<number> => {
  await transaction.query(sql`select pg_advisory_xact_lock(hashtextextended(${owner}::text, 0))`);
  const [counted] = await transaction.query<{ jobs: number }>(sql`
    select count(*)::int as jobs from crawl_jobs where owner = ${owner} and status in ('pending', 'running')`);
  if (counted === undefined) throw new DatabaseError('the jobs of an owner were not counted');
  return counted.jobs;
};

/** @returns undefined when there is no such job of this owner. @param id any text. */
export const findJob = async (
  database: Queryable,
  id: string,
  owner: string,
): Promise<JobView | undefined> =>
  uuid.test(id)
    ? (
        await database.query<JobView>(
          sql`select ${shown} from crawl_jobs where id = ${id}::uuid and owner = ${owner}`,
        )
      )[0]
    : undefined;

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Newest first. */
export const listJobs = (database: Queryable, owner: string, { limit, offset }: Window): Promise<JobView[]> =>
  database.query(sql`select ${shown} from crawl_jobs where owner = ${owner}
    order by created_at desc, id desc limit ${limit}::int offset ${offset}::int`);

/** Removes the webhook secret of a job that is over: its webhooks are stored signed. */
export const forgetSecret = async (database: Queryable, id: string): Promise<void> => {
  await database.query(sql`update crawl_jobs set webhook_secret = null where id = ${id}::uuid`);
};

const canceled = 'crawl_canceled';
const created = 'crawl_created';

/** Cancels a job that is not over. @returns whether it did; every process hears of it. */
export const cancelJob = async (database: Queryable, id: string, owner: string): Promise<boolean> => {
  const rows = await database.query(sql`
    with ended as (
      update crawl_jobs set status = 'canceled', completed_at = now(), lease_until = null, current_url = null,
        webhook_secret = null
      where id = ${id}::uuid and owner = ${owner} and status in ('pending', 'running') returning id
    ) select pg_notify(${canceled}, id::text) from ended`);
  return rows.length > 0;
};

/** @param hear gets the id of a job. @returns stops hearing. */
export const hearCanceled = (database: Database, hear: (id: string) => void): Promise<() => void> =>
  database.listen(canceled, hear);

/** Wakes the workers of every process; in a transaction, when it commits. */
export const announceJob = async (database: Queryable): Promise<void> => {
  await database.query(sql`select pg_notify(${created}, '')`);
};

/** @returns stops hearing. */
export const hearCreated = (database: Database, hear: () => void): Promise<() => void> =>
  database.listen(created, hear);

/**
 * Removes the job that ended first, with its pages, if that was so long ago. One at a time: all else on the embedded database
 * waits meanwhile. @returns whether there was one.
 */
export const removeEndedJob = async (database: Queryable, olderThanMs: number): Promise<boolean> => {
  const rows = await database.query(sql`
    delete from crawl_jobs where id = (
      select id from crawl_jobs where completed_at < now() - ${olderThanMs}::float8 * interval '1 ms'
      order by completed_at limit 1) returning 1`);
  return rows.length > 0;
};
