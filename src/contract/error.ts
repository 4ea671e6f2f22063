import type { Payment } from './access.ts';
import type { Attempt } from './outcome.ts';
import type { DeliveryRecord } from './webhook.ts';

/**
 * Every failure a caller can read, in one table; docs/errors.md is made from it.
 * Whatever else is thrown is a bug: it is logged in full and answered with a fixed sentence.
 */

interface ErrorRow {
  readonly status: number;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  readonly message: string;
}

export const errors = {
  invalid_request: { status: 400, retryable: false, message: 'The request is not valid.' },
  invalid_output: {
    status: 400,
    retryable: false,
    message: 'output must be one of markdown, screenshot, pdf, csv, html.',
  },
  invalid_mode: {
    status: 400,
    retryable: false,
    message: 'mode must be one of auto, sitemap, link, pattern, batch.',
  },
  connection_failed: {
    status: 400,
    retryable: true,
    message: 'The host could not be reached: the name did not resolve or the connection failed.',
  },
  unauthorized: { status: 401, retryable: false, message: 'A valid API key is required.' },
  payment_required: {
    status: 402,
    retryable: false,
    message: 'Send an API key, or a payment permit for one of the offers in `accepts`.',
  },
  payment_insufficient: {
    status: 402,
    retryable: false,
    message: 'The permit, or the balance behind it, does not cover the price.',
  },
  payment_failed: {
    status: 402,
    retryable: false,
    message: 'The payment could not be settled: nothing was charged and nothing is delivered.',
  },
  insufficient_scope: { status: 403, retryable: false, message: 'This key may not use this endpoint.' },
  foreign_origin: {
    status: 403,
    retryable: false,
    message: 'The Host or the Origin of this request is not one of this service.',
  },
  not_found: { status: 404, retryable: false, message: 'There is nothing at this address.' },
  method_not_allowed: { status: 405, retryable: false, message: 'This address does not take this method.' },
  job_finished: { status: 409, retryable: false, message: 'The job has ended already.' },
  idempotency_conflict: {
    status: 409,
    retryable: false,
    message: 'This Idempotency-Key was used with another request.',
  },
  request_timeout: { status: 408, retryable: true, message: 'The request did not arrive in time.' },
  payload_too_large: { status: 413, retryable: false, message: 'The request body is too large.' },
  unsupported_media_type: {
    status: 415,
    retryable: false,
    message: 'The request body must be JSON: send Content-Type: application/json.',
  },
  expectation_failed: { status: 417, retryable: false, message: 'The Expect header cannot be met.' },
  rate_limited: { status: 429, retryable: true, message: 'Too many requests.' },
  headers_too_large: { status: 431, retryable: false, message: 'The request headers are too large.' },
  scrape_failed: { status: 500, retryable: true, message: 'The page could not be scraped.' },
  extract_failed: { status: 500, retryable: true, message: 'The page could not be extracted.' },
  internal_error: { status: 500, retryable: true, message: 'Something went wrong on our side.' },
  webhook_delivery_failed: { status: 502, retryable: true, message: 'The webhook could not be delivered.' },
  overloaded: { status: 503, retryable: true, message: 'All browsers are busy: try again later.' },
  shutting_down: { status: 503, retryable: true, message: 'The service is shutting down.' },
  payment_unavailable: {
    status: 503,
    retryable: true,
    message:
      'Payments cannot be taken at the moment: try again later, with the same permit while it is valid.',
  },
  payment_unconfirmed: {
    status: 504,
    retryable: false,
    message: 'It is not known yet whether the payment was settled: do not sign another.',
  },
  timeout: { status: 504, retryable: true, message: 'The page did not arrive in time.' },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof errors;

/** Of a host that is there, and not to be trusted: pages, robots.txt and sitemaps tell it alike. */
export const invalidCertificate = {
  reason: 'invalid_certificate',
  message:
    'The certificate of the host is not valid: it has expired, is for another name, or nobody vouches for it.',
} as const;

/** What a caller may be told beyond code and message. Never an address, path or stack. */
export interface ErrorExtras {
  /** Why, in one token: `blocked`, `empty_response`, `unsupported_content_type`, `document_locked`, … */
  readonly reason?: string;
  /** Which fields are wrong, for `invalid_request`. */
  readonly issues?: readonly { path: string; message: string }[];
  /** Whose wall it was, for the reason `blocked`. */
  readonly blocked_by?: string;
  /** How each attempt at the page ended. */
  readonly attempts?: readonly Attempt[];
  /** What became of the test webhook, for `webhook_delivery_failed`. */
  readonly delivery?: DeliveryRecord;
  /** What became of the payment, for `payment_failed` and `payment_unconfirmed`. */
  readonly payment?: Payment;
  /** Seconds for `Retry-After`; sent as a header and as `detail.retry_after`. */
  readonly retry_after?: number;
}

/** What is sent beside `detail`: x402 clients look for offers in a header and on the top level of the body. */
export interface Envelope {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** The offer of version 2 and the receipt as objects: MCP has no headers. */
  readonly offer?: Readonly<Record<string, unknown>>;
  readonly receipt?: Readonly<Record<string, unknown>>;
}

/** The only error class whose words reach a caller. `cause` goes to the log only. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly extras: ErrorExtras;
  readonly envelope: Envelope;

  constructor(
    code: ErrorCode,
    options: { message?: string; cause?: unknown; envelope?: Envelope } & ErrorExtras = {},
  ) {
    const { message, cause, envelope = {}, ...extras } = options;
    super(message ?? errors[code].message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.extras = extras;
    this.envelope = envelope;
  }

  get status(): number {
    return errors[this.code].status;
  }
}
