import { setTimeout as delay } from 'node:timers/promises';
import type { Session } from '../devtools/cdp.ts';

/** A script is asked after so often, and is found in its midst so many times, before it counts as one that spins. */
const everyMs = 250;
const provenAfter = 8;

/** Whoever answers later had to wait for the processor: nothing is told by that on a busy machine. */
const promptMs = 100;

/**
 * Whether a script goes on and on: one that waits for the clock to move in a loop never ends while that stands still, as it
 * does within each task while timers are run ahead.
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
  for (let met = 0; met < provenAfter; ) {
    await delay(everyMs, undefined, { ref: false });
    const askedAt = performance.now();
    if (!isFree) await session.send('Performance.getMetrics');
    if (isFree || isLeft()) return false;
    if (performance.now() - askedAt < promptMs) met += 1;
  }
  return true;
};
