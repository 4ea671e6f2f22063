import { ServiceError } from '../contract/error.ts';
import { Deadline } from '../deadline.ts';
import { markOfScripts } from '../document/scripts.ts';
import { showsContent } from '../document/still.ts';
import type { LivePage } from '../page.ts';
import { arrive } from './arrive/arrive.ts';
import { DeadlyPage, VisitFailure } from './arrive/failure.ts';
import { hasFollowUp, isOnlyRead, type KnownPage, type PageRequest } from './arrive/page-request.ts';
import type { KeptPage } from './arrive/received.ts';
import { TargetGone } from './devtools/cdp.ts';
import { livePageOf, readLive, shownDocument } from './live.ts';
import { coverHider, hideBanners, hideCovers, noteCovers } from './read/banners.ts';
import { serializer, takeSnapshot } from './read/snapshot.ts';
import { createRescue, type Rescue } from './rescue.ts';
import { endless, takeSteps } from './steps.ts';
import { watchActivity } from './tab/activity.ts';
import { createPageFrames } from './tab/animation-frames.ts';
import { isEmulated } from './tab/emulate.ts';
import type { Pool, Tab } from './tab/pool.ts';
import { createTimezone, type Timezone } from './tab/timezone.ts';
import { createEvaluate, createWorld } from './tab/world.ts';
import { createReport, type Engine, overBudget, type Report, type Visited } from './visited.ts';
import { readingMs, type Waiting } from './wait/ask.ts';
import { createPageQuiet } from './wait/page-quiet.ts';
import { createPageClock } from './wait/timers.ts';

/** Leases a tab, goes to the page, waits, reads, gives the tab back: whatever happens. */
export type Visit = <T>(
  request: PageRequest,
  read: (page: LivePage) => Promise<T>,
  deadline: Deadline,
) => Promise<Visited<T>>;

/** Kept of the budget for reading and converting the page once the wait must end; pictures take longer. */
const reserveMs = (budget: number, asText: boolean) =>
  asText ? Math.min(2000, Math.max(150, budget * 0.1)) : Math.min(3000, budget * 0.3);

/** Before the deadline, for the answer to be there when it comes. */
const lastMomentMs = 30;

export const createVisit =
  (pool: Pool): Visit =>
  async (request, read, deadline) => {
    const reserve = reserveMs(deadline.remaining, request.asText);
    const tab = await pool.lease(request.owner, request.holder, deadline.signal);
    let reusable = false;
    // Every command of the visit ends with whichever comes first: the deadline, or the tab.
    const ended = AbortSignal.any([deadline.signal, tab.session.gone]);
    using scope = new Deadline(deadline.remaining, ended);
    const until = performance.now() + scope.remaining - reserve;
    const timezone = createTimezone(tab.session, tab.egress, request.timezone);
    const rescue = createRescue<Awaited<ReturnType<typeof read>>>();
    const report = createReport(tab, request);
    /** No slot came free for a page that is there, or it was stopped: it is told by its response where that shows as much as a page. */
    const unlessThere = (error: unknown) => {
      const isLate = error instanceof ServiceError && error.code === 'overloaded';
      // A page that nobody waits for may come later.
      const mayBeTold = tab.session.flooded || (isLate && request.holder?.session === undefined);
      if (tab.session.flooded) report.warn(endless);
      const told = mayBeTold ? rescue.now() : undefined;
      if (told === undefined || !showsContent(told.snapshot.html)) throw error;
      return told;
    };
    try {
      const visiting = visitIn(tab, request, read, { scope, until, reserve, timezone, rescue, report });
      const visited = await scope.race(Promise.race([visiting, rescue.answer])).catch(unlessThere);
      reusable = leavesTabAsItWas(request, visited);
      return visited;
    } catch (error) {
      reusable = isLeftBefore(request, error);
      throw isDeadly(error, report) ? new DeadlyPage(error.message) : error;
    } finally {
      rescue.end();
      pool.release(tab, reusable);
    }
  };

/** Whether the tab may serve its holder again. A page's clock that was set going by us cannot be given back. */
const leavesTabAsItWas = (request: PageRequest, visited: Visited<unknown>): boolean => {
  if (isEmulated(request)) return false;
  if (visited.engine.name === 'response') return true;
  const goesOn = request.holder?.session !== undefined && !hasFollowUp(request);
  return (
    goesOn && visited.effects.timers === undefined && ['static', 'quiet'].includes(visited.wait.ended_by)
  );
};

/** Whether nothing has come into the tab: it was left at a redirect. */
const isLeftBefore = (request: PageRequest, error: unknown): boolean =>
  error instanceof VisitFailure &&
  error.answer.extras.reason === 'redirect_forbidden' &&
  !isEmulated(request);

/** Its own process ended, or the one that was about to take its answer, or a browser while it showed the page. */
const isDeadly = (error: unknown, { hasArrived }: Report): error is TargetGone => {
  if (!(error instanceof TargetGone) || error.ended === undefined) return false;
  return { tab: true, network: !hasArrived, browser: hasArrived }[error.ended];
};

interface Bounds<T> {
  readonly scope: Deadline;
  /** `performance.now()` at which waiting must end. */
  readonly until: number;
  /** Milliseconds kept for what comes then. */
  readonly reserve: number;
  readonly timezone: Timezone;
  readonly rescue: Rescue<T>;
  readonly report: Report;
}

