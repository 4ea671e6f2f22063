import type { z } from 'zod';
import { pricingRecord, type Scope } from './access.ts';
import { keyCreated, keyList, keyRecord, keyRequest } from './api-keys.ts';
import { crawlCreated, crawlList, crawlRequest, crawlStatus } from './crawl.ts';
import { crawlErrors, crawlResult, crawlResults, eventsQuery, resultsQuery } from './crawl-results.ts';
import { type ErrorCode, errors } from './error.ts';
import { extractRequest, extractResponse } from './extract.ts';
import { mapRequest, mapResponse } from './map.ts';
import { mcpAnswer, mcpMessage } from './mcp.ts';
import { scrapeRequests, scrapeResponse } from './scrape.ts';
import { healthRecord, proxyStatus } from './status.ts';
import { paymentList, paymentsQuery, systemRecord, usageRecord } from './usage.ts';
import {
  deliveryDetail,
  deliveryRecord,
  webhookLogs,
  webhookTestRequest,
  webhookTestResponse,
} from './webhook.ts';
import { windowQuery } from './window.ts';

/** The endpoint table: the only list of what the service answers to. Routes and OpenAPI are made from it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  /** `none`: public. `key`: API key. `key-or-pay`: API key, or a payment permit where payments are on. */
  readonly auth: 'none' | 'key' | 'key-or-pay';
  /** The narrow scope that opens it, beside `scrape:read` and `*`; `any`: every key opens it, whatever its scopes. */
  readonly scope?: Scope | 'any';
  /** One of these describes the body. */
  readonly request?: readonly [z.ZodObject, ...z.ZodObject[]];
  /** Describes the query. */
  readonly query?: z.ZodObject;
  readonly response: {
    readonly status: 200 | 202 | 204;
    readonly type: string;
    readonly schema?: z.ZodType;
    /** One line of it, where it can be had as NDJSON. */
    readonly line?: z.ZodType;
    /** Whether it is a protocol's own: as a stream of events too, 202 for what asks nothing, 400 in its own words. */
    readonly protocol?: true;
  };
  /** Codes of its own; those that every endpoint shares are in `commonErrors`. */
  readonly errors: readonly ErrorCode[];
  /** Its failures also carry `detail.url` and `detail.payment_charged`. */
  readonly chargeable?: true;
}

const json = 'application/json';

