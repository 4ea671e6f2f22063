import sql from 'sql-template-tag';
import type { SkipReason } from '../contract/crawl.ts';
import type { PageData, ResultMetadata } from '../contract/crawl-results.ts';
import { sound, soundData } from '../text.ts';
import type { Queryable } from './database.ts';

/** Tables crawl_pages and crawl_skips for the worker of a job: what it has found, fetched and left out. */

/** An address that is to be fetched. */
export interface FrontierUrl {
  readonly seq: number;
  readonly url: string;
  /** Of its canonical key. */
  readonly urlHash: Buffer;
  /** Links between it and the start, by the shortest way known while it is not finished. */
  depth: number;
  /** The page before it on that way. */
  parentUrl: string | null;
}

export interface SkippedUrl {
  readonly url: string;
  readonly urlHash: Buffer;
  readonly reason: SkipReason;
  readonly foundOn: string | null;
}

/** What became of a page. */
export interface FinishedPage {
  readonly seq: number;
  /** As it was asked for. */
  readonly url: string;
  /** Hash of the address after redirects, if it is another. */
  readonly finalHash: Buffer | null;
  readonly state: 'done' | 'failed';
  readonly resultNo: number;
  readonly status: number;
  readonly markdown: string;
  /** What was asked for beside the Markdown. */
  readonly data: PageData | null;
  readonly metadata: ResultMetadata;
  readonly error: string | null;
  readonly textHash: Buffer | null;
}

interface FrontierState {
  readonly queued: readonly FrontierUrl[];
  /** Every address that has a row, and where their redirects ended. */
  readonly known: readonly Buffer[];
  readonly ledger: readonly { readonly urlHash: Buffer; readonly reason: SkipReason }[];
  readonly texts: readonly Buffer[];
  readonly lastSeq: number;
  readonly lastResultNo: number;
  /** A sitemap named one of the pages. */
  readonly isListed: boolean;
}

/** All that a worker needs to go on where the last one was stopped. */
export const loadFrontier = async (database: Queryable, jobId: string): Promise<FrontierState> => {
  const queued = await database.query<FrontierUrl>(sql`
    select seq, url, url_hash as "urlHash", depth, parent_url as "parentUrl" from crawl_pages
    where job_id = ${jobId}::uuid and state = 'queued' order by seq`);
  const pages = await database.query<{
    urlHash: Buffer;
    finalHash: Buffer | null;
    textHash: Buffer | null;
  }>(sql`
    select url_hash as "urlHash", final_hash as "finalHash", text_hash as "textHash" from crawl_pages
    where job_id = ${jobId}::uuid`);
  const ledger = await database.query<{ urlHash: Buffer; reason: SkipReason }>(
    sql`select url_hash as "urlHash", reason from crawl_skips where job_id = ${jobId}::uuid`,
  );
  const [last] = await database.query<{ seq: number; resultNo: number; isListed: boolean }>(sql`
    select coalesce(max(seq), 0) as seq, coalesce(max(result_no), 0) as "resultNo",
      coalesce(bool_or(depth = 0 and parent_url is not null), false) as "isListed" from crawl_pages
    where job_id = ${jobId}::uuid`);
  return {
    queued,
    known: pages.flatMap(({ urlHash, finalHash }) => (finalHash === null ? [urlHash] : [urlHash, finalHash])),
    ledger,
    texts: pages.flatMap(({ textHash }) => (textHash === null ? [] : [textHash])),
    lastSeq: last?.seq ?? 0,
    lastResultNo: last?.resultNo ?? 0,
    isListed: last?.isListed ?? false,
  };
};

type Counts = Partial<Record<SkipReason, number>>;

/** Stores addresses to be fetched. */
export const addUrls = async (
  database: Queryable,
  jobId: string,
  urls: readonly FrontierUrl[],
): Promise<void> => {
  if (urls.length === 0) return;
  const hashes = urls.map(({ urlHash }) => urlHash);
  await database.query(sql`
    insert into crawl_pages (job_id, seq, url, url_hash, depth, parent_url)
    select ${jobId}::uuid, * from unnest(${urls.map(({ seq }) => seq)}::int[], ${urls.map(({ url }) => url)}::text[],
      ${hashes}::bytea[], ${urls.map(({ depth }) => depth)}::int[],
      ${urls.map(({ parentUrl }) => parentUrl)}::text[])`);
};

