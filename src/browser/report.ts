import type { Snapshot } from '../page.ts';
import { hasFollowUp, type PageRequest } from './arrive/page-request.ts';
import type { ReadResponse } from './arrive/received.ts';
import { endless } from './steps.ts';
import type { Tab } from './tab/pool.ts';
import type { Effects, Engine, Visited } from './visited.ts';
import type { WaitEnd } from './wait/settle.ts';

/** Gathers what is told of a visit beside its page: when what happened, and what its caller should know. */
export interface Report {
  /** Each warning is told once. */
  warn(warning: string): void;
  /** The main document is there, or what can be told of it. */
  arrived(): void;
  readonly arrivedAt: number;
  readonly hasArrived: boolean;
  /** The wait ended just now. */
  waitEnded(by: WaitEnd | 'response'): Visited<never>['wait'];
  /** The body of the main document ended. */
  bodyEnded(end: ReadResponse['end']): void;
  /** All that was gathered. @param url of the page that came in the end. */
  summary(url: string): Pick<Visited<never>, 'begun' | 'arrived' | 'warnings' | 'proxy'>;
  /** The visit of a page that is answered by its response, before or instead of being shown. */
  unshown(snapshot: Snapshot, engine: Engine, endedBy: WaitEnd | 'response'): Visited<never>;
  /** The visit of a page whose document was read from its response. */
  fromResponse(document: ReadResponse, engine: Engine): Visited<never>;
}

const noEffects: Effects = { timers: undefined, frames: undefined, sights: undefined, quiet: undefined };

export const createReport = (
  { egress, session }: Pick<Tab, 'egress' | 'session'>,
  request: PageRequest,
): Report => {
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
    waitEnded: (by) => ({ ended_by: by, after_ms: Math.round(performance.now() - begun) }),
    bodyEnded: (end) => {
      if (end === 'cut') report.warn(tooLong);
      if (end === 'broken') report.warn(brokenOff);
    },
    summary: (url) => {
      // It was stopped then, whatever ended the wait: it may have seemed to be quiet for that.
      if (session.flooded) report.warn(endless);
      return {
        begun,
        arrived,
        // A copy: what goes on after the answer may still warn.
        warnings: [...warnings],
        proxy: egress.proxyFor(new URL(url).hostname)?.id,
      };
    },
    unshown: (snapshot, engine, endedBy) => ({
      snapshot,
      value: undefined,
      engine,
      raw: undefined,
      wait: report.waitEnded(endedBy),
      effects: noEffects,
      spins: false,
      scripts: undefined,
      cutShort: false,
      ...report.summary(snapshot.url),
    }),
    fromResponse: ({ snapshot, end }, engine) => {
      report.bodyEnded(end);
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
