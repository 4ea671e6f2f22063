import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Caller } from '../contract/access.ts';
import type { ServiceError } from '../contract/error.ts';
import type { EndpointName } from '../contract/routes.ts';

/** One request and its answer, from the last header in to the last byte out. */
export interface Exchange {
  /** `X-Request-ID`. */
  readonly id: string;
  /** Arrival, as `performance.now()`. */
  readonly started: number;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Aborted when the work is of no use any more; the reason is a `ServiceError` where an answer is still possible. */
  readonly signal: AbortSignal;
  abort(reason: Error): void;
  endpoint: EndpointName | undefined;
  /** The values of the names in the endpoint's path, such as `job_id`. */
  params: Readonly<Record<string, string>>;
  caller: Caller | undefined;
  /** The address that the body asks for, as far as it is known. */
  target: string;
  /** The outcome of the page that was asked for, once it is known, and whether it came from the cache. */
  page: { readonly outcome: string; readonly cached: boolean } | undefined;
  /** What the answer tells of the request itself, whatever its fields mean. */
  readonly warnings: string[];
  /** For the answer, whatever it will be. */
  readonly headers: Record<string, string>;
  /** The answer, when it is an error. */
  failure: ServiceError | undefined;
}

/** The exchanges under way. @param ended called once for each, with its answer out or its client gone. */
export const createExchanges = (ended: (exchange: Exchange) => void) => {
  const running = new Set<Exchange>();
  const newest = new WeakMap<Duplex, Exchange>();
  let onIdle: (() => void) | undefined;

  const end = (exchange: Exchange) => {
    if (!exchange.response.writableFinished) exchange.abort(new Error('The client left before its answer.'));
    running.delete(exchange);
    ended(exchange);
    if (running.size === 0) onIdle?.();
  };

  return {
    begin(id: string, request: IncomingMessage, response: ServerResponse): Exchange {
      const controller = new AbortController();
      const exchange: Exchange = {
        id,
        started: performance.now(),
        request,
        response,
        signal: controller.signal,
        abort: (reason) => controller.abort(reason),
        endpoint: undefined,
        params: {},
        caller: undefined,
        target: '',
        page: undefined,
        warnings: [],
        headers: {},
        failure: undefined,
      };
      running.add(exchange);
      newest.set(request.socket, exchange);
      // The response closes with its last byte or with the connection; the request already closes when its body is read.
      response.once('close', () => end(exchange));
      return exchange;
    },

    /** The newest exchange on a connection, finished or not. */
    newestOn: (socket: Duplex): Exchange | undefined => newest.get(socket),

    abortAll(reason: Error): void {
      for (const exchange of running) exchange.abort(reason);
    },

    /** Resolves when nothing runs, or after `ms`. */
    idle: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        if (running.size === 0) return resolve();
        const timer = setTimeout(resolve, ms);
        onIdle = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
};

export type Exchanges = ReturnType<typeof createExchanges>;

/** The query of a request. */
export const queryOf = ({ request }: Pick<Exchange, 'request'>): URLSearchParams =>
  new URLSearchParams(request.url?.split('?').slice(1).join('?'));
