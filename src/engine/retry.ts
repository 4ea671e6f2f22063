import { DeadlyPage, isToBlame, VisitFailure } from '../browser/arrive/failure.ts';
import { TargetGone } from '../browser/devtools/cdp.ts';
import { ServiceError } from '../contract/error.ts';
import type { Attempt } from '../contract/outcome.ts';
import { Deadline } from '../deadline.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { ProtocolError } from '../page.ts';

/** Makes attempts until one is good enough or the time is up; backs off between them. */

/** The first attempt and three retries. */
export const maxAttempts = 4;
const backoffMs = (attempt: number) => 250 * 2 ** (attempt - 1);

/** Time kept for converting the answer in hand, if the last attempt brings no better one. */
const reserveMs = (left: number) => Math.min(500, left * 0.2);

interface Parts {
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** What is thought of an answer. */
export interface Judgement extends Omit<Attempt, 'after_ms'> {
  /** It is no page at all: an earlier answer is preferred. */
  readonly worthless: boolean;
  /** Milliseconds to wait before it is asked for again; undefined accepts it. */
  readonly again: number | undefined;
  /** The site's own error: it is not asked again where it would take longer to answer than there is time. */
  readonly isError?: boolean;
}

interface Plan<T> {
  /** Off: only a browser that died under the request is worth another attempt. */
  readonly retry: boolean;
  readonly deadline: Deadline;
  readonly judge: (answer: T, before: readonly Attempt[]) => Judgement;
  /** Whether an attempt may be made a second time; asked after each. */
  readonly mayRepeat: () => boolean;
}

interface Tried<T> {
  readonly answer: T;
  readonly attempts: readonly Attempt[];
}

/**
 * Tries until an answer is accepted or the attempts are used up. It ends earlier where the pause before the next one would take
 * half of the time left, and for an error of the site where another answer could not be expected in time. Then the last answer
 * counts, unless an earlier one was a page and it is none.
 * @param work one attempt, within the time it is given, told of those before, and how often what showed the
 *   page ended.
 * @throws ServiceError as the last attempt ended, when none gave an answer; the deadline's reason when the caller left.
 */
export const createRetry =
  ({ log, metrics }: Parts) =>
  async <T>(
    work: (time: Deadline, before: readonly Attempt[], deaths: number) => Promise<T>,
    { retry, deadline, judge, mayRepeat }: Plan<T>,
  ): Promise<Tried<T>> => {
    const startedAt = performance.now();
    const attempts: Attempt[] = [];
    let inHand: { readonly answer: T; readonly worthless: boolean } | undefined;
    let pause = 0;
    let deaths = 0;
    /** Of the attempts that brought an answer, in milliseconds. */
    let quickest = Number.POSITIVE_INFINITY;
    const note = (attempt: Omit<Attempt, 'after_ms'>) => {
      attempts.push({ ...attempt, after_ms: Math.round(performance.now() - startedAt) });
      metrics.attempts.inc({ outcome: attempt.outcome });
      pause = backoffMs(attempts.length);
    };
    const isLast = () => !mayRepeat() || attempts.length >= maxAttempts || pause > deadline.remaining / 2;

    const comesTooLate = () => {
      const left = deadline.remaining;
      return pause + quickest > left - reserveMs(left);
    };

    for (;;) {
      try {
        if (pause > 0) await deadline.sleep(pause);
        const beganAt = performance.now();
        const left = deadline.remaining;
        using time = new Deadline(inHand ? left - reserveMs(left) : left, deadline.signal);
        const answer = await work(time, attempts, deaths);
        const { again, worthless, isError = false, ...seen } = judge(answer, attempts);
        note(seen);
        quickest = Math.min(quickest, performance.now() - beganAt);
        pause = Math.max(again ?? 0, pause);
        if (inHand === undefined || inHand.worthless || !worthless) inHand = { answer, worthless };
        if (!retry || again === undefined || isLast() || (isError && comesTooLate()))
          return { answer: inHand.answer, attempts };
        log.info({ attempts: attempts.length, ...seen }, 'asked for again');
      } catch (thrown) {
        const error = causeOf(thrown, deadline.signal);
        const { worthAnother, ...seen } = judgeFailure(error, retry);
        note(seen);
        const isProven = error instanceof DeadlyPage && isToBlame(error, deaths);
        if (error instanceof DeadlyPage) deaths += 1;
        if (!worthAnother || isProven || isLast()) {
          if (inHand && !hasLeft(deadline.signal)) return { answer: inHand.answer, attempts };
          throw answerFor(error, attempts);
        }
        log.info(
          { attempts: attempts.length, cause: error instanceof Error ? error.message : String(error) },
          'attempt failed',
        );
      }
    }
  };

/** Whatever fails after the time is up or the caller has left fails because of that. */
const causeOf = (error: unknown, { aborted, reason }: AbortSignal): unknown =>
  aborted && !(error instanceof ServiceError) ? reason : error;

const hasLeft = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && !(reason instanceof ServiceError && reason.code === 'timeout');

interface FailureSeen {
  readonly outcome: string;
  readonly reason?: string;
  readonly worthAnother: boolean;
}

const judgeFailure = (error: unknown, retry: boolean): FailureSeen => {
  if (error instanceof TargetGone) return { outcome: 'browser_gone', worthAnother: true };
  if (error instanceof ProtocolError) return { outcome: 'browser_refused', worthAnother: retry };
  if (error instanceof VisitFailure)
    return { ...seenOf(error.answer), worthAnother: retry && error.transient };
  if (error instanceof ServiceError) return { ...seenOf(error), worthAnother: false };
  return { outcome: 'fault', worthAnother: false };
};

const seenOf = ({ code, extras: { reason } }: ServiceError) => ({
  outcome: code,
  ...(reason !== undefined && { reason }),
});

/** Codes that are told along with the attempts. Not a host that could not be reached: it may be one that is refused. */
const explained: ReadonlySet<string> = new Set(['scrape_failed', 'timeout']);

/** What the caller is told; what really happened stays with it as the cause, for the log. */
const answerFor = (error: unknown, attempts: readonly Attempt[]): unknown => {
  const answer =
    error instanceof VisitFailure
      ? error.answer
      : error instanceof TargetGone
        ? new ServiceError('scrape_failed', {
            reason: 'browser_crashed',
            message: 'The page made the browser tab crash.',
          })
        : error;
  if (!(answer instanceof ServiceError)) return error;
  return new ServiceError(answer.code, {
    ...answer.extras,
    message: answer.message,
    cause: answer === error ? answer.cause : error,
    ...(explained.has(answer.code) && { attempts }),
  });
};
