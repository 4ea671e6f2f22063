import type { Session } from '../devtools/cdp.ts';
import type { Activity } from '../tab/activity.ts';
import type { PageFrames } from '../tab/animation-frames.ts';
import type { WindowSize } from '../tab/sight.ts';
import type { Evaluate } from '../tab/world.ts';
import type { PageQuiet } from './page-quiet.ts';
import type { PageClock } from './timers.ts';

/**
 * What the functions of this room are given: the page that is shown, or that and all there is to know of the wait for it.
 */

/** A page that a tab shows, and the time there is for it. */
export interface ShownPage {
  readonly session: Session;
  readonly evaluate: Evaluate;
  readonly activity: Activity;
  readonly clock: PageClock;
  readonly frames: PageFrames;
  /** `performance.now()` at which the wait ends whatever the page does. */
  readonly until: number;
  readonly signal: AbortSignal;
}

/** What may be done to bring a page to its content. One visit may wait several times, by other terms each time. */
export interface WaitTerms {
  /**
   * Whether timers are run ahead: `thin`, only where the page shows little or a spinner, as others of its kind had no use
   * for it; `never`, where something follows that needs the page as it is.
   */
  readonly runsAhead: 'always' | 'thin' | 'never';
  /**
   * Scripts that wait for a reader are begun: for a picture, or before something is done on the page. Afterwards the pointer
   * stays where an action left it.
   */
  readonly wakes: boolean;
  /**
   * What is scrolled into sight: `marked`, what says in its markup that it loads there; `all`, empty places, too. Nothing
   * where something is done on the page; a picture sees to it itself.
   */
  readonly sights: 'none' | 'marked' | 'all';
  /** A script of the caller has run: also a page without any of its own may change. */
  readonly callerScriptRan: boolean;
}

/** What the wait may do to the tab. */
export interface TabControls {
  /** Gives the page another window: only where it is read and nothing else, and not as a phone. */
  readonly resize: (size: WindowSize) => Promise<void>;
  /** Cuts the connections that the tab has open. */
  readonly cutOff: () => void;
  /** Cuts them, and warns, for a script or style sheet that does not come, so that the document is parsed to its end. */
  readonly cutHeldUp: () => void;
  /** To be told when the page waits for the network alone: the browser has time for other tabs. */
  readonly lull: () => void;
}

/** What the reading of the page, which comes after, has to do before. */
export interface ReadingHooks {
  /** Loads the functions that read the page into it while it is waited for. */
  readonly prepare: () => void;
  /** Hides what asks for consent. */
  readonly hideBanners: () => Promise<unknown>;
  /** Notes what covers the page before it is scrolled, or its timers are run ahead. */
  readonly noteCovers: () => Promise<unknown>;
}

/** The wait for a page. */
export interface Waiting extends ShownPage {
  readonly terms: WaitTerms;
  readonly quiet: PageQuiet;
  readonly tab: TabControls;
  readonly reading: ReadingHooks;
  /** To be told whether scrolling empty places into sight changed the page. */
  readonly noteSights: (effect: boolean) => void;
  /** To be told what the caller should know. */
  readonly warn: (warning: string) => void;
}

/** The same wait by other terms. */
export const onTerms = (waiting: Waiting, terms: Partial<WaitTerms>): Waiting => ({
  ...waiting,
  terms: { ...waiting.terms, ...terms },
});
