import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { Deadline, raceSignal } from '../deadline.ts';
import { isPassingError, restMs } from '../engine/outcome/policy.ts';
import { ConnectError, type Reason } from '../net/connect-error.ts';
import { type Fetch, type FetchAnswer, readBytes } from '../net/fetch.ts';
import { maxRobotsBytes, parseRobots, type RobotsRules } from './robots-rules.ts';

/** robots.txt of each origin (RFC 9309): asked for, cached, and what it means when it cannot be had. */

export interface Robots extends RobotsRules {
  /** `absent`: everything is allowed. `unreachable`: nothing is (RFC 9309, 2.3.1). */
  readonly state: 'found' | 'absent' | 'unreachable';
  /** It is unreachable because nobody is there: the host is not found, or takes no connection, or no secure one. */
  readonly isDeserted?: boolean;
  /** It is unreachable because the certificate of its host is not valid. */
  readonly isDistrusted?: boolean;
}

/**
 * What the robots.txt of an address's origin says, asked for once an hour however many jobs want to know.
 * @throws only the signal's reason.
 */
export type RobotsOf = (url: string, signal: AbortSignal) => Promise<Robots>;

interface Parts {
  readonly fetch: Fetch;
  /** The crawler's product token. */
  readonly token: string;
  readonly now?: () => number;
  /** Milliseconds before it is asked for again; twice as long before the third time. */
  readonly pauseMs?: number;
}

/** For all attempts together. */
const patienceMs = 15_000;
/** Times that it is asked for, as pages and sitemaps are: without it nothing may be fetched. */
const mostAttempts = 3;
/** As many redirects as must be followed (RFC 9309, 2.3.1.2). */
const redirects = 5;
const believedMs = 3_600_000;
/** What could not be had is soon asked for again. */
const retryMs = 60_000;
/** How long a file is believed whose server has gone (RFC 9309, 2.4). */
const staleMs = 86_400_000;
/** Of all files together, as read; their rules take some times as much. */
const maxCacheBytes = 20_000_000;
/** Of a file, beside its text. */
const bytesEach = 2000;

interface Read {
  readonly robots: Robots;
  /** Of the file. */
  readonly size: number;
  readonly readAt: number;
}

/** An attempt; `restMs` is there where another may bring more. */
interface Asked extends Read {
  readonly restMs?: number;
}

interface Entry {
  readonly read: Promise<Read>;
  freshUntil: number;
}

export const createRobots = ({ fetch, token, now = Date.now, pauseMs = 500 }: Parts): RobotsOf => {
  const cache = new LRUCache<string, Entry>({ maxSize: maxCacheBytes });

  const read = async (answer: FetchAnswer): Promise<Asked> => {
    const { status, url } = answer;
    const readAt = now();
    if (status >= 200 && status < 300) {
      const bytes = withoutCutLine(await readBytes(answer), answer.isCut);
      return { robots: { state: 'found', ...parseRobots(bytes, token, url) }, size: bytes.length, readAt };
    }
    // 4xx says that there is none; so does what redirects without end.
    const isAbsent = status >= 300 && status < 500;
    const rest = restMs('origin_error', answer.headers['retry-after'], readAt);
    return {
      ...nothing(readAt),
      ...(isAbsent && { robots: absent }),
      ...(isPassingError(status) && { restMs: rest }),
    };
  };
  const askOnce = async (origin: string, signal: AbortSignal): Promise<Asked> => {
    const request = { url: `${origin}/robots.txt`, redirects, maxBytes: maxRobotsBytes };
    try {
      return await fetch(request, signal, read);
    } catch (error) {
      if (!(error instanceof ConnectError) && !signal.aborted) throw error;
      const reason = error instanceof ConnectError ? error.reason : undefined;
      // A certificate stays what it is.
      if (reason === 'invalid_certificate') return { ...nothing(now()), robots: distrusted };
      const isDeserted = reason !== undefined && nobodyThere.has(reason);
      return { ...nothing(now()), ...(isDeserted && { robots: deserted }), restMs: 0 };
    }
  };
  const ask = async (origin: string): Promise<Read> => {
    using deadline = new Deadline(patienceMs);
    for (let attempts = 1; ; attempts++) {
      const asked = await askOnce(origin, deadline.signal);
      const rest = Math.max(asked.restMs ?? Number.POSITIVE_INFINITY, pauseMs * attempts);
      if (attempts >= mostAttempts || rest >= deadline.remaining) return asked;
      await delay(rest);
    }
  };

  const refresh = async (origin: string, before: Entry | undefined): Promise<Read> => {
    const asked = await ask(origin);
    const last = await before?.read;
    if (asked.robots.state !== 'unreachable' || last === undefined) return asked;
    return now() - last.readAt < staleMs ? last : asked;
  };

  const lookUp = async (origin: string): Promise<Robots> => {
    const known = cache.get(origin);
    if (known !== undefined && known.freshUntil > now()) return (await known.read).robots;
    const entry: Entry = { read: refresh(origin, known), freshUntil: Number.POSITIVE_INFINITY };
    cache.set(origin, entry, { size: bytesEach });
    try {
      const { robots, size, readAt } = await entry.read;
      const isNews = robots.state !== 'unreachable' && now() - readAt < believedMs;
      entry.freshUntil = now() + (isNews ? believedMs : retryMs);
      cache.set(origin, entry, { size: bytesEach + size });
      return robots;
    } catch (error) {
      cache.delete(origin);
      throw error;
    }
  };

  return async (url, signal) => raceSignal(lookUp(new URL(url).origin), signal);
};

/** A rule that is cut in the middle forbids more than it says: `/` of `/private/`. */
const withoutCutLine = (bytes: Buffer, isCut: boolean): Buffer =>
  isCut ? bytes.subarray(0, Math.max(bytes.lastIndexOf('\n'), bytes.lastIndexOf('\r'), 0)) : bytes;

const everything: RobotsRules = { allows: () => true, crawlDelayMs: 0, sitemaps: [] };
const absent: Robots = { state: 'absent', ...everything };
const unreachable: Robots = { state: 'unreachable', ...everything, allows: () => false };
const deserted: Robots = { ...unreachable, isDeserted: true };
const distrusted: Robots = { ...unreachable, isDistrusted: true };
/** A host that may not be asked is told as one that is not there. */
const nobodyThere = new Set<Reason>([
  'dns',
  'unreachable',
  'no_tls',
  'refused_host',
  'refused_port',
  'refused_address',
]);
const nothing = (readAt: number): Read => ({ robots: unreachable, size: 0, readAt });
