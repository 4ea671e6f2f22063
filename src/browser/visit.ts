import { ServiceError } from '../contract/error.ts';
import { Deadline } from '../deadline.ts';
import { markOfScripts } from '../document/scripts.ts';
import { showsContent } from '../document/still.ts';
import type { LivePage, Snapshot } from '../page.ts';
import { arrive } from './arrive/arrive.ts';
import { DeadlyPage, isShownApart, isToBlame, VisitFailure } from './arrive/failure.ts';
import { hasFollowUp, isOnlyRead, type PageRequest } from './arrive/page-request.ts';
import type { PageToShow } from './arrive/received.ts';
import { TargetGone } from './devtools/cdp.ts';
import { livePageOf, readLive, shownDocument } from './live.ts';
import { hideCovers, noteCovers } from './read/banners.ts';
import { takeSnapshot } from './read/snapshot.ts';
import { createReport, overBudget, type Report } from './report.ts';
import { createRescue, type Rescue } from './rescue.ts';
import { startWait, type VisitSetting } from './start-wait.ts';
import { takeSteps } from './steps.ts';
import { type MainResponse, watchActivity } from './tab/activity.ts';
import { createPageFrames } from './tab/animation-frames.ts';
import { isEmulated } from './tab/emulate.ts';
import type { Pool } from './tab/pool.ts';
import { createTimezone, type Timezone } from './tab/timezone.ts';
import { createWorld, type InWorld } from './tab/world.ts';
import type { Engine, Visited } from './visited.ts';
import { readingMs } from './wait/ask.ts';
import type { Waiting } from './wait/waiting.ts';

/** Leases a tab, goes to the page, waits, reads, gives the tab back: whatever happens. */
export type Visit = <T>(
  request: PageRequest,
  read: (page: LivePage) => Promise<T>,
  deadline: Deadline,
) => Promise<Visited<T>>;

/** One visit under way. */
interface Visiting<T> extends VisitSetting {
  readonly timezone: Timezone;
  readonly rescue: Rescue<T>;
}

/** Pictures take longer to make than text takes to convert. */
const reserveMs = (budget: number, asText: boolean) =>
  asText ? Math.min(2000, Math.max(150, budget * 0.1)) : Math.min(3000, budget * 0.3);

/** Before the deadline, for the answer to be there when it comes. */
const lastMomentMs = 30;

export const createVisit =
  (pool: Pool): Visit =>
  async (request, read, deadline) => {
    const reserve = reserveMs(deadline.remaining, request.asText);
    const { owner, holder, deaths = 0 } = request;
    const tab = await pool.lease({ owner, holder, apart: isShownApart(deaths) }, deadline.signal);
    let reusable = false;
    // Every command of the visit ends with whichever comes first: the deadline, or the tab.
    const ended = AbortSignal.any([deadline.signal, tab.session.gone]);
    using scope = new Deadline(deadline.remaining, ended);
    const visiting: Visiting<Awaited<ReturnType<typeof read>>> = {
      tab,
      request,
      scope,
      until: performance.now() + scope.remaining - reserve,
      reserve,
      timezone: createTimezone(tab.session, tab.egress, request.timezone),
      rescue: createRescue(),
      report: createReport(tab, request),
    };
    const { report, rescue } = visiting;
    try {
      const visited = await scope
        .race(Promise.race([visitIn(visiting, read), rescue.answer]))
        .catch((error: unknown) => rescuedFrom(error, visiting));
      reusable = leavesTabAsItWas(request, visited);
      return visited;
    } catch (error) {
      reusable = isLeftBefore(request, error);
      throw isDeadly(error, report) ? new DeadlyPage(error.message, error.ended) : error;
    } finally {
      rescue.end();
      pool.release(tab, reusable);
    }
  };

/**
 * The answer for a page that arrived and could not be shown, as no slot came free, or was stopped for it went on without
 * end, or ends what shows it: its response, where that shows as much as a page.
 * @throws the error where there is none.
 */
const rescuedFrom = <T>(error: unknown, { tab, request, rescue, report }: Visiting<T>): Visited<T> => {
  const { flooded } = tab.session;
  const isEnder = isDeadly(error, report) && isToBlame(error, request.deaths ?? 0);
  if (isEnder) report.warn(ending);
  const isLate = error instanceof ServiceError && error.code === 'overloaded';
  // A page of a session is nobody's only wish: it may come later.
  const mayRescue = flooded || isEnder || (isLate && request.holder?.session === undefined);
  const answer = mayRescue ? rescue.now() : undefined;
  if (answer === undefined || !showsContent(answer.snapshot.html)) throw error;
  return answer;
};

