import { setTimeout as delay } from 'node:timers/promises';
import sniff from 'html-encoding-sniffer';
import { invalidCertificate } from '../contract/error.ts';
import { Deadline } from '../deadline.ts';
import { createDecoder } from '../document/tree/charset.ts';
import { isPassingError, restMs } from '../engine/outcome/policy.ts';
import { ConnectError } from '../net/connect-error.ts';
import { basic, credentialsOf, withCredentialsOf, withoutCredentials } from '../net/credentials.ts';
import type { Fetch, FetchAnswer } from '../net/fetch.ts';
import { longestRestMs } from '../store/hosts.ts';
import { urlKey } from '../url.ts';
import { createSitemapParser, type SitemapEntries } from './sitemap-parser.ts';

/** Reads the sitemaps of a site, nested and packed ones, too, within limits of time and size. */

/** What comes of reading sitemaps, as it comes. */
export type SitemapNews =
  | { readonly kind: 'page'; readonly url: string; readonly sitemap: string }
  /**
   * One sitemap could not be read, or not to its end; the others are. `message` is for the caller.
   * `isAbsent`: at an address to start with there is none.
   */
  | { readonly kind: 'problem'; readonly url: string; readonly message: string; readonly isAbsent?: boolean };

/**
 * The pages that sitemaps name and the sitemaps below them, in order, each sitemap once.
 * @param starts whose user and password, if they name some, are sent to their origins, and are not in what comes.
 * @throws only the signal's reason.
 */
export type ReadSitemaps = (
  starts: readonly string[],
  signal: AbortSignal,
  manners?: Manners,
) => AsyncGenerator<SitemapNews>;

export interface Manners {
  /** A site that wants to be left alone for longer is not asked again. */
  readonly mostRestMs?: number;
  /** Why a sitemap may not be asked for, as a sentence; undefined where it may. */
  readonly refusalOf?: (url: string) => Promise<string | undefined>;
  /** Asks for one when its host may be asked. */
  readonly atPace?: AtPace;
}

/** @returns what asking brings. @throws what it throws, and the signal's reason. */
export type AtPace = <Answer extends Obtained>(url: string, ask: () => Promise<Answer>) => Promise<Answer>;

/** What an answer says of its host. */
export interface Obtained {
  /** It failed to answer, or said that it is asked too often. */
  readonly inTrouble?: true;
  /** There where another attempt may bring more: milliseconds that the site wants to be left alone. */
  readonly restMs?: number;
}

const atOnce: AtPace = (_url, ask) => ask();

interface Parts {
  readonly fetch: Fetch;
  readonly limits?: Partial<typeof standardLimits>;
}

/** The protocol's own bounds for one sitemap (sitemaps.org), and ours for all that hang together. */
const standardLimits = {
  urls: 50_000,
  /** Of one document, unpacked. */
  bytes: 50 * 1024 * 1024,
  documents: 1000,
  /** Indexes above a sitemap. The protocol allows one. */
  depth: 5,
  redirects: 5,
  /** For one document, in milliseconds. */
  patience: 60_000,
  /** Before a document is asked for again, in milliseconds; twice as long before the third time. */
  pause: 500,
};
/** Times that a document is asked for, as pages are. */
const mostAttempts = 3;

