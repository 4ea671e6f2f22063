import { DatabaseError } from './error.ts';

/** The line for a few connections: first come, first served. */
export interface Line {
  /**
   * Waits for a place. @returns gives it back; tell whether the database answered meanwhile.
   * @throws DatabaseError `lost`: nobody has had an answer for five seconds, or the line is half a minute long.
   */
  take(): Promise<(answered: boolean) => void>;
}

interface Waiter {
  /** Looks at the line before it came. */
  readonly since: number;
  readonly goOn: () => void;
  readonly fail: (error: Error) => void;
}

/**
 * Looks are counted, not time: a process that stood still has answers that it has not read. While others are answered, the
 * database is there and the turn comes; on a busy machine that may take longer than it takes to see that it is gone.
 */
const lookMs = 250;
const mostLooks = { unanswered: 20, inAll: 120 };

export const createLine = (places: number): Line => {
  /** Oldest first. */
  const waiting = new Set<Waiter>();
  let free = places;
  let looks = 0;
  let answeredAt = 0;
  let isLooking = false;

  const look = () => {
    looks += 1;
    for (const waiter of waiting) {
      const { since, fail } = waiter;
      const isSilent = looks - Math.max(since, answeredAt) >= mostLooks.unanswered;
      if (!isSilent && looks - since < mostLooks.inAll) break;
      waiting.delete(waiter);
      fail(new DatabaseError('no connection came free in time', 'lost'));
    }
    isLooking = waiting.size > 0;
    if (isLooking) setTimeout(look, lookMs);
  };

  const giveBack = (answered: boolean) => {
    if (answered) answeredAt = looks;
    const [next] = waiting;
    if (next === undefined) {
      free += 1;
      return;
    }
    waiting.delete(next);
    next.goOn();
  };

  return {
    take: async () => {
      if (free > 0) free -= 1;
      else
        await new Promise<void>((goOn, fail) => {
          waiting.add({ since: looks, goOn, fail });
          if (!isLooking) setTimeout(look, lookMs);
          isLooking = true;
        });
      return giveBack;
    },
  };
};
