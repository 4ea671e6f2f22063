import type { Charge } from '../access/charge.ts';
import type { Receipt } from '../access/receipt.ts';
import type { Caller } from '../contract/access.ts';
import { parseCrawl } from '../contract/crawl.ts';
import type { CrawlResult } from '../contract/crawl-results.ts';
import { mapAnswer, parseMap } from '../contract/map.ts';
import { warningsOf } from '../contract/request.ts';
import type { Crawls } from '../crawl/jobs.ts';
import type { MapSite } from '../crawl/map.ts';
import type { Extract } from '../engine/extract.ts';
import { createPageEndpoints } from '../engine/page-endpoints.ts';
import type { Scrape } from '../engine/scrape.ts';
import type { Backend, Receipted } from './backend.ts';

/** What this process itself answers with. */
export interface Services {
  readonly charge: Charge['run'];
  readonly scrape: Scrape;
  readonly extract: Extract;
  readonly mapSite: MapSite;
  /** Opened by the first call about a crawl where that takes a database which nothing else does. */
  crawls(): Promise<Pick<Crawls, 'create' | 'status' | 'results' | 'cancel'>>;
}

/** The endpoints as one caller has them in this process. @param requestId names the request in the ledger of payments. */
export const createLocalBackend = (
  { charge, scrape, extract, mapSite, crawls }: Services,
  caller: Caller,
  requestId: string,
): Backend => {
  const { owner } = caller;
  const pages = createPageEndpoints({ charge, scrape, extract });
  const call = (signal: AbortSignal) => ({ requestId, signal, started: performance.now() });
  return {
    scrape: async (body, signal) => receipted(await pages.scrape(body, caller, call(signal))),
    extract: async (body, signal) => receipted(await pages.extract(body, caller, call(signal))),
    map: async (body, signal) => {
      const parsed = parseMap(body);
      return mapAnswer(parsed, await mapSite(parsed.request, owner, signal));
    },
    crawlCreate: async (body, idempotencyKey) => {
      const { request, warnings } = parseCrawl(body);
      const created = await (await crawls()).create(request, owner, idempotencyKey);
      return { ...created, ...warningsOf(warnings) };
    },
    crawlStatus: async (id) => (await crawls()).status(id, owner),
    crawlResults: async (id, window) => {
      const { results } = await (await crawls()).results(id, owner, window);
      const pages: CrawlResult[] = [];
      for await (const page of results) pages.push(page);
      return pages;
    },
    crawlCancel: async (id) => (await crawls()).cancel(id, owner),
  };
};

interface Paid<T> {
  readonly answer: T;
  readonly receipt: Receipt | null;
}

const receipted = <T>({ answer, receipt }: Paid<T>): Receipted<T> => ({
  answer,
  receipt: receipt?.response ?? null,
});
