import type { Budget } from './budget.ts';
import { GannetError } from './errors.ts';

/** What is told of a retry before it waits. */
export interface Retry {
  /** Which attempt failed, from 1. */
  readonly attempt: number;
  readonly delayMs: number;
  readonly error: GannetError;
}

export interface RetryRules {
  /** Attempts after the first at most. */
  readonly retries: number;
  readonly onRetry?: ((retry: Retry) => void) | undefined;
  /** Whether another attempt may be made for what `retryable` allows. */
  readonly allows: (error: GannetError) => boolean;
}

const firstMs = 1000;
const longestMs = 30_000;

/**
 * How long to wait after an attempt: what the service said, never less; else about 1 s, then twice as long each time.
 * Spread out, so that callers who were refused together do not come back together.
 */
export const delayAfter = (
  attempt: number,
  retryAfterMs: number | undefined,
  random = Math.random(),
): number =>
  retryAfterMs === undefined
    ? Math.min(longestMs, firstMs * 2 ** (attempt - 1)) * (0.75 + random / 2)
    : retryAfterMs * (1 + random / 10);

/** Does it, again where that may help and there is time. @throws the error of the last attempt. */
export const withRetries = async <T>(
  work: () => Promise<T>,
  { retries, onRetry, allows }: RetryRules,
  budget: Budget,
): Promise<T> => {
  for (let attempt = 1; ; attempt++)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof GannetError) || !error.retryable || attempt > retries || !allows(error))
        throw error;
      const delayMs = delayAfter(attempt, error.retryAfterMs);
      if (delayMs >= budget.remaining()) throw error;
      onRetry?.({ attempt, delayMs, error });
      await budget.sleep(delayMs);
    }
};
