import { setTimeout as delay } from 'node:timers/promises';
import { type Context, createContext, Script } from 'node:vm';
import { ServiceError } from './contract/error.ts';

/**
 * One time budget per request, made at the door and handed down. Nothing below invents a timeout:
 * what outlives the budget is aborted through `signal`.
 */
export class Deadline implements Disposable {
  readonly #ends: number;
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #parent: AbortSignal | undefined;
  readonly #follow = () => this.#controller.abort(this.#parent?.reason);

  /**
   * @param ms budget in milliseconds. @param parent aborts this deadline early (the caller left).
   * @param late what is told at its end, where that is not that the page did not arrive.
   */
  constructor(ms: number, parent?: AbortSignal, late = () => new ServiceError('timeout')) {
    this.#ends = performance.now() + ms;
    this.#timer = setTimeout(() => this.#controller.abort(late()), ms);
    this.#parent = parent;
    if (parent?.aborted) this.#follow();
    else parent?.addEventListener('abort', this.#follow, { once: true });
  }

  /** Milliseconds left, never negative. */
  get remaining(): number {
    return Math.max(0, this.#ends - performance.now());
  }

  /** Aborted at the end of the budget with `timeout` or what was given for that, or earlier with the parent's reason. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Settles with `work`, or rejects with the abort reason at the deadline, whichever is first. */
  race<T>(work: Promise<T>): Promise<T> {
    return raceSignal(work, this.signal);
  }

  /** Waits `ms`, or rejects at the deadline. */
  async sleep(ms: number): Promise<void> {
    await this.race(delay(ms, undefined, { signal: this.signal }));
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#parent?.removeEventListener('abort', this.#follow);
  }
}

/** Like `work`, but rejects after `ms`: for what must not hold up a start. */
export const within = async <T>(ms: number, work: Promise<T>): Promise<T> => {
  const timer = new AbortController();
  const late = delay(ms, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`no answer within ${ms} ms`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
  }
};

const call = new Script('work()');
let clock: Context | undefined;

/**
 * Like `work`, which does not give way to anything, but ends it after `ms`: the context is there for its clock, which
 * runs beside the thread, and keeps nothing from `work`.
 * @returns undefined when the time was up.
 */
export const cutAfter = <T extends object>(ms: number, work: () => T): T | undefined => {
  clock ??= createContext({});
  clock.work = work;
  try {
    return call.runInContext(clock, { timeout: ms });
  } catch (error) {
    if (Object(error).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  } finally {
    clock.work = undefined;
  }
};

/** Like `work`, but rejects with the signal's reason as soon as it aborts. Leaves no listener behind. */
export const raceSignal = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) {
      // The loser still settles somewhere: its rejection is nobody's.
      work.catch(() => undefined);
      abort();
      return;
    }
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
