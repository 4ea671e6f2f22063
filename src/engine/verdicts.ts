import { LRUCache } from 'lru-cache';
import { firstFlight } from '../browser/arrive/document.ts';
import type { Plan } from '../browser/arrive/received.ts';
import type { PageKind } from '../store/page-kinds.ts';
import { keyOf, kindOf, mostKinds, shapeOf } from './page-kind.ts';
import { checkAfter } from './trials.ts';

/**
 * Whether the response of a kind of pages holds all of the content that a browser shows. Learned by reading the first pages
 * both ways, and checked again now and then.
 */
export interface Verdicts {
  /**
   * Decides how to read the page at an address, and counts it: call it once a page.
   * @param trusting false asks for the browser wherever a page holds scripts.
   */
  planFor(url: string, trusting: boolean): Plan;
  /** Whether the page at an address is believed to be read from its response. */
  isStill(url: string): boolean;
  /**
   * A page was read both ways. @param same its response held all that the browser showed. @param length of its document,
   * in characters.
   */
  learn(url: string, same: boolean, length: number): void;
}

interface Experience {
  /** Pages in a row that were the same both ways. */
  same: number;
  verdict: PageKind['verdict'] | undefined;
  learnedAt: number;
  /** The document of the page that was read last came at once. */
  short: boolean;
  /** Pages answered since the last check. */
  unchecked: number;
}

const unknown = { same: 0, verdict: undefined, learnedAt: 0, short: false, unchecked: 0 } as const;

/** Pages that must agree before a kind is believed to be still. */
const proof = 3;
/** How long a verdict is believed: sites change, and one that makes its content in the browser may stop doing so. */
const believedMs = { still: 7 * 86_400_000, alive: 86_400_000 } as const;
/** Older ones count for nothing. */
export const longestBelievedMs: number = believedMs.still;

/**
 * @param known from earlier runs.
 * @param keep is told of every new verdict.
 * @param now the clock, in milliseconds since the epoch.
 */
export const createVerdicts = (
  known: readonly PageKind[],
  keep: (kind: PageKind) => void,
  now: () => number = Date.now,
): Verdicts => {
  const kinds = new LRUCache<string, Experience>({ max: mostKinds });
  for (const { host, shape, verdict, learnedAt } of known.toReversed())
    kinds.set(keyOf(host, shape), { ...unknown, verdict, learnedAt: learnedAt.getTime() });

  const verdictOf = ({ verdict, learnedAt }: Experience = unknown): PageKind['verdict'] | undefined =>
    verdict !== undefined && now() - learnedAt < believedMs[verdict] ? verdict : undefined;

  return {
    planFor: (url, trusting) => {
      const kind = kinds.get(kindOf(url));
      const verdict = verdictOf(kind);
      if (verdict === 'alive') return { from: 'browser', why: 'learned', short: kind?.short ?? false };
      if (verdict === undefined || kind === undefined || !trusting)
        return { from: 'response', scripts: false };
      kind.unchecked += 1;
      const isToBeChecked = kind.unchecked >= checkAfter(kind.same);
      if (isToBeChecked) kind.unchecked = 0;
      return { from: 'response', scripts: !isToBeChecked };
    },
    isStill: (url) => verdictOf(kinds.get(kindOf(url))) === 'still',
    learn: (url, same, length) => {
      const kind: Experience = kinds.get(kindOf(url)) ?? { ...unknown };
      kinds.set(kindOf(url), kind);
      kind.short = length <= firstFlight;
      kind.same = same ? kind.same + 1 : 0;
      const verdict = same ? (kind.same >= proof ? 'still' : undefined) : 'alive';
      if (verdict === undefined) return;
      const isNews = verdict !== verdictOf(kind);
      kind.verdict = verdict;
      kind.learnedAt = now();
      if (isNews)
        keep({
          host: new URL(url).host,
          shape: shapeOf(url),
          verdict,
          learnedAt: new Date(kind.learnedAt),
        });
    },
  };
};
