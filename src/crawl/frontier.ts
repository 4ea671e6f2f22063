import type { FrontierUrl } from '../store/frontier.ts';
import { sha256 } from '../text.ts';
import { urlKey } from '../url.ts';

/** An address that was found. */
export interface Candidate {
  /** Without a place on the page: the first link to a page often leads to one of its headings. */
  readonly url: string;
  readonly depth: number;
  readonly parentUrl: string | null;
  /** The page to start with, which is fetched whatever the job's patterns say. */
  readonly isStart?: true;
  /** By robots.txt, as far as is known: such addresses must not take the place of others. */
  readonly isForbidden?: boolean;
}

export const hashOf = (url: string): Buffer => sha256(urlKey(url));
/** A hash as a short key, for sets of thousands. */
export const idOf = (hash: Buffer): string => hash.toString('latin1', 0, 16);

/** So many times the pages that are wanted are held beside them: some turn out to be copies or refused. */
const spare = 3;
const spareAtLeast = 300;
/** So many times what is held is taken in over time: a site can lead to one page from any number of addresses. */
const turnover = 10;

interface Start {
  readonly queued: readonly FrontierUrl[];
  readonly known: readonly Buffer[];
  readonly lastSeq: number;
  readonly lastResultNo: number;
}

interface Limits {
  readonly maxPages: number;
  /** Whether a host may be asked for one page at a time only. */
  readonly isExclusive: (host: string) => boolean;
  /** Whether a page can be a result; others are read for their links, when none that can is left. */
  readonly isWanted: (url: string) => boolean;
}

/** By host. */
type Lines = Map<string, FrontierUrl[]>;

/**
 * What a job still has to fetch, in this process: each page once, in order of discovery, without one slow host holding up
 * the others. The tables hold the same; what is here is made anew from them after a crash.
 */
