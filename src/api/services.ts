import type { Gate } from '../access/gate.ts';
import type { Caller, PricingRecord } from '../contract/access.ts';
import type { Data, OutputName, ScrapeMetadata, ScrapeRequest } from '../contract/scrape.ts';
import type { HealthRecord, ProxyStatus } from '../contract/status.ts';

/** Everything the HTTP door asks of the house. */
export interface Services {
  readonly admit: Gate['admit'];
  /** @param signal aborts when the client has left or the service stops waiting for running requests. */
  scrape(
    request: ScrapeRequest,
    caller: Caller,
    signal: AbortSignal,
  ): Promise<{
    readonly data: Data[OutputName];
    readonly metadata: ScrapeMetadata;
    /** What the caller should know of how it went. */
    readonly warnings: readonly string[];
  }>;
  health(): HealthRecord;
  pricing(): PricingRecord;
  proxyStatus(): ProxyStatus;
  /** Whether a new request could be served now. */
  ready(): boolean;
}