const visitIn = async <T>(
  tab: Tab,
  request: PageRequest,
  read: (page: LivePage) => Promise<T>,
  { scope, until, reserve, timezone, rescue, report }: Bounds<T>,
): Promise<Visited<T>> => {
  const { session, targetId } = tab;
  const activity = watchActivity(session, targetId);
  const inWorld = createWorld(session, targetId, activity);
  const frames = createPageFrames(tab);
  let scripts: string | undefined;
  const keep = (page: KeptPage) => {
    if (!isOnlyRead(request)) return;
    prepareRescue(page, report, { until, reserve, rescue });
    const html = page.raw()?.html;
    scripts = html === undefined ? undefined : markOfScripts(html);
    frames.plan(request.planFrames({ url: request.url, scripts }));
  };
  const { received, file, latest } = await arrive(tab, request, { timezone, until, keep });
  report.arrived();
  if (received.snapshot) return report.read(received, { name: 'response', why: received.why });
  report.endOf(received.end);
  const engine: Engine = { name: 'browser', why: received.why };

  // Nothing is run ahead in the reserve: the page is looked at afterwards, which takes a moment on a busy machine.
  const clock = createPageClock(session, until - reserve, () => activity.leavingAt !== undefined);
  const { main: { url: address = request.url } = {} } = activity;
  let sights: boolean | undefined;
  const known = { url: address, scripts };
  const quiet = createPageQuiet(() => !isOnlyRead(request) || request.planQuiet(known));
  const waiting: Waiting = {
    session,
    evaluate: createEvaluate(inWorld),
    activity,
    until,
    signal: scope.signal,
    ...effortFor(request, known),
    noteSights: (brought) => {
      sights = brought;
    },
    hasScript: false,
    clock,
    frames,
    quiet,
    resize: tab.resize,
    cutOff: tab.egress.cut,
    giveUp: () => {
      report.warn(heldUp);
      tab.egress.cut();
    },
    lull: tab.lull,
    warn: report.warn,
    prepare: () => {
      if (!request.asText) return;
      // Whoever reads the page is told what is wrong with it.
      inWorld((world) => world.keep([coverHider, serializer])).catch(() => undefined);
    },
    hideBanners: () => hideBanners(inWorld),
    // What actions open afterwards is the caller's.
    noteCovers: async () => !request.asText && !hasFollowUp(request) && noteCovers(inWorld),
  };
  // A picture shows what moves and actions meet it, also in a page that is never parsed to its end.
  if (!isOnlyRead(request)) tab.takeFrames();
  // What was led on to may be of another kind.
  if (address !== request.url) frames.take();
  const settled = await Promise.race([takeSteps(request, waiting), file]);
  if ('snapshot' in settled) return report.read(settled, engine);
  const led = await latest();
  if (led?.snapshot) return report.read(led, engine);
  const end = received.end === 'late' ? 'deadline' : settled.end;
  if (end === 'deadline' || end === 'restless') await session.send('Page.stopLoading');
  const shown = await shownDocument(waiting);
  const { sentAs = shown.mimeType } = received;
  const main = shown.url === address ? { ...shown, mimeType: sentAs } : shown;
  const wait = report.waited(end);
  const page = livePageOf(waiting, scope, report, {
    // What a caller who scrolls brings up is asked for.
    noteCovers: async () => !request.actions.some(({ type }) => type === 'scroll') && noteCovers(inWorld),
    hideCovers: () => hideCovers(inWorld),
  });
  const { value, snapshot } = await readLive(waiting, {
    scope,
    report,
    asText: request.asText,
    hide: request.asText ? waiting.hideBanners : page.hideCovers,
    read: () => read(page),
    takeSnapshot: () => takeSnapshot({ session, inWorld, attach: tab.attach, until }, main),
  });
  if (tab.egress.overBudget) report.warn(overBudget);
  return {
    snapshot,
    value,
    engine,
    raw: received.raw,
    wait,
    effects: { timers: clock.effect, frames: frames.effect, sights, quiet: quiet.effect },
    spins: clock.spins,
    scripts,
    cutShort: settled.cutShort,
    ...report.about(main.url),
  };
};

/** What the page is helped along with: what is known of its kind counts. */
const effortFor = (
  request: PageRequest,
  page: KnownPage,
): Pick<Waiting, 'mayFlush' | 'wakes' | 'sights' | 'timersMatter'> => ({
  mayFlush: !hasFollowUp(request) && request.runsAhead !== false,
  wakes: !isOnlyRead(request),
  sights: !isOnlyRead(request) ? 'none' : request.planSights(page.url) ? 'all' : 'marked',
  timersMatter: hasFollowUp(request) || request.planTimers(page),
});

/** A page is about to be shown: should it not be read in time, its response is the answer. */
const prepareRescue = <T>(
  { raw, bytes, why }: KeptPage,
  report: Report,
  { until, reserve, rescue }: Pick<Bounds<T>, 'until' | 'reserve' | 'rescue'>,
): void => {
  report.arrived();
  const at = until + reserve / 3 - readingMs(bytes);
  const times = { at: Math.max(at, (report.arrivedAt + until) / 2), last: until + reserve - lastMomentMs };
  rescue.prepare(times, () => {
    const snapshot = raw();
    const told = snapshot && report.unshown(snapshot, { name: 'browser', why }, 'stuck');
    return told && { ...told, warnings: [...told.warnings, unread] };
  });
};

const unread = 'the page could not be read in time: this is what its response tells';
const heldUp = 'a script or style sheet that the page waited for did not come: it was given up';
