import type { Database, Transaction } from '../store/database.ts';
import { firstErrorOf } from '../store/frontier.ts';
import { addWarnings, type CrawlJob, finishJob, reloadJob } from '../store/leases.ts';
import { LeaseLost } from './recorder.ts';

/** Ends a job that has nothing left to fetch, or failed: its status, its error, its announcement. */

interface Parts {
  readonly database: Database;
  /** Called in the transaction that ends a job, with the job as it has become. */
  readonly onEnd: (transaction: Transaction, job: CrawlJob) => Promise<void>;
}

/**
 * Ends a job and announces it, in one transaction.
 * @param fault why it fails, whatever it has found by then; null where its pages tell.
 */
export const endJob = ({ database, onEnd }: Parts, job: CrawlJob, fault: string | null): Promise<void> =>
  database.transaction(async (transaction) => {
    const reached = await reloadJob(transaction, job);
    const { crawled, failed } = reached;
    const error =
      fault ??
      (crawled > 0 ? null : failed > 0 ? await firstErrorOf(transaction, job.id) : reasonForNothing(reached));
    if (crawled + failed === 0 && error === null) await addWarnings(transaction, job, [noMatch]);
    const ended = await finishJob(transaction, job, error === null ? 'completed' : 'failed', error);
    if (ended === undefined) throw new LeaseLost();
    await onEnd(transaction, ended);
  });

/** Why a job came to nothing, if not by the caller's own patterns. */
const reasonForNothing = ({ mode, skipped, warnings }: CrawlJob): string | null => {
  if ((skipped.robots ?? 0) > 0) return 'robots.txt forbids every page that there was to fetch.';
  if (mode === 'sitemap') return (skipped.pattern ?? 0) > 0 ? null : (warnings[0] ?? nothingListed);
  // What has become of the start page.
  return mode === 'pattern' ? null : (warnings[0] ?? 'There is no page at the start.');
};
const nothingListed = 'The sitemaps list no page of this site: skipped_reasons tells what was left out.';

const noMatch = 'No page that the patterns allow was fetched: skipped_reasons tells what was left out.';
