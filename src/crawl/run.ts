import { ServiceError } from '../contract/error.ts';
import type { Logger } from '../log.ts';
import type { Database, Transaction } from '../store/database.ts';
import { DatabaseError } from '../store/error.ts';
import { type FinishedPage, type FrontierUrl, firstErrorOf, loadFrontier } from '../store/frontier.ts';
import { freeHosts } from '../store/hosts.ts';
import type { JobView } from '../store/jobs.ts';
import { addWarnings, type CrawlJob, finishJob, reloadJob } from '../store/leases.ts';
import { type Assess, createAssess } from './assess.ts';
import { type Copies, createCopies } from './copies.ts';
import type { Discover } from './discover.ts';
import type { Cost, Fetched, FetchPage, Neighbours } from './fetch-page.ts';
import { type Candidate, createFrontier, type Frontier, hashOf } from './frontier.ts';
import { createIntake } from './intake.ts';
import { createRecorder, LeaseLost, type Recorder } from './recorder.ts';
import { createScope } from './scope.ts';

/** A crawl: discover, fetch, store, follow, finish. The job is leased to this process while it runs. */

export interface Run {
  /** A page under way, empty when there is none. */
  readonly currentUrl: string;
  /** The job as this run has stored it; undefined from when it begins to end it. */
  readonly stored: JobView | undefined;
  /** Settles when the job has ended. @throws LeaseLost, the signal's reason, or what went wrong. */
  readonly ended: Promise<void>;
}

export type StartRun = (job: CrawlJob, signal: AbortSignal) => Run;

interface Parts {
  readonly database: Database;
  readonly discover: Discover;
  readonly fetchPage: FetchPage;
  /** Called in the transaction that stores results. */
  readonly onResults: (
    transaction: Transaction,
    job: CrawlJob,
    pages: readonly FinishedPage[],
  ) => Promise<void>;
  /** Called in the transaction that ends a job, with the job as it has become. */
  readonly onEnd: (transaction: Transaction, job: CrawlJob) => Promise<void>;
  readonly log: Logger;
}

export const createStartRun =
  (parts: Parts): StartRun =>
  (job, signal) => {
    const state: State = { underWay: new Set(), stored: job };
    const end = (fault: string | null) => {
      state.stored = undefined;
      return endJob(parts, job, fault);
    };
    const work = async () => {
      try {
        await run(parts, job, signal, state);
      } catch (error) {
        if (!isOfRequest(error)) throw error;
        return end(error.message);
      }
      await end(null);
    };
    return {
      get currentUrl() {
        return firstIn(state.underWay);
      },
      get stored() {
        return state.stored;
      },
      ended: work(),
    };
  };

/** What is told of a run while it goes on. */
interface State {
  /** Addresses of pages. */
  readonly underWay: Set<string>;
  stored: Run['stored'];
}

const firstIn = (urls: ReadonlySet<string>): string => urls.values().next().value ?? '';

const run = async (parts: Parts, job: CrawlJob, canceled: AbortSignal, state: State): Promise<void> => {
  const { underWay } = state;
  const { database, onResults } = parts;
  const { request } = job;
  await freeHosts(database, job.id, request.options.delay_ms);
  const start = await loadFrontier(database, job.id);
  // What is wrong with the job, not with one of its pages, ends them all.
  const failing = new AbortController();
  const signal = AbortSignal.any([canceled, failing.signal]);
  const scope = createScope(request);
  const paced = new Set<string>();
  const isExclusive = (host: string) => request.options.delay_ms > 0 || paced.has(host);
  const { isWanted } = scope;
  const frontier = createFrontier(start, { maxPages: request.max_pages, isExclusive, isWanted }, signal);
  const intake = createIntake({ scope, frontier, ledger: start.ledger, isListed: start.isListed });
  const copies = createCopies((url) => frontier.knows(hashOf(url)));
  const assess = createAssess({ request, scope, frontier, intake, copies, texts: start.texts });
  const { record } = createRecorder({
    database,
    lease: job,
    lastResultNo: start.lastResultNo,
    // Short jobs end before the worker tells it with the lease.
    currentUrl: () => firstIn(underWay),
    onPages: (transaction, pages) => onResults(transaction, job, pages),
    onStored: (stored) => {
      state.stored = stored;
    },
  });

  // Whoever had the job before has not told whether there was room for all that there is.
  let isCut = job.discovered && frontier.wasFull();
  const offer = async (candidates: readonly Candidate[]) => {
    await record(intake.offer(candidates));
    isCut = frontier.isFull();
    return !isCut;
  };
  const warnings = new Set(job.warnings);
  const discover = async () => {
    const told = warnings.size;
    await parts.discover(job, offer, signal, (warning) => {
      warnings.add(warning);
    });
    await record({ discovered: true, warnings: firstOf([...warnings].slice(told)) });
  };
  if (!job.discovered) await discover();

  const visit = createVisitPage(parts, job, { signal, frontier, copies, assess, record, paced });
  const lane = async () => {
    for (let entry = await frontier.next(); entry; entry = await frontier.next()) {
      underWay.add(entry.url);
      const isResult = await visit(entry);
      underWay.delete(entry.url);
      if (isResult === undefined) frontier.postpone(entry);
      else frontier.settle(entry, isResult);
    }
  };
  const work = async () => {
    const lanes = Array.from({ length: request.options.parallel }, () =>
      lane().catch((error: unknown) => failing.abort(error)),
    );
    await Promise.all(lanes);
    signal.throwIfAborted();
  };
  await work();
  // Many addresses of a sitemap may have led to few pages.
  while (isCut && frontier.isShort()) {
    isCut = false;
    await discover();
    await work();
  }
  const left = frontier.left();
  if (left > 0) await record({ warnings: [beyond(request.max_pages, left)] });
};

