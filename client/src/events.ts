import { createBudget } from './budget.ts';
import type { CallOptions, Connection } from './connection.ts';
import type { CrawlResult, CrawlStatus } from './contract.ts';
import { GannetError } from './errors.ts';
import { delayAfter } from './retry.ts';
import { readMessages } from './stream.ts';

/** What happens to a crawl job. */
export type CrawlEvent =
  /** `id` counts the results of the job: go on behind it with `after`. */
  | { readonly event: 'result'; readonly id: number; readonly data: CrawlResult }
  /** Whenever the status has changed. */
  | { readonly event: 'progress'; readonly data: CrawlStatus }
  /** The last one: the job is over. */
  | { readonly event: 'end'; readonly data: CrawlStatus };

export interface EventOptions extends Omit<CallOptions, 'retries'> {
  /** Only results behind this one. Default: 0, all of them. */
  readonly after?: number | undefined;
  /** Connections in a row that may break without having brought an event. Default: 10. */
  readonly reconnects?: number | undefined;
}

/** More results than a job can have: `after` it there are none. */
export const behindAll = 1_000_000;

/**
 * Follows a job to its end. A connection that breaks, or says nothing for long, is made again where it was: no result is
 * missed, and none comes twice.
 * @throws GannetError when the job is not there, or the service for too long.
 */
export async function* followJob(
  { open }: Connection,
  jobId: string,
  { after = 0, reconnects = 10, timeoutMs = Number.POSITIVE_INFINITY, ...call }: EventOptions,
): AsyncGenerator<CrawlEvent, void> {
  const budget = createBudget(timeoutMs, call.signal);
  const path = `/v1/crawl/${encodeURIComponent(jobId)}/events`;
  let last = after;
  try {
    for (let broken = 0; ; broken++) {
      // Ends the connection, also when whoever listens leaves.
      const connection = new AbortController();
      const end = () => connection.abort(budget.signal.reason);
      budget.signal.addEventListener('abort', end, { once: true });
      let failure = new GannetError('network_error');
      try {
        budget.signal.throwIfAborted();
        const query = { last_event_id: last };
        const response = await open({ method: 'GET', path, query }, call, connection.signal);
        if (!isStream(response)) throw new GannetError('unexpected_answer', { status: response.status });
        for await (const { id, event, data } of readMessages(response)) {
          if (event !== 'result' && event !== 'progress' && event !== 'end') continue;
          broken = 0;
          if (event === 'result') {
            last = Number(id);
            yield { event, id: last, data: JSON.parse(data) };
          } else yield { event, data: JSON.parse(data) };
          if (event === 'end') return;
        }
      } catch (error) {
        if (budget.signal.aborted) throw budget.signal.reason;
        if (!(error instanceof GannetError) || !error.retryable) throw error;
        failure = error;
      } finally {
        budget.signal.removeEventListener('abort', end);
        connection.abort();
      }
      if (broken >= reconnects) throw failure;
      await budget.sleep(delayAfter(Math.min(broken + 1, 5), failure.retryAfterMs));
    }
  } finally {
    budget.end();
  }
}

/** Anything else will be no better the next time. */
const isStream = ({ headers }: Response): boolean =>
  /^text\/event-stream *(;|$)/i.test(headers.get('content-type') ?? '');
