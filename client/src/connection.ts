import { createBudget } from './budget.ts';
import { errorOf, GannetError, parseJson } from './errors.ts';
import { type Payer, type PermitHeaders, signPermit } from './pay.ts';
import { type Retry, withRetries } from './retry.ts';

/** Of a client, for all its calls. */
export interface ClientOptions {
  /** Address of the service; a path before `/v1` is kept. Default: `http://127.0.0.1:8080`. */
  readonly url?: string | URL | undefined;
  /** `svc_live_…` */
  readonly apiKey?: string | undefined;
  /** Pays for single requests where there is no key: an `x402Client` of `@x402/core`, or a function that signs. */
  readonly payer?: Payer | undefined;
  /** Attempts after the first at most. Default: 2. */
  readonly retries?: number | undefined;
  /** Milliseconds for a call with its retries. Default: 300 000. Streams of events have no such limit. */
  readonly timeoutMs?: number | undefined;
  /** Sent with every call. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Called before each wait for another attempt. */
  readonly onRetry?: ((retry: Retry) => void) | undefined;
  /** Instead of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
}

/** Of one call. */
export interface CallOptions {
  /** Ends the call; it throws the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Instead of those of the client. */
  readonly timeoutMs?: number | undefined;
  readonly retries?: number | undefined;
  /** `X-Request-ID`: 1 to 128 letters, digits, dots, hyphens and underscores. */
  readonly requestId?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A request as the endpoint has it. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** False where asking twice does something twice: then only what was refused before it began is tried again. */
  readonly repeatable?: boolean;
}

export interface Connection {
  /** @returns the body of the answer as JSON; undefined when it has none. @throws GannetError, or the reason of the signal. */
  send<T>(call: Call, options?: CallOptions): Promise<T>;
  /** One attempt at an answer that is read as it comes, until the signal aborts. @throws as `send`. */
  open(call: Call, options: CallOptions, signal: AbortSignal): Promise<Response>;
}

const defaults = { url: 'http://127.0.0.1:8080', retries: 2, timeoutMs: 300_000 };

/** Statuses of requests that were refused before anything was done. */
const refused = new Set([429, 503]);

export const createConnection = (client: ClientOptions): Connection => {
  const base = baseOf(`${client.url ?? defaults.url}`);
  const ask = client.fetch ?? fetch;

  /** One exchange. Whatever breaks it is a `network_error`, unless it was to end. @throws TypeError for what cannot be sent. */
  const exchange = async <T>(
    { method, path, query = {}, body }: Call,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
    read: (response: Response) => Promise<T> | T,
  ): Promise<T> => {
    // Before anything is sent: what cannot be written is the caller's, and no other attempt mends it.
    const request = {
      method,
      headers: new Headers(headers),
      signal,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    try {
      const response = await ask(`${base}${path}${queryOf(query)}`, request);
      if (!response.ok) throw await errorOf(response);
      return await read(response);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw error instanceof GannetError ? error : new GannetError('network_error', { cause: error });
    }
  };

  const headersOf = (call: Call, { requestId, headers }: CallOptions): Record<string, string> => ({
    ...(call.body !== undefined && { 'Content-Type': 'application/json' }),
    ...(client.apiKey !== undefined && { Authorization: `Bearer ${client.apiKey}` }),
    ...(requestId !== undefined && { 'X-Request-ID': requestId }),
    ...client.headers,
    ...call.headers,
    ...headers,
  });

  /** An exchange that is paid for when the service asks for it. A permit is good for one request. */
  const createPaidExchange = (call: Call, headers: Record<string, string>, signal: AbortSignal) => {
    const { payer } = client;
    let permit: PermitHeaders | undefined;
    const once = async <T>(read: (response: Response) => Promise<T>): Promise<T> => {
      try {
        return await exchange(call, { ...headers, ...permit }, signal, read);
      } catch (error) {
        if (!(error instanceof GannetError)) throw error;
        if (permit === undefined) {
          if (payer === undefined || error.code !== 'payment_required' || !error.offer) throw error;
          permit = await signPermit(payer, error.offer);
          return once(read);
        }
        // Nobody says that nothing was charged: another permit could pay twice.
        if (error.detail === undefined) throw new GannetError('payment_unconfirmed', { cause: error });
        if (error.code !== 'payment_unavailable') permit = undefined;
        throw error;
      }
    };
    return once;
  };

  return {
    send: async <T>(call: Call, options: CallOptions = {}) => {
      const budget = createBudget(
        options.timeoutMs ?? client.timeoutMs ?? defaults.timeoutMs,
        options.signal,
      );
      const once = createPaidExchange(call, headersOf(call, options), budget.signal);
      const { repeatable = true } = call;
      try {
        return await withRetries(
          () => once(readJson<T>),
          {
            retries: options.retries ?? client.retries ?? defaults.retries,
            onRetry: client.onRetry,
            allows: ({ status }) => repeatable || (status !== undefined && refused.has(status)),
          },
          budget,
        );
      } finally {
        budget.end();
      }
    },
    open: (call, options, signal) => exchange(call, headersOf(call, options), signal, (response) => response),
  };
};

/** @throws TypeError for what is no address of a service. */
const baseOf = (given: string): string => {
  const url = URL.parse(given);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new TypeError(`url must begin with http:// or https://, unlike ${given}`);
  // Shown to nobody: they are secret.
  if (url.username !== '' || url.password !== '')
    throw new TypeError('url must be without user and password: send them in headers');
  return given.replace(/\/+$/, '');
};

const queryOf = (query: NonNullable<Call['query']>): string => {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
};

/** @returns undefined for an answer without a body, where the endpoint has none. */
const readJson = async <T>(response: Response): Promise<T> => {
  const text = await response.text();
  const value = response.status === 204 ? undefined : parseJson(text);
  if (response.status !== 204 && (typeof value !== 'object' || value === null))
    throw new GannetError('unexpected_answer', { status: response.status });
  return value as T;
};