/** Whether the tab may serve its holder again. A page's clock that was run ahead cannot be given back. */
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

/** From the navigation to the answer, in a tab that was leased. */
const visitIn = async <T>(
  visiting: Visiting<T>,
  read: (page: LivePage) => Promise<T>,
): Promise<Visited<T>> => {
  const { tab, request, report, until, timezone } = visiting;
  const activity = watchActivity(tab.session, tab.targetId, tab.attach);
  const inWorld = createWorld(tab.session, tab.targetId, activity);
  const frames = createPageFrames(tab);
  let scripts: string | undefined;
  const willShow = (page: PageToShow) => {
    if (!isOnlyRead(request)) return;
    prepareRescue(page, visiting);
    const html = page.raw()?.html;
    scripts = html === undefined ? undefined : markOfScripts(html);
    frames.plan(request.planFrames({ url: request.url, scripts }));
  };
  const { received, file, latest } = await arrive(tab, request, { timezone, until, willShow });
  report.arrived();
  if (received.snapshot) return report.fromResponse(received, { name: 'response', why: received.why });
  report.bodyEnded(received.end);
  const engine: Engine = { name: 'browser', why: received.why };

  const { main: { url: address = request.url } = {} } = activity;
  const { waiting, effects } = startWait(visiting, { activity, inWorld, frames }, { url: address, scripts });
  // A picture shows what moves and actions meet it, also in a page that is never parsed to its end.
  if (!isOnlyRead(request)) tab.takeFrames();
  // What was led on to may be of another kind.
  if (address !== request.url) frames.take();
  const steps = await Promise.race([takeSteps(request, waiting), file]);
  if ('snapshot' in steps) return report.fromResponse(steps, engine);
  const led = await latest();
  if (led?.snapshot) return report.fromResponse(led, engine);
  const end = received.end === 'late' ? 'deadline' : steps.end;
  if (end === 'deadline' || end === 'restless') await tab.session.send('Page.stopLoading');

  const main = await shownDocument(waiting);
  const wait = report.waitEnded(end);
  // A text is shown in another form than it was sent in.
  const { sentAs } = received;
  const sent = sentAs !== undefined && main.url === address ? { ...main, mimeType: sentAs } : main;
  const { value, snapshot } = await readShown(visiting, { waiting, inWorld, main: sent }, read);
  if (tab.egress.overBudget) report.warn(overBudget);
  return {
    snapshot,
    value,
    engine,
    raw: received.raw,
    wait,
    effects: effects(),
    spins: waiting.clock.spins,
    scripts,
    cutShort: steps.cutShort,
    ...report.summary(main.url),
  };
};

interface Shown {
  readonly waiting: Waiting;
  readonly inWorld: InWorld;
  readonly main: MainResponse;
}

/** Reads a page that is done, without what covers it. */
const readShown = <T>(
  { tab, request, report, scope, until }: Visiting<T>,
  { waiting, inWorld, main }: Shown,
  read: (page: LivePage) => Promise<T>,
): Promise<{ value: T; snapshot: Snapshot }> => {
  const { session, attach } = tab;
  const covers = {
    // What a caller who scrolls brings up is asked for.
    noteCovers: async () => !request.actions.some(({ type }) => type === 'scroll') && noteCovers(inWorld),
    hideCovers: () => hideCovers(inWorld),
  };
  const page = livePageOf(waiting, { scope, report }, covers);
  return readLive(waiting, {
    scope,
    report,
    asText: request.asText,
    hide: request.asText ? waiting.reading.hideBanners : page.hideCovers,
    read: () => read(page),
    takeSnapshot: () => takeSnapshot({ session, inWorld, attach, until }, main),
  });
};

/** A page is about to be shown: should it not be read in time, its response is the answer. */
const prepareRescue = <T>(
  { raw, bytes, why }: PageToShow,
  { report, until, reserve, rescue }: Visiting<T>,
): void => {
  report.arrived();
  const at = until + reserve / 3 - readingMs(bytes);
  const times = { at: Math.max(at, (report.arrivedAt + until) / 2), last: until + reserve - lastMomentMs };
  rescue.prepare(times, () => {
    const snapshot = raw();
    const answer = snapshot && report.unshown(snapshot, { name: 'browser', why }, 'stuck');
    return answer && { ...answer, warnings: [...answer.warnings, unread] };
  });
};

const ending = 'the page ended what showed it more than once';
const unread = 'the page could not be read in time: this is what its response tells';
