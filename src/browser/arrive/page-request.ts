import type { Action } from '../../contract/actions.ts';
import type { WaitStrategy } from '../../contract/scrape.ts';
import type { FramePlan } from '../tab/animation-frames.ts';
import type { Visitor } from '../tab/emulate.ts';
import type { Holder } from '../tab/holder.ts';
import type { Plan } from './received.ts';

/** What a visit is asked for: the page, who visits it, and how it is to be read. */

/** A page that is about to be shown, as far as it is known then. */
export interface KnownPage {
  readonly url: string;
  /** The same for pages with the same scripts; undefined where its response was not read before. */
  readonly scripts: string | undefined;
}

/** Decides which efforts a page is worth, by their effect on others like it. Each decision counts: ask once a page. */
export interface EffortPlans {
  /** Whether its timers are run ahead; where little is there they always are. */
  readonly planTimers: (page: KnownPage) => boolean;
  /** When its animation frames are taken, where it is only read. */
  readonly planFrames: (page: KnownPage) => FramePlan;
  /** Whether its empty places are scrolled into sight. */
  readonly planSights: (url: string) => boolean;
  /** Whether it is waited for until it has been quiet for a while once it has loaded and rests. */
  readonly planQuiet: (page: KnownPage) => boolean;
}

/** What the browser must do for one page. */
export interface PageRequest extends Visitor, EffortPlans {
  readonly blockMedia: boolean;
  readonly waitStrategy: WaitStrategy;
  readonly waitForSelector: string | undefined;
  readonly javascript: string | undefined;
  readonly actions: readonly Action[];
  /** Told when the caller's actions or script are about to run. */
  readonly onScript?: () => void;
  readonly proxyUrl: string | undefined;
  /** Of the operator's proxies, those to use last, by their ids. */
  readonly avoidProxies?: readonly string[];
  /** Whether the page is the one to work on, by its status; it is read at once when it is not. Absent: it always is. */
  readonly isFinal?: (status: number) => boolean;
  /** The page is read as text, not as a picture: responses may be read without being shown. */
  readonly asText: boolean;
  /** XML is shown as it was sent: no style sheet makes another document of it. Absent: one may. */
  readonly asSent?: boolean;
  /** Whether a redirect of the site may be followed; the address is not asked for when not. Absent: each may. */
  readonly mayFollow?: (url: string) => Promise<boolean>;
  /** How a page may be read, by its address after redirects. */
  readonly planFor: (url: string) => Plan;
  /** Whether the page's timers may be run ahead at all. Absent: they may. */
  readonly mayRunAhead?: boolean;
  /** Whose request it is: what one owner has of the browser is a share of it. */
  readonly owner: string;
  /**
   * Who may have its tab: one in which nothing was shown may serve its owner again, and one in which something was the
   * same session of that owner. The pages of a session share cookies, storage and cache, like those of one reader.
   */
  readonly holder: Holder | undefined;
  /** How often what showed it has ended under it: it may be why. Absent: never. */
  readonly deaths?: number;
}

/** Whether something is to be done on the page before it is read. */
export const hasFollowUp = ({ actions, javascript, waitForSelector }: PageRequest): boolean =>
  actions.length > 0 || javascript !== undefined || waitForSelector !== undefined;

/** Nobody looks at the page, or does anything in it. */
export const isOnlyRead = (request: PageRequest): boolean => request.asText && !hasFollowUp(request);
