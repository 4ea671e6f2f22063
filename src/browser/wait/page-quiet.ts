import type { Activity } from '../tab/activity.ts';
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
  /** Undefined where it was not looked at in time, or not waited for. */
  readonly effect: QuietEffect | undefined;
}

export interface QuietEffect {
  /** Script elements of the page: one with more or fewer is of another kind. */
  readonly scripts: number;
  /** Something changed, or was asked for, after the first look. */
  readonly brought: boolean;
}

/** After its load, by the page's clock: no look later than this is evidence, and no page is left sooner. */
const momentMs = 10;

/** @param matters whether quiet may bring something to a page like this with so many scripts: asked once. */
export const createPageQuiet = (matters: (scripts: number) => boolean): PageQuiet => {
  let first: { readonly mark: string; readonly scripts: number; readonly isSoon: boolean } | undefined;
  let isLeftOut = false;
  let effect: QuietEffect | undefined;
  /** Little text, or data that have just come, are to be followed by more. */
  const mayBeDone = (state: Probe, { requests }: Activity) =>
    state.sinceLoadMs !== undefined && !isThin(state) && !state.busy && !requests.dataLanded;
  return {
    noteRest: (state, activity) => {
      const { scripts, sinceLoadMs = 0 } = state;
      if (first !== undefined || !mayBeDone(state, activity)) return;
      first = { mark: markOf(state, activity), scripts, isSoon: sinceLoadMs <= momentMs };
      isLeftOut = !matters(scripts);
    },
    leftMs: (state, activity) =>
      isLeftOut && mayBeDone(state, activity) ? momentMs - (state.sinceLoadMs ?? 0) : undefined,
    noteEnd: (state, activity) => {
      if (first === undefined || isLeftOut || effect !== undefined) return;
      const brought = markOf(state, activity) !== first.mark;
      if (brought || first.isSoon) effect = { scripts: first.scripts, brought };
    },
    get effect() {
      return effect;
    },
  };
};
