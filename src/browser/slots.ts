import { ServiceError } from '../contract/error.ts';

/** So many at once; whoever comes later waits in line. */
export interface Slots {
  /**
   * Waits for a slot. @param yields to everybody who does not: work that nobody waits for.
   * @returns the function that gives it back, once.
   * @throws ServiceError `overloaded` when the line is full or the time is up in it; else the signal's reason.
   */
  take(signal: AbortSignal, yields?: boolean): Promise<() => void>;
  /** How many wait. */
  readonly waiting: number;
  /** Fails all who wait, with `shutting_down`. */
  close(): void;
}

interface Limits {
  readonly slots: number;
  /** Most that may wait. */
  readonly line: number;
}

interface Waiter {
  readonly yields: boolean;
  readonly start: () => void;
  readonly fail: (error: ServiceError) => void;
}

/** Every so manieth slot goes to the first in line, who may yield to the others: whoever yields must not wait for ever. */
const orderlyEvery = 4;

/** @param onLine is told the length of the line whenever it changes. */
export const createSlots = (limits: Limits, onLine: (waiting: number) => void = () => undefined): Slots => {
  const line: Waiter[] = [];
  let taken = 0;
  let given = 0;
  /** Mean time a slot is held, for `Retry-After`. */
  let holdMs = 1000;

  const overloaded = () =>
    new ServiceError('overloaded', {
      retry_after: Math.max(1, Math.min(60, Math.ceil(((line.length + 1) * holdMs) / limits.slots / 1000))),
    });

  const turn = (signal: AbortSignal, yields: boolean) =>
    new Promise<void>((resolve, reject) => {
      signal.throwIfAborted();
      if (taken < limits.slots) {
        taken += 1;
        return resolve();
      }
      if (line.length >= limits.line) return reject(overloaded());
      const leave = () => {
        line.splice(line.indexOf(waiter), 1);
        onLine(line.length);
        const { reason } = signal;
        reject(reason instanceof ServiceError && reason.code === 'timeout' ? overloaded() : reason);
      };
      const settle = (then: () => void) => {
        signal.removeEventListener('abort', leave);
        then();
      };
      const waiter: Waiter = {
        yields,
        start: () => settle(resolve),
        fail: (error) => settle(() => reject(error)),
      };
      signal.addEventListener('abort', leave, { once: true });
      line.push(waiter);
      onLine(line.length);
    });

  const giveBack = () => {
    given += 1;
    const inOrder = given % orderlyEvery === 0;
    const next = inOrder
      ? 0
      : Math.max(
          0,
          line.findIndex(({ yields }) => !yields),
        );
    const [waiter] = line.splice(next, 1);
    if (waiter === undefined) {
      taken -= 1;
      return;
    }
    onLine(line.length);
    waiter.start();
  };

  return {
    take: async (signal, yields = false) => {
      await turn(signal, yields);
      const takenAt = performance.now();
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        holdMs += (performance.now() - takenAt - holdMs) / 10;
        giveBack();
      };
    },
    get waiting() {
      return line.length;
    },
    close: () => {
      for (const waiter of line.splice(0)) waiter.fail(new ServiceError('shutting_down'));
      onLine(0);
    },
  };
};