export const endpoints = {
  scrape: {
    method: 'POST',
    path: '/v1/scrape',
    summary: 'Fetch one page as Markdown, screenshot, PDF, CSV tables or sanitised HTML.',
    auth: 'key-or-pay',
    scope: 'page:read',
    request: [
      scrapeRequests.markdown,
      scrapeRequests.screenshot,
      scrapeRequests.pdf,
      scrapeRequests.csv,
      scrapeRequests.html,
    ],
    response: { status: 200, type: json, schema: scrapeResponse },
    errors: ['invalid_output', 'connection_failed', 'scrape_failed', 'timeout'],
    chargeable: true,
  },
  crawlCreate: {
    method: 'POST',
    path: '/v1/crawl',
    summary:
      'Start a crawl job: the pages of a sitemap, of links, of a pattern, or a list. With an Idempotency-Key header, a repeat is the same job.',
    auth: 'key',
    scope: 'crawl:write',
    request: [crawlRequest],
    response: { status: 202, type: json, schema: crawlCreated },
    errors: ['invalid_mode', 'idempotency_conflict'],
  },
  crawlList: {
    method: 'GET',
    path: '/v1/crawl',
    summary: "The caller's crawl jobs, newest first.",
    auth: 'key',
    scope: 'crawl:read',
    query: windowQuery,
    response: { status: 200, type: json, schema: crawlList },
    errors: [],
  },
  crawlStatus: {
    method: 'GET',
    path: '/v1/crawl/{job_id}',
    summary: 'How far a crawl job is.',
    auth: 'key',
    scope: 'crawl:read',
    response: { status: 200, type: json, schema: crawlStatus },
    errors: ['not_found'],
  },
  crawlCancel: {
    method: 'DELETE',
    path: '/v1/crawl/{job_id}',
    summary: 'Cancel a crawl job; its results so far stay.',
    auth: 'key',
    scope: 'crawl:write',
    response: { status: 204, type: json },
    errors: ['not_found', 'job_finished'],
  },
  crawlResults: {
    method: 'GET',
    path: '/v1/crawl/{job_id}/results',
    summary: 'Results in order of completion, also while the job runs.',
    auth: 'key',
    scope: 'crawl:read',
    query: resultsQuery,
    response: { status: 200, type: json, schema: crawlResults, line: crawlResult },
    errors: ['not_found'],
  },
  crawlErrors: {
    method: 'GET',
    path: '/v1/crawl/{job_id}/errors',
    summary: 'Pages that failed, and the ledger of addresses that were not fetched.',
    auth: 'key',
    scope: 'crawl:read',
    query: windowQuery,
    response: { status: 200, type: json, schema: crawlErrors },
    errors: ['not_found'],
  },
  crawlEvents: {
    method: 'GET',
    path: '/v1/crawl/{job_id}/events',
    summary: 'Results and progress as they come: server-sent events `result`, `progress` and `end`.',
    auth: 'key',
    scope: 'crawl:read',
    query: eventsQuery,
    response: { status: 200, type: 'text/event-stream' },
    errors: ['not_found'],
  },
  map: {
    method: 'POST',
    path: '/v1/map',
    summary: 'The addresses of a site, from its sitemaps and the links of one page.',
    auth: 'key',
    scope: 'crawl:read',
    request: [mapRequest],
    response: { status: 200, type: json, schema: mapResponse },
    errors: [],
  },
  webhookTest: {
    method: 'POST',
    path: '/v1/webhooks/test',
    summary: 'Send one signed webhook now, without a retry, and log it.',
    auth: 'key',
    scope: 'webhook:write',
    request: [webhookTestRequest],
    response: { status: 200, type: json, schema: webhookTestResponse },
    errors: ['webhook_delivery_failed'],
  },
  webhookLogs: {
    method: 'GET',
    path: '/v1/webhooks/logs',
    summary: 'Deliveries of webhooks, newest first.',
    auth: 'key',
    scope: 'webhook:read',
    query: windowQuery,
    response: { status: 200, type: json, schema: webhookLogs },
    errors: [],
  },
  webhookDelivery: {
    method: 'GET',
    path: '/v1/webhooks/logs/{delivery_id}',
    summary: 'One delivery, with what is sent.',
    auth: 'key',
    scope: 'webhook:read',
    response: { status: 200, type: json, schema: deliveryDetail },
    errors: ['not_found'],
  },
  webhookResend: {
    method: 'POST',
    path: '/v1/webhooks/logs/{delivery_id}/resend',
    summary: 'Deliver a webhook again, with attempts as at first.',
    auth: 'key',
    scope: 'webhook:write',
    response: { status: 202, type: json, schema: deliveryRecord },
    errors: ['not_found'],
  },
  extract: {
    method: 'POST',
    path: '/v1/extract',
    summary: 'Take data from one page by JSON schema, CSS selectors or XPath, with where it was found.',
    auth: 'key-or-pay',
    scope: 'page:read',
    request: [extractRequest],
    response: { status: 200, type: json, schema: extractResponse },
    errors: ['connection_failed', 'extract_failed', 'timeout'],
    chargeable: true,
  },
  mcp: {
    method: 'POST',
    path: '/mcp',
    summary:
      'Model Context Protocol, streamable HTTP: the tools scrape, extract, map and crawl_* (docs/mcp.md). Where payments are on, a permit in `_meta` of a call does instead of a key.',
    auth: 'key',
    request: [mcpMessage],
    response: { status: 200, type: json, schema: mcpAnswer, protocol: true },
    errors: ['foreign_origin'],
  },
  keyCreate: {
    method: 'POST',
    path: '/v1/keys',
    summary: 'Make an API key; it is shown only here.',
    auth: 'key',
    scope: 'admin',
    request: [keyRequest],
    response: { status: 200, type: json, schema: keyCreated },
    errors: [],
  },
  keyList: {
    method: 'GET',
    path: '/v1/keys',
    summary: 'The API keys of every owner, newest first.',
    auth: 'key',
    scope: 'admin',
    query: windowQuery,
    response: { status: 200, type: json, schema: keyList },
    errors: [],
  },
  keyRevoke: {
    method: 'DELETE',
    path: '/v1/keys/{key_id}',
    summary: 'End an API key at once.',
    auth: 'key',
    scope: 'admin',
    response: { status: 200, type: json, schema: keyRecord },
    errors: ['not_found'],
  },
  usage: {
    method: 'GET',
    path: '/v1/usage',
    summary: "What the caller's owner has asked of this process within a day, and how it was answered.",
    auth: 'key',
    scope: 'any',
    response: { status: 200, type: json, schema: usageRecord },
    errors: [],
  },
  usageAll: {
    method: 'GET',
    path: '/v1/usage/all',
    summary: 'The same for every owner together, with payments.',
    auth: 'key',
    scope: 'admin',
    response: { status: 200, type: json, schema: usageRecord },
    errors: [],
  },
  payments: {
    method: 'GET',
    path: '/v1/payments',
    summary: 'What became of payment permits, newest first.',
    auth: 'key',
    scope: 'admin',
    query: paymentsQuery,
    response: { status: 200, type: json, schema: paymentList },
    errors: [],
  },
  system: {
    method: 'GET',
    path: '/v1/system',
    summary: 'Browsers, queue, database and proxies of this process.',
    auth: 'key',
    scope: 'admin',
    response: { status: 200, type: json, schema: systemRecord },
    errors: [],
  },
  health: {
    method: 'GET',
    path: '/health',
    summary: 'How the service is.',
    auth: 'none',
    response: { status: 200, type: json, schema: healthRecord },
    errors: [],
  },
  pricing: {
    method: 'GET',
    path: '/v1/pricing',
    summary: 'What a request costs and how to pay for it.',
    auth: 'none',
    response: { status: 200, type: json, schema: pricingRecord },
    errors: [],
  },
  proxyStatus: {
    method: 'GET',
    path: '/v1/proxy/status',
    summary: 'State of the upstream proxies.',
    auth: 'none',
    response: { status: 200, type: json, schema: proxyStatus },
    errors: [],
  },
  live: {
    method: 'GET',
    path: '/livez',
    summary: 'Answers while the process runs.',
    auth: 'none',
    response: { status: 200, type: 'text/plain' },
    errors: [],
  },
  ready: {
    method: 'GET',
    path: '/readyz',
    summary: 'Answers 200 while new requests are taken, 503 otherwise.',
    auth: 'none',
    response: { status: 200, type: 'text/plain' },
    errors: ['shutting_down', 'overloaded'],
  },
  metrics: {
    method: 'GET',
    path: '/metrics',
    summary: 'Prometheus metrics.',
    auth: 'none',
    response: { status: 200, type: 'text/plain' },
    errors: [],
  },
  openapi: {
    method: 'GET',
    path: '/openapi.json',
    summary: 'The API as an OpenAPI 3.1 document.',
    auth: 'none',
    response: { status: 200, type: json },
    errors: [],
  },
  reference: {
    method: 'GET',
    path: '/reference',
    summary: 'The same as a page to read.',
    auth: 'none',
    response: { status: 200, type: 'text/html' },
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
/** A row with its optional columns, for code that walks the table. */
export const endpointTable: Readonly<Record<EndpointName, Endpoint>> = endpoints;

const paymentErrors = [
  'payment_required',
  'payment_insufficient',
  'payment_failed',
  'payment_unavailable',
  'payment_unconfirmed',
] as const satisfies readonly ErrorCode[];

/** Codes that any endpoint with the given traits may answer. What is no valid HTTP fails before it has an endpoint. */
export const commonErrors = (endpoint: Endpoint): readonly ErrorCode[] => [
  ...(endpoint.auth === 'none'
    ? []
    : (['unauthorized', 'insufficient_scope', 'rate_limited', 'overloaded'] as const)),
  ...(endpoint.auth === 'key-or-pay' ? paymentErrors : []),
  ...(endpoint.request
    ? (['invalid_request', 'payload_too_large', 'unsupported_media_type', 'request_timeout'] as const)
    : []),
  ...(endpoint.auth === 'none' ? [] : (['shutting_down'] as const)),
  ...(endpoint.query && !endpoint.request ? (['invalid_request'] as const) : []),
  ...(endpoint.errors.some((code) => errors[code].status === 500) ? [] : (['internal_error'] as const)),
];
