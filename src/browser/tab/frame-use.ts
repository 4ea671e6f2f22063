import type { Tab } from './pool.ts';

/**
 * When the animation frames of a page that is only read are taken: from the beginning, which costs a fifth of its
 * processor time; last, to see whether they bring anything; or never, where they brought nothing to others of its kind.
 */
export type FramePlan = 'first' | 'last' | 'never';

/** The animation frames of one page. Not taken, they come once a second. */
export interface PageFrames {
  readonly taken: boolean;
  /** Taken when the page is done without them. */
  readonly areTried: boolean;
  /** To be told before the document is shown; until then they are to be taken first. */
  plan(plan: FramePlan): void;
  take(): void;
  /** Whether they brought anything; undefined where they were not tried. */
  effect: boolean | undefined;
}

export const createPageFrames = (tab: Tab): PageFrames => {
  let plan: FramePlan = 'first';
  let taken = true;
  tab.holdFrames(false);
  return {
    get taken() {
      return taken;
    },
    get areTried() {
      return plan === 'last';
    },
    plan: (chosen) => {
      plan = chosen;
      taken = plan === 'first';
      tab.holdFrames(!taken);
    },
    take: () => {
      if (taken) return;
      taken = true;
      tab.takeFrames();
    },
    effect: undefined,
  };
};