/** Stores a shorter way to addresses that wait to be fetched. */
export const moveUrls = async (
  database: Queryable,
  jobId: string,
  urls: readonly FrontierUrl[],
): Promise<void> => {
  if (urls.length === 0) return;
  await database.query(sql`
    update crawl_pages as p set depth = n.depth, parent_url = n.parent_url
    from unnest(${urls.map(({ seq }) => seq)}::int[], ${urls.map(({ depth }) => depth)}::int[],
      ${urls.map(({ parentUrl }) => parentUrl)}::text[]) as n(seq, depth, parent_url)
    where p.job_id = ${jobId}::uuid and p.seq = n.seq and p.state = 'queued'`);
};

/** Takes addresses out of the ledger. @returns how many there were, by reason. */
export const removeSkips = async (
  database: Queryable,
  jobId: string,
  hashes: readonly Buffer[],
): Promise<Counts> => {
  if (hashes.length === 0) return {};
  const left = await database.query<{ reason: SkipReason; count: number }>(sql`
    with gone as (
      delete from crawl_skips where job_id = ${jobId}::uuid and url_hash = any(${hashes}::bytea[]) returning reason
    ) select reason, count(*) from gone group by reason`);
  return countsOf(left);
};

const countsOf = (rows: readonly { reason: SkipReason; count: number }[]): Counts =>
  Object.fromEntries(rows.map(({ reason, count }) => [reason, count]));

/** Enters addresses into the ledger. @returns how many were new, by reason. */
export const addSkips = async (
  database: Queryable,
  jobId: string,
  skips: readonly SkippedUrl[],
): Promise<Counts> => {
  if (skips.length === 0) return {};
  const added = await database.query<{ reason: SkipReason; count: number }>(sql`
    with added as (
      insert into crawl_skips (job_id, url_hash, url, reason, found_on)
      select ${jobId}::uuid, * from unnest(${skips.map(({ urlHash }) => urlHash)}::bytea[],
        ${skips.map(({ url }) => url)}::text[], ${skips.map(({ reason }) => reason)}::text[],
        ${skips.map(({ foundOn }) => foundOn)}::text[])
      on conflict do nothing returning reason
    ) select reason, count(*) from added group by reason`);
  return countsOf(added);
};

/** Stores what became of pages. @returns how many were still to be done: fewer than given means a worker that lost its job. */
export const finishPages = async (
  database: Queryable,
  jobId: string,
  pages: readonly FinishedPage[],
): Promise<number> => {
  if (pages.length === 0) return 0;
  const each = <K extends keyof FinishedPage>(field: K) => pages.map((page) => page[field]);
  // A text that the database refuses would break off the transaction, and the job with it.
  const markdown = pages.map((page) => sound(page.markdown));
  const data = pages.map((page) => (page.data === null ? null : JSON.stringify(soundData(page.data))));
  const metadata = pages.map((page) => JSON.stringify(soundData(page.metadata)));
  const errors = pages.map(({ error }) => (error === null ? null : sound(error)));
  const rows = await database.query(sql`
    update crawl_pages as p set state = n.state, result_no = n.result_no, status = n.status, markdown = n.markdown,
      data = n.data::jsonb, metadata = n.metadata::jsonb, error = n.error, text_hash = n.text_hash,
      final_hash = n.final_hash, crawled_at = now()
    from unnest(${each('seq')}::int[], ${each('state')}::text[], ${each('resultNo')}::int[], ${each('status')}::int[],
      ${markdown}::text[], ${data}::text[], ${metadata}::text[], ${errors}::text[],
      ${each('textHash')}::bytea[], ${each('finalHash')}::bytea[])
      as n(seq, state, result_no, status, markdown, data, metadata, error, text_hash, final_hash)
    where p.job_id = ${jobId}::uuid and p.seq = n.seq and p.state = 'queued' returning 1`);
  return rows.length;
};

/** Takes addresses out of the frontier without a result. */
export const dropUrls = async (
  database: Queryable,
  jobId: string,
  seqs: readonly number[],
): Promise<number> => {
  if (seqs.length === 0) return 0;
  const rows = await database.query(sql`
    update crawl_pages set state = 'skipped'
    where job_id = ${jobId}::uuid and seq = any(${seqs}::int[]) and state = 'queued' returning 1`);
  return rows.length;
};

/** The error of the first page that failed. */
export const firstErrorOf = async (database: Queryable, jobId: string): Promise<string> => {
  const [first] = await database.query<{ error: string }>(sql`
    select error from crawl_pages where job_id = ${jobId}::uuid and state = 'failed' order by result_no limit 1`);
  return first?.error ?? 'No page could be fetched.';
};
