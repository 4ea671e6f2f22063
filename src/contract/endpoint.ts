import type { z } from 'zod';
import type { Scope } from './access.ts';
import { type ErrorCode, errors } from './error.ts';

/** What the service answers to: a row of the table in `routes.ts`. */
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
