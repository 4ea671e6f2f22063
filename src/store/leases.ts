import sql, { join, raw } from 'sql-template-tag';
import type { CrawlRequest, SkipReason } from '../contract/crawl.ts';
import type { Queryable } from './database.ts';
import { DatabaseError } from './error.ts';
import { type JobView, shown } from './jobs.ts';

/** Table crawl_jobs for the worker of a job: the queue of those to be worked on, and what comes of them. */

export interface CrawlJob extends JobView {
  /** Up to a megabyte. */
  readonly request: CrawlRequest;
  readonly webhookSecret: string | null;
  /** Counts the leases: writes that name an older one are refused, since their worker has lost the job. */
  readonly epoch: number;
  readonly discovered: boolean;
}

/** A job under lease: what its worker must name with every write. */
export type Lease = Pick<CrawlJob, 'id' | 'epoch'>;

const columns = sql`${shown}, request, webhook_secret as "webhookSecret", epoch, discovered`;

/** The job of a lease as it is now. */
export const reloadJob = async (database: Queryable, { id }: Pick<CrawlJob, 'id'>): Promise<CrawlJob> => {
  const [job] = await database.query<CrawlJob>(sql`select ${columns} from crawl_jobs where id = ${id}::uuid`);
  if (job === undefined) throw new DatabaseError('a crawl job is gone while it is worked on');
  return job;
};

export interface Claim {
  readonly leaseMs: number;
  /** Jobs at most. */
  readonly limit: number;
  /** Of one owner at most, less what is under way here. */
  readonly ofOneOwner: number;
  /** Jobs under way here: none is leased again, even if its lease has run out. */
  readonly held: readonly Pick<CrawlJob, 'id' | 'owner'>[];
}

/** No lease is that long: a later end was written before the clock was set back, and the lease has ended. */
const isLeased = raw(`lease_until between now() and now() + interval '10 minutes'`);

/**
 * Leases jobs that wait, or whose worker died: owners take turns, those with the fewest jobs under way first, and each
 * has its oldest first. Most often there is none: to see that costs a fifth of a claim, and waits for no write.
 */
export const claimJobs = async (database: Queryable, claim: Claim): Promise<ClaimedJob[]> =>
  (await isAnyToClaim(database, claim)) ? leaseJobs(database, claim) : [];

const isAnyToClaim = async (database: Queryable, { held }: Claim): Promise<boolean> => {
  const found = await database.query(sql`
    select 1 from crawl_jobs where status in ('pending', 'running') and not coalesce(${isLeased}, false)
      and id <> all(${held.map(({ id }) => id)}::uuid[]) limit 1`);
  return found.length > 0;
};

const leaseJobs = (database: Queryable, { leaseMs, limit, ofOneOwner, held }: Claim): Promise<ClaimedJob[]> =>
  database.query<ClaimedJob>(sql`
    with todo as (
      select id, owner, created_at, coalesce(${isLeased}, false) as busy
      from crawl_jobs where status in ('pending', 'running')
    ), load as (select owner, count(*) as jobs from todo where busy group by owner),
    here as (
      select * from unnest(${held.map(({ id }) => id)}::uuid[], ${held.map(({ owner }) => owner)}::text[]) as here (id, owner)
    ), held as (select owner, count(*) as jobs from here group by owner),
    ranked as (
      select id, owner, row_number() over (partition by owner order by created_at, id) as nth
      from todo where not busy and id not in (select id from here)
    ), claimed as (
      update crawl_jobs set status = 'running', epoch = epoch + 1, idle_leases = idle_leases + 1,
        started_at = coalesce(started_at, now()), lease_until = now() + ${leaseMs}::int * interval '1 ms'
      where id in (
        select j.id from crawl_jobs j join ranked on ranked.id = j.id
          left join load on load.owner = j.owner left join held on held.owner = j.owner
        where j.status in ('pending', 'running') and not coalesce(${isLeased}, false)
          and ranked.nth + coalesce(held.jobs, 0) <= ${ofOneOwner}::int
        order by ranked.nth + coalesce(load.jobs, 0), j.created_at, j.id
        limit ${limit}::int for update of j skip locked)
      returning *
    )
    select ${columns}, idle_leases as "idleLeases" from claimed order by created_at, id`);

export interface ClaimedJob extends CrawlJob {
  /** Leases in a row that brought nothing, with this one. */
  readonly idleLeases: number;
}

