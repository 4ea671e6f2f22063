import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { pricingRecord } from '../../src/contract/access.ts';
import type { crawlRequest, CrawlStatus as ServiceCrawlStatus } from '../../src/contract/crawl.ts';
import type { crawlResults, CrawlErrors as ServiceCrawlErrors } from '../../src/contract/crawl-results.ts';
import { errors as serviceErrors } from '../../src/contract/error.ts';
import type { extractResponse } from '../../src/contract/extract.ts';
import type { mapResponse } from '../../src/contract/map.ts';
import type { scrapeRequests, scrapeResponse } from '../../src/contract/scrape.ts';
import type { healthRecord } from '../../src/contract/status.ts';
import type { webhookLogs } from '../../src/contract/webhook.ts';
import {
  type CrawlErrors,
  type CrawlRequest,
  type CrawlResults,
  type CrawlStatus,
  type ExtractResponse,
  errors,
  type Health,
  type MapResponse,
  type Pricing,
  type ScrapePdfRequest,
  type ScrapeResponse,
  type WebhookLogs,
} from './contract.ts';

/** The types that are written from the document are those of the schemas that it is made from. */

type Fits<A, B> = Json<A> extends B ? true : false;
/** As JSON has it: nothing is there and undefined. */
type Json<T> = T extends readonly (infer E)[]
  ? readonly Json<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Json<Exclude<T[K], undefined>> }
    : T;

test('what the service answers is what the client reads', () => {
  true satisfies Fits<z.infer<typeof scrapeResponse>, ScrapeResponse>;
  true satisfies Fits<z.infer<typeof extractResponse>, ExtractResponse>;
  true satisfies Fits<ServiceCrawlStatus, Omit<CrawlStatus, 'skipped_reasons'>>;
  true satisfies Fits<z.infer<typeof crawlResults>, CrawlResults>;
  true satisfies Fits<ServiceCrawlErrors, CrawlErrors>;
  true satisfies Fits<z.infer<typeof mapResponse>, MapResponse>;
  true satisfies Fits<z.infer<typeof webhookLogs>, WebhookLogs>;
  true satisfies Fits<z.infer<typeof healthRecord>, Health>;
  true satisfies Fits<z.infer<typeof pricingRecord>, Pricing>;
});

test('what the client sends is what the service takes', () => {
  true satisfies Fits<CrawlRequest, Json<z.input<typeof crawlRequest>>>;
  true satisfies Fits<ScrapePdfRequest['timeout_ms'], z.input<typeof scrapeRequests.pdf>['timeout_ms']>;
});

test('codes are those of the table', () => {
  const known = Object.entries(serviceErrors).map(([code, { status, retryable }]) => [
    code,
    { status, retryable },
  ]);
  expect(Object.entries(errors)).toEqual(known);
});
