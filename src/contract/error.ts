/**
 * Every failure a caller can read, in one table (spec, "Errors"; contract decisions).
 * Whatever else is thrown is a bug: it is logged in full and answered with a fixed sentence.
 */
interface ErrorRow {
  readonly status: number;
  /** Whether the same request may succeed later (spec, "Client handling"). */
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
    message: 'mode must be one of sitemap, link, pattern, batch.',
  },
  connection_failed: {
    status: 400,
    retryable: true,
    message: 'The host could not be reached: the name did not resolve or the connection failed.',
  },
  unauthorized: { status: 401, retryable: false, message: 'A valid API key is required.' },
  insufficient_scope: { status: 403, retryable: false, message: 'This key may not use this endpoint.' },
  not_found: { status: 404, retryable: false, message: 'There is nothing at this address.' },
  method_not_allowed: { status: 405, retryable: false, message: 'This address does not take this method.' },
  request_timeout: { status: 408, retryable: true, message: 'The request did not arrive in time.' },
  payload_too_large: { status: 413, retryable: false, message: 'The request body is larger than 1 MiB.' },
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
  timeout: { status: 504, retryable: true, message: 'The page did not arrive in time.' },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof errors;

/** What a caller may be told beyond code and message. Never an address, path or stack. */
export interface ErrorExtras {
  /** Why, in one token: `blocked`, `empty_response`, `unsupported_content_type`, … */
  readonly reason?: string;
  /** Which fields are wrong, for `invalid_request`. */
  readonly issues?: readonly { path: string; message: string }[];
  /** Seconds for `Retry-After`; sent as a header and as `detail.retry_after`. */
  readonly retry_after?: number;
}

/** The only error class whose words reach a caller. `cause` goes to the log only. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly extras: ErrorExtras;

  constructor(code: ErrorCode, options: { message?: string; cause?: unknown } & ErrorExtras = {}) {
    const { message, cause, ...extras } = options;
    super(message ?? errors[code].message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.extras = extras;
  }

  get status(): number {
    return errors[this.code].status;
  }
}
