import type { IncomingMessage } from 'node:http';
import type { Charge } from '../access/charge.ts';
import type { Gate } from '../access/gate.ts';
import type { KeyAdmin } from '../access/keys.ts';
import type { Ledger } from '../access/ledger.ts';
import type { Usage } from '../access/usage.ts';
import type { Caller, PricingRecord } from '../contract/access.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Extracted, ExtractRequest } from '../contract/extract.ts';
import type { Scraped, ScrapeRequest } from '../contract/scrape.ts';
import type { HealthRecord, ProxyStatus } from '../contract/status.ts';
import type { SystemRecord } from '../contract/usage.ts';
import type { WatchCrawl } from '../crawl/events.ts';
import type { Crawls } from '../crawl/jobs.ts';
import type { MapSite } from '../crawl/map.ts';
import type { Webhooks } from '../webhook/webhooks.ts';
import type { Dashboard } from './dashboard.ts';

/** Everything that the HTTP server needs of the other parts. */
export interface Services {
  readonly admit: Gate['admit'];
  /** Counts a request in its rate windows. @returns headers for the answer. @throws ServiceError `rate_limited` */
  limit(
    endpoint: Endpoint,
    caller: Caller,
    request: Pick<IncomingMessage, 'socket' | 'headers'>,
  ): Promise<Readonly<Record<string, string>>>;
  readonly charge: Charge['run'];
  /** Waits for the settlements under way, which no signal ends. */
  readonly settled: Charge['close'];
  /** @param signal aborts when the client has left or the service stops waiting for running requests. */
  scrape(request: ScrapeRequest, caller: Caller, signal: AbortSignal): Promise<Scraped>;
  readonly crawls: Crawls;
  readonly watchCrawl: WatchCrawl;
  readonly mapSite: MapSite;
  readonly webhooks: Pick<Webhooks, 'test' | 'logs' | 'detail' | 'resend'>;
  /** @param signal as above. */
  extract(request: ExtractRequest, caller: Caller, signal: AbortSignal): Promise<Extracted>;
  readonly mcp: McpDoor;
  readonly keys: Pick<KeyAdmin, 'create' | 'list' | 'revoke'>;
  readonly payments: Ledger;
  readonly usage: Usage;
  system(): Promise<SystemRecord>;
  /** The files of the dashboard; undefined where it is switched off. */
  readonly dashboard: Dashboard | undefined;
  health(): HealthRecord;
  pricing(): PricingRecord;
  proxyStatus(): ProxyStatus;
  /** Whether a new request could be served now. */
  ready(): Promise<boolean>;
}

/** MCP, which admits its callers itself: a permit is in the body, and each call is a request of its own. */
export type McpDoor = (visit: {
  readonly request: IncomingMessage;
  /** `X-Request-ID`. */
  readonly id: string;
  readonly signal: AbortSignal;
  /** Called for the holder of a key, for the journal. */
  readonly admitted: (caller: Caller) => void;
  /** To be called once the headers are found good. @throws as `readBody` does. */
  readonly readBody: () => Promise<unknown>;
}) => Promise<Response>;
