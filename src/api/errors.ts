import type { Endpoint } from '../contract/endpoint.ts';
import { type ErrorCode, errors, ServiceError } from '../contract/error.ts';
import { isOutage, outageFailure } from '../store/error.ts';

/** An error answer, ready to be written to a response or, where there is none, to a socket. */
interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Turns anything thrown into a failure of the table. What is neither a `ServiceError` nor an outage of the database is a bug.
 * The original error is kept as `cause`, for the log.
 */
export const toFailure = (thrown: unknown, endpoint?: Endpoint): ServiceError => {
  if (thrown instanceof ServiceError) return thrown;
  return isOutage(thrown) ? outageFailure(thrown) : new ServiceError(unexpected(endpoint), { cause: thrown });
};

/** An endpoint with a 500 of its own (`scrape_failed`) answers bugs with it. */
const unexpected = (endpoint: Endpoint | undefined): ErrorCode =>
  endpoint?.errors.find((code) => errors[code].status === 500) ?? 'internal_error';

/** The process is about to end; another takes over in seconds. */
export const shuttingDown = () => new ServiceError('shutting_down', { retry_after: 5 });

/** @param target the address asked for, on endpoints that charge; absent on the others. */
export const errorAnswer = (failure: ServiceError, target?: string): ErrorAnswer => {
  const { retry_after, ...extras } = failure.extras;
  const { headers, body } = failure.envelope;
  const seconds = retry_after === undefined ? undefined : Math.max(0, Math.ceil(retry_after));
  const detail = {
    error: failure.code,
    message: failure.message,
    ...(target !== undefined && { url: target, payment_charged: false }),
    ...extras,
    ...(seconds !== undefined && { retry_after: seconds }),
  };
  return {
    status: failure.status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(failure.code === 'unauthorized' && { 'www-authenticate': 'Bearer' }),
      ...(seconds !== undefined && { 'retry-after': String(seconds) }),
      ...headers,
    },
    body: JSON.stringify({ ...body, detail }),
  };
};
