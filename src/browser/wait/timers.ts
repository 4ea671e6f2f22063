import type { Protocol, Session } from '../devtools/cdp.ts';
import { spinsOn, watchThread } from './spinning.ts';

/** The clock of a page, for which we may run timers ahead of time. */
export interface PageClock {
  /**
   * Runs the timers of the next `budget` milliseconds now, in virtual time: a page that shows its text after 800 ms
   * shows it in 20.
   * @param isAwaited given, the clock stands still while the page fetches, so that chains of timers and requests run in
   * their order and no timeout strikes early; it says whether that is still worth it. Not for a page with requests that
   * do not end: its clock would stand still for ever.
   * @returns whether a budget has come to its end and stopped the clock: this one, or one that was granted before.
   */
  flush(budget: number, isAwaited: (() => boolean) | undefined): Promise<boolean>;
  /**
   * Virtual time goes on only when told: once flushed, a page that is waited for further is given the time that passes.
   * @param clock what its clock says, in milliseconds.
   */
  tick(clock: number): void;
  /**
   * Gives the page the time that passes, until it is disposed of: what loads on sight, and our own pauses, count on it.
   * @param read tells what its clock says.
   */
  goOn(read: () => Promise<number>): Disposable;
  /** To be told of a page that does not answer: where its clock is ours it may wait for that, and never end. */
  suspect(): void;
  /** To be told that it is waited for no longer: on a busy machine it may take more time to prove the suspicion. */
  giveUp(): void;
  /** Whether a flush has made it ours: it goes on only when told. */
  readonly isOurs: boolean;
  /** Whether it was found to. */
  readonly spins: boolean;
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
 * @param isLeft whether the page is being left for another.
 */
export const createPageClock = (session: Session, until: number, isLeft = () => false): PageClock => {
  /** When the page's clock was last set going, by ours. */
  let setAt: number | undefined;
  /** What it said then, and what it is to say by the time that has passed. */
  let said = 0;
  let due = 0;
  let effect: boolean | undefined;
  let isSuspected = false;
  let spins = false;

  const suspect = () => {
    if (setAt === undefined || isSuspected) return;
    isSuspected = true;
    const note = (does: boolean) => {
      spins ||= does;
      isSuspected = false;
    };
    // The tab may be gone by then.
    spinsOn(session, isLeft).then(note, () => undefined);
  };

  const run = (policy: Protocol.Emulation.VirtualTimePolicy, budget: number) => {
    // The tab may be gone by then.
    if (setAt === undefined) watchThread(session).catch(() => undefined);
    setAt = performance.now();
    return session.send('Emulation.setVirtualTimePolicy', {
      policy,
      budget,
      maxVirtualTimeTaskStarvationCount: 1000,
    });
  };

  /** Each budget stops the clock at its end, also one that is over before the last: what is missing then is made up for. */
  const tick = (clock: number) => {
    if (setAt === undefined) return;
    // The clock of another document begins anew.
    due = (clock < said ? clock : Math.max(clock, due)) + performance.now() - setAt;
    said = clock;
    // The tab may be gone by then: whoever waits is told by other means.
    run('advance', due - clock).catch(() => undefined);
  };

  return {
    flush: async (budget, isAwaited) => {
      const done = Promise.withResolvers<boolean>();
      const stop = session.on('Emulation.virtualTimeBudgetExpired', () => done.resolve(true));
      const gone = () => done.reject(session.gone.reason);
      session.gone.addEventListener('abort', gone, { once: true });
      const timer = setInterval(() => {
        suspect();
        if (spins || isAwaited?.() === false) done.resolve(false);
      }, longestFlushMs);
      const latest = setTimeout(() => done.resolve(false), Math.max(0, until - performance.now()));
      try {
        const started = run(isAwaited ? 'pauseIfNetworkFetchesPending' : 'advance', budget);
        // The answer itself may be long in coming: the page may be computing.
        return await Promise.race([done.promise, started.then(() => done.promise)]);
      } finally {
        clearInterval(timer);
        clearTimeout(latest);
        stop();
        session.gone.removeEventListener('abort', gone);
      }
    },
    tick,
    suspect,
    giveUp: () => {
      spins ||= isSuspected;
    },
    get isOurs() {
      return setAt !== undefined;
    },
    get spins() {
      return spins;
    },
    goOn: (read) => {
      let isRead = true;
      const goOn = () => {
        if (setAt === undefined || !isRead) return;
        isRead = false;
        // Between two documents there is none to be asked.
        const done = read().then(tick, () => undefined);
        done.finally(() => {
          isRead = true;
        });
      };
      const timer = setInterval(goOn, tickMs);
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
