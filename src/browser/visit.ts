import { setTimeout as delay } from 'node:timers/promises';
import type { Action } from '../contract/actions.ts';
import { ServiceError } from '../contract/error.ts';
import type { WaitStrategy } from '../contract/scrape.ts';
import { Deadline } from '../deadline.ts';
import { showsContent } from '../document/still.ts';
import type { LivePage, Snapshot } from '../page.ts';
import { watchActivity } from './activity.ts';
import { arrive, hasFollowUp, isOnlyRead } from './arrive.ts';
import { readingMs, unblock, type Waiting } from './ask.ts';
import { hideBanners } from './banners.ts';
import type { BrowserReason, KeptPage, Plan, ReadThere, ResponseReason } from './document.ts';
import { isEmulated, type Visitor } from './emulate.ts';
import { failure, ledNowhere, networkFailure } from './failure.ts';
import { createPageFrames, type FramePlan } from './frame-use.ts';
import type { Holder } from './holder.ts';
import type { Pool, Tab } from './pool.ts';
import { createRescue, type Rescue } from './rescue.ts';
import { untilLoaded, untilPictured } from './scroll.ts';
import { takeSnapshot } from './snapshot.ts';
import { stopped, takeSteps } from './steps.ts';
import { createPageClock } from './timers.ts';
import { createTimezone, type Timezone } from './timezone.ts';
import type { WaitEnd } from './wait.ts';
import { createEvaluate, createWorld } from './world.ts';

/** What the browser must do for one page. */
export interface PageRequest extends Visitor {
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
  /** Whether timers may bring content to the page at this address: they are run ahead then, else only where little is there. */
  readonly timersMatter: (url: string) => boolean;
  /** When the animation frames of the page at this address are taken, where it is only read. */
  readonly framesOf: (url: string) => FramePlan;
  /** Whose request it is: what one owner has of the browser is a share of it. */
  readonly owner: string;
  /**
   * Who may have its tab: one in which nothing was shown may serve its owner again, and one in which something was the
   * same session of that owner. The pages of a session share cookies, storage and cache, like those of one reader.
   */
  readonly holder: Holder | undefined;
}

/** Whether the page was read from its response or shown in a browser, and why. */
export type Engine =
  | { readonly name: 'response'; readonly why: ResponseReason }
  | { readonly name: 'browser'; readonly why: BrowserReason };

/** A page that was visited: its snapshot, and how it went. */
export interface Visited<T> {
  readonly snapshot: Snapshot;
  /** What `read` made of the live page; undefined for one that was never shown. */
  readonly value: T | undefined;
  readonly engine: Engine;
  /** A page that was shown, as its response alone tells it, where that was read. */
  readonly raw: Snapshot | undefined;
  readonly wait: { readonly ended_by: WaitEnd | 'response'; readonly after_ms: number };
  /** When it had a tab, and when the document had arrived: `performance.now()`. */
  readonly begun: number;
  readonly arrived: number;
  /** Whether timers that were run ahead brought anything; undefined where none were. */
  readonly timers: boolean | undefined;
  /** Whether animation frames brought anything; undefined where that was not tried. */
  readonly frames: boolean | undefined;
  readonly warnings: readonly string[];
  /** The operator's proxy that the document came through. */
  readonly proxy: string | undefined;
  /** The page was not final: the caller's script was not run, the selector not waited for. */
  readonly cutShort: boolean;
}

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
    /** No slot came free for a page that is there: it is told by its response where that shows as much as a page. */
    const unlessThere = (error: unknown) => {
      const isLate = error instanceof ServiceError && error.code === 'overloaded';
      // A page that nobody waits for may come later.
      const told = isLate && request.holder?.session === undefined ? rescue.now() : undefined;
      if (told === undefined || !showsContent(told.snapshot.html)) throw error;
      return told;
    };
    try {
      const visited = await scope.race(
        Promise.race([
          visitIn(tab, request, read, { scope, until, reserve, timezone, rescue }).catch(unlessThere),
          rescue.answer,
        ]),
      );
      reusable = leavesTabAsItWas(request, visited);
      return visited;
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
  return goesOn && visited.timers === undefined && ['static', 'quiet'].includes(visited.wait.ended_by);
};

