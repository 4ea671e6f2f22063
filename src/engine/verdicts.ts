import { LRUCache } from 'lru-cache';
import { firstFlight, type Plan } from '../browser/document.ts';
import type { FramePlan } from '../browser/frame-use.ts';
import type { PageKind } from '../store/page-kinds.ts';
import { shapeOf } from './shape.ts';

/**
 * What is known of kinds of pages, a kind being a host and a shape of address: whether their response holds all of the
 * content that a browser shows. Learned by reading the first pages both ways, and checked again now and then.
 */
export interface Verdicts {
  /** How to read the page at an address. @param trusting false asks for the browser wherever a page holds scripts. */
  planFor(url: string, trusting: boolean): Plan;
  /**
   * A page was read both ways. @param same its response held all that the browser showed. @param length of its document,
   * in characters.
   */
  learn(url: string, same: boolean, length: number): void;
  /** Whether timers may bring content to the page at an address. */
  timersMatter(url: string): boolean;
  /** Timers of a page were run ahead. @param brought they changed the page. */
  learnTimers(url: string, brought: boolean): void;
  /** When the animation frames of the page at an address are taken: where its timers matter, from the beginning. */
  framesOf(url: string): FramePlan;
  /** Animation frames of a page were taken when it was done. @param brought they changed the page. */
  learnFrames(url: string, brought: boolean): void;
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
  /** Pages in a row whose timers brought nothing, and those shown since without running them ahead. */
  idle: number;
  unflushed: number;
  /** The same of their animation frames; below 0, pages to come for which these are not tried again. */
  undrawn: number;
  unframed: number;
}

const none = {
  same: 0,
  short: false,
  unchecked: 0,
  idle: 0,
  unflushed: 0,
  undrawn: 0,
  unframed: 0,
} as const;

/** So many pages must agree before a kind is believed to be still. */
const proof = 3;
/** So many in a row must have timers, or animation frames, that bring nothing. */
const idleProof = 5;
/**
 * Of a kind that is believed to be still one page is read both ways all the same after so many: the more have agreed in
 * a row the later, for the fewer can be different.
 */
const checkAfter = ({ same }: Experience): number => Math.min(100, Math.max(20, 4 * same));
/** Every so manieth page whose timers are believed to bring nothing has them run ahead all the same; frames alike. */
const tryEvery = 20;
/** Where frames brought something they are taken from the beginning for so many pages. */
const framedFor = 100;
/** How long a verdict is believed: sites change, and one that makes its content in the browser may stop doing so. */
const believedMs = { still: 7 * 86_400_000, alive: 86_400_000 } as const;
/** Older ones count for nothing. */
export const longestBelievedMs: number = believedMs.still;
export const mostKinds = 20_000;

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
    kinds.set(keyOf(host, shape), { ...none, verdict, learnedAt: learnedAt.getTime() });

  const kindOf = (url: string): Experience => {
    const key = keyOf(new URL(url).host, shapeOf(url));
    const kind = kinds.get(key) ?? { ...none, verdict: undefined, learnedAt: 0 };
    kinds.set(key, kind);
    return kind;
  };
  const verdictOf = ({ verdict, learnedAt }: Experience): PageKind['verdict'] | undefined =>
    verdict !== undefined && now() - learnedAt < believedMs[verdict] ? verdict : undefined;

  return {
    planFor: (url, trusting) => {
      const kind = kinds.get(keyOf(new URL(url).host, shapeOf(url)));
      const verdict = kind && verdictOf(kind);
      if (verdict === 'alive') return { from: 'browser', why: 'learned', short: kind?.short ?? false };
      if (verdict === undefined || kind === undefined || !trusting)
        return { from: 'response', scripts: false };
      kind.unchecked += 1;
      const isToBeChecked = kind.unchecked >= checkAfter(kind);
      if (isToBeChecked) kind.unchecked = 0;
      return { from: 'response', scripts: !isToBeChecked };
    },
    learn: (url, same, length) => {
      const kind = kindOf(url);
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
    timersMatter: (url) => {
      const kind = kindOf(url);
      if (kind.idle < idleProof) return true;
      kind.unflushed += 1;
      return kind.unflushed % tryEvery === 0;
    },
    learnTimers: (url, brought) => {
      const kind = kindOf(url);
      kind.idle = brought ? 0 : kind.idle + 1;
    },
    framesOf: (url) => {
      const kind = kindOf(url);
      if (kind.idle < idleProof) return 'first';
      if (kind.undrawn < 0) {
        kind.undrawn += 1;
        return 'first';
      }
      if (kind.undrawn < idleProof) return 'last';
      kind.unframed += 1;
      return kind.unframed % tryEvery === 0 ? 'last' : 'never';
    },
    learnFrames: (url, brought) => {
      const kind = kindOf(url);
      kind.undrawn = brought ? -framedFor : kind.undrawn + 1;
    },
  };
};

const keyOf = (host: string, shape: string) => `${host} ${shape}`;