export const createFrontier = (
  start: Start,
  { maxPages, isExclusive, isWanted }: Limits,
  signal: AbortSignal,
) => {
  const known = new Set(start.known.map(idOf));
  const waiting: Lines = new Map();
  const passages: Lines = new Map();
  const underWay = new Map<string, number>();
  const taken = new Set<number>();
  const unfinished = new Map<string, FrontierUrl>();
  /** Pages that have come, and from which depth their links were taken. */
  const come = new Map<string, number>();
  let seq = start.lastSeq;
  let results = start.lastResultNo;
  let passed = 0;
  let wakers: (() => void)[] = [];
  /** When the hosts that were left alone after their last page may be asked again: by `performance.now()`. */
  const rests = new Map<string, number>();

  const capacity = maxPages + Math.max(spare * maxPages, spareAtLeast);
  const isSpent = () => known.size >= turnover * capacity;
  const wake = () => {
    for (const waker of wakers) waker();
    wakers = [];
  };
  signal.addEventListener('abort', wake, { once: true });
  const linesOf = ({ url, depth }: FrontierUrl) => (depth > 0 && !isWanted(url) ? passages : waiting);
  const enqueue = (entry: FrontierUrl) => {
    const { host } = new URL(entry.url);
    unfinished.set(idOf(entry.urlHash), entry);
    const lines = linesOf(entry);
    if (lines === passages) passed += 1;
    const line = lines.get(host);
    if (line === undefined) lines.set(host, [entry]);
    else line.push(entry);
  };
  for (const entry of start.queued) enqueue(entry);

  const restOf = (host: string) => (rests.get(host) ?? 0) - performance.now();
  const isOneByOne = (host: string) => isExclusive(host) || rests.has(host);
  /** @param others of its pages that may be under way at most, where they come one by one. */
  const isFree = (host: string, others = 0) =>
    restOf(host) <= 0 && (!isOneByOne(host) || (underWay.get(host) ?? 0) <= others);
  const takeNow = (lines: Lines): FrontierUrl | undefined => {
    let best: string | undefined;
    let lowest = Number.POSITIVE_INFINITY;
    for (const [host, [first]] of lines)
      if (first !== undefined && first.seq < lowest && isFree(host)) {
        best = host;
        lowest = first.seq;
      }
    const line = best === undefined ? undefined : lines.get(best);
    const entry = line?.shift();
    if (best === undefined || entry === undefined) return undefined;
    if (line?.length === 0) lines.delete(best);
    underWay.set(best, (underWay.get(best) ?? 0) + 1);
    taken.add(entry.seq);
    return entry;
  };
  const release = ({ url, seq: of }: FrontierUrl) => {
    if (!taken.delete(of)) return;
    const { host } = new URL(url);
    const left = (underWay.get(host) ?? 1) - 1;
    if (left > 0) underWay.set(host, left);
    else underWay.delete(host);
  };

  /** Milliseconds until the first of the hosts that are left alone may be asked again. */
  const soonest = () => {
    const waits = [...waiting.keys(), ...passages.keys()].map(restOf).filter((ms) => ms > 0);
    return waits.length === 0 ? undefined : Math.min(...waits);
  };
  const change = async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    wakers.push(resolve);
    const rest = soonest();
    const alarm = rest === undefined ? undefined : setTimeout(wake, Math.ceil(rest));
    await promise;
    clearTimeout(alarm);
  };

  return {
    knows: (hash: Buffer): boolean => known.has(idOf(hash)),
    isFull: (): boolean => unfinished.size + results >= capacity || isSpent(),
    /** Whether it may have been full, in whichever process. */
    wasFull: (): boolean => known.size >= capacity,
    /** Whether more addresses could bring more results. */
    isShort: (): boolean => results < maxPages && !isSpent(),
    /** Addresses that could be results and nobody has begun with: at the end those that are left out. */
    left: (): number => [...waiting.values()].reduce((sum, line) => sum + line.length, 0),
    /** Whether one more page that is no result may be read for its links: as many as there may be results. */
    hasPassage: (): boolean => passed < maxPages,
    /** Notes that an address needs no visit any more. */
    claim: (hash: Buffer): void => {
      known.add(idOf(hash));
    },
    /** Notes that a page has come. @param depth that its links count from. */
    arrive: (hash: Buffer, depth: number): void => {
      come.set(idOf(hash), depth);
    },
    /** Whether a page has come by a way that was no longer: asked for again, it could bring nothing. */
    hasCome: (hash: Buffer, depth: number): boolean =>
      (come.get(idOf(hash)) ?? Number.POSITIVE_INFINITY) <= depth,
    /** Makes an entry of an address that is not known. */
    add: ({ url, depth, parentUrl }: Candidate, urlHash: Buffer): FrontierUrl => {
      seq += 1;
      const entry = { seq, url, urlHash, depth, parentUrl };
      known.add(idOf(urlHash));
      enqueue(entry);
      return entry;
    },
    /** Notes a shorter way to a page that is not finished. @returns its entry, if the way is shorter. */
    bringNearer: (hash: Buffer, { depth, parentUrl }: Candidate): FrontierUrl | undefined => {
      const entry = unfinished.get(idOf(hash));
      if (entry === undefined || depth >= entry.depth) return undefined;
      return Object.assign(entry, { depth, parentUrl });
    },
    /** Takes an address out that nobody has begun with: its page came by another way. */
    adopt: (hash: Buffer): FrontierUrl | undefined => {
      for (const lines of [waiting, passages])
        for (const [host, line] of lines) {
          const index = line.findIndex(({ urlHash }) => urlHash.equals(hash));
          const [entry] = index === -1 ? [] : line.splice(index, 1);
          if (line.length === 0) lines.delete(host);
          if (entry === undefined) continue;
          unfinished.delete(idOf(hash));
          return entry;
        }
      return undefined;
    },
    /**
     * The next page; waits for one while others are under way that may lead to more.
     * @returns undefined when all is done, or as much as is wanted. @throws the signal's reason.
     */
    next: async (): Promise<FrontierUrl | undefined> => {
      for (;;) {
        signal.throwIfAborted();
        if (results >= maxPages) return undefined;
        const entry = results + taken.size < maxPages ? (takeNow(waiting) ?? takeNow(passages)) : undefined;
        if (entry !== undefined) return entry;
        if (taken.size === 0 && waiting.size === 0 && passages.size === 0) return undefined;
        await change();
      }
    },
    /** A page is done with. @param isResult whether it counts. */
    settle: (entry: FrontierUrl, isResult: boolean): void => {
      release(entry);
      unfinished.delete(idOf(entry.urlHash));
      if (isResult) results += 1;
      wake();
    },
    /** Whether a page that was taken may be asked for: others of its host may have been taken with it. */
    mayAsk: ({ url }: FrontierUrl): boolean => isFree(new URL(url).host, 1),
    /** A page that was taken waits again, where it was. */
    postpone: (entry: FrontierUrl): void => {
      release(entry);
      const lines = linesOf(entry);
      const { host } = new URL(entry.url);
      lines.set(
        host,
        [entry, ...(lines.get(host) ?? [])].sort((one, other) => one.seq - other.seq),
      );
      wake();
    },
    /** A host is left alone for so long from now on, and others are asked meanwhile. Another of its pages may have said more. */
    rest: (host: string, ms: number): void => {
      const left = Math.max(ms, restOf(host));
      if (left > 0) rests.set(host, performance.now() + left);
      else rests.delete(host);
    },
  };
};

export type Frontier = ReturnType<typeof createFrontier>;