interface Bounds<T> {
  readonly scope: Deadline;
  /** `performance.now()` at which waiting must end. */
  readonly until: number;
  /** Milliseconds kept for what comes then. */
  readonly reserve: number;
  readonly timezone: Timezone;
  readonly rescue: Rescue<T>;
}

const visitIn = async <T>(
  tab: Tab,
  request: PageRequest,
  read: (page: LivePage) => Promise<T>,
  { scope, until, reserve, timezone, rescue }: Bounds<T>,
): Promise<Visited<T>> => {
  const startedAt = performance.now();
  const { session, targetId } = tab;
  const activity = watchActivity(session, targetId);
  const inWorld = createWorld(session, targetId, activity);
  const evaluate = createEvaluate(inWorld);
  const waited = (ended_by: WaitEnd | 'response') => ({
    ended_by,
    after_ms: Math.round(performance.now() - startedAt),
  });

  const frames = createPageFrames(tab, isOnlyRead(request) ? request.framesOf(request.url) : 'first');
  let arrivedAt = startedAt;
  const warnings: string[] = [];
  const warnOfEnd = (end: ReadThere['end']) => {
    if (end === 'cut') warnings.push(tooLong);
    if (end === 'broken') warnings.push(brokenOff);
  };
  const proxyOf = ({ url }: { readonly url: string }) => tab.egress.proxyFor(new URL(url).hostname)?.id;
  const unshown = (snapshot: Snapshot, engine: Engine, ended_by: WaitEnd | 'response'): Visited<T> => ({
    snapshot,
    value: undefined,
    engine,
    raw: undefined,
    wait: waited(ended_by),
    begun: startedAt,
    arrived: arrivedAt,
    timers: undefined,
    frames: undefined,
    // What was waited for meanwhile may still warn.
    warnings: [...warnings],
    proxy: proxyOf(snapshot),
    cutShort: false,
  });
  const asRead = ({ snapshot, end }: ReadThere, engine: Engine): Visited<T> => {
    warnOfEnd(end);
    if (tab.egress.overBudget) warnings.push(overBudget);
    if (snapshot.file && hasFollowUp(request)) warnings.push(notDone);
    return unshown(snapshot, engine, end === 'late' ? 'deadline' : 'response');
  };
  const keep = ({ raw, bytes, why }: KeptPage) => {
    if (!isOnlyRead(request)) return;
    arrivedAt = performance.now();
    const at = until + reserve / 3 - readingMs(bytes);
    const times = { at: Math.max(at, (arrivedAt + until) / 2), last: until + reserve - lastMomentMs };
    rescue.prepare(times, () => {
      const snapshot = raw();
      const told = snapshot && unshown(snapshot, { name: 'browser', why }, 'stuck');
      return told && { ...told, warnings: [...warnings, unread] };
    });
  };
  const { received, file, latest } = await arrive(tab, request, { timezone, until, keep });
  arrivedAt = performance.now();
  if (received.snapshot) return asRead(received, { name: 'response', why: received.why });
  warnOfEnd(received.end);
  const engine: Engine = { name: 'browser', why: received.why };

  // It is looked at afterwards, which takes a moment on a busy machine.
  const clock = createPageClock(session, until - reserve);
  const { main: { url: address = request.url } = {} } = activity;
  const waiting: Waiting = {
    session,
    evaluate,
    activity,
    until,
    signal: scope.signal,
    mayFlush: !hasFollowUp(request),
    wakes: !isOnlyRead(request),
    sights: isOnlyRead(request),
    timersMatter: hasFollowUp(request) || request.timersMatter(address),
    hasScript: false,
    clock,
    frames,
    cutOff: tab.egress.cut,
    giveUp: () => {
      if (!warnings.includes(heldUp)) warnings.push(heldUp);
      tab.egress.cut();
    },
    lull: tab.lull,
    hideBanners: () => hideBanners(inWorld),
  };
  // A picture shows what moves and actions meet it, also in a page that is never parsed to its end.
  if (!isOnlyRead(request)) tab.takeFrames();
  // What was led on to may be of another kind.
  if (address !== request.url) frames.take();
  const settled = await Promise.race([takeSteps(request, waiting, warnings), file]);
  if ('snapshot' in settled) return asRead(settled, engine);
  const led = await latest();
  if (led?.snapshot) return asRead(led, engine);
  const end = received.end === 'late' ? 'deadline' : settled.end;
  if (end === 'deadline' || end === 'restless') await session.send('Page.stopLoading');

  if (activity.unreachable) throw ledNowhere();
  const { main } = activity;
  if (main === undefined) throw failure('empty_response', 'The server sent no document.', true);
  if (activity.brokenOff && (await evaluate(isEmpty))) throw networkFailure('net::ERR_INVALID_RESPONSE');
  const page: LivePage = {
    send: session.send,
    evaluate,
    hideBanners: waiting.hideBanners,
    untilLoaded: (since, ms) => untilLoaded(waiting, since, ms),
    untilPictured: (ms) => untilPictured(waiting, ms),
    warn: (warning) => warnings.push(warning),
    get remaining() {
      return scope.remaining;
    },
  };
  const wait = waited(end);
  /** For what takes a moment on a page whose scripts pause. */
  const guarded = async <R>(step: () => Promise<R>): Promise<R> => {
    const { answer, stuck } = await readStuckOrNot(step, waiting, scope.remaining / 2);
    if (stuck) warnings.push(stopped);
    return answer;
  };
  // A picture may take all the time there is, and needs the page's timers: only its beginning is guarded. Of text
  // nothing is made in between: both commands go at once.
  if (!request.asText) await guarded(waiting.hideBanners);
  using _ = request.asText ? undefined : clock.goOn(() => evaluate(() => performance.now()));
  const value = await read(page);
  const { snapshot, cut } = await guarded(async () => {
    const hidden = request.asText ? waiting.hideBanners() : undefined;
    const [taken] = await Promise.all([
      takeSnapshot({ session, inWorld, attach: tab.attach, until }, main),
      hidden,
    ]);
    return taken;
  });
  if (activity.brokenOff) warnings.push(brokenOff);
  if (tab.egress.overBudget) warnings.push(overBudget);
  if (cut) warnings.push(tooLong);
  return {
    snapshot,
    value,
    engine,
    raw: received.raw,
    wait,
    begun: startedAt,
    arrived: arrivedAt,
    timers: clock.effect,
    frames: frames.effect,
    warnings,
    proxy: proxyOf(main),
    cutShort: settled.cutShort,
  };
};

const notDone = 'the address holds a document: nothing was done on it before it was read';
const unread = 'the page could not be read in time: this is what its response tells';
const overBudget = 'the page wanted more than its budget: the rest was not loaded';
const heldUp = 'a script or style sheet that the page waited for did not come: it was given up';
const tooLong = 'the page is larger than is read: its end is missing';
const brokenOff = 'the connection broke off: the end of the page is missing';

/** Self-contained: runs in the page. Not even the elements that every page has are there where nothing of it came. */
const isEmpty = () => document.documentElement === null;

/** Reads a page whose script may begin, just now, never to end: that is stopped after a while. */
const readStuckOrNot = async <T>(
  read: () => Promise<T>,
  waiting: Waiting,
  patienceMs: number,
): Promise<{ answer: T; stuck: boolean }> => {
  const reading = read();
  const done = reading.then(
    () => true,
    () => true,
  );
  if (await Promise.race([done, delay(patienceMs, false, { ref: false })]))
    return { answer: await reading, stuck: false };
  await unblock(waiting);
  // What was stopped may have been our own reading of a large page.
  return { answer: await reading.catch(read), stuck: true };
};
