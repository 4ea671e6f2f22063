import type { CallOptions, Connection } from './connection.ts';
import type {
  CrawlCreated,
  CrawlErrors,
  CrawlList,
  CrawlRequest,
  CrawlResult,
  CrawlResults,
  CrawlStatus,
} from './contract.ts';
import { GannetError } from './errors.ts';
import { behindAll, type CrawlEvent, type EventOptions, followJob } from './events.ts';
import { createListing, everyEntry, type Listing, type Window } from './listing.ts';

export interface StartOptions extends CallOptions {
  /** A repeat with the same key is the same job. Default: a new one for each call, so that retries start one job. */
  readonly idempotencyKey?: string | undefined;
}

export interface WaitOptions extends Omit<EventOptions, 'after'> {
  /** Called whenever the status has changed. */
  readonly onProgress?: ((status: CrawlStatus) => void) | undefined;
}

export interface Crawl {
  /** Starts a job. */
  start(request: CrawlRequest, options?: StartOptions): Promise<CrawlCreated>;
  /** How far a job is. */
  get(jobId: string, options?: CallOptions): Promise<CrawlStatus>;
  /** Awaited: one part of the jobs, newest first. In `for await`: all of them. */
  list(options?: Window & CallOptions): Listing<CrawlList, CrawlStatus>;
  /**
   * Awaited: one part of the results so far. In `for await`: every result from `offset` on, as they come, until the job is
   * over; connections that break are made again where they were.
   */
  results(jobId: string, options?: Window & EventOptions): Listing<CrawlResults, CrawlResult>;
  /** Results and progress as they come, until the job is over. */
  events(jobId: string, options?: EventOptions): AsyncGenerator<CrawlEvent, void>;
  /** Pages that failed, and the addresses that were not fetched. */
  errors(jobId: string, options?: Window & CallOptions): Promise<CrawlErrors>;
  /** Cancels a job; its results so far stay. */
  cancel(jobId: string, options?: CallOptions): Promise<void>;
  /** Waits until a job is over. @returns its status, also when it has failed or was canceled. */
  wait(jobId: string, options?: WaitOptions): Promise<CrawlStatus>;
}

const root = '/v1/crawl';
const pathOf = (jobId: string, rest = '') => `${root}/${encodeURIComponent(jobId)}${rest}`;

export const createCrawl = (connection: Connection): Crawl => {
  const { send } = connection;
  const part = <T>(path: string, { limit, offset }: Window, options?: CallOptions) =>
    send<T>({ method: 'GET', path, query: { limit, offset } }, options);

  return {
    start: (body, options = {}) => {
      const { idempotencyKey = crypto.randomUUID() } = options;
      const headers = { 'Idempotency-Key': idempotencyKey };
      return send({ method: 'POST', path: root, body, headers }, options);
    },
    get: (jobId, options) => send({ method: 'GET', path: pathOf(jobId) }, options),
    list: (options = {}) => {
      const ask = (window: Window) => part<CrawlList>(root, window, options);
      const jobs = async (window: Window) => (await ask(window)).jobs;
      return createListing(
        () => ask(options),
        () => everyEntry(jobs, ({ job_id }) => job_id, options),
      );
    },
    results: (jobId, options = {}) =>
      createListing(
        () => part(pathOf(jobId, '/results'), options, options),
        () => followResults(connection, jobId, { ...options, after: options.after ?? options.offset }),
      ),
    events: (jobId, options = {}) => followJob(connection, jobId, options),
    errors: (jobId, options = {}) => part(pathOf(jobId, '/errors'), options, options),
    cancel: (jobId, options) => send({ method: 'DELETE', path: pathOf(jobId) }, options),
    wait: async (jobId, { onProgress, ...options } = {}) => {
      for await (const { event, data } of followJob(connection, jobId, { ...options, after: behindAll })) {
        if (event === 'progress') onProgress?.(data);
        if (event === 'end') return data;
      }
      throw new GannetError('unexpected_answer');
    },
  };
};

async function* followResults(
  connection: Connection,
  jobId: string,
  options: EventOptions,
): AsyncGenerator<CrawlResult, void> {
  for await (const { event, data } of followJob(connection, jobId, options))
    if (event === 'result') yield data;
}
