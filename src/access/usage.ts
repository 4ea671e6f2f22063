import { LRUCache } from 'lru-cache';
import type { UsageRecord } from '../contract/usage.ts';
import type { Database } from '../store/database.ts';
import { crawlTotals, deliveryTotals, paymentTotals } from '../store/totals.ts';
import { createLatencies, type Latencies, percentilesOf } from './latencies.ts';

/** What was asked of this process within a day, by quarter hours, for each owner of keys and for all. It is kept in memory. */

/** An answer to a caller. */
export interface Answered {
  /** Undefined for a payer, who is counted in the sum of all only: forged permits cost nothing, and payers cannot ask for usage. */
  readonly owner: string | undefined;
  readonly endpoint: string;
  readonly isError: boolean;
  readonly ms: number;
  /** What became of the page and whether the cache gave it, where one was asked for. */
  readonly page?: { readonly outcome: string; readonly cached: boolean } | undefined;
}

export interface Usage {
  note(answered: Answered): void;
  /** @param owner undefined: of all owners, with payments. */
  read(owner: string | undefined): Promise<UsageRecord>;
}

interface Parts {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const stepMs = 15 * 60_000;
const dayMs = 24 * 60 * 60_000;
/** Owners whose figures are kept, 200 KB each at most. The sum of all is kept beside them. */
const maxOwners = 200;

interface Tally {
  requests: number;
  errors: number;
  readonly latencies: Latencies;
}

/** A quarter of an hour. */
interface Step {
  /** Its beginning: milliseconds since 1970. */
  readonly at: number;
  pages: number;
  cached: number;
  readonly endpoints: Map<string, Tally>;
  readonly outcomes: Map<string, number>;
}

const newTally = (): Tally => ({ requests: 0, errors: 0, latencies: createLatencies() });

export const createUsage = ({ database, now = Date.now }: Parts): Usage => {
  const startedAt = now();
  const all: Step[] = [];
  const owners = new LRUCache<string, Step[]>({ max: maxOwners });

  const stepNow = (steps: Step[]): Step => {
    const time = now();
    const at = time - (time % stepMs);
    // Not the last one where the clock was set back.
    const known = steps.findLast((step) => step.at === at);
    if (known !== undefined) return known;
    const step: Step = { at, pages: 0, cached: 0, endpoints: new Map(), outcomes: new Map() };
    steps.push(step);
    steps.sort((one, other) => one.at - other.at);
    while ((steps[0]?.at ?? at) < at - dayMs) steps.shift();
    return step;
  };

  return {
    note: (answered) => {
      count(stepNow(all), answered);
      const { owner } = answered;
      if (owner === undefined) return;
      const own = owners.get(owner) ?? [];
      owners.set(owner, own);
      count(stepNow(own), answered);
    },
    read: async (owner) => {
      const until = now();
      const kept = (owner === undefined ? all : (owners.get(owner) ?? [])).filter(
        ({ at }) => at >= until - dayMs,
      );
      const [crawls, deliveries, payments] = await Promise.all([
        crawlTotals(database, owner),
        deliveryTotals(database, owner),
        owner === undefined ? paymentTotals(database) : undefined,
      ]);
      return {
        owner: owner ?? null,
        since: new Date(Math.max(startedAt, until - dayMs)).toISOString(),
        until: new Date(until).toISOString(),
        step_seconds: stepMs / 1000,
        totals: totalsOf(kept),
        series: kept.map((step) => ({ at: new Date(step.at).toISOString(), ...totalsOf([step]) })),
        endpoints: byEndpoint(kept),
        outcomes: outcomesOf(kept),
        crawls,
        deliveries,
        ...(payments && { payments }),
      };
    },
  };
};

const count = (step: Step, { endpoint, isError, ms, page }: Answered): void => {
  const tally = step.endpoints.get(endpoint) ?? newTally();
  step.endpoints.set(endpoint, tally);
  tally.requests += 1;
  tally.errors += Number(isError);
  tally.latencies.add(ms);
  if (page === undefined) return;
  step.outcomes.set(page.outcome, (step.outcomes.get(page.outcome) ?? 0) + 1);
  step.pages += Number(!isError);
  step.cached += Number(page.cached);
};

const sum = (tallies: Iterable<Tally>): Tally => {
  const total = newTally();
  for (const { requests, errors, latencies } of tallies) {
    total.requests += requests;
    total.errors += errors;
    total.latencies.merge(latencies);
  }
  return total;
};

const view = ({ requests, errors, latencies }: Tally) => ({
  requests,
  errors,
  latency_ms: percentilesOf(latencies),
});

const totalsOf = (steps: readonly Step[]) => ({
  ...view(sum(steps.flatMap(({ endpoints }) => [...endpoints.values()]))),
  pages: steps.reduce((total, { pages }) => total + pages, 0),
  cached: steps.reduce((total, { cached }) => total + cached, 0),
});

const byEndpoint = (steps: readonly Step[]) =>
  [
    ...Map.groupBy(
      steps.flatMap(({ endpoints }) => [...endpoints]),
      ([endpoint]) => endpoint,
    ),
  ]
    .map(([endpoint, entries]) => ({ endpoint, ...view(sum(entries.map(([, tally]) => tally))) }))
    .sort((a, b) => b.requests - a.requests);

const outcomesOf = (steps: readonly Step[]): Record<string, number> => {
  const totals: Record<string, number> = {};
  for (const { outcomes } of steps)
    for (const [outcome, times] of outcomes) totals[outcome] = (totals[outcome] ?? 0) + times;
  return totals;
};
