import type { Protocol, Session } from './cdp.ts';

/** The clock of a page, for which we may run timers ahead of time. */
export interface PageClock {
  /**
   * Runs the timers of the next `budget` milliseconds now, in virtual time: a page that shows its text after 800 ms
   * shows it in 20.
   * @param isAwaited given, the clock stands still while the page fetches, so that chains of timers and requests run in
   * their order and no timeout strikes early; it says whether that is still worth it. Not for a page with requests that
   * do not end: its clock would stand still for ever.
   */
  flush(budget: number, isAwaited: (() => boolean) | undefined): Promise<void>;
  /** Virtual time goes on only when told: once flushed, a page that is waited for further is given the time that passes. */
  tick(): void;
  /** Gives the page the time that passes, until it is disposed of: what loads on sight, and our own pauses, count on it. */
  goOn(): Disposable;
  /** Whether what was run ahead changed the page, or set it going; undefined while nothing was. */
  readonly effect: boolean | undefined;
  /** To be told after each time. */
  noteEffect(changed: boolean): void;
}

/** A page that computes meanwhile is not waited for any longer. */
const longestFlushMs = 600;

/** A page that goes on is given its time in pieces of so many milliseconds. */
const tickMs = 20;

/**
 * Not to be used from the start of a page: one that streams or spins on the clock would hang.
 * @param until `performance.now()` at which no page is run ahead any longer.
 */
export const createPageClock = (session: Session, until: number): PageClock => {
  /** When the page's clock was last set going. */
  let setAt: number | undefined;
  let effect: boolean | undefined;
  /** A budget that is given up comes to its end all the same: then the clock is stopped, and that is told. */
  let givenUp = false;

  const run = (policy: Protocol.Emulation.VirtualTimePolicy, budget: number) => {
    setAt = performance.now();
    return session.send('Emulation.setVirtualTimePolicy', {
      policy,
      budget,
      maxVirtualTimeTaskStarvationCount: 1000,
    });
  };

  const tick = () => {
    if (setAt === undefined) return;
    // The tab may be gone by then: whoever waits is told by other means.
    run('advance', performance.now() - setAt).catch(() => undefined);
  };

  return {
    flush: async (budget, isAwaited) => {
      const done = Promise.withResolvers<void>();
      const begin = () => run(isAwaited ? 'pauseIfNetworkFetchesPending' : 'advance', budget);
      const stop = session.on('Emulation.virtualTimeBudgetExpired', () => {
        if (!givenUp) return done.resolve();
        givenUp = false;
        begin().catch(done.reject);
      });
      const gone = () => done.reject(session.gone.reason);
      session.gone.addEventListener('abort', gone, { once: true });
      const timer = setInterval(() => {
        if (isAwaited === undefined || isAwaited()) return;
        givenUp = true;
        done.resolve();
      }, longestFlushMs);
      const latest = setTimeout(() => done.resolve(), until - performance.now());
      try {
        const started = begin();
        // The answer itself may be long in coming: the page may be computing.
        await Promise.race([done.promise, started.then(() => done.promise)]);
      } finally {
        clearInterval(timer);
        clearTimeout(latest);
        stop();
        session.gone.removeEventListener('abort', gone);
      }
    },
    tick,
    goOn: () => {
      const timer = setInterval(tick, tickMs);
      return { [Symbol.dispose]: () => clearInterval(timer) };
    },
    get effect() {
      return effect;
    },
    noteEffect: (changed) => {
      effect = changed || effect === true;
    },
  };
};
