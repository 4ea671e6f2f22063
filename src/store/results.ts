import sql from 'sql-template-tag';
import type { SkipReason } from '../contract/crawl.ts';
import type { PageData, ResultMetadata } from '../contract/crawl-results.ts';
import type { Window } from '../contract/window.ts';
import type { Queryable } from './database.ts';

/** Tables crawl_pages and crawl_skips for the owner of a job. */

export interface CrawlResultRow {
  readonly resultNo: number;
  readonly url: string;
  readonly status: number;
  readonly markdown: string;
  readonly data: PageData | null;
  readonly metadata: ResultMetadata;
  readonly error: string | null;
  readonly crawledAt: Date;
}

/** Bytes of results that are read at once, and the one that goes beyond them: some have megabytes each. */
const mostBytes = 1_000_000;

/**
 * Results in order of completion, numbered from 1 without gaps: `limit` of them, fewer where they are long, one at least.
 * @param after the number of the last one read.
 */
export const readResults = (
  database: Queryable,
  jobId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<CrawlResultRow[]> =>
  database.query(sql`
    with page as (
      select * from crawl_pages where job_id = ${jobId}::uuid and result_no > ${after}::int
      order by result_no limit ${limit}::int
    ), sized as (
      select *, sum(octet_length(markdown) + coalesce(pg_column_size(data), 0)) over (
        order by result_no rows between unbounded preceding and 1 preceding) as before
      from page
    )
    select result_no as "resultNo", url, status, markdown, data, metadata, error, crawled_at as "crawledAt"
    from sized where coalesce(before, 0) < ${mostBytes}::int order by result_no`);

/** Results that failed, in order of completion. */
export const readErrors = (
  database: Queryable,
  jobId: string,
  { limit, offset }: Window,
): Promise<Omit<CrawlResultRow, 'markdown' | 'data'>[]> =>
  database.query(sql`
    select result_no as "resultNo", url, status, metadata, error, crawled_at as "crawledAt"
    from crawl_pages where job_id = ${jobId}::uuid and state = 'failed'
    order by result_no limit ${limit}::int offset ${offset}::int`);

/** The ledger of what was left out, by address. */
export const readSkips = (
  database: Queryable,
  jobId: string,
  { limit, offset }: Window,
): Promise<{ url: string; reason: SkipReason; foundOn: string | null }[]> =>
  database.query(sql`
    select url, reason, found_on as "foundOn" from crawl_skips where job_id = ${jobId}::uuid
    order by url limit ${limit}::int offset ${offset}::int`);
