import { raceSignal } from '../deadline.ts';
import type { FrontierUrl } from '../store/frontier.ts';

/** Pages that wait, each in the line of its host: no slow host holds up the others. */
export interface HostLines {
  add(entry: FrontierUrl): void;
  /** The page found first whose host may be asked now; it is under way from then on. Passages come after all others. */
  take(): FrontierUrl | undefined;
  /** A page is under way no longer. */
  release(entry: FrontierUrl): void;
  /** A page that was taken waits again, where it was. */
  putBack(entry: FrontierUrl): void;
  /** Takes a page out that nobody has begun with. */
  remove(hash: Buffer): FrontierUrl | undefined;
  /** Whether a page that was taken may be asked for: others of its host may have been taken with it. */
  mayAsk(entry: FrontierUrl): boolean;
  /** A host is left alone for so long from now on, and others are asked meanwhile. Another of its pages may have said more. */
  rest(host: string, ms: number): void;
  /** Waits until another page may have come to be taken. @throws the signal's reason. */
  change(): Promise<void>;
  wake(): void;
  /** Pages that wait, passages not counted. */
  readonly left: number;
  /** Passages that were added so far. */
  readonly passed: number;
  readonly underWay: number;
  readonly isEmpty: boolean;
}

interface Parts {
  /** Whether a host may be asked for one page at a time only. */
  readonly isExclusive: (host: string) => boolean;
  /** Whether a page is read for its links alone. */
  readonly isPassage: (entry: FrontierUrl) => boolean;
}

/** By host. */
type Lines = Map<string, FrontierUrl[]>;

const hostOf = ({ url }: FrontierUrl): string => new URL(url).host;

/** @param signal ends what waits for a change. */
export const createHostLines = ({ isExclusive, isPassage }: Parts, signal: AbortSignal): HostLines => {
  const waiting: Lines = new Map();
  const passages: Lines = new Map();
  const linesOf = (entry: FrontierUrl) => (isPassage(entry) ? passages : waiting);
  /** Pages under way, by host, and which they are. */
  const underWay = new Map<string, number>();
  const taken = new Set<number>();
  /** When the hosts that were left alone after their last page may be asked again: by `performance.now()`. */
  const rests = new Map<string, number>();
  let passed = 0;
  let wakers: (() => void)[] = [];

  const wake = () => {
    for (const waker of wakers) waker();
    wakers = [];
  };

  const restOf = (host: string) => (rests.get(host) ?? 0) - performance.now();
  const isOneByOne = (host: string) => isExclusive(host) || rests.has(host);
  /** @param others of its pages that may be under way at most, where they come one by one. */
  const isFree = (host: string, others = 0) =>
    restOf(host) <= 0 && (!isOneByOne(host) || (underWay.get(host) ?? 0) <= others);
  /** Milliseconds until the first of the hosts that are left alone may be asked again. */
  const soonest = () => {
    const waits = [...waiting.keys(), ...passages.keys()].map(restOf).filter((ms) => ms > 0);
    return waits.length === 0 ? undefined : Math.min(...waits);
  };

  const takeFrom = (lines: Lines): FrontierUrl | undefined => {
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
  const release = (entry: FrontierUrl) => {
    if (!taken.delete(entry.seq)) return;
    const host = hostOf(entry);
    const left = (underWay.get(host) ?? 1) - 1;
    if (left > 0) underWay.set(host, left);
    else underWay.delete(host);
  };

  return {
    add: (entry) => {
      const lines = linesOf(entry);
      if (lines === passages) passed += 1;
      const host = hostOf(entry);
      const line = lines.get(host);
      if (line === undefined) lines.set(host, [entry]);
      else line.push(entry);
    },
    take: () => takeFrom(waiting) ?? takeFrom(passages),
    release,
    putBack: (entry) => {
      release(entry);
      const lines = linesOf(entry);
      const host = hostOf(entry);
      lines.set(
        host,
        [entry, ...(lines.get(host) ?? [])].sort((one, other) => one.seq - other.seq),
      );
    },
    remove: (hash) => {
      for (const lines of [waiting, passages])
        for (const [host, line] of lines) {
          const index = line.findIndex(({ urlHash }) => urlHash.equals(hash));
          const [entry] = index === -1 ? [] : line.splice(index, 1);
          if (line.length === 0) lines.delete(host);
          if (entry !== undefined) return entry;
        }
      return undefined;
    },
    mayAsk: (entry) => isFree(hostOf(entry), 1),
    rest: (host, ms) => {
      const left = Math.max(ms, restOf(host));
      if (left > 0) rests.set(host, performance.now() + left);
      else rests.delete(host);
    },
    change: async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      wakers.push(resolve);
      const rest = soonest();
      const alarm = rest === undefined ? undefined : setTimeout(wake, Math.ceil(rest));
      // A listener that stayed would keep a composite signal for ever (Node.js), and with it all of a job that is over.
      await raceSignal(promise, signal).finally(() => clearTimeout(alarm));
    },
    wake,
    get left() {
      return [...waiting.values()].reduce((sum, line) => sum + line.length, 0);
    },
    get passed() {
      return passed;
    },
    get underWay() {
      return taken.size;
    },
    get isEmpty() {
      return waiting.size === 0 && passages.size === 0;
    },
  };
};
