import type { z } from 'zod';
import { pricingRecord, type Scope } from './access.ts';
import { type ErrorCode, errors } from './error.ts';
import { outputNames, scrapeRequests, scrapeResponse } from './scrape.ts';
import { healthRecord, proxyStatus } from './status.ts';

/** The endpoint table: the only list of what the service answers to. Routes and OpenAPI are made from it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  /** `none`: public. `key`: API key. `key-or-pay`: API key, or a payment permit where payments are on. */
  readonly auth: 'none' | 'key' | 'key-or-pay';
  /** The narrow scope that opens it, beside `scrape:read` and `*`. */
  readonly scope?: Scope;
  /** One of these describes the body. */
  readonly request?: readonly z.ZodObject[];
  readonly response: { readonly status: 200 | 202 | 204; readonly type: string; readonly schema?: z.ZodType };
  /** Codes of its own; those that every endpoint shares are in `commonErrors`. */
  readonly errors: readonly ErrorCode[];
  /** Its failures also carry `detail.url` and `detail.payment_charged` (spec, "Errors"). */
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
    request: outputNames.map((name) => scrapeRequests[name]),
    response: { status: 200, type: json, schema: scrapeResponse },
    errors: ['invalid_output', 'connection_failed', 'scrape_failed', 'overloaded', 'timeout'],
    chargeable: true,
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
    summary: 'This document.',
    auth: 'none',
    response: { status: 200, type: json },
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
/** A row with its optional columns, for code that walks the table. */
export const endpointTable: Readonly<Record<EndpointName, Endpoint>> = endpoints;

/** Codes that any endpoint with the given traits may answer. What is no valid HTTP fails before it has an endpoint. */
export const commonErrors = (endpoint: Endpoint): readonly ErrorCode[] => [
  ...(endpoint.auth === 'none' ? [] : (['unauthorized', 'insufficient_scope', 'rate_limited'] as const)),
  ...(endpoint.request
    ? (['invalid_request', 'payload_too_large', 'unsupported_media_type', 'request_timeout'] as const)
    : []),
  ...(endpoint.auth === 'none' ? [] : (['shutting_down'] as const)),
  ...(endpoint.errors.some((code) => errors[code].status === 500) ? [] : (['internal_error'] as const)),
];
