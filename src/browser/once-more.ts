import { Deadline } from '../deadline.ts';
import { hasFollowUp, type PageRequest } from './arrive/page-request.ts';
import type { Visit } from './visit.ts';
import type { Visited } from './visited.ts';

/** Visits a page a second time where a script spun on its clock the first time (docs/adr/0008). */

/**
 * Limits of the second visit: it is not begun with less than `least` left, and takes `longest` at most, or twice as long as
 * the first, where a busy machine made that slow.
 */
const againMs = { longest: 6000, least: 3500 };

/** Kept to answer with the first visit should the second bring nothing. */
const answerMs = 200;

/**
 * A page whose script was found to wait in a loop for the clock is visited once more, without running its timers ahead:
 * the clock moves then. The answer is the visit that brought more.
 */
export const onceMoreWhereItSpins =
  (visit: Visit): Visit =>
  async (request, read, deadline) => {
    const first = await visit(request, read, deadline);
    const left = deadline.remaining - answerMs;
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

/** The second visit, timed from the beginning of the first. */
const sinceFirst = <T>(second: Visited<T>, { begun }: Visited<T>): Visited<T> => ({
  ...second,
  begun,
  wait: { ...second.wait, after_ms: second.wait.after_ms + Math.round(second.begun - begun) },
});
