import { LRUCache } from 'lru-cache';
import type { Caller } from '../contract/access.ts';
import type { PageQuery } from '../contract/scrape.ts';
import { raceSignal } from '../deadline.ts';
import type { Metrics } from '../metrics.ts';
import { sha256 } from '../text.ts';

/** The response cache: stored answers, and identical requests under way that share one (single flight). */

/** How long an answer may be given again. */
const cacheMs = 300_000;

/** Work under way is joined in the first tenth of its budget only: whoever joins later would get less time than asked for. */
const joinableShare = 0.1;

interface Stored<T> {
  readonly answer: T;
  readonly storedAt: number;
}

/** Work under way for identical requests (a "single flight"), and how many callers wait for it. */
interface Flight<T> {
  readonly answer: Promise<T>;
  readonly abort: AbortController;
  /** `performance.now()` after which nobody joins. */
  readonly joinableUntil: number;
  waiting: number;
}

interface Parts<T> {
  /** Memory for answers; 0 keeps none. Identical concurrent requests share one flight all the same. */
  readonly maxBytes: number;
  readonly bytesOf: (answer: T) => number;
  /** Whether an answer may be given to later callers, whatever their budget: a fragment may not. */
  readonly keeps: (answer: T) => boolean;
  readonly metrics: Metrics;
}

export interface Cached<T> {
  readonly answer: T;
  /** When it was stored; undefined for one that was just made. */
  readonly cachedAt: Date | undefined;
}

export interface AnswerCache<T> {
  /**
   * The stored answer, or the one just under way for an identical request, or the work's. Errors are never stored.
   * The work is aborted when every caller that waits for it has left.
   */
  get(
    request: PageQuery,
    caller: Caller,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<Cached<T>>;
}

export const createCache = <T extends object>({
  maxBytes,
  bytesOf,
  keeps,
  metrics,
}: Parts<T>): AnswerCache<T> => {
  const stored =
    maxBytes > 0
      ? new LRUCache<string, Stored<T>>({
          maxSize: maxBytes,
          maxEntrySize: Math.max(1, Math.floor(maxBytes / 4)),
          ttl: cacheMs,
          sizeCalculation: ({ answer }) => Math.max(1, bytesOf(answer)),
        })
      : undefined;
  const flights = new Map<string, Flight<T>>();

  const store = (key: string, answer: T): T => {
    if (keeps(answer)) stored?.set(key, { answer, storedAt: Date.now() });
    return answer;
  };

  const start = (
    flightKey: string,
    budgetMs: number,
    work: (signal: AbortSignal) => Promise<T>,
  ): Flight<T> => {
    const abort = new AbortController();
    const answer = work(abort.signal);
    const joinableUntil = performance.now() + budgetMs * joinableShare;
    const flight: Flight<T> = { answer, abort, joinableUntil, waiting: 0 };
    flights.set(flightKey, flight);
    const ended = () => {
      if (flights.get(flightKey) === flight) flights.delete(flightKey);
    };
    answer.then(ended, ended);
    return flight;
  };

  const join = async (flight: Flight<T>, flightKey: string, signal: AbortSignal): Promise<T> => {
    flight.waiting += 1;
    try {
      return await raceSignal(flight.answer, signal);
    } finally {
      flight.waiting -= 1;
      if (flight.waiting === 0 && signal.aborted) {
        if (flights.get(flightKey) === flight) flights.delete(flightKey);
        flight.abort.abort(signal.reason);
      }
    }
  };

  return {
    get: async (request, caller, signal, work) => {
      if (isPersonal(request)) {
        metrics.cache.inc({ result: 'skipped' });
        return { answer: await work(signal), cachedAt: undefined };
      }
      const key = keyOf(request, caller);
      const storing = async (shared: AbortSignal) => store(key, await work(shared));
      const maxAge = request.bypass_cache ? 0 : (request.max_age_ms ?? cacheMs);
      if (maxAge === 0) {
        metrics.cache.inc({ result: 'miss' });
        return { answer: await storing(signal), cachedAt: undefined };
      }
      const entry = stored?.get(key);
      if (entry && Date.now() - entry.storedAt <= maxAge) {
        metrics.cache.inc({ result: 'hit' });
        return { answer: entry.answer, cachedAt: new Date(entry.storedAt) };
      }
      // Only requests that agree in all of this share a flight: budget and retries decide how it ends, and the owner decides
      // when it begins, since each owner's requests wait in a line of their own.
      const flightKey = `${key}:${request.timeout_ms}:${request.retry}:${caller.owner}`;
      const open = flights.get(flightKey);
      const joined = open !== undefined && performance.now() <= open.joinableUntil ? open : undefined;
      metrics.cache.inc({ result: joined ? 'joined' : 'miss' });
      const flight = joined ?? start(flightKey, request.timeout_ms, storing);
      return { answer: await join(flight, flightKey, signal), cachedAt: undefined };
    },
  };
};

/**
 * Requests with credentials, in the address, of the proxy, as a header or as a cookie: their answers are neither stored
 * nor shared. Nor are those with actions: each is to be done as often as it is asked for.
 */
export const isPersonal = ({ url, proxy_url, headers, cookies, actions }: PageQuery): boolean => {
  const { username, password } = new URL(url);
  const hasCredentials = username !== '' || password !== '' || proxy_url !== undefined;
  return hasCredentials || Object.keys(headers).length > 0 || cookies.length > 0 || actions.length > 0;
};

/**
 * Everything in a request that changes an answer worth keeping, and nothing else. What a caller's script makes of a page is
 * for that caller alone.
 */
const keyOf = (request: PageQuery, caller: Caller): string => {
  const { bypass_cache, max_age_ms, timeout_ms, retry, url, ...rest } = request;
  const { href } = new URL(url);
  const owner = request.javascript === undefined ? '' : caller.owner;
  return sha256(JSON.stringify([href, owner, sorted(rest)])).toString('base64url');
};

/** With keys in order at every depth: equal requests give equal text. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, entry]) => [key, sorted(entry)]),
  );
};
