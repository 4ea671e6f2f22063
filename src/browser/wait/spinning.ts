import { setTimeout as delay } from 'node:timers/promises';
import type { Protocol, Session } from '../devtools/cdp.ts';

/** Finds scripts that wait in a loop for the clock to move, and never end while it is virtual. */

/** A script is asked after so often, in milliseconds. */
const everyMs = 250;

/** One that has computed for so many seconds counts as one that spins. On a busy machine that takes longer, for either kind. */
const provenAfter = 1.75;

/** To be called before a script may spin: what is asked of the page then is answered between two tasks only. */
export const watchThread = (session: Session): Promise<unknown> => session.send('Performance.enable');

/**
 * Whether a script goes on and on: one that waits for the clock to move in a loop never ends while that stands still, as it
 * does within each task while timers are run ahead.
 * @param session of a page whose thread is watched.
 * @param isLeft whether the page is being left for another: every answer is held back then.
 * @returns false as soon as the page's main thread is free.
 */
export const spinsOn = async (session: Session, isLeft: () => boolean): Promise<boolean> => {
  let isFree = false;
  // Answered by the main thread between two tasks; what follows interrupts the script.
  session.send('Runtime.getIsolateId').then(
    () => {
      isFree = true;
    },
    () => {
      isFree = true;
    },
  );
  for (let first: number | undefined; ; ) {
    await delay(everyMs, undefined, { ref: false });
    if (isFree) return false;
    const { metrics } = await session.send('Performance.getMetrics');
    if (isFree || isLeft()) return false;
    const spent = secondsOf(metrics);
    first ??= spent;
    if (spent - first >= provenAfter) return true;
  }
};

/** Processor time of the page's main thread. */
const secondsOf = (metrics: readonly Protocol.Performance.Metric[]): number =>
  metrics.find(({ name }) => name === 'ThreadTime')?.value ?? 0;
