import type { Browser } from './browser.ts';
import { stateOf, workedMs } from './thread.ts';

/** Tells when a browser is frozen: by DevTools and by the state of its main thread. */

export interface Watchdog {
  /** Whether the browser is not late with a sign of life. */
  readonly answering: boolean;
  stop(): void;
}

const everyMs = 250;
/** A browser that has been silent for so long is asked something. Any message counts as an answer. */
const quietMs = 500;
/** Silent for so long although it was asked, it is late. */
const lateMs = 1500;

/**
 * How long a browser may be silent before it counts as frozen, by the state of its main thread:
 * one that was stopped will not answer, one that waits for a processor on a busy machine will.
 */
const patienceMs: Readonly<Record<string, number>> = {
  T: 750,
  S: 8000,
  R: 20_000,
  D: 20_000,
};
/** A browser elsewhere, or a system without /proc. */
const patienceUnknownMs = 5000;
/** One that tells of something all the time is asked as often as this. */
const askedMs = 1000;
/**
 * An answer behind so much work of its main thread comes too late for all pages: one of them sends it more than it can take. Behind
 * thirty pages at once there are 0.2 s of work, behind an answer of 360 MB 0.9.
 */
const mostWorkMs = 3000;
/** A thread that computes may sleep for the moment in which it is looked at, on a lock: so many looks in a row count. */
const looks = 4;

/**
 * Asks the browser for a sign of life, above all when it is quiet.
 * @param frozen called once, with the milliseconds for which none came, or for which it did not come to the answer.
 */
export const watch = (browser: Browser, frozen: (silentMs: number) => void): Watchdog => {
  const { connection, pid } = browser;
  let aliveAt = performance.now();
  let tickAt = performance.now();
  let askedAt = Number.NEGATIVE_INFINITY;
  /** What the main thread had worked when it was asked what it has not answered. */
  let workedBefore: number | undefined;
  let states: string[] = [];

  const ask = (now: number) => {
    if (workedBefore !== undefined) return;
    askedAt = now;
    workedBefore = workedMs(pid);
    const asked = () => {
      workedBefore = undefined;
    };
    // A refusal is an answer, and the end of the browser is heard elsewhere.
    connection.browser.send('Browser.getVersion').then(asked, asked);
  };

  const timer = setInterval(() => {
    const now = performance.now();
    // When this process was held up itself, answers wait to be read.
    if (now - tickAt > 2 * everyMs) {
      aliveAt = now;
      if (workedBefore !== undefined) workedBefore = workedMs(pid);
    }
    tickAt = now;
    aliveAt = Math.max(aliveAt, connection.heardAt);
    const silentMs = now - aliveAt;
    if (silentMs >= quietMs || now - askedAt >= askedMs) ask(now);
    const isOverrun = workedBefore !== undefined && workedMs(pid) - workedBefore > mostWorkMs;
    if (silentMs < quietMs && !isOverrun) return;
    states = [stateOf(pid), ...states.slice(0, looks - 1)];
    if (silentMs <= patienceIn(states) && !isOverrun) return;
    clearInterval(timer);
    frozen(Math.round(now - (isOverrun ? askedAt : aliveAt)));
  }, everyMs);
  timer.unref();

  return {
    get answering() {
      return performance.now() - Math.max(aliveAt, connection.heardAt) < lateMs;
    },
    stop: () => clearInterval(timer),
  };
};

/** @param states the latest one first. */
const patienceIn = ([latest = '', ...earlier]: readonly string[]): number => {
  const patienceOf = (state: string) => patienceMs[state] ?? patienceUnknownMs;
  // Nobody is stopped for a moment.
  return latest === 'T' ? patienceOf(latest) : Math.max(...[latest, ...earlier].map(patienceOf));
};
