import type { CrawlCreated, CrawlStatus } from '../contract/crawl.ts';
import type { CrawlResult } from '../contract/crawl-results.ts';
import type { ExtractResponse } from '../contract/extract.ts';
import type { MapResponse } from '../contract/map.ts';
import type { ScrapeResponse } from '../contract/scrape.ts';
import type { Window } from '../contract/window.ts';

/** What the tools ask: the endpoints that stand behind them, of this process or of a server, for one caller. */
export interface Backend {
  scrape(body: unknown, signal: AbortSignal): Promise<Receipted<ScrapeResponse>>;
  extract(body: unknown, signal: AbortSignal): Promise<Receipted<ExtractResponse>>;
  map(body: unknown, signal: AbortSignal): Promise<MapResponse>;
  crawlCreate(body: unknown, idempotencyKey: string | undefined): Promise<CrawlCreated>;
  crawlStatus(id: string): Promise<CrawlStatus>;
  crawlResults(id: string, window: Window): Promise<readonly CrawlResult[]>;
  crawlCancel(id: string): Promise<void>;
}

export interface Receipted<T> {
  readonly answer: T;
  /** Of x402, where a permit paid for it. */
  readonly receipt: Readonly<Record<string, unknown>> | null;
}
