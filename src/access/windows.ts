import { LRUCache } from 'lru-cache';
import type { Database } from '../store/database.ts';
import { type Count, countRequest, sweepWindows, type Window } from '../store/rate-windows.ts';

/** Sliding windows: exact, however many requests come at once. */
export interface Windows {
  /** Counts a request in all windows, or in none when one of them is full. */
  count(windows: readonly Window[]): Promise<Count>;
  /** Removes what is empty by now. */
  sweep(): Promise<void>;
}

/**
 * Where the database serves several processes, the windows are in it; the embedded one serves this process alone, and a
 * statement there costs 2 ms of its time, so they are in memory. @param span seconds.
 */
export const createWindows = (database: Database, span: number): Windows =>
  database.kind === 'postgres'
    ? {
        count: (windows) => countRequest(database, windows, span),
        sweep: () => sweepWindows(database, span),
      }
    : createLocalWindows(span);

/** Windows that are kept. With more clients than that within one span, the oldest windows are forgotten. */
const maxWindows = 100_000;

/** The same in memory. @param clock seconds, always forward. */
export const createLocalWindows = (span: number, clock = () => performance.now() / 1000): Windows => {
  const stored = new LRUCache<string, readonly number[]>({ max: maxWindows, ttl: span * 1000 });

  return {
    count: async (windows) => {
      const now = clock();
      const live = windows.map(({ name, quota }) => {
        const hits = stored.get(name) ?? [];
        return { name, quota, hits: hits.slice(hits.findLastIndex((hit) => hit <= now - span) + 1) };
      });
      const admitted = live.every(({ hits, quota }) => hits.length < quota);
      if (admitted)
        for (const { name, hits } of live) {
          hits.push(now);
          stored.set(name, hits);
        }
      return {
        admitted,
        windows: live.map(({ hits, quota }) => ({
          remaining: Math.max(0, quota - hits.length),
          wait: (hits[0] ?? now - span) + span - now,
        })),
      };
    },
    // Windows without a request for a whole span are stale.
    sweep: async () => {
      stored.purgeStale();
    },
  };
};