export const createSitemaps = ({ fetch, limits: own }: Parts): ReadSitemaps => {
  const limits = { ...standardLimits, ...own };

  const askFor = async (url: string, limit: number, signal: AbortSignal): Promise<Document> => {
    using deadline = new Deadline(limits.patience, signal);
    const credentials = credentialsOf(new URL(url));
    const headers = credentials && { authorization: basic(credentials) };
    const request = {
      // What is relative to it would name the user, too.
      url: withoutCredentials(url),
      headers,
      redirects: limits.redirects,
      maxBytes: limits.bytes,
      unpacks: true,
    };
    try {
      return await fetch(request, deadline.signal, (answer) => readAnswer(answer, limit, limits.bytes));
    } catch (error) {
      signal.throwIfAborted();
      if (deadline.signal.aborted) return { problem: 'The sitemap did not arrive in time.', inTrouble: true };
      if (!(error instanceof ConnectError)) throw error;
      if (error.reason === 'invalid_certificate') return { problem: invalidCertificate.message };
      // What is refused takes as long as what fails: who asks must not learn which it was.
      return { problem: 'The sitemap could not be reached.', inTrouble: true, restMs: 0 };
    }
  };
  const readDocument = async (
    url: string,
    limit: number,
    { signal, mostRestMs, atPace }: { signal: AbortSignal; mostRestMs: number; atPace: AtPace },
  ): Promise<Document> => {
    for (let attempts = 1; ; attempts++) {
      const document = await atPace(url, () => askFor(url, limit, signal));
      const rest = Math.max(document.restMs ?? Number.POSITIVE_INFINITY, limits.pause * attempts);
      if (rest > mostRestMs || attempts >= mostAttempts) return document;
      await delay(rest, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  };

  return async function* (starts, signal, { mostRestMs = longestRestMs, refusalOf, atPace = atOnce } = {}) {
    const seen = new Set<string>();
    const waiting = starts.map((url) => ({ url, depth: 0 }));
    let left = limits.urls;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { depth } = next;
      const url = withoutCredentials(next.url);
      if (seen.has(urlKey(url))) continue;
      seen.add(urlKey(url));
      if (seen.size > limits.documents)
        return yield { kind: 'problem', url, message: `There are more than ${limits.documents} sitemaps.` };
      const refusal = await refusalOf?.(url);
      if (refusal !== undefined) {
        yield { kind: 'problem', url, message: refusal };
        continue;
      }
      // One more than is wanted tells that there are more.
      const manners = { signal, mostRestMs, atPace };
      const { entries, problem, isAbsent } = await readDocument(next.url, left + 1, manners);
      const pages = entries?.pages ?? [];
      for (const page of pages.slice(0, left)) yield { kind: 'page', url: page, sitemap: url };
      if (problem !== undefined)
        yield { kind: 'problem', url, message: problem, ...(isAbsent && depth === 0 && { isAbsent }) };
      const below = entries?.sitemaps ?? [];
      if (below.length > 0 && depth >= limits.depth)
        yield { kind: 'problem', url, message: `Sitemaps nest deeper than ${limits.depth} levels.` };
      // Before those that wait: pages come in the order of the documents that name them.
      else
        waiting.unshift(
          ...below.map((child) => ({ url: withCredentialsOf(next.url, child), depth: depth + 1 })),
        );
      left -= pages.length;
      if (left < 0 || (left === 0 && waiting.length > 0))
        return yield { kind: 'problem', url, message: `There are more than ${limits.urls} addresses.` };
    }
  };
};

interface Document extends Obtained {
  readonly entries?: SitemapEntries | undefined;
  readonly problem?: string | undefined;
  readonly isAbsent?: true;
}

const readAnswer = async (answer: FetchAnswer, limit: number, maxBytes: number): Promise<Document> => {
  if (answer.status !== 200) {
    const rest = restMs('origin_error', answer.headers['retry-after'], Date.now());
    const problem = `The sitemap was answered with status ${answer.status}.`;
    return {
      problem,
      ...(isPassingError(answer.status) ? { inTrouble: true, restMs: rest } : { isAbsent: true }),
    };
  }
  const parser = createSitemapParser(answer.url, limit);
  let broken = false;
  try {
    const decode = createDecode(answer.headers['content-type']);
    for await (const chunk of answer.body) if (!parser.write(decode(chunk))) break;
  } catch (error) {
    if (!(error instanceof ConnectError)) throw error;
    broken = true;
  }
  const entries = parser.end();
  if (broken) return { entries, problem: 'The sitemap broke off.' };
  if (entries === undefined) return { problem: 'The answer is not a sitemap.', isAbsent: true };
  return { entries, problem: answer.isCut ? `The sitemap is larger than ${maxBytes} bytes.` : undefined };
};

/** Bytes to text, by byte order mark, header or XML declaration; UTF-8 without. */
const createDecode = (contentType = '') => {
  let decoder: ReturnType<typeof createDecoder> | undefined;
  return (chunk: Buffer): string => {
    if (decoder === undefined) {
      const [, inHeader] = /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType) ?? [];
      const [, declared] =
        /^<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)/.exec(chunk.toString('latin1', 0, 200)) ?? [];
      const label = inHeader ?? wideOf(chunk) ?? narrow(declared);
      decoder = createDecoder(
        sniff(chunk, { xml: true, transportLayerEncodingLabel: label, defaultEncoding: 'utf-8' }),
      );
    }
    return decoder.decode(chunk, { stream: true });
  };
};

/** UTF-16 without a byte order mark shows by how its markup begins (XML 1.0, appendix F). */
const wideOf = (bytes: Buffer): string | undefined =>
  ({ '3c00': 'utf-16le', '003c': 'utf-16be' })[bytes.toString('hex', 0, 2)];

/** A declaration that could be read so far is not in UTF-16, whatever it says: programs declare what they held it in. */
const narrow = (declared: string | undefined): string | undefined =>
  declared !== undefined && /^(?:utf-16|ucs-2|iso-10646-ucs-2)/i.test(declared) ? undefined : declared;
