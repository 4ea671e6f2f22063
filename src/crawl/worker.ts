import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Database, Transaction } from '../store/database.ts';
import { isOutage } from '../store/error.ts';
import { removeIdleHosts } from '../store/hosts.ts';
import { hearCanceled, hearCreated, type JobView, removeEndedJob } from '../store/jobs.ts';
import {
  type ClaimedJob,
  type CrawlJob,
  claimJobs,
  extendLeases,
  finishJob,
  heldLeases,
  releaseAllLeases,
  releaseLease,
} from '../store/leases.ts';
import { LeaseLost } from './recorder.ts';
import type { Run, StartRun } from './run.ts';

/** Works on the jobs of the queue, some at a time, as any number of other processes may do at the same time. */
export interface Worker {
  /** There is a new job. */
  wake(): void;
  /** Ends a job that was canceled at once, if it runs here. */
  cancel(jobId: string): void;
  /** A job that runs here, where nobody else can have changed it: not with a database that others use, too. */
  find(jobId: string): JobView | undefined;
  /** Gives the jobs that run here back, for others to go on with. */
  stop(): Promise<void>;
}

interface Parts {
  readonly database: Database;
  readonly startRun: StartRun;
  /** Called in the transaction that ends a job. */
  readonly onEnd: (transaction: Transaction, job: CrawlJob) => Promise<void>;
  /** A run has ended, however it did. */
  readonly onEnded: (job: CrawlJob) => void;
  readonly limits: {
    /** Jobs at once in this process; 0 for none. */
    readonly jobs: number;
    readonly retentionMs: number;
  };
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** A worker that is silent for so long is dead: another takes its jobs. */
const leaseMs = 15_000;
/** Milliseconds. `look`: how long a cancellation may go unnoticed if its notice is lost, and a new job unclaimed. */
const every = { look: 1000, beat: 5000, sweep: 60_000 };
/** Of the jobs in this process, those that one owner may have: there is room for others, however long these take. */
const shareOfOwner = 0.5;
/** Before a job that was interrupted by a fault is begun again, for the sites are asked again, too: twice as long each time. */
const restMs = { first: 2000, longest: 300_000 };
/** Leases in a row that came to nothing, before a job is believed to kill its workers. */
const mostIdleLeases = 10;

interface Running {
  readonly job: CrawlJob;
  readonly run: Run;
  readonly abort: AbortController;
}

export const startWorker = async (parts: Parts): Promise<Worker> => {
  const { database, startRun, onEnded, limits, log, metrics } = parts;
  const running = new Map<string, Running>();
  /** Of the jobs that were interrupted here, how long they rested the last time. */
  const rests = new Map<string, number>();
  const ending = new Set<Promise<void>>();
  let stopped = false;
  let claiming: Promise<void> | undefined;
  let again = false;

  // Whoever had the embedded database open before is gone, and so are its leases.
  if (database.kind === 'embedded') await releaseAllLeases(database);

  const nextRest = (id: string): number => {
    const rest = Math.min(restMs.longest, 2 * (rests.get(id) ?? restMs.first / 2));
    rests.set(id, rest);
    return rest;
  };
  const settle = async ({ job, run, abort }: Running): Promise<void> => {
    try {
      await run.ended;
      rests.delete(job.id);
      log.info({ job: job.id, epoch: job.epoch }, 'crawl ended');
    } catch (error) {
      if (error instanceof LeaseLost) return void rests.delete(job.id);
      const isGivenUp = abort.signal.aborted;
      if (!isGivenUp) log.error({ err: error, job: job.id }, 'a crawl was interrupted');
      // A full disk or a lost connection says nothing of the job: it must not be believed to kill its workers.
      const back = { afterMs: isGivenUp ? 0 : nextRest(job.id), blameless: isGivenUp || isOutage(error) };
      await releaseLease(database, job, back).catch((failure: unknown) =>
        log.warn({ err: failure, job: job.id }, 'a crawl was not given back: its lease runs out by itself'),
      );
    } finally {
      running.delete(job.id);
      onEnded(job);
      metrics.crawlJobs.set(running.size);
    }
  };

  const begin = (job: CrawlJob) => {
    const abort = new AbortController();
    const started: Running = { job, run: startRun(job, abort.signal), abort };
    running.set(job.id, started);
    metrics.crawlJobs.set(running.size);
    const ended = settle(started).finally(() => {
      ending.delete(ended);
      wake();
    });
    ending.add(ended);
  };

  const claim = () =>
    claimJobs(database, {
      leaseMs,
      limit: limits.jobs - running.size,
      ofOneOwner: Math.ceil(shareOfOwner * limits.jobs),
      held: [...running.values()].map(({ job }) => job),
    });
  const take = async (job: ClaimedJob) => {
    if (stopped) await releaseLease(database, job, { afterMs: 0, blameless: true });
    else if (job.idleLeases > mostIdleLeases) await endPoisoned(parts, job);
    else begin(job);
  };
  const claimAll = async () => {
    do {
      again = false;
      for (const job of running.size < limits.jobs ? await claim() : []) await take(job);
    } while (again && !stopped);
  };
  const wake = () => {
    if (stopped || limits.jobs === 0) return;
    again = true;
    claiming ??= claimAll()
      .catch((error: unknown) => log.warn({ err: error }, 'no crawl could be claimed'))
      .finally(() => {
        claiming = undefined;
      });
  };

  const cancel = (id: string) => running.get(id)?.abort.abort(new LeaseLost());
  const dropLost = (asked: readonly Running[], held: readonly string[]) => {
    // It may have ended by itself meanwhile, or begun anew.
    for (const { job } of asked)
      if (!held.includes(job.id) && running.get(job.id)?.job.epoch === job.epoch) cancel(job.id);
  };
  const look = async () => {
    const asked = [...running.values()];
    const leases = asked.map(({ job }) => job);
    dropLost(asked, await heldLeases(database, leases));
    wake();
  };
  const beat = async () => {
    const asked = [...running.values()];
    const leases = asked.map(({ job: { id, epoch }, run }) => ({ id, epoch, currentUrl: run.currentUrl }));
    dropLost(asked, await extendLeases(database, leases, leaseMs));
  };
  const sweep = async () => {
    while (await removeEndedJob(database, limits.retentionMs));
    await removeIdleHosts(database);
  };

  const stopTimers = startTimers({ look, beat, sweep }, log);
  const deaf = await Promise.all([hearCreated(database, wake), hearCanceled(database, cancel)]);
  wake();

  return {
    wake,
    cancel,
    find: (id) => {
      const { run, abort } = running.get(id) ?? {};
      if (database.kind !== 'embedded' || run?.stored === undefined || abort?.signal.aborted)
        return undefined;
      return { ...run.stored, currentUrl: run.currentUrl };
    },
    stop: async () => {
      stopped = true;
      stopTimers();
      for (const stopHearing of deaf) stopHearing();
      await claiming;
      for (const { abort } of running.values()) abort.abort(new Error('the process is stopping'));
      await Promise.all(ending);
    },
  };
};

/** Does each piece of work again and again, never twice at once. @returns stops. */
const startTimers = (
  works: Readonly<Record<keyof typeof every, () => Promise<void>>>,
  log: Logger,
): (() => void) => {
  const timers = Object.entries(works).map(([name, work]) => {
    let busy = false;
    const tick = async () => {
      if (busy) return;
      busy = true;
      try {
        await work();
      } catch (error) {
        log.warn({ err: error, work: name }, 'the crawl worker could not reach its database');
      } finally {
        busy = false;
      }
    };
    return setInterval(() => void tick(), every[name as keyof typeof every]).unref();
  });
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
};

/** A job that ends every process that touches it must not go on for ever. */
const endPoisoned = ({ database, onEnd }: Pick<Parts, 'database' | 'onEnd'>, job: CrawlJob): Promise<void> =>
  database.transaction(async (transaction) => {
    const error = `The crawl was begun ${mostIdleLeases} times without getting any further.`;
    const ended = await finishJob(transaction, job, 'failed', error);
    if (ended !== undefined) await onEnd(transaction, ended);
  });
