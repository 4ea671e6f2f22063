import { createSlots } from '../browser/tab/slots.ts';
import type { Config } from '../config.ts';
import type { Retrieve } from '../engine/retrieve.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Fetch } from '../net/fetch.ts';
import type { Database } from '../store/database.ts';
import type { Outbox } from '../webhook/outbox.ts';
import type { Webhooks } from '../webhook/webhooks.ts';
import { announceEnd, announceResults } from './announce.ts';
import { createAttempt } from './attempt.ts';
import { createDiscover } from './discover.ts';
import { createWatchCrawl } from './events.ts';
import { createFetchPage } from './fetch-page.ts';
import { createCrawls } from './jobs.ts';
import { createReadListed } from './listed.ts';
import { createMapSite, type MapSite } from './map.ts';
import { createLonePace, createPoliteness, type Politeness } from './politeness.ts';
import { createRobots } from './robots.ts';
import { createStartRun } from './run.ts';
import { createSitemaps } from './sitemap.ts';
import { startWorker } from './worker.ts';

/** Everything about crawls, put together: what the doors need, and the worker of this process. */

interface ReadingParts {
  readonly retrieve: Retrieve;
  readonly fetch: Fetch;
  readonly config: Pick<Config, 'robotsToken'>;
  /** Pages of crawls at once in this process. */
  readonly pages: number;
}

interface Parts extends ReadingParts {
  readonly database: Database;
  /** Nothing more is retrieved for a session. */
  readonly forgetSession: (session: { readonly owner: string; readonly session: string }) => void;
  readonly outbox: Pick<Outbox, 'wake'>;
  readonly checkReceiver: Webhooks['checkReceiver'];
  readonly config: Pick<Config, 'crawlJobs' | 'crawlRetentionDays' | 'ownerJobs' | 'robotsToken'>;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** How sites are read: by their robots.txt and sitemaps, and page by page. */
const createReading = ({ retrieve, fetch, config, pages }: ReadingParts, politeness: Politeness) => {
  const robotsOf = createRobots({ fetch, token: config.robotsToken });
  const readListed = createReadListed({ robotsOf, readSitemaps: createSitemaps({ fetch }) });
  // The line is no longer than what the jobs here may have under way.
  const slots = createSlots({ slots: pages, line: Number.POSITIVE_INFINITY });
  const attempt = createAttempt({ retrieve, politeness, slots });
  return { robotsOf, readListed, fetchPage: createFetchPage({ attempt, robotsOf }) };
};

/** Maps without a database. */
export const createLoneMapSite = (parts: ReadingParts): MapSite => {
  const politeness = createLonePace();
  return createMapSite({ ...createReading(parts, politeness), politeness });
};

const dayMs = 86_400_000;

export const startCrawling = async (parts: Parts) => {
  const { database, forgetSession, outbox, checkReceiver, config, log, metrics } = parts;
  const retentionMs = config.crawlRetentionDays * dayMs;
  const politeness = createPoliteness(database, log);
  const reading = createReading(parts, politeness);
  const worker = await startWorker({
    database,
    startRun: createStartRun({
      database,
      discover: createDiscover({ ...reading, politeness }),
      fetchPage: reading.fetchPage,
      onResults: async (transaction, job, results) => {
        for (const { state } of results) metrics.crawlPages.inc({ state });
        await announceResults(transaction, job, results);
      },
      onEnd: announceEnd,
      log,
    }),
    onEnd: announceEnd,
    onEnded: ({ id, owner }) => {
      forgetSession({ owner, session: id });
      // What was announced is committed by then.
      outbox.wake();
    },
    limits: { jobs: config.crawlJobs, retentionMs },
    log,
    metrics,
  });
  const crawls = createCrawls({
    database,
    findRunning: worker.find,
    retentionMs,
    ownerJobs: config.ownerJobs,
    checkReceiver,
    onCreated: worker.wake,
    onCanceled: worker.cancel,
  });
  return {
    services: {
      crawls,
      watchCrawl: createWatchCrawl(database, crawls),
      mapSite: createMapSite({ ...reading, politeness }),
    },
    stop: worker.stop,
  };
};
