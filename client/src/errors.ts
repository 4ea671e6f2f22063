import { type ErrorBody, type ErrorCode, errors } from './contract.ts';
import { offerOf, type PaymentOffer } from './offer.ts';

/** What can go wrong without an answer of the service that says so. */
const ownCodes = {
  network_error: 'The service could not be reached, or the connection broke.',
  client_timeout: 'The time for this call is over.',
  unexpected_answer: 'This is no answer of gannet.',
  invalid_data: 'What was extracted does not fit the schema.',
  payment_not_signed: 'No permit was signed for the offers of the service.',
  invalid_signature: 'The webhook is not signed with this secret.',
  stale_webhook: 'The webhook is too old.',
} as const;

/** `detail.error` of the service's answer, or what happened on this side. A newer service may know more codes. */
export type GannetErrorCode = ErrorCode | keyof typeof ownCodes;

export interface Issue {
  /** Where, with dots: `options.quality`. */
  readonly path: string;
  readonly message: string;
}

interface Circumstances {
  readonly message?: string | undefined;
  readonly cause?: unknown;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly retryable?: boolean | undefined;
  readonly detail?: ErrorBody['detail'] | undefined;
  readonly offer?: PaymentOffer | undefined;
  readonly issues?: readonly Issue[] | undefined;
  readonly data?: unknown;
}

/** Every failure of this client. An abort by the caller's own signal throws the reason of that signal instead. */
export class GannetError<C extends GannetErrorCode = GannetErrorCode> extends Error {
  override readonly name = 'GannetError';
  readonly code: C;
  /** HTTP status of the answer; undefined when there was none. */
  readonly status: number | undefined;
  /** Whether the same call may succeed later. The retries of the client are over by then. */
  readonly retryable: boolean;
  /** Names the request in the log of the service. */
  readonly requestId: string | undefined;
  /** What the service said to wait. */
  readonly retryAfterMs: number | undefined;
  /** `detail` of the answer: `reason`, `blocked_by`, `attempts`, `payment_charged`, … */
  readonly detail: ErrorBody['detail'] | undefined;
  /** What a permit would have to be for, where one would do. */
  readonly offer: PaymentOffer | undefined;
  /** Which fields are wrong, for `invalid_request` and `invalid_data`. */
  readonly issues: readonly Issue[];
  /** What was extracted all the same, for `invalid_data`. */
  readonly data: unknown;

  constructor(code: C, { message, cause, ...about }: Circumstances = {}) {
    super(message ?? (isOwn(code) ? ownCodes[code] : code), cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = about.status;
    this.retryable = about.retryable ?? isRetryable(code, about.status);
    this.requestId = about.requestId;
    this.retryAfterMs = about.retryAfterMs;
    this.detail = about.detail;
    this.offer = about.offer;
    this.issues = about.issues ?? about.detail?.issues ?? [];
    this.data = about.data;
  }
}

const isOwn = (code: string): code is keyof typeof ownCodes => Object.hasOwn(ownCodes, code);
const isKnown = (code: string): code is ErrorCode => Object.hasOwn(errors, code);

/** Statuses of what stands in front of a service, and of codes that this client does not know yet. */
const transient = new Set([408, 429, 500, 502, 503, 504]);

const isRetryable = (code: string, status: number | undefined): boolean => {
  if (isKnown(code)) return errors[code].retryable;
  return status === undefined ? code === 'network_error' : transient.has(status);
};

/**
 * Whether something that was thrown is an error of this client, of one of the codes where some are given.
 * `if (isGannetError(error, 'timeout', 'client_timeout')) …`
 */
export const isGannetError = <C extends GannetErrorCode = GannetErrorCode>(
  error: unknown,
  ...codes: readonly C[]
): error is GannetError<C> =>
  error instanceof GannetError && (codes.length === 0 || codes.some((code) => code === error.code));

/** The error that an answer tells of. Takes its body. */
export const errorOf = async (response: Response): Promise<GannetError> => {
  const body = readBody(await response.text());
  const circumstances = {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterMs: retryAfterOf(response.headers.get('retry-after')),
  };
  // A code that this client does not know is as good as one that it does: it says what happened.
  if (body)
    return new GannetError(body.detail.error as ErrorCode, {
      ...circumstances,
      message: body.detail.message,
      detail: body.detail,
      offer: offerOf(response.headers, body),
    });
  return new GannetError('unexpected_answer', {
    ...circumstances,
    message: `${response.status} ${response.statusText}`.trimEnd().concat(': this is no answer of gannet.'),
  });
};

const readBody = (text: string): ErrorBody | undefined => {
  const value = parseJson(text);
  const detail = Object(Object(value).detail);
  const isOurs = typeof detail.error === 'string' && typeof detail.message === 'string';
  return isOurs ? (value as ErrorBody) : undefined;
};

/** @returns undefined for what is no JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/** Seconds, or a date (RFC 9110, 10.2.3), in milliseconds from now. */
const retryAfterOf = (header: string | null): number | undefined => {
  if (header === null || header === '') return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
};
