import type { Deadline } from '../deadline.ts';
import { hasFollowUp, isOnlyRead, type KnownPage, type PageRequest } from './arrive/page-request.ts';
import { coverHider, hideBanners, noteCovers } from './read/banners.ts';
import { serializer } from './read/snapshot.ts';
import type { Report } from './report.ts';
import type { Activity } from './tab/activity.ts';
import type { PageFrames } from './tab/animation-frames.ts';
import type { Tab } from './tab/pool.ts';
import { createEvaluate, type InWorld } from './tab/world.ts';
import type { Effects } from './visited.ts';
import { createPageQuiet } from './wait/page-quiet.ts';
import { createPageClock } from './wait/timers.ts';
import type { Waiting, WaitTerms } from './wait/waiting.ts';

/** What the wait for a page is given: its terms, by the request and by what is known of the page's kind, and its hooks. */

/** The tab of a visit, what it is asked for, and its time. */
export interface VisitSetting {
  readonly tab: Tab;
  readonly request: PageRequest;
  readonly report: Report;
  readonly scope: Deadline;
  /** `performance.now()` at which waiting must end. */
  readonly until: number;
  /** Milliseconds kept for reading and converting the page after that. */
  readonly reserve: number;
}

interface Watched {
  readonly activity: Activity;
  readonly inWorld: InWorld;
  readonly frames: PageFrames;
}

/** Sets up the wait for a page that has arrived. @returns the wait, and what tells its effects once it is over. */
export const startWait = (
  { tab, request, report, scope, until, reserve }: VisitSetting,
  { activity, inWorld, frames }: Watched,
  page: KnownPage,
): { readonly waiting: Waiting; readonly effects: () => Effects } => {
  const { session } = tab;
  // Nothing is run ahead in the reserve: the page is looked at afterwards, which takes a moment on a busy machine.
  const clock = createPageClock(session, until - reserve, {
    isLeft: () => activity.leavingAt !== undefined,
    apart: () => activity.subframes.sessions,
  });
  const quiet = createPageQuiet(() => !isOnlyRead(request) || request.planQuiet(page));
  let sights: boolean | undefined;
  const waiting: Waiting = {
    session,
    evaluate: createEvaluate(inWorld),
    activity,
    clock,
    frames,
    until,
    signal: scope.signal,
    terms: termsFor(request, page),
    quiet,
    tab: {
      resize: tab.resize,
      cutOff: tab.egress.cut,
      cutHeldUp: () => {
        report.warn(heldUp);
        tab.egress.cut();
      },
      lull: tab.lull,
    },
    reading: {
      prepare: () => {
        if (!request.asText) return;
        // Whoever reads the page is told what is wrong with it.
        inWorld((world) => world.keep([coverHider, serializer])).catch(() => undefined);
      },
      hideBanners: () => hideBanners(inWorld),
      // What actions open afterwards is the caller's.
      noteCovers: async () => !request.asText && !hasFollowUp(request) && noteCovers(inWorld),
    },
    noteSights: (effect) => {
      sights = effect;
    },
    warn: report.warn,
  };
  const effects = () => ({ timers: clock.effect, frames: frames.effect, sights, quiet: quiet.effect });
  return { waiting, effects };
};

/** By what the caller wants, and what is known of the page's kind. */
const termsFor = (request: PageRequest, page: KnownPage): WaitTerms => ({
  runsAhead: runsAheadOf(request, page),
  wakes: !isOnlyRead(request),
  sights: !isOnlyRead(request) ? 'none' : request.planSights(page.url) ? 'all' : 'marked',
  callerScriptRan: false,
});

const runsAheadOf = (request: PageRequest, page: KnownPage): WaitTerms['runsAhead'] => {
  if (hasFollowUp(request)) return 'never';
  // Asked in any case: it counts the page.
  const plan = request.planTimers(page) ? 'always' : 'thin';
  return request.mayRunAhead === false ? 'never' : plan;
};

const heldUp = 'a script or style sheet that the page waited for did not come: it was given up';
