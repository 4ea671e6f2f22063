import type { Charge, Goods, Work } from '../access/charge.ts';
import type { Caller } from '../contract/access.ts';
import { type CrawlResult, mapAnswer, parseCrawl, parseMap } from '../contract/crawl.ts';
import { extractAnswer, parseExtract } from '../contract/extract.ts';
import { endingWithin } from '../contract/page.ts';
import { warningsOf } from '../contract/request.ts';
import type { EndpointName } from '../contract/routes.ts';
import { parseScrape, scrapeAnswer } from '../contract/scrape.ts';
import type { Crawls } from '../crawl/jobs.ts';
import type { MapSite } from '../crawl/map.ts';
import type { Extract } from '../engine/extract.ts';
import type { Scrape } from '../engine/scrape.ts';
import type { Backend } from './backend.ts';

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
  const paid = async <T extends Goods>(endpoint: EndpointName, signal: AbortSignal, work: Work<T>) => {
    const started = performance.now();
    const charged = await charge(caller, { endpoint, requestId, signal }, work);
    const receipt = charged.receipt?.response ?? null;
    return { ...charged, receipt, started };
  };
  return {
    scrape: async (body, signal) => {
      const { request, warnings: unknown } = parseScrape(body);
      const { result, receipt, ...rest } = await paid('scrape', signal, (within, budgetMs) =>
        scrape(endingWithin(request, budgetMs), caller, within),
      );
      return { answer: scrapeAnswer(request, result, { ...rest, unknown }), receipt };
    },
    extract: async (body, signal) => {
      const { request, warnings: unknown } = parseExtract(body);
      const { result, receipt, ...rest } = await paid('extract', signal, (within, budgetMs) =>
        extract(endingWithin(request, budgetMs), caller, within),
      );
      return { answer: extractAnswer(request, result, { ...rest, unknown }), receipt };
    },
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
