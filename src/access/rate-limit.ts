import { LRUCache } from 'lru-cache';
import type { Caller } from '../contract/access.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { ServiceError } from '../contract/error.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Database } from '../store/database.ts';
import { createWindows } from './windows.ts';

/** How often a client address and a key may ask, and the headers that tell it. */

export interface RateLimit {
  /**
   * Counts a request: for its address where permits are taken, and for its key everywhere. Windows are shared by all
   * processes on one database. @returns headers for the answer. @throws ServiceError `rate_limited`
   */
  count(
    endpoint: Pick<Endpoint, 'auth'>,
    caller: Caller,
    address: string,
  ): Promise<Readonly<Record<string, string>>>;
  close(): void;
}

interface Parts {
  readonly database: Database;
  /** Requests a minute; undefined for no limit. */
  readonly quotas: {
    readonly address: number | undefined;
    readonly tiers: Readonly<Record<string, number | undefined>>;
  };
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** A sliding window: so many requests within the last so many seconds. */
const spanSeconds = 60;
const sweepMs = 300_000;
/** Windows that are remembered, so that a flood costs the database nothing. */
const maxSeen = 10_000;

/** One of the windows that a request counts in. `word` is its name in the headers. */
interface Limited {
  readonly word: 'address' | 'key';
  readonly name: string;
  readonly quota: number;
}

interface State extends Limited {
  readonly remaining: number;
  /** Seconds until the oldest request leaves the window. */
  readonly wait: number;
}

export const createRateLimit = ({ database, quotas, log, metrics }: Parts): RateLimit => {
  /** Window → how it stood when it was last counted in, and `performance.now()` at which its oldest request leaves it. */
  const seen = new LRUCache<string, { readonly remaining: number; readonly until: number }>({ max: maxSeen });
  const shared = createWindows(database, spanSeconds);
  const sweep = () =>
    shared.sweep().catch((error: unknown) => log.warn({ err: error }, 'empty rate windows were not removed'));
  const sweeping = setInterval(sweep, sweepMs).unref();

  const windowsOf = (endpoint: Pick<Endpoint, 'auth'>, caller: Caller, address: string): Limited[] => {
    const windows: Limited[] = [];
    const add = (word: Limited['word'], id: string, quota: number | undefined) => {
      if (quota !== undefined) windows.push({ word, name: `${word}:${id}`, quota });
    };
    if (endpoint.auth === 'key-or-pay') add('address', address, quotas.address);
    if (caller.kind === 'key') add('key', caller.keyId, quotas.tiers[caller.tier]);
    return windows;
  };

  const refuse = (states: readonly State[]): never => {
    const exhausted = states.filter(isFull);
    for (const { word } of exhausted) metrics.rateLimited.inc({ window: word });
    throw new ServiceError('rate_limited', {
      retry_after: Math.max(1, ...exhausted.map(({ wait }) => wait)),
      envelope: { headers: headersOf(states) },
    });
  };

  return {
    count: async (endpoint, caller, address) => {
      const windows = windowsOf(endpoint, caller, address);
      if (windows.length === 0) return {};
      const now = performance.now();
      const known = windows.flatMap((window) => {
        const { remaining, until } = seen.get(window.name) ?? {};
        if (remaining === undefined || until === undefined) return [];
        return [{ ...window, remaining, wait: Math.max(0, until - now) / 1000 }];
      });
      // A full window stays full until its oldest request leaves it: the database need not be asked.
      if (known.some(isFull)) refuse(known);

      const count = await shared.count(windows);
      const states = windows.map((window, index) => ({
        ...window,
        ...(count.windows[index] ?? { remaining: 0, wait: 0 }),
      }));
      for (const { name, remaining, wait } of states)
        seen.set(name, { remaining, until: performance.now() + 1000 * wait });
      return count.admitted ? headersOf(states) : refuse(states);
    },
    close: () => clearInterval(sweeping),
  };
};

const isFull = ({ remaining, wait }: State): boolean => remaining === 0 && wait > 0;

/** Both forms in use: three headers of their own for the tightest window, and the lists of the IETF draft for all. */
const headersOf = (states: readonly State[]): Record<string, string> => {
  const [tightest] = states.toSorted((a, b) => a.remaining - b.remaining || b.wait - a.wait);
  if (tightest === undefined) return {};
  const items = (fields: (state: State) => string) =>
    states.map((state) => `"${state.word}";${fields(state)}`).join(', ');
  return {
    'ratelimit-limit': String(tightest.quota),
    'ratelimit-remaining': String(tightest.remaining),
    'ratelimit-reset': String(Math.ceil(tightest.wait)),
    'ratelimit-policy': items(({ quota }) => `q=${quota};w=${spanSeconds}`),
    ratelimit: items(({ remaining, wait }) => `r=${remaining};t=${Math.ceil(wait)}`),
  };
};
