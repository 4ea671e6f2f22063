import type { Visit } from '../../src/browser/visit.ts';
import { createCache } from '../../src/engine/cache.ts';
import { createObtain } from '../../src/engine/obtain.ts';
import { createOwnerSlots } from '../../src/engine/owner-slots.ts';
import type { Planner } from '../../src/engine/planner.ts';
import { createRetry } from '../../src/engine/retry.ts';
import { createThreadSlots } from '../../src/engine/thread-slots.ts';
import { createLog } from '../../src/log.ts';
import { createMetrics } from '../../src/metrics.ts';

/** Reads every page from its response, and learns nothing. */
const planner: Planner = {
  planFor: () => () => ({ from: 'response', scripts: false }),
  efforts: {
    planTimers: () => false,
    planFrames: () => 'first',
    planSights: () => true,
    planQuiet: () => true,
  },
  learn: () => undefined,
};

/** What scrapes and extractions are made with, around visits that the test makes up. Each owner has one thread. */
export const engineParts = <T extends object>(visit: Visit) => {
  const metrics = createMetrics();
  return {
    obtain: createObtain({ visit, retry: createRetry({ log: createLog('silent'), metrics }) }),
    cache: createCache<T>({ maxBytes: 0, bytesOf: () => 1, keeps: () => true, metrics }),
    planner,
    ownerSlots: createOwnerSlots({ share: 10, line: 10 }),
    threadSlots: createThreadSlots({ share: 1, slow: 1, line: 10 }),
    metrics,
  };
};