/** Extends leases. @returns those that are still held: the others were canceled or taken over. */
export const extendLeases = async (
  database: Queryable,
  leases: readonly (Lease & { readonly currentUrl: string })[],
  leaseMs: number,
): Promise<string[]> => {
  if (leases.length === 0) return [];
  const held = await database.query<{ id: string }>(sql`
    update crawl_jobs j set lease_until = now() + ${leaseMs}::int * interval '1 ms', current_url = held.url
    from unnest(${leases.map(({ id }) => id)}::uuid[], ${leases.map(({ epoch }) => epoch)}::int[],
      ${leases.map(({ currentUrl }) => currentUrl)}::text[]) as held (id, epoch, url)
    where j.id = held.id and j.epoch = held.epoch and j.status = 'running' returning j.id`);
  return held.map(({ id }) => id);
};

/** The same without writing: who is still held. */
export const heldLeases = async (database: Queryable, leases: readonly Lease[]): Promise<string[]> => {
  if (leases.length === 0) return [];
  const pairs = join(leases.map(({ id, epoch }) => sql`(${id}::uuid, ${epoch}::int)`));
  const held = await database.query<{ id: string }>(
    sql`select id from crawl_jobs where (id, epoch) in (${pairs}) and status = 'running'`,
  );
  return held.map(({ id }) => id);
};

/** Gives a job back, to be claimed by anyone. @param blameless it was given up without having failed. */
export const releaseLease = async (
  database: Queryable,
  { id, epoch }: Lease,
  { afterMs, blameless }: { readonly afterMs: number; readonly blameless: boolean },
): Promise<void> => {
  await database.query(sql`
    update crawl_jobs set lease_until = now() + ${afterMs - 1}::int * interval '1 ms',
      idle_leases = idle_leases - ${blameless ? 1 : 0}::int
    where id = ${id}::uuid and epoch = ${epoch}::int and status = 'running'`);
};

/** For the embedded database, which one process has for itself: whoever held a job is gone. */
export const releaseAllLeases = async (database: Queryable): Promise<void> => {
  await database.query(
    sql`update crawl_jobs set lease_until = now() - interval '1 ms' where status = 'running'`,
  );
};

/** What a batch of finished pages and found addresses adds to a job. */
export interface Growth {
  /** Addresses found, less those that give no result. */
  readonly total: number;
  readonly crawled: number;
  readonly failed: number;
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
  /** The addresses to begin with are all stored. */
  readonly discovered: boolean;
  /** A page under way; empty when there is none. */
  readonly currentUrl: string;
}

/**
 * Adds to the counters of a job: the last statement of every transaction that writes its pages.
 * @returns what is shown of it then; undefined when it is no longer this worker's: then all of it must be rolled back.
 */
export const growJob = async (
  database: Queryable,
  { id, epoch }: Lease,
  by: Growth,
): Promise<JobView | undefined> => {
  // Addresses that turn out to be copies take from the total, and are progress all the same.
  const isProgress = by.total !== 0 || by.crawled + by.failed > 0;
  const [grown] = await database.query<JobView>(sql`
    update crawl_jobs set total = total + ${by.total}::int, crawled = crawled + ${by.crawled}::int,
      failed = failed + ${by.failed}::int, discovered = discovered or ${by.discovered}::boolean,
      current_url = ${by.currentUrl}::text,
      idle_leases = case when ${isProgress}::boolean then 0 else idle_leases end,
      skipped = case when ${JSON.stringify(by.skipped)}::jsonb = '{}'::jsonb then skipped else skipped || (
        select coalesce(jsonb_object_agg(key, value::int + coalesce((skipped ->> key)::int, 0)), '{}')
        from jsonb_each_text(${JSON.stringify(by.skipped)}::jsonb)) end
    where id = ${id}::uuid and epoch = ${epoch}::int and status = 'running' returning ${shown}`);
  return grown;
};

/** Adds warnings to a job. To be called in a transaction that is rolled back when the lease is lost. */
export const addWarnings = async (
  database: Queryable,
  { id }: Lease,
  warnings: readonly string[],
): Promise<void> => {
  if (warnings.length === 0) return;
  await database.query(
    sql`update crawl_jobs set warnings = warnings || ${warnings}::text[] where id = ${id}::uuid`,
  );
};

/** Ends a job. @returns it, or undefined when it is no longer this worker's. */
export const finishJob = async (
  database: Queryable,
  { id, epoch }: Lease,
  status: 'completed' | 'failed',
  error: string | null,
): Promise<CrawlJob | undefined> =>
  (
    await database.query<CrawlJob>(sql`
    update crawl_jobs set status = ${status}, error = ${error}::text, completed_at = now(), lease_until = null,
      current_url = null
    where id = ${id}::uuid and epoch = ${epoch}::int and status = 'running' returning ${columns}`)
  )[0];
