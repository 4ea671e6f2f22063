import type { Logger } from '../log.ts';
import type { Database, Transaction } from '../store/database.ts';
import { type FinishedPage, loadFrontier } from '../store/frontier.ts';
import { freeHosts } from '../store/hosts.ts';
import type { JobView } from '../store/jobs.ts';
import type { CrawlJob } from '../store/leases.ts';
import { createAssess } from './assess.ts';
import { createCopies } from './copies.ts';
import type { Discover } from './discover.ts';
import { endJob } from './end-job.ts';
import type { FetchPage } from './fetch-page.ts';
import { type Candidate, createFrontier, type Frontier, hashOf } from './frontier.ts';
import { createIntake, type Intake } from './intake.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { createScope } from './scope.ts';
import { createVisitPage, isOfRequest } from './visit-page.ts';

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

  const discovery = createDiscovery(parts, job, { signal, frontier, intake, record });
  if (!job.discovered) await discovery.run();

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
  const fetchAll = async () => {
    const lanes = Array.from({ length: request.options.parallel }, () =>
      lane().catch((error: unknown) => failing.abort(error)),
    );
    await Promise.all(lanes);
    signal.throwIfAborted();
  };
  await fetchAll();
  // Many addresses of a sitemap may have led to few pages.
  while (discovery.isCut && frontier.isShort()) {
    await discovery.run();
    await fetchAll();
  }
  const left = frontier.left();
  if (left > 0) await record({ warnings: [beyond(request.max_pages, left)] });
};

interface DiscoveryParts {
  readonly signal: AbortSignal;
  readonly frontier: Frontier;
  readonly intake: Intake;
  readonly record: Recorder['record'];
}

/** Finds the first addresses of a job, as many as the frontier has room for. */
const createDiscovery = (
  { discover }: Parts,
  job: CrawlJob,
  { signal, frontier, intake, record }: DiscoveryParts,
) => {
  const warnings = new Set(job.warnings);
  // Whoever had the job before has not told whether there was room for all that there is.
  let isCut = job.discovered && frontier.wasFull();
  const offer = async (candidates: readonly Candidate[]) => {
    await record(intake.offer(candidates));
    isCut = frontier.isFull();
    return !isCut;
  };
  return {
    /** Whether addresses were left out for want of room. */
    get isCut() {
      return isCut;
    },
    run: async () => {
      isCut = false;
      const known = warnings.size;
      await discover(job, offer, signal, (warning) => {
        warnings.add(warning);
      });
      await record({ discovered: true, warnings: firstOf([...warnings].slice(known)) });
    },
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
