import type { FrontierUrl } from '../store/frontier.ts';
import { sha256 } from '../text.ts';
import { urlKey } from '../url.ts';
import { createHostLines } from './host-lines.ts';
import { createWays } from './ways.ts';

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

/**
 * What a job still has to fetch, in this process: each page once, as many as are wanted. The tables hold the same; what is
 * here is made anew from them after a crash.
 */
export const createFrontier = (
  start: Start,
  { maxPages, isExclusive, isWanted }: Limits,
  signal: AbortSignal,
) => {
  const known = new Set(start.known.map(idOf));
  const isPassage = ({ url, depth }: FrontierUrl) => depth > 0 && !isWanted(url);
  const lines = createHostLines({ isExclusive, isPassage }, signal);
  const unfinished = new Map<string, FrontierUrl>();
  const ways = createWays((depth) => [...unfinished.values()].some((entry) => entry.depth + 1 < depth));
  let seq = start.lastSeq;
  let results = start.lastResultNo;

  const capacity = maxPages + Math.max(spare * maxPages, spareAtLeast);
  const isSpent = () => known.size >= turnover * capacity;
  const enqueue = (entry: FrontierUrl) => {
    unfinished.set(idOf(entry.urlHash), entry);
    lines.add(entry);
  };
  for (const entry of start.queued) enqueue(entry);

  return {
    knows: (hash: Buffer): boolean => known.has(idOf(hash)),
    isFull: (): boolean => unfinished.size + results >= capacity || isSpent(),
    /** Whether it may have been full, in whichever process. */
    wasFull: (): boolean => known.size >= capacity,
    /** Whether more addresses could bring more results. */
    isShort: (): boolean => results < maxPages && !isSpent(),
    /** Addresses that could be results and nobody has begun with: at the end those that are left out. */
    left: (): number => lines.left,
    /** Whether one more page that is no result may be read for its links: as many as there may be results. */
    hasPassage: (): boolean => lines.passed < maxPages,
    /** Notes that an address needs no visit any more. */
    claim: (hash: Buffer): void => {
      known.add(idOf(hash));
    },
    /** As `Ways` has it. */
    arrive: (hashes: readonly Buffer[], depth: number, links: readonly string[]): void =>
      ways.arrive(hashes.map(idOf), depth, links),
    /** As `Ways` has it: asked for again, such a page could bring nothing. */
    hasCome: (hash: Buffer, depth: number): boolean => ways.hasCome(idOf(hash), depth),
    /** As `Ways` has it. */
    shorten: (hash: Buffer, depth: number): readonly string[] => ways.shorten(idOf(hash), depth),
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
      const entry = lines.remove(hash);
      if (entry !== undefined) unfinished.delete(idOf(hash));
      return entry;
    },
    /**
     * The next page; waits for one while others are under way that may lead to more.
     * @returns undefined when all is done, or as much as is wanted. @throws the signal's reason.
     */
    next: async (): Promise<FrontierUrl | undefined> => {
      for (;;) {
        signal.throwIfAborted();
        if (results >= maxPages) return undefined;
        const entry = results + lines.underWay < maxPages ? lines.take() : undefined;
        if (entry !== undefined) return entry;
        if (lines.underWay === 0 && lines.isEmpty) return undefined;
        await lines.change();
      }
    },
    /** A page is done with. @param isResult whether it counts. */
    settle: (entry: FrontierUrl, isResult: boolean): void => {
      lines.release(entry);
      unfinished.delete(idOf(entry.urlHash));
      if (isResult) results += 1;
      lines.wake();
    },
    /** As `HostLines` has it. */
    mayAsk: lines.mayAsk,
    /** A page that was taken waits again, where it was. */
    postpone: (entry: FrontierUrl): void => {
      lines.putBack(entry);
      lines.wake();
    },
    /** As `HostLines` has it. */
    rest: lines.rest,
  };
};

export type Frontier = ReturnType<typeof createFrontier>;
