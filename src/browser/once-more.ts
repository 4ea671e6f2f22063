import { Deadline } from '../deadline.ts';
import { hasFollowUp, type PageRequest } from './arrive/page-request.ts';
import type { Visit } from './visit.ts';
import type { Visited } from './visited.ts';

/** The second visit of a page whose script spins on the clock (docs/adr/0008). */

/**
 * A page that is visited once more may take so long, or twice as long as at first: on a busy machine all takes longer. It is
 * not where less time is left than it needs.
 */
const againMs = { longest: 6000, least: 3500 };

/** In milliseconds, for the answer of the first visit should the second bring nothing. */
const firstMs = 200;

/**
 * A page whose script was found to wait in a loop for the clock is visited once more, without running its timers ahead:
 * the clock moves then. The answer is the visit that brought more.
 */
export const onceMoreWhereItSpins =
  (visit: Visit): Visit =>
  async (request, read, deadline) => {
    const first = await visit(request, read, deadline);
    const left = deadline.remaining - firstMs;
    // What the caller has done on a page is not done twice.
    if (!first.spins || hasFollowUp(request) || left < againMs.least) return first;
    const longest = Math.max(againMs.longest, 2 * (performance.now() - first.begun));
    using until = new Deadline(Math.min(left, longest), deadline.signal);
    // Whatever becomes of it, the first is an answer.
    const second = await visit(unhurried(request), read, until).catch(() => undefined);
    deadline.signal.throwIfAborted();
    return second !== undefined && bringsMore(second, first) ? sinceFirst(second, first) : first;
  };

const unhurried = (request: PageRequest): PageRequest => ({
  ...request,
  mayRunAhead: false,
  waitStrategy: request.waitStrategy === 'automatic' ? 'spa' : request.waitStrategy,
});

const bringsMore = ({ snapshot: second }: Visited<unknown>, { snapshot: first }: Visited<unknown>): boolean =>
  second.status === first.status && second.html.length >= first.html.length;

/** Timed from the beginning of the first. */
const sinceFirst = <T>(second: Visited<T>, { begun }: Visited<T>): Visited<T> => ({
  ...second,
  begun,
  wait: { ...second.wait, after_ms: second.wait.after_ms + Math.round(second.begun - begun) },
});
