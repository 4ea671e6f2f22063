import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../contract/access.ts';
import type { ScrapeRequest } from '../contract/scrape.ts';
import { raceSignal } from '../deadline.ts';
import type { Metrics } from '../metrics.ts';

/** How long an answer may be given again (spec, "Limits"). */
const cacheMs = 300_000;

interface Entry<T> {
  readonly answer: T;
  readonly storedAt: number;
}

/** An answer under way, and how many callers wait for it. */
interface Flight<T> {
  readonly answer: Promise<T>;
  readonly abort: AbortController;
  waiting: number;
}

interface Parts<T> {
  /** Memory for answers; 0 keeps none. Identical concurrent requests share one flight all the same. */
  readonly maxBytes: number;
  readonly bytesOf: (answer: T) => number;
  readonly metrics: Metrics;
}

export interface Cached<T> {
  readonly answer: T;
  /** When it was stored, for an answer out of the cache. */
  readonly cachedAt: Date | undefined;
}

export interface AnswerCache<T> {
  /**
   * The stored answer, or the one under way for an identical request, or the work's. Errors are never stored.
   * The work is aborted when every caller that waits for it has left.
   */
  get(
    request: ScrapeRequest,
    caller: Caller,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<Cached<T>>;
}

export const createCache = <T extends object>({ maxBytes, bytesOf, metrics }: Parts<T>): AnswerCache<T> => {
  const stored =
    maxBytes > 0
      ? new LRUCache<string, Entry<T>>({
          maxSize: maxBytes,
          maxEntrySize: Math.max(1, Math.floor(maxBytes / 4)),
          ttl: cacheMs,
          sizeCalculation: ({ answer }) => Math.max(1, bytesOf(answer)),
        })
      : undefined;
  const flights = new Map<string, Flight<T>>();

  const fly = (flightKey: string, key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> => {
    const abort = new AbortController();
    const answer = work(abort.signal).then((result) => {
      stored?.set(key, { answer: result, storedAt: Date.now() });
      return result;
    });
    const flight: Flight<T> = { answer, abort, waiting: 0 };
    flights.set(flightKey, flight);
    const landed = () => {
      if (flights.get(flightKey) === flight) flights.delete(flightKey);
    };
    answer.then(landed, landed);
    return flight;
  };

  const board = async (flight: Flight<T>, flightKey: string, signal: AbortSignal): Promise<T> => {
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
      const maxAge = request.bypass_cache ? 0 : (request.max_age_ms ?? cacheMs);
      const entry = maxAge > 0 ? stored?.get(key) : undefined;
      if (entry && Date.now() - entry.storedAt <= maxAge) {
        metrics.cache.inc({ result: 'hit' });
        return { answer: entry.answer, cachedAt: new Date(entry.storedAt) };
      }
      // A shorter budget would end the others' flight early: only equal budgets share one.
      const flightKey = `${key}:${request.timeout_ms}:${maxAge === 0}`;
      const under = maxAge > 0 ? flights.get(flightKey) : undefined;
      metrics.cache.inc({ result: under ? 'joined' : 'miss' });
      return {
        answer: await board(under ?? fly(flightKey, key, work), flightKey, signal),
        cachedAt: undefined,
      };
    },
  };
};

/** Requests with credentials in the address or of the proxy are neither stored nor shared. */
const isPersonal = ({ url, proxy_url }: ScrapeRequest): boolean => {
  const { username, password } = new URL(url);
  return username !== '' || password !== '' || proxy_url !== undefined;
};

/** Everything that changes the answer, and nothing else. What a caller's script makes of a page is that caller's. */
const keyOf = (request: ScrapeRequest, caller: Caller): string => {
  const { bypass_cache, max_age_ms, timeout_ms, retry, url, ...rest } = request;
  const { href } = new URL(url);
  const owner = request.javascript === undefined ? '' : caller.owner;
  return createHash('sha256')
    .update(JSON.stringify([href, owner, sorted(rest)]))
    .digest('base64url');
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
