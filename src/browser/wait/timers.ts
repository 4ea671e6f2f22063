import type { Protocol, Session } from '../devtools/cdp.ts';
import { spinsOn, watchThread } from './spinning.ts';

/** The clock of a page: its own until it is granted virtual time, in which its timers run ahead. */
export interface PageClock {
  /**
   * Grants the clock a budget of virtual time: timers of the next so many milliseconds run now. A page that shows its text
   * after 800 ms shows it in 20.
   * @param isAwaited given, the clock stands still while the page fetches, so that chains of timers and requests run in
   * their order and no timeout strikes early; it says whether that is still worth it. Not for a page with requests that
   * do not end: its clock would stand still for ever.
   * @returns whether a budget has come to its end and stopped the clock: this one, or one that was granted before.
   */
  grant(budget: number, isAwaited: (() => boolean) | undefined): Promise<boolean>;
  /**
   * Grants a clock that is virtual the time that has passed since it was granted some last. @param clock what it says
   * now, in milliseconds.
   */
  catchUp(clock: number): void;
  /**
   * Has the clock catch up again and again, until it is disposed of: what loads on sight, and our own pauses, count on it.
   * @param read asks the page what its clock says.
   */
  keepUp(read: () => Promise<number>): Disposable;
  /** To be called while a page does not answer: where its clock is virtual, a script may spin on it, and never end. */
  checkSpinning(): void;
  /**
   * Takes a check that is under way as proven, for the page is waited for no longer: a busy machine takes longer to prove
   * it.
   */
  assumeSpinning(): void;
  /** Whether it has been granted a budget: from then on it goes on only when it is granted another. */
  readonly isVirtual: boolean;
  /** Whether a script was found to spin on it. */
  readonly spins: boolean;
  /** Whether what was run ahead changed the page, or set it going; undefined while nothing was. */
  readonly effect: boolean | undefined;
  /** To be told after each time that it was. */
  noteEffect(changed: boolean): void;
}

/** Between two checks for a script that spins. */
const checkSpinningMs = 600;

/** Between two times that a clock which keeps up is granted what has passed. */
const keepUpMs = 20;

interface Surroundings {
  /** Whether the page is being left for another. */
  readonly isLeft: () => boolean;
  /** To its frames in processes of their own, each of which has a clock. */
  readonly apart: () => readonly Session[];
}

const alone: Surroundings = { isLeft: () => false, apart: () => [] };

/**
 * Not to be used from the start of a page: one that streams or spins on the clock would hang.
 * @param until `performance.now()` at which no page is run ahead any longer.
 */
export const createPageClock = (
  session: Session,
  until: number,
  { isLeft, apart }: Surroundings = alone,
): PageClock => {
  /** When the last budget was granted, by our own clock. */
  let grantedAt: number | undefined;
  /** What it said then, and what it is to say by the time that has passed. */
  let said = 0;
  let due = 0;
  let effect: boolean | undefined;
  let isSuspected = false;
  let spins = false;
  /** Sessions to frames whose budget did not end in time once: such a one gets its time, and nobody waits for it. */
  const slow = new Set<Session>();

  const checkSpinning = () => {
    if (grantedAt === undefined || isSuspected) return;
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
    if (grantedAt === undefined) watchThread(session).catch(() => undefined);
    grantedAt = performance.now();
    const terms = { policy, budget, maxVirtualTimeTaskStarvationCount: 1000 };
    const grant = ({ send }: Session) => send('Emulation.setVirtualTimePolicy', terms);
    // A frame may be gone by then.
    for (const frame of apart()) grant(frame).catch(() => undefined);
    return grant(session);
  };

  /** Each budget stops the clock at its end, also one that is over before the last: what is missing then is made up for. */
  const catchUp = (clock: number) => {
    if (grantedAt === undefined) return;
    // The clock of another document begins anew.
    due = (clock < said ? clock : Math.max(clock, due)) + performance.now() - grantedAt;
    said = clock;
    // The tab may be gone by then: whoever waits is told by other means.
    run('advance', due - clock).catch(() => undefined);
  };

  return {
    grant: async (budget, isAwaited) => {
      const done = Promise.withResolvers<boolean>();
      const running = new Set([session, ...apart().filter((frame) => !slow.has(frame))]);
      const end = (one: Session) => {
        running.delete(one);
        if (running.size === 0) done.resolve(true);
      };
      const stops = [...running].map((one) => one.on('Emulation.virtualTimeBudgetExpired', () => end(one)));
      const gone = () => done.reject(session.gone.reason);
      session.gone.addEventListener('abort', gone, { once: true });
      const timer = setInterval(() => {
        checkSpinning();
        if (spins || isAwaited?.() === false) done.resolve(false);
        // Frames that compute, wait for the network, or are gone.
        else if (!running.has(session)) {
          for (const frame of running) slow.add(frame);
          done.resolve(true);
        }
      }, checkSpinningMs);
      const latest = setTimeout(() => done.resolve(false), Math.max(0, until - performance.now()));
      try {
        const started = run(isAwaited ? 'pauseIfNetworkFetchesPending' : 'advance', budget);
        // The answer itself may be long in coming: the page may be computing.
        return await Promise.race([done.promise, started.then(() => done.promise)]);
      } finally {
        clearInterval(timer);
        clearTimeout(latest);
        for (const stop of stops) stop();
        session.gone.removeEventListener('abort', gone);
      }
    },
    catchUp,
    checkSpinning,
    assumeSpinning: () => {
      spins ||= isSuspected;
    },
    get isVirtual() {
      return grantedAt !== undefined;
    },
    get spins() {
      return spins;
    },
    keepUp: (read) => {
      let isRead = true;
      const readAndCatchUp = () => {
        if (grantedAt === undefined || !isRead) return;
        isRead = false;
        // Between two documents there is none to be asked.
        const done = read().then(catchUp, () => undefined);
        done.finally(() => {
          isRead = true;
        });
      };
      const timer = setInterval(readAndCatchUp, keepUpMs);
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
