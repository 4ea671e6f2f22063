import type { Queryable } from '../store/database.ts';
import type { FinishedPage } from '../store/frontier.ts';
import { forgetSecret } from '../store/jobs.ts';
import type { CrawlJob } from '../store/leases.ts';
import { type Announcement, announce } from '../webhook/announce.ts';

/** The webhooks of a job, written in the transaction of what they tell. */

type Wanted = Omit<Announcement, 'data'>;

const wanted = (job: CrawlJob, event: Announcement['event']): Wanted | undefined => {
  const { callback_url: callbackUrl, webhook_events } = job.request;
  if (callbackUrl === undefined || !webhook_events.includes(event)) return undefined;
  return { owner: job.owner, event, callbackUrl, secret: job.webhookSecret ?? undefined, jobId: job.id };
};

/** `crawl.completed` of a job as it has ended. Nothing more will be signed: its secret is forgotten. */
export const announceEnd = async (transaction: Queryable, job: CrawlJob): Promise<void> => {
  const event = wanted(job, 'crawl.completed');
  const { status, crawled: pages_crawled, failed: pages_failed } = job;
  if (event !== undefined)
    await announce(transaction, { ...event, data: { status, pages_crawled, pages_failed } });
  if (job.webhookSecret !== null) await forgetSecret(transaction, job.id);
};

/** `crawl.page` of each result: what it is, not what it holds. */
export const announceResults = async (
  transaction: Queryable,
  job: CrawlJob,
  results: readonly FinishedPage[],
): Promise<void> => {
  const event = wanted(job, 'crawl.page');
  if (event === undefined) return;
  for (const { resultNo, url, status, error } of results)
    await announce(transaction, {
      ...event,
      data: { result_id: `${job.id}-${resultNo}`, url, status, error },
    });
};
