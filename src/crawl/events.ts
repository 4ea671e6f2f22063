import { setTimeout as delay } from 'node:timers/promises';
import type { CrawlStatus } from '../contract/crawl.ts';
import type { CrawlResult } from '../contract/crawl-results.ts';
import type { Database } from '../store/database.ts';
import { readResults } from '../store/results.ts';
import { type Crawls, noJob, resultView } from './jobs.ts';

/** The live events of a job. */
export type CrawlEvent =
  /** `id` counts the results: who goes on behind it misses none and gets none twice. */
  | { readonly event: 'result'; readonly id: number; readonly data: CrawlResult }
  /** Whenever the status view has changed. */
  | { readonly event: 'progress'; readonly data: CrawlStatus }
  /** The last event: the job is over. */
  | { readonly event: 'end'; readonly data: CrawlStatus }
  /** Nothing has happened for a while. */
  | { readonly event: 'idle' };

/**
 * Follows a job to its end. @param after the number of the last result that was seen.
 * @throws ServiceError `not_found`, before the first event, or when the job is removed. Ends early when the signal aborts.
 */
export type WatchCrawl = (
  id: string,
  owner: string,
  after: number,
  signal: AbortSignal,
) => Promise<AsyncGenerator<CrawlEvent>>;

const pollMs = 400;
const idleMs = 15_000;
/** Results in memory at a time, at most. */
const chunk = 20;

export const createWatchCrawl = (database: Database, crawls: Crawls): WatchCrawl => {
  async function* watch(
    first: CrawlStatus,
    owner: string,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<CrawlEvent> {
    let seen = after;
    let shown = '';
    let quietSince = performance.now();
    for (let status = first; ; status = await crawls.status(first.job_id, owner)) {
      const { result_count, job_id } = status;
      const isOver = status.completed_at !== null;
      while (seen < result_count && !signal.aborted) {
        const rows = await readResults(database, job_id, { after: seen, limit: chunk });
        if (rows.length === 0) throw noJob();
        for (const row of rows) {
          seen = row.resultNo;
          yield { event: 'result', id: seen, data: resultView(job_id, row) };
        }
      }
      if (signal.aborted) return;
      if (isOver) return yield { event: 'end', data: status };
      const { expires_at, ...news } = status;
      if (JSON.stringify(news) !== shown) {
        shown = JSON.stringify(news);
        quietSince = performance.now();
        yield { event: 'progress', data: status };
      } else if (performance.now() - quietSince > idleMs) {
        quietSince = performance.now();
        yield { event: 'idle' };
      }
      // Woken early when it is over for the watcher.
      await delay(pollMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
    }
  }
  return async (id, owner, after, signal) => watch(await crawls.status(id, owner), owner, after, signal);
};
