// biome-ignore-all lint/performance/noBarrelFile: a package has one door
export { bytesOf } from './bytes.ts';
export { createClient, type Gannet, type Webhooks } from './client.ts';
export type { CallOptions, ClientOptions } from './connection.ts';
export type {
  Action,
  Cookie,
  CrawlCreated,
  CrawlErrors,
  CrawlList,
  CrawlRequest,
  CrawlResult,
  CrawlResults,
  CrawlStatus,
  ErrorBody,
  ErrorCode,
  ExtractMetadata,
  FieldEvidence,
  Health,
  KeyCreated,
  KeyList,
  KeyRequest,
  MapRequest,
  MapResponse,
  Payment,
  PaymentList,
  Pricing,
  ProxyStatus,
  ScrapeMetadata,
  SelectorObject,
  System,
  Usage,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookLogs,
  WebhookTestRequest,
  WebhookTestResponse,
} from './contract.ts';
export type { Crawl, StartOptions, WaitOptions } from './crawl.ts';
export { GannetError, type GannetErrorCode, type Issue, isGannetError } from './errors.ts';
export type { CrawlEvent, EventOptions } from './events.ts';
export type {
  DataOf,
  Extract,
  ExtractAnswer,
  JsonSchemaObject,
  PlainExtractRequest,
  Selected,
  TypedExtractRequest,
  XPathValue,
} from './extract.ts';
export type { Listing, Window } from './listing.ts';
export type { PaymentOffer } from './offer.ts';
export type { Keys, Operation } from './operation.ts';
export type { Payer, PaymentPermit } from './pay.ts';
export type { Retry } from './retry.ts';
export type { OutputOf, StandardSchema } from './schema.ts';
export type { Output, Scrape, ScrapeAnswer, ScrapeRequest } from './scrape.ts';
export { type IncomingWebhook, verifyWebhook, type WebhookEvent } from './webhook.ts';
