import { TargetGone } from '../browser/cdp.ts';
import { VisitFailure } from '../browser/failure.ts';
import { ServiceError } from '../contract/error.ts';
import { Deadline } from '../deadline.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { ProtocolError } from '../page.ts';

/** Three retries after the first attempt (spec, "retry"). */
export const maxAttempts = 4;
const backoffMs = (attempt: number) => 250 * 2 ** (attempt - 1);

/** Of the time left, kept for converting the answer in hand when no better one comes. */
const reserveMs = (left: number) => Math.min(500, left * 0.2);

interface Parts {
  readonly log: Logger;
  readonly metrics: Metrics;
}

interface Plan<T> {
  /** Off: only a browser that died under the request is worth another attempt. */
  readonly retry: boolean;
  readonly deadline: Deadline;
  /** Milliseconds to wait before an answer is asked for again; undefined accepts it. */
  readonly again: (answer: T) => number | undefined;
}

/**
 * Tries until an answer is accepted, the attempts are used up or half of the time left would go by waiting.
 * An answer that was asked for again stands when nothing better follows.
 * @param work one attempt, within the time it is given.
 * @throws ServiceError as the last attempt ended, when none gave an answer; the deadline's reason when the caller left.
 */
export const createRetry =
  ({ log, metrics }: Parts) =>
  async <T>(
    work: (time: Deadline) => Promise<T>,
    { retry, deadline, again }: Plan<T>,
  ): Promise<{ answer: T; attempts: number }> => {
    let inHand: { readonly answer: T } | undefined;
    let pause = 0;
    for (let attempt = 1; ; attempt++) {
      const isLast = (wait: number) => attempt === maxAttempts || wait > deadline.remaining / 2;
      try {
        if (pause > 0) await deadline.sleep(pause);
        const left = deadline.remaining;
        using time = new Deadline(inHand ? left - reserveMs(left) : left, deadline.signal);
        const answer = await work(time);
        const wait = retry ? again(answer) : undefined;
        pause = Math.max(wait ?? 0, backoffMs(attempt));
        if (wait === undefined || isLast(pause)) {
          metrics.attempts.inc({ outcome: 'ok' });
          return { answer, attempts: attempt };
        }
        metrics.attempts.inc({ outcome: 'unwelcome' });
        inHand = { answer };
      } catch (thrown) {
        const error = causeOf(thrown, deadline.signal);
        const { outcome, worthAnother } = judge(error, retry);
        metrics.attempts.inc({ outcome });
        pause = backoffMs(attempt);
        if (!worthAnother || isLast(pause)) {
          if (inHand && !hasLeft(deadline.signal)) return { ...inHand, attempts: attempt };
          throw answerFor(error);
        }
        log.info(
          { attempt, cause: error instanceof Error ? error.message : String(error) },
          'attempt failed',
        );
      }
    }
  };

/** What breaks when the time is up or the caller leaves breaks for that reason. */
const causeOf = (error: unknown, { aborted, reason }: AbortSignal): unknown =>
  aborted && !(error instanceof ServiceError) ? reason : error;

const hasLeft = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && !(reason instanceof ServiceError && reason.code === 'timeout');

const judge = (error: unknown, retry: boolean): { outcome: string; worthAnother: boolean } => {
  if (error instanceof TargetGone) return { outcome: 'browser_gone', worthAnother: true };
  if (error instanceof ProtocolError) return { outcome: 'browser_refused', worthAnother: retry };
  if (error instanceof VisitFailure)
    return { outcome: error.answer.code, worthAnother: retry && error.transient };
  return { outcome: error instanceof ServiceError ? error.code : 'fault', worthAnother: false };
};

/** What the caller is told; what really happened stays with it as the cause, for the log. */
const answerFor = (error: unknown): unknown => {
  if (error instanceof VisitFailure)
    return new ServiceError(error.answer.code, {
      ...error.answer.extras,
      message: error.answer.message,
      cause: error,
    });
  if (error instanceof TargetGone)
    return new ServiceError('scrape_failed', {
      reason: 'browser_crashed',
      message: 'The page made the browser tab crash.',
      cause: error,
    });
  return error;
};
