import { TargetGone } from '../browser/cdp.ts';
import { VisitFailure } from '../browser/failure.ts';
import { ServiceError } from '../contract/error.ts';
import type { Deadline } from '../deadline.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { ProtocolError } from '../page.ts';

/** Three retries after the first attempt (spec, "retry"). */
export const maxAttempts = 4;
const backoffMs = (attempt: number) => 250 * 2 ** (attempt - 1);

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
 * Tries until an answer is accepted, the attempts are used up or the budget is.
 * @throws ServiceError as the last attempt ended.
 */
export const createRetry =
  ({ log, metrics }: Parts) =>
  async <T>(
    work: () => Promise<T>,
    { retry, deadline, again }: Plan<T>,
  ): Promise<{ answer: T; attempts: number }> => {
    for (let attempt = 1; ; attempt++) {
      const last = attempt === maxAttempts;
      let pause: number;
      try {
        const answer = await work();
        const wait = retry && !last ? again(answer) : undefined;
        if (wait === undefined || wait > deadline.remaining / 2) {
          metrics.attempts.inc({ outcome: 'ok' });
          return { answer, attempts: attempt };
        }
        metrics.attempts.inc({ outcome: 'unwelcome' });
        pause = Math.max(wait, backoffMs(attempt));
      } catch (error) {
        const { outcome, worthAnother } = judge(error, retry);
        metrics.attempts.inc({ outcome });
        pause = backoffMs(attempt);
        if (!worthAnother || last || deadline.remaining <= pause) throw answerFor(error);
        log.info(
          { attempt, cause: error instanceof Error ? error.message : String(error) },
          'attempt failed',
        );
      }
      await deadline.sleep(pause);
    }
  };

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
