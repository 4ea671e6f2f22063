import type { Session } from '../devtools/cdp.ts';
import { leaveFrames, takeFrames } from './sight.ts';

/**
 * Animation frames (`requestAnimationFrame`): when they are taken, so that they come at their full rate (docs/adr/0019).
 * `<iframe>`s are in `subframes.ts`, and in `read/frames.ts`.
 */

/** The frames of the pages of one tab. */
export interface TabFrames {
  /** Whether a page was brought up since the last pause: nothing else can be doing anything. */
  readonly shows: boolean;
  /** A page is brought up. */
  begin(): void;
  /** The page is put away, and its frames with it. */
  pause(): Promise<unknown> | undefined;
  /** As `OpenTab` has them. */
  take(): void;
  hold(value: boolean): void;
}

/** @param targetId of the tab, which is the id of its main frame, too. */
export const createTabFrames = (session: Session, targetId: string): TabFrames => {
  let shows = false;
  let taking = false;
  /** Whether frames are asked for before a document is parsed. */
  let asked = false;
  let held = false;
  const take = async () => {
    if (!shows || taking) return;
    taking = true;
    try {
      await takeFrames(session);
    } catch (error) {
      taking = false;
      throw error;
    }
  };
  const takeOf = (frameId: string) => {
    // The tab may be gone by then.
    if (frameId === targetId) take().catch(() => undefined);
  };
  // Each frame costs some 6 ms of CPU, and a page that is being built draws several: none is taken before.
  session.on('Page.domContentEventFired', () => {
    if (!held) takeOf(targetId);
  });
  // A document that stops itself is never told to be parsed.
  session.on('Page.frameStoppedLoading', ({ frameId }) => {
    if (!held) takeOf(frameId);
  });
  // Asked for while a page of another group (Cross-Origin-Opener-Policy) takes the place of the last one, frames are
  // refused, or nobody answers: they are asked for again when it is there.
  session.on('Page.frameNavigated', ({ frame }) => {
    if (!asked || frame.id !== targetId) return;
    taking = false;
    takeOf(frame.id);
  });
  return {
    get shows() {
      return shows;
    },
    begin: () => {
      shows = true;
    },
    pause: () => {
      const left = taking ? leaveFrames(session) : undefined;
      shows = false;
      taking = false;
      asked = false;
      return left;
    },
    take: () => {
      asked = true;
      held = false;
      takeOf(targetId);
    },
    hold: (value) => {
      held = value;
    },
  };
};

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

/** Of the tab that shows the page. */
interface FramesOfTab {
  readonly takeFrames: () => void;
  readonly holdFrames: (value: boolean) => void;
}

export const createPageFrames = (tab: FramesOfTab): PageFrames => {
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
