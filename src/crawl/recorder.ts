import { setTimeout as delay } from 'node:timers/promises';
import { skipReasons } from '../contract/crawl.ts';
import type { Database, Transaction } from '../store/database.ts';
import {
  addSkips,
  addUrls,
  dropUrls,
  type FinishedPage,
  type FrontierUrl,
  finishPages,
  moveUrls,
  removeSkips,
  type SkippedUrl,
} from '../store/frontier.ts';
import type { JobView } from '../store/jobs.ts';
import type { Growth, Lease } from '../store/leases.ts';
import { addWarnings, growJob } from '../store/leases.ts';
import { idOf } from './frontier.ts';

/** Writes down what a job has fetched and found, pages that finish together in one transaction. */

/** What is to be written down of a job; all of it or nothing. */
export interface Entry {
  readonly page?: Omit<FinishedPage, 'resultNo'>;
  /** Addresses of the frontier that give no result. */
  readonly dropped?: readonly number[];
  readonly found?: readonly FrontierUrl[];
  /** Addresses of the frontier to which a shorter way was found. */
  readonly nearer?: readonly FrontierUrl[];
  readonly skipped?: readonly SkippedUrl[];
  /** Addresses, by their hashes, that are in the ledger and to be fetched after all. */
  readonly unskipped?: readonly Buffer[];
  readonly discovered?: boolean;
  /** For the owner of the job. */
  readonly warnings?: readonly string[];
}

type Lists = Required<Pick<Entry, 'dropped' | 'found' | 'nearer' | 'unskipped' | 'warnings'>>;

/** The job is another's, or canceled: nothing was written. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

interface Parts {
  readonly database: Database;
  readonly lease: Lease;
  /** Of the last result that is stored. */
  readonly lastResultNo: number;
  /** Of a page under way. */
  readonly currentUrl: () => string;
  /** Called in the transaction that stores pages. */
  readonly onPages: (transaction: Transaction, pages: readonly FinishedPage[]) => Promise<void>;
  /** Called with the job as it is stored now. */
  readonly onStored: (job: JobView) => void;
}

export interface Recorder {
  /** Settles when it is stored. @throws LeaseLost, DatabaseError; from then on always. */
  record(entry: Entry): Promise<void>;
}

/**
 * Writes what a job brings. Pages that come while a transaction is under way go into the next one together: one flush of
 * the disk stores several. Results are numbered here, in the order in which they are stored, so that there are no gaps.
 */
export const createRecorder = (parts: Parts): Recorder => {
  const { database, lease, lastResultNo, currentUrl, onPages, onStored } = parts;
  let written = lastResultNo;
  const waiting: { entry: Entry; stored: PromiseWithResolvers<void> }[] = [];
  let writing = false;
  let broken: { readonly error: unknown } | undefined;

  const write = (entries: readonly Entry[]) =>
    database.transaction(async (transaction) => {
      const all = <K extends keyof Lists>(list: K): Lists[K][number][] =>
        entries.flatMap((entry): readonly Lists[K][number][] => entry[list] ?? []);
      const pages = entries
        .flatMap(({ page }) => page ?? [])
        .map((page, index): FinishedPage => ({ ...page, resultNo: written + 1 + index }));
      const found = all('found');
      // First: a page may be fetched before the one that led to it is stored.
      await addUrls(transaction, lease.id, found);
      const stored = await finishPages(transaction, lease.id, pages);
      const gone = await dropUrls(transaction, lease.id, all('dropped'));
      await moveUrls(transaction, lease.id, all('nearer'));
      const unskipped = await removeSkips(transaction, lease.id, all('unskipped'));
      const added = await addSkips(transaction, lease.id, lastingSkips(entries));
      await addWarnings(transaction, lease, all('warnings'));
      await onPages(transaction, pages);
      const growth = {
        ...countsOf(pages),
        total: found.length - gone,
        skipped: minus(added, unskipped),
        discovered: entries.some(({ discovered }) => discovered === true),
      };
      const job = await growJob(transaction, lease, { ...growth, currentUrl: currentUrl() });
      if (job === undefined || stored < pages.length) throw new LeaseLost();
      return { job, count: pages.length };
    });

  const writeAll = async () => {
    writing = true;
    while (waiting.length > 0 && broken === undefined) {
      const batch = waiting.splice(0, atOnce(waiting.map(({ entry }) => entry)));
      try {
        const { job, count } = await write(batch.map(({ entry }) => entry));
        written += count;
        onStored(job);
        for (const { stored } of batch) stored.resolve();
      } catch (error) {
        broken = { error };
        for (const { stored } of [...batch, ...waiting]) stored.reject(error);
      }
      if (batch.some(({ entry }) => entry.page !== undefined)) await delay(gatherMs);
    }
    writing = false;
  };

  return {
    record: (entry) => {
      if (broken !== undefined) return Promise.reject(broken.error);
      const stored = Promise.withResolvers<void>();
      waiting.push({ entry, stored });
      if (!writing) void writeAll();
      return stored.promise;
    },
  };
};

/** Entries of one transaction, and characters of their results: on the embedded database everybody else waits for its end. */
const mostAtOnce = 8;
const mostTextAtOnce = 200_000;
/** Between two transactions with pages: a transaction costs as much as storing several pages. */
const gatherMs = 30;

/** Of CSV, each table stands there by itself and among all of them. */
const lengthOf = ({ markdown, data }: Pick<FinishedPage, 'markdown' | 'data'>): number => {
  if (data === null) return markdown.length;
  return markdown.length + ('html' in data ? data.html.length : 2 * data.data.length);
};

/** How many of the entries go into one transaction: one at least. */
const atOnce = (entries: readonly Entry[]): number => {
  let text = 0;
  const beyond = entries.findIndex(({ page }, index) => {
    if (page) text += lengthOf(page);
    return index === mostAtOnce || (index > 0 && text > mostTextAtOnce);
  });
  return beyond === -1 ? entries.length : beyond;
};

/** Each address once, as one statement can enter it, and none that was taken out again meanwhile. */
const lastingSkips = (entries: readonly Entry[]): SkippedUrl[] => {
  const skips = new Map<string, SkippedUrl>();
  for (const { skipped = [], unskipped = [] } of entries) {
    for (const skip of skipped) skips.set(idOf(skip.urlHash), skip);
    for (const urlHash of unskipped) skips.delete(idOf(urlHash));
  }
  return [...skips.values()];
};

type Counts = Growth['skipped'];

const minus = (some: Counts, others: Counts): Counts =>
  Object.fromEntries(
    skipReasons
      .map((reason) => [reason, (some[reason] ?? 0) - (others[reason] ?? 0)] as const)
      .filter(([, count]) => count !== 0),
  );

const countsOf = (pages: readonly FinishedPage[]): Pick<Growth, 'crawled' | 'failed'> => {
  const crawled = pages.filter(({ state }) => state === 'done').length;
  return { crawled, failed: pages.length - crawled };
};
