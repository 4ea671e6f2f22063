import { LRUCache } from 'lru-cache';
import { firstFlight } from '../browser/arrive/document.ts';
import type { Plan } from '../browser/arrive/received.ts';
import type { FramePlan } from '../browser/tab/animation-frames.ts';
import type { PageKind } from '../store/page-kinds.ts';
import { shapeOf } from './shape.ts';

/**
 * What is known of kinds of pages, a kind being a host and a shape of address: whether their response holds all of the
 * content that a browser shows. Learned by reading the first pages both ways, and checked again now and then. Each question
 * is to be asked once for a page: it counts the pages, which decides when the next check is due.
 */
export interface Verdicts {
  /** How to read the page at an address. @param trusting false asks for the browser wherever a page holds scripts. */
  planFor(url: string, trusting: boolean): Plan;
  /** Whether the page at an address is believed to be read from its response. */
  isStill(url: string): boolean;
  /**
   * A page was read both ways. @param same its response held all that the browser showed. @param length of its document,
   * in characters.
   */
  learn(url: string, same: boolean, length: number): void;
  /** Whether timers may bring content to the page at an address. @param alike what else pages of its kind have in common. */
  timersMatter(url: string, alike: string): boolean;
  /** Timers of a page were run ahead. @param brought they changed the page. */
  learnTimers(url: string, alike: string, brought: boolean): void;
  /** When the animation frames of the page at an address are taken: where its timers matter, from the beginning. */
  framesOf(url: string, alike: string): FramePlan;
  /** Animation frames of a page were taken when it was done. @param brought they changed the page. */
  learnFrames(url: string, alike: string, brought: boolean): void;
  /** Whether the page at an address may fill on sight what is empty. */
  sightsMatter(url: string): boolean;
  /** What is empty in a page was brought into sight. @param brought it brought something. */
  learnSights(url: string, brought: boolean): void;
  /** Whether quiet may bring something to the page at an address once it has loaded and rests. */
  quietMatters(url: string, alike: string): boolean;
  /** A page was waited for once it had loaded and rested. @param brought it changed meanwhile. */
  learnQuiet(url: string, alike: string, brought: boolean): void;
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
  readonly sights: Trial;
}

/** Of pages that are alike in more than their address. */
interface Habits {
  readonly timers: Trial;
  readonly frames: Trial;
  readonly quiet: Trial;
  /** Pages for which frames are still taken from the beginning, since they brought something. */
  framed: number;
}

/** What is tried on pages of a kind until it has been in vain often enough: timers, what is empty, animation frames. */
interface Trial {
  /** Pages in a row to which it brought nothing. */
  inVain: number;
  /** Pages since that were shown without. */
  without: number;
}

const newTrial = (): Trial => ({ inVain: 0, without: 0 });

const unknown = () => ({
  same: 0,
  short: false,
  unchecked: 0,
  sights: newTrial(),
});

const newHabits = (): Habits => ({
  timers: newTrial(),
  frames: newTrial(),
  quiet: newTrial(),
  framed: 0,
});

/** Whether to try it on the next page. */
const isDue = (trial: Trial): boolean => {
  if (trial.inVain < vainProof) return true;
  trial.without += 1;
  if (trial.without < checkAfter(trial.inVain)) return false;
  trial.without = 0;
  return true;
};

const note = (trial: Trial, brought: boolean): void => {
  trial.inVain = brought ? 0 : trial.inVain + 1;
};

/** Pages that must agree before a kind is believed to be still. */
const proof = 3;
/** Pages in a row whose timers, frames or empty places must bring nothing before they are believed to. */
const vainProof = 5;
/** What is believed of a kind is checked again after so many of its pages: the more have agreed in a row, the later. */
const checkAfter = (agreed: number): number => Math.min(100, Math.max(20, 4 * agreed));
/** Pages for which frames are taken from the beginning after they brought something. */
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
  /** Apart: pages that are alike in nothing must not make the others forgotten. */
  const habits = new LRUCache<string, Habits>({ max: mostKinds });
  for (const { host, shape, verdict, learnedAt } of known.toReversed())
    kinds.set(keyOf(host, shape), { ...unknown(), verdict, learnedAt: learnedAt.getTime() });

  const kindOf = (url: string): Experience => {
    const key = keyOf(new URL(url).host, shapeOf(url));
    const kind = kinds.get(key) ?? { ...unknown(), verdict: undefined, learnedAt: 0 };
    kinds.set(key, kind);
    return kind;
  };
  const habitsOf = (url: string, alike: string): Habits => {
    const key = `${keyOf(new URL(url).host, shapeOf(url))} ${alike}`;
    const known = habits.get(key) ?? newHabits();
    habits.set(key, known);
    return known;
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
      const isToBeChecked = kind.unchecked >= checkAfter(kind.same);
      if (isToBeChecked) kind.unchecked = 0;
      return { from: 'response', scripts: !isToBeChecked };
    },
    isStill: (url) => verdictOf(kindOf(url)) === 'still',
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
    timersMatter: (url, alike) => isDue(habitsOf(url, alike).timers),
    learnTimers: (url, alike, brought) => note(habitsOf(url, alike).timers, brought),
    sightsMatter: (url) => isDue(kindOf(url).sights),
    learnSights: (url, brought) => note(kindOf(url).sights, brought),
    quietMatters: (url, alike) => isDue(habitsOf(url, alike).quiet),
    learnQuiet: (url, alike, brought) => note(habitsOf(url, alike).quiet, brought),
    framesOf: (url, alike) => {
      const known = habitsOf(url, alike);
      if (known.timers.inVain < vainProof) return 'first';
      if (known.framed === 0) return isDue(known.frames) ? 'last' : 'never';
      known.framed -= 1;
      return 'first';
    },
    learnFrames: (url, alike, brought) => {
      const known = habitsOf(url, alike);
      // Those that were under way when another brought something.
      if (!brought && known.framed > 0) known.framed -= 1;
      else note(known.frames, brought);
      if (brought) known.framed = framedFor;
    },
  };
};

const keyOf = (host: string, shape: string) => `${host} ${shape}`;
