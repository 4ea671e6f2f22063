import { availableParallelism } from 'node:os';
import { onceMoreWhereItSpins } from '../browser/once-more.ts';
import type { Fleet } from '../browser/process/fleet.ts';
import { createPool } from '../browser/tab/pool.ts';
import { createTabs } from '../browser/tab/tabs.ts';
import { createVisit } from '../browser/visit.ts';
import type { Config } from '../config.ts';
import type { Extracted } from '../contract/extract.ts';
import type { Scraped } from '../contract/scrape.ts';
import { isWhole, sizeOf } from '../engine/answer.ts';
import { createCache } from '../engine/cache.ts';
import { createExtract } from '../engine/extract.ts';
import { createObtain } from '../engine/obtain.ts';
import { createOwnerSlots } from '../engine/owner-slots.ts';
import { createPlanner } from '../engine/planner.ts';
import { createRetrieve } from '../engine/retrieve.ts';
import { createRetry } from '../engine/retry.ts';
import { createScrape } from '../engine/scrape.ts';
import { createThreadSlots } from '../engine/thread-slots.ts';
import { createVerdicts, type Verdicts } from '../engine/verdicts.ts';
import { createExtractor } from '../extract/extractor.ts';
import { createConvertFile } from '../file/convert.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Egress } from '../net/egress.ts';
import { createRenderer, rendering } from '../output/render.ts';
import { createThreads } from '../threads.ts';

interface Parts {
  readonly config: Config;
  readonly fleet: Fleet;
  readonly egress: Egress;
  /** What is known of kinds of pages; undefined where nothing is written down. */
  readonly verdicts: Verdicts | undefined;
  readonly log: Logger;
  readonly metrics: Metrics;
}

export type Pages = ReturnType<typeof openPages>;

/** Pages that crawls may have under way: some visits are left for those who wait for an answer. */
export const crawlPagesOf = ({ limits }: Pages): number => Math.max(1, Math.floor(0.75 * limits.visits));

/** Everything about single pages, put together: tabs, threads, and the answers made with them. */
export const openPages = (
  { config, fleet, egress, verdicts, log, metrics }: Parts,
  closing: AsyncDisposableStack,
) => {
  const cores = availableParallelism();
  const visits = Math.max(config.maxPages, config.maxVisits ?? 3 * config.maxPages);
  const ownerVisits = config.ownerVisits ?? Math.ceil(0.75 * visits);
  // The same part of the pages that are shown as of those that are asked for.
  const share = Math.ceil((config.maxPages * ownerVisits) / visits);
  const limits = { visits, pages: config.maxPages, share, queue: config.maxQueue };
  const pool = createPool({
    tabs: createTabs({ fleet, egress, log, metrics }),
    log,
    metrics,
    limits: {
      ...limits,
      ahead: {
        atRest: 1,
        busy: Math.min(config.maxPages, cores),
        burst: Math.min(config.maxPages, 6),
      },
    },
  });
  closing.defer(() => pool.close());
  // One owner may use a thread for each core and one more for short documents; another thread is left for other owners. A crawl
  // gains nothing by more threads than cores, and each has V8 compile the same code anew.
  const threadSlots = createThreadSlots({ share: cores + 1, slow: cores, line: 2 * visits });
  const most = cores + 2;
  const threads = createThreads({ threads: most, loads: rendering, memoryMb: config.threadMemory, log });
  closing.defer(() => threads.close());
  const convertFile = createConvertFile({
    threads: most,
    limits: { memoryMb: config.fileMemory, ms: config.fileMs },
    log,
  });
  // Fails where the service ends first: nothing is lost.
  const warm = () =>
    renderer
      .warm(AbortSignal.timeout(30_000))
      .catch((err: unknown) => log.debug({ err }, 'no thread was warmed'));
  // A thread that took too long is ended: a new one is loaded at once, or the pages behind would wait for that.
  const renderer = createRenderer({ threads, convertFile, onLate: () => void warm() });
  void warm();

  const plannerBy = (known: Verdicts, alikeBy: 'scripts' | 'address') =>
    createPlanner({ render: config.render, verdicts: known, alikeBy, renderer, log });
  const visit = onceMoreWhereItSpins(createVisit(pool));
  const obtain = createObtain({ visit, retry: createRetry({ log, metrics }) });
  const ownerSlots = createOwnerSlots({ share: ownerVisits, line: config.maxQueue });
  const page = {
    obtain,
    ownerSlots,
    threadSlots,
    planner: plannerBy(verdicts ?? forgetful(), 'scripts'),
    metrics,
  };
  const answers = { bytesOf: sizeOf, keeps: isWhole, metrics };
  // Extracted data is small: a part of the memory holds as many answers.
  const forExtracts = Math.floor(config.cacheBytes / 8);
  return {
    limits,
    pool,
    ownerSlots,
    scrape: createScrape({
      ...page,
      renderer,
      cache: createCache<Scraped>({ ...answers, maxBytes: config.cacheBytes - forExtracts }),
    }),
    extract: createExtract({
      ...page,
      extractor: createExtractor({ threads, convertFile }),
      cache: createCache<Extracted>({ ...answers, maxBytes: forExtracts }),
    }),
    // For a crawl the response must hold the links, too: what is learned is kept apart.
    retrieve: createRetrieve({ obtain, renderer, planner: plannerBy(forgetful(), 'address'), threadSlots }),
  };
};

/** Verdicts that are not written down. */
const forgetful = () => createVerdicts([], () => undefined);
