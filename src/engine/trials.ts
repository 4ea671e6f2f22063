import { LRUCache } from 'lru-cache';
import type { FramePlan } from '../browser/tab/animation-frames.ts';
import { mostKinds } from './page-kind.ts';

/**
 * Learns by trial which efforts are worth their time on which pages: running timers ahead, animation frames, scrolling to
 * empty places, waiting for quiet. An effort that had no effect on five pages of a kind in a row is left out on the next
 * ones, and tried again now and then.
 *
 * A kind is any key that alike pages share; undefined stands for a page like no other: all is tried, nothing is learned.
 */

interface Trial<P> {
  /** Decides for the next page of a kind, and counts it: call it once a page. */
  plan(kind: string | undefined): P;
  /** @param effect whether the effort changed a page of this kind; undefined where that was not seen. */
  learn(kind: string | undefined, effect: boolean | undefined): void;
}

export interface EffortTrial extends Trial<boolean> {
  /** Whether the effort is left out on most pages of a kind. */
  isInVain(kind: string | undefined): boolean;
}

/** Pages in a row without an effect after which an effort counts as in vain. */
const vainProof = 5;

/** Pages after which a belief is checked again: the more pages in a row support it, the later. */
export const checkAfter = (agreed: number): number => Math.min(100, Math.max(20, 4 * agreed));

interface Streak {
  /** Pages in a row on which the effort had no effect. */
  inVain: number;
  /** Pages without the effort since it was tried last. */
  without: number;
}

/** Of an effort that is made or left out. */
export const createTrial = (): EffortTrial => {
  const streaks = new LRUCache<string, Streak>({ max: mostKinds });
  const streakOf = (kind: string | undefined) => (kind === undefined ? undefined : streaks.get(kind));
  return {
    plan: (kind) => {
      const streak = streakOf(kind);
      if (streak === undefined || streak.inVain < vainProof) return true;
      streak.without += 1;
      if (streak.without < checkAfter(streak.inVain)) return false;
      streak.without = 0;
      return true;
    },
    isInVain: (kind) => (streakOf(kind)?.inVain ?? 0) >= vainProof,
    learn: (kind, effect) => {
      if (kind === undefined || effect === undefined) return;
      const { inVain, without } = streakOf(kind) ?? { inVain: 0, without: 0 };
      streaks.set(kind, { inVain: effect ? 0 : inVain + 1, without });
    },
  };
};

/** Pages for which frames are taken from the beginning after they had an effect. */
const framedFor = 100;

/** Of animation frames. @param timers the trial of timers: where those matter, frames are taken from the beginning. */
export const createFrameTrial = (timers: Pick<EffortTrial, 'isInVain'>): Trial<FramePlan> => {
  const frames = createTrial();
  /** Pages for which frames are still taken from the beginning. */
  const framed = new LRUCache<string, number>({ max: mostKinds });
  /** @returns whether there was such a page left. */
  const countFramed = (kind: string): boolean => {
    const left = framed.get(kind) ?? 0;
    if (left > 0) framed.set(kind, left - 1);
    return left > 0;
  };
  return {
    plan: (kind) => {
      if (kind === undefined || !timers.isInVain(kind) || countFramed(kind)) return 'first';
      return frames.plan(kind) ? 'last' : 'never';
    },
    learn: (kind, effect) => {
      if (kind === undefined || effect === undefined) return;
      // A page that was under way when another one showed an effect.
      if (!effect && countFramed(kind)) return;
      frames.learn(kind, effect);
      if (effect) framed.set(kind, framedFor);
    },
  };
};
