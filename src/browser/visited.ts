import type { Snapshot } from '../page.ts';
import { hasFollowUp, type PageRequest } from './arrive/page-request.ts';
import type { BrowserReason, ReadThere, ResponseReason } from './arrive/received.ts';
import type { Tab } from './tab/pool.ts';
import type { WaitEnd } from './wait/settle.ts';

/** Whether the page was read from its response or shown in a browser, and why. */
export type Engine =
  | { readonly name: 'response'; readonly why: ResponseReason }
  | { readonly name: 'browser'; readonly why: BrowserReason };

/** Whether each effort changed the page; undefined where it was not made, or the effect not seen. */
interface Effects {
  /** Running its timers ahead. */
  readonly timers: boolean | undefined;
  /** Taking animation frames when the page was done without them. */
  readonly frames: boolean | undefined;
  /** Scrolling empty places into sight. */
  readonly sights: boolean | undefined;
  /** Waiting for quiet after its load. */
  readonly quiet: boolean | undefined;
}

const nothingSeen: Effects = { timers: undefined, frames: undefined, sights: undefined, quiet: undefined };

/** A page that was visited: its snapshot, and how it went. */
export interface Visited<T> {
  readonly snapshot: Snapshot;
  /** What `read` made of the live page; undefined for one that was never shown. */
  readonly value: T | undefined;
  readonly engine: Engine;
  /** A page that was shown, as its response alone tells it, where that was read. */
  readonly raw: Snapshot | undefined;
  readonly wait: { readonly ended_by: WaitEnd | 'response'; readonly after_ms: number };
  /** When it had a tab, and when the document had arrived: `performance.now()`. */
  readonly begun: number;
  readonly arrived: number;
  readonly effects: Effects;
  /** A script waited in a loop for the clock, which stood still while timers were run ahead: it was stopped. */
  readonly spins: boolean;
  /** The same for pages with the same scripts; undefined where its response was not read before it was shown. */
  readonly scripts: string | undefined;
  readonly warnings: readonly string[];
  /** The operator's proxy that the document came through. */
  readonly proxy: string | undefined;
  /** The page was not final: the caller's script was not run, the selector not waited for. */
  readonly cutShort: boolean;
}

/** Gathers what is told of a visit beside its page: when what happened, and what its caller should know. */
export interface Report {
  /** Once for each thing that is to be known. */
  warn(warning: string): void;
  /** The main document is there, or what can be told of it. */
  arrived(): void;
  readonly arrivedAt: number;
  readonly hasArrived: boolean;
  /** What ended the wait, now. */
  waited(ended_by: WaitEnd | 'response'): Visited<never>['wait'];
  /** How the body of the main document ended. */
  endOf(end: ReadThere['end']): void;
  /** All of it, for the page that came from this address. */
  about(url: string): Pick<Visited<never>, 'begun' | 'arrived' | 'warnings' | 'proxy'>;
  /** Of a page that was never shown. */
  unshown(snapshot: Snapshot, engine: Engine, ended_by: WaitEnd | 'response'): Visited<never>;
  /** Of one whose document was read from its response. */
  read(document: ReadThere, engine: Engine): Visited<never>;
}

export const createReport = ({ egress }: Tab, request: PageRequest): Report => {
  const begun = performance.now();
  let arrived = begun;
  let hasArrived = false;
  const warnings = new Set<string>();
  const report: Report = {
    warn: (warning) => warnings.add(warning),
    arrived: () => {
      arrived = performance.now();
      hasArrived = true;
    },
    get arrivedAt() {
      return arrived;
    },
    get hasArrived() {
      return hasArrived;
    },
    waited: (ended_by) => ({ ended_by, after_ms: Math.round(performance.now() - begun) }),
    endOf: (end) => {
      if (end === 'cut') report.warn(tooLong);
      if (end === 'broken') report.warn(brokenOff);
    },
    about: (url) => ({
      begun,
      arrived,
      // What was waited for meanwhile may still warn.
      warnings: [...warnings],
      proxy: egress.proxyFor(new URL(url).hostname)?.id,
    }),
    unshown: (snapshot, engine, ended_by) => ({
      snapshot,
      value: undefined,
      engine,
      raw: undefined,
      wait: report.waited(ended_by),
      effects: nothingSeen,
      spins: false,
      scripts: undefined,
      cutShort: false,
      ...report.about(snapshot.url),
    }),
    read: ({ snapshot, end }, engine) => {
      report.endOf(end);
      if (egress.overBudget) report.warn(overBudget);
      if (snapshot.file && hasFollowUp(request)) report.warn(notDone);
      return report.unshown(snapshot, engine, end === 'late' ? 'deadline' : 'response');
    },
  };
  return report;
};

const notDone = 'the address holds a document: nothing was done on it before it was read';
export const overBudget = 'the page wanted more than its budget: the rest was not loaded';
export const tooLong = 'the page is larger than is read: its end is missing';
export const brokenOff = 'the connection broke off: the end of the page is missing';