/** What the pages of a run have in common. */
interface VisitParts {
  readonly signal: AbortSignal;
  readonly frontier: Frontier;
  readonly copies: Copies;
  readonly assess: Assess;
  readonly record: Recorder['record'];
  /** Hosts that are asked for one page at a time, as a delay turned out to be theirs. */
  readonly paced: Set<string>;
}

/** Fetches a page and writes down what comes of it. @returns whether that is a result; undefined when it is postponed. */
type VisitPage = (entry: FrontierUrl) => Promise<boolean | undefined>;

const createVisitPage = (
  { fetchPage, log }: Parts,
  { id, owner, request }: CrawlJob,
  { signal, frontier, copies, assess, record, paced }: VisitParts,
): VisitPage => {
  const asked = { id, owner, startUrl: request.start_url, options: request.options };
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
  /** On pages that are postponed. */
  const spent = new Map<FrontierUrl, Cost>();
  /** @returns whether it has brought a result. */
  const settle = async (entry: FrontierUrl, fetched: Fetched): Promise<boolean> => {
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
      if (entry.depth > 0 && copies.isLikely(entry.url)) return await settle(entry, { kind: 'copy' });
      const page = { url: entry.url, spent: before };
      const fetched = await fetchPage(asked, page, signal, neighboursOf(entry));
      if (fetched.kind !== 'postponed') return await settle(entry, fetched);
      spent.set(entry, fetched);
      return undefined;
    } catch (error) {
      signal.throwIfAborted();
      if (endsAll(error)) throw error;
      // What was not foreseen of one page is its failure: the others go on.
      log.error({ err: error, job: id }, 'a page of a crawl failed unexpectedly');
      const attempts = (before?.attempts ?? 0) + 1;
      const durationMs = (before?.durationMs ?? 0) + Math.round(performance.now() - startedAt);
      return settle(entry, { kind: 'failure', error: unforeseen, attempts, durationMs });
    }
  };
};

/** Some of them may be copies, or files. */
const beyond = (maxPages: number, left: number): string =>
  `max_pages (${maxPages}) was reached: addresses that were found are left out, at least ${left}`;

/** Every look at the job gives its warnings: a site may have a thousand sitemaps that cannot be read. */
const mostWarnings = 20;
const firstOf = (warnings: readonly string[]): string[] => {
  const left = warnings.length - mostWarnings;
  return [...warnings.slice(0, mostWarnings), ...(left > 0 ? [`… and ${left} more`] : [])];
};

/**
 * Ends the job, and announces it, in one transaction.
 * @param fault what it has failed for, whatever it has brought.
 */
const endJob = ({ database, onEnd }: Parts, job: CrawlJob, fault: string | null): Promise<void> =>
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

/** Whether it would befall every other page as well. */
const endsAll = (error: unknown): boolean =>
  error instanceof DatabaseError ||
  error instanceof LeaseLost ||
  isOfRequest(error) ||
  (error instanceof ServiceError && error.code === 'shutting_down');

/** A pattern takes too long. */
const isOfRequest = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && error.code === 'invalid_request';

const unforeseen = 'internal_error: Something went wrong on our side with this page.';

const noMatch = 'No page that the patterns allow was fetched: skipped_reasons tells what was left out.';
