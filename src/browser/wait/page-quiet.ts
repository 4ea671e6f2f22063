import { type Activity, age } from '../tab/activity.ts';
import { markOf } from './ahead.ts';
import { isThin } from './ask.ts';
import type { Probe } from './probe.ts';

/**
 * Whether a page that has loaded and rests is to be waited for all the same. Looked at within a moment of its load, and again
 * when it has been quiet, it tells whether that brings anything to pages of its kind.
 */
export interface PageQuiet {
  /** To be told of each look at a page that rests. */
  noteRest(state: Probe, activity: Activity): void;
  /** Milliseconds until a page of a kind that quiet brings nothing to is done; undefined where quiet is asked of it. */
  leftMs(state: Probe, activity: Activity): number | undefined;
  /** To be told when the page is done. */
  noteEnd(state: Probe, activity: Activity): void;
  /** Whether something changed, or was asked for, after the first look; undefined where that is not known. */
  readonly effect: boolean | undefined;
}

/** After its load: no look later than this is evidence, and no page is left sooner. */
const momentMs = 20;

/** Milliseconds since a page had loaded, by its own clock, or since its last script came in; undefined before. */
const restedMs = ({ sinceLoadMs }: Probe, { requests: { landedAt } }: Activity): number | undefined =>
  sinceLoadMs === undefined || landedAt === undefined ? sinceLoadMs : Math.min(sinceLoadMs, age(landedAt));

/** @param matters whether quiet may bring something to a page like this: asked once. */
export const createPageQuiet = (matters: () => boolean): PageQuiet => {
  let first: { readonly mark: string; readonly isSoon: boolean } | undefined;
  let isLeftOut = false;
  let effect: boolean | undefined;
  /** Little text, or data that have just come, are to be followed by more. */
  const mayBeDone = (state: Probe, { requests }: Activity) =>
    !isThin(state) && !state.busy && !state.idles && !requests.dataLanded;
  return {
    noteRest: (state, activity) => {
      const { sinceLoadMs } = state;
      if (first !== undefined || sinceLoadMs === undefined || !mayBeDone(state, activity)) return;
      // By the page's clock alone: what came in is told late on a busy machine.
      first = { mark: markOf(state, activity), isSoon: sinceLoadMs <= momentMs };
      isLeftOut = !matters();
    },
    leftMs: (state, activity) => {
      const rested = restedMs(state, activity);
      const isOfItsKind = isLeftOut && mayBeDone(state, activity) && markOf(state, activity) === first?.mark;
      return isOfItsKind && rested !== undefined ? momentMs - rested : undefined;
    },
    noteEnd: (state, activity) => {
      if (first === undefined || effect !== undefined) return;
      const brought = markOf(state, activity) !== first.mark;
      if (brought || (first.isSoon && !isLeftOut)) effect = brought;
    },
    get effect() {
      return effect;
    },
  };
};
