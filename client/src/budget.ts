import { GannetError } from './errors.ts';

/** The time of one call, its retries included, and the caller's wish to end it. */
export interface Budget {
  /** Aborts with what is to be thrown: the reason of the caller's signal, or `client_timeout`. */
  readonly signal: AbortSignal;
  /** Milliseconds. */
  remaining(): number;
  /** @throws what the signal aborts with. */
  sleep(ms: number): Promise<void>;
  /** Lets go of timer and signal. */
  end(): void;
}

/** @param timeoutMs may be `Infinity`. @throws TypeError for what is no number: as a time it would be none at all. */
export const createBudget = (timeoutMs: number, caller?: AbortSignal): Budget => {
  if (Number.isNaN(timeoutMs)) throw new TypeError('timeoutMs must be a number of milliseconds');
  const controller = new AbortController();
  const { signal } = controller;
  const start = performance.now();
  const remaining = () => timeoutMs - (performance.now() - start);
  const onAbort = () => controller.abort(caller?.reason);
  const timer = after(timeoutMs, () => controller.abort(new GannetError('client_timeout')));
  if (caller?.aborted) onAbort();
  else caller?.addEventListener('abort', onAbort, { once: true });
  return {
    signal,
    remaining,
    sleep: (ms) =>
      new Promise((resolve, reject) => {
        const stop = () => {
          clearTimeout(wake);
          reject(signal.reason);
        };
        const wake = setTimeout(
          () => {
            signal.removeEventListener('abort', stop);
            resolve();
          },
          Math.min(ms, longest),
        );
        if (signal.aborted) stop();
        else signal.addEventListener('abort', stop, { once: true });
      }),
    end: () => {
      clearTimeout(timer);
      caller?.removeEventListener('abort', onAbort);
    },
  };
};

/** The longest time that timers know; a longer one would fire at once. */
const longest = 2 ** 31 - 1;

const after = (ms: number, run: () => void) => (ms > longest ? undefined : setTimeout(run, ms));
