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
  take(): void;
  /** Whether they brought anything; undefined where they were not tried. */
  effect: boolean | undefined;
}

export const createPageFrames = (tab: Tab, plan: FramePlan): PageFrames => {
  let taken = plan === 'first';
  tab.holdFrames(!taken);
  return {
    get taken() {
      return taken;
    },
    areTried: plan === 'last',
    take: () => {
      if (taken) return;
      taken = true;
      tab.takeFrames();
    },
    effect: undefined,
  };
};
