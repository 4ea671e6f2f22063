import { ServiceError } from '../contract/error.ts';
import type { Logger } from '../log.ts';
import { DatabaseError } from '../store/error.ts';
import type { FrontierUrl } from '../store/frontier.ts';
import type { CrawlJob } from '../store/leases.ts';
import type { Assess } from './assess.ts';
import type { Copies } from './copies.ts';
import type { Cost, Fetched, FetchPage, Neighbours } from './fetch-page.ts';
import { type Frontier, hashOf } from './frontier.ts';
import { LeaseLost, type Recorder } from './recorder.ts';

/** One page of a run: fetched, assessed, written down. What goes wrong with it alone is its failure, and the others go on. */

interface Parts {
  readonly fetchPage: FetchPage;
  readonly log: Logger;
}

/** What the pages of a run have in common. */
interface Setting {
  readonly signal: AbortSignal;
  readonly frontier: Frontier;
  readonly copies: Copies;
  readonly assess: Assess;
  readonly record: Recorder['record'];
  /** Hosts that are asked for one page at a time, as a delay turned out to be theirs. */
  readonly paced: Set<string>;
}

/** Fetches a page and writes down what comes of it. @returns whether that is a result; undefined where it is postponed. */
type VisitPage = (entry: FrontierUrl) => Promise<boolean | undefined>;

export const createVisitPage = (
  { fetchPage, log }: Parts,
  { id, owner, request }: CrawlJob,
  { signal, frontier, copies, assess, record, paced }: Setting,
): VisitPage => {
  const crawl = { id, owner, startUrl: request.start_url, options: request.options };
  const neighboursOf = (entry: FrontierUrl): Neighbours => {
    const { host } = new URL(entry.url);
    return {
      mayAsk: (delayMs) => {
        if (delayMs > 0) paced.add(host);
        return frontier.mayAsk(entry);
      },
      hasCome: (url) => frontier.hasCome(hashOf(url), entry.depth),
      onRest: (restMs) => frontier.rest(host, restMs),
    };
  };
  /** What the attempts so far have cost, of pages that are postponed. */
  const spent = new Map<FrontierUrl, Cost>();
  /** @returns whether there is a result. */
  const writeDown = async (entry: FrontierUrl, fetched: Fetched): Promise<boolean> => {
    let isResult = false;
    for (const findings of assess(entry, fetched)) {
      await record(findings);
      isResult ||= findings.page !== undefined;
    }
    return isResult;
  };
  return async (entry) => {
    const startedAt = performance.now();
    const before = spent.get(entry);
    spent.delete(entry);
    try {
      if (entry.depth > 0 && copies.isLikely(entry.url)) return await writeDown(entry, { kind: 'copy' });
      const page = { url: entry.url, spent: before };
      const fetched = await fetchPage(crawl, page, signal, neighboursOf(entry));
      if (fetched.kind !== 'postponed') return await writeDown(entry, fetched);
      spent.set(entry, fetched);
      return undefined;
    } catch (error) {
      signal.throwIfAborted();
      if (endsAll(error)) throw error;
      // What was not foreseen of one page is its failure: the others go on.
      log.error({ err: error, job: id }, 'a page of a crawl failed unexpectedly');
      const attempts = (before?.attempts ?? 0) + 1;
      const durationMs = (before?.durationMs ?? 0) + Math.round(performance.now() - startedAt);
      return writeDown(entry, { kind: 'failure', error: unforeseen, attempts, durationMs });
    }
  };
};

/** Whether it would befall every other page as well. */
const endsAll = (error: unknown): boolean =>
  error instanceof DatabaseError ||
  error instanceof LeaseLost ||
  isOfRequest(error) ||
  (error instanceof ServiceError && error.code === 'shutting_down');

/** A pattern takes too long. */
export const isOfRequest = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && error.code === 'invalid_request';

const unforeseen = 'internal_error: Something went wrong on our side with this page.';
