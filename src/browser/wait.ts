import { setTimeout as delay } from 'node:timers/promises';
import type { WaitStrategy } from '../contract/scrape.ts';
import type { Activity } from './activity.ts';
import { contentMark, lookAt, markOf, mayGoOn, mayMatter, runAhead, stillForMs } from './ahead.ts';
import { aFrame, isShell, isThin, type Look, latestFrameMs, probes, type Waiting } from './ask.ts';
import type { Probe } from './probe.ts';
import { isCode, isData, isOver, manyRepeats, overAfterMs, type Pending, type Requests } from './requests.ts';
import { refreshOf } from './response.ts';
import { untilCounted, untilTyped } from './rest.ts';
import { bringIntoSight, scrollThrough, waitForPictures } from './scroll.ts';
import { wakeScripts } from './wake.ts';

/** When a page counts as done (docs/adr/0008): never by `load` or an idle network alone, always by its content. */

/**
 * What ended the wait, in one token. `static`: nothing could change the page; `limit`: the longest that `default` waits;
 * `stuck`: a script never paused; `restless`: the page led on, grew or asked without end; `challenge`: a bot check did
 * not clear.
 */
export type WaitEnd =
  | 'static'
  | 'quiet'
  | 'selector'
  | 'limit'
  | 'stuck'
  | 'restless'
  | 'challenge'
  | 'deadline';

interface Patience {
  /** Quiet time asked of every page, in milliseconds. */
  readonly floor: number;
  /** Factor on the quiet times of the table in `needOf`. */
  readonly factor: number;
  /** How long a script may hold up an ordinary and a thin page. */
  readonly script: readonly [number, number];
  /** How long an XHR or fetch may, for a page without content longer. */
  readonly data: readonly [number, number];
  /** Neither a page under 400 characters is done before this, nor one whose text has not grown and whose data have not come. */
  readonly contentUntil: number;
  /** How long a bot check may take, and what share of the time: another attempt may do better. */
  readonly challenge: number;
  readonly challengeShare: number;
  /** Whether a page that waits for nothing but data is run ahead at once. */
  readonly hurries: boolean;
  /** Everything loaded and the network idle for 500 ms as well. */
  readonly wholeNetwork: boolean;
}

const automatic: Patience = {
  floor: 50,
  factor: 1,
  script: [1500, 5000],
  data: [1500, 8000],
  contentUntil: 0,
  challenge: 15_000,
  challengeShare: 0.4,
  hurries: true,
  wholeNetwork: false,
};
const spa: Patience = {
  ...automatic,
  floor: 500,
  factor: 2,
  script: [3000, 8000],
  data: [4000, 10_000],
  contentUntil: 3000,
  hurries: false,
};
const heavy: Patience = { ...spa, wholeNetwork: true };

const strategies: Readonly<Record<WaitStrategy, (waiting: Waiting) => Promise<WaitEnd>>> = {
  automatic: (waiting) => settleAwake(waiting, automatic),
  default: (waiting) => plain(waiting),
  spa: (waiting) => settleAwake(waiting, spa),
  heavy: async (waiting) => {
    const first = await settleAwake({ ...waiting, mayFlush: false, wakes: true, sights: false }, heavy);
    if (!isDone(first)) return first;
    await waiting.noteCovers();
    await scrollThrough(waiting);
    await waitForPictures(waiting);
    return settle(waiting, heavy);
  },
  // Nothing is clicked or solved: we wait for the check to let us through, for as long as there is time.
  cloudflare: (waiting) =>
    settle(waiting, { ...automatic, challenge: Number.POSITIVE_INFINITY, challengeShare: 1 }),
};

export const waitUntilDone = (strategy: WaitStrategy, waiting: Waiting): Promise<WaitEnd> =>
  strategies[strategy](waiting);

const isDone = (end: WaitEnd): boolean => end === 'quiet' || end === 'static';

/**
 * Scripts that wait for a reader are begun where a picture is made of the page, or something is done on it; what loads on
 * sight is brought there where it is only read.
 */
const settleAwake = async (waiting: Waiting, patience: Patience): Promise<WaitEnd> => {
  const end = await settle(waiting, patience);
  if (!isDone(end)) return end;
  const goesOn =
    (waiting.wakes && (await wakeScripts(waiting))) ||
    (waiting.sights && end === 'quiet' && (await bringIntoSight(waiting)));
  return goesOn ? settle(waiting, patience) : end;
};

/** For a page that cannot be asked. */
const ends = { stuck: 'stuck', flooding: 'restless' } as const;

const age = (time: number | undefined) => (time === undefined ? 0 : performance.now() - time);

const mayFlush = (waiting: Waiting, state: Look): boolean =>
  waiting.mayFlush && (waiting.timersMatter || isThin(state) || state.busy);

/** Most pages are done after two; a chain of timers and requests may take more, and to lead on by timers may never end. */
const maxFlushes = 6;

/**
 * By so much the timers of a page are run ahead at first. One with little to show, that nothing else can bring more to,
 * may be about to show or to lead on to what it is for; timers that bring an end to something are later than most.
 * Two seconds are a number that many scripts wait for.
 */
const aheadOf = (state: Probe, { requests }: Activity): number =>
  (isThin(state) || state.busy) && requests.openStreams === 0 ? 5500 : 2100;

/** What was done with one document, and what it did. */
interface Tried {
  hurried: boolean;
  flushed: boolean;
  /** Its content before frames were tried. */
  unframed: string | undefined;
  fed: Fed | undefined;
}

const untried = (): Tried => ({ hurried: false, flushed: false, unframed: undefined, fed: undefined });

/** Waits until content, network and timers are done, as patiently as asked. */
const settle = async (waiting: Waiting, patience: Patience): Promise<WaitEnd> => {
  const { activity, clock, frames } = waiting;
  const { documents } = activity;
  const checkMs = Math.min(patience.challenge, (waiting.until - performance.now()) * patience.challengeShare);
  let flushes = 0;
  let checked = false;
  let { loaderId } = activity;
  let tried = untried();
  const untilQuiet = (look: Look) => quietNeeded(look, activity, patience) - quietFor(look, activity);
  for await (const state of probes(waiting, untilQuiet)) {
    if (state === 'stuck' || state === 'flooding') return ends[state];
    if (activity.documents > documents + maxDocuments) return 'restless';
    // What it leads on to is as new as the first.
    if (activity.loaderId !== loaderId) {
      loaderId = activity.loaderId;
      tried = untried();
    }
    if (state.isFed) tried.fed = fedAgain(tried.fed);
    checked = isChecked(state, activity);
    if (checked && age(activity.domReadyAt) > checkMs) return 'challenge';
    // What shows little may begin with one.
    if (activity.loadedAt !== undefined && mayFlush(waiting, state)) frames.take();
    const isStill =
      !checked && !isFedOn(tried.fed, activity, patience) && isSettled(state, waiting, patience);
    const mayHurry = !checked && !isStill && !tried.hurried && !tried.flushed && patience.hurries;
    if (mayHurry && awaitsData(state, waiting, patience)) {
      tried.hurried = true;
      const after = await hurry(waiting, state, patience);
      if (after === 'stuck') return 'stuck';
      if (typeof after === 'object') return stay(waiting, after, 'quiet');
      if (after !== 'in_vain') {
        flushes += 1;
        tried.flushed = true;
      }
      continue;
    }
    if (!isStill) {
      clock.tick(state.clock);
      continue;
    }
    const seconds = leadsOn(state, activity);
    if (!state.alive && seconds === undefined) return stay(waiting, state, 'static');
    if (frames.areTried && !frames.taken) {
      tried.unframed = contentMark(state, activity);
      frames.take();
      // The first may still be one of those that come once a second, and what the second calls may ask for another.
      for (let frame = 0; frame < 3; frame++) await aFrame(waiting);
      continue;
    }
    if (tried.unframed !== undefined) frames.effect = contentMark(state, activity) !== tried.unframed;
    if (!mayFlush(waiting, state) || flushes >= maxFlushes) {
      if (seconds === undefined || age(activity.domReadyAt) > (seconds + 1) * 1000)
        return stay(waiting, state, 'quiet');
      clock.tick(state.clock);
      continue;
    }
    const first = tried.flushed ? stillForMs : aheadOf(state, activity);
    const budget = Math.max(first, 1000 * (seconds ?? 0) + 100);
    const budgets = tried.flushed ? [budget] : [budget, stillForMs];
    flushes += 1;
    tried.flushed = true;
    const after = await runAhead(
      waiting,
      state,
      budgets,
      activity.requests.pending.size === 0 ? () => false : undefined,
    );
    if (after === 'stuck') return 'stuck';
    if (after) return stay(waiting, after, 'quiet');
  }
  return checked ? 'challenge' : 'deadline';
};

/** The clock of a page may stand still so long for data: a timer may be what it does without them. */
const longestHurryMs = 2000;

/** Characters by which a page has grown that shows what it has waited for. */
const muchText = 200;

/**
 * Runs a page that waits for its data ahead at once, instead of waiting for quiet first. Done is one whose text has come
 * thereby; another may wait for what is neither a timer nor a request, such as a data base or an idle moment.
 * @returns the page where it is done; undefined where it has to be waited for; `in_vain` where nothing came.
 */
const hurry = async (
  waiting: Waiting,
  state: Look,
  patience: Patience,
): Promise<Probe | 'stuck' | 'in_vain' | undefined> => {
  const { activity, clock } = waiting;
  waiting.lull();
  const begun = performance.now();
  let inVain = false;
  const isAwaited = () => {
    inVain ||= age(Math.max(begun, activity.requests.landedAt ?? 0)) > longestHurryMs;
    // It gets the time for which its clock stood still.
    if (inVain) clock.tick(state.clock);
    return !inVain && awaitsData(state, waiting, patience);
  };
  const done = await runAhead(waiting, state, [aheadOf(state, activity), stillForMs], isAwaited);
  if (done === 'stuck') return done;
  if (inVain) return 'in_vain';
  if (done === undefined) return undefined;
  const hasCome = done.text - state.text >= muchText && !isThin(done) && !done.busy;
  if (!hasCome || mayGoOn(activity.requests)) return undefined;
  const rest = patience.floor - age(activity.loadedAt);
  if (rest <= 0) return done;
  const mark = markOf(done, activity);
  await delay(rest, undefined, { signal: waiting.signal });
  const after = await lookAt(waiting);
  return after === 'stuck' || (after && markOf(after, activity) === mark) ? after : undefined;
};

/** Everything has loaded but for data that may bring content: the page's clock stands still while they come. */
const awaitsData = (state: Look, waiting: Waiting, patience: Patience): boolean => {
  const { activity } = waiting;
  const { requests, loadedAt } = activity;
  if (!mayFlush(waiting, state) || loadedAt === undefined || isLeaving(activity)) return false;
  const pending = [...requests.pending.values()].filter(mayMatter);
  if (pending.length === 0 || requests.openStreams > 0) return false;
  // What comes in pieces may be shown piece by piece, and more of it asked for by the clock.
  const isAwaited = (request: Pending) =>
    isData(request.type) &&
    request.lastDataAt === undefined &&
    !background.test(request.url) &&
    holdsUp(request, state, requests, patience);
  return pending.every(isAwaited);
};

/** A page that is done and would lead on is kept from it: it would be gone while it is read. */
const stay = async (waiting: Waiting, state: Probe, end: WaitEnd): Promise<WaitEnd> => {
  const { session, activity } = waiting;
  if (refreshAfter(state, activity) !== null) await session.send('Page.stopLoading');
  if (!waiting.mayFlush) return end;
  const { loaderId } = activity;
  const after = waiting.clock.effect === undefined ? state : await untilTyped(waiting, state);
  const isThere = () => activity.loaderId === loaderId && !isLeaving(activity);
  if (after && waiting.frames.taken && after.repeats > 0 && isThere()) await untilCounted(waiting, after);
  // It led on meanwhile.
  return isThere() ? end : settle(waiting, automatic);
};

/** Statuses that a bot check comes with; its marks on a page of any other are that page's own. */
const refusals = new Set([403, 405, 429, 503]);

/** A bot check is under way. Some come as an ordinary page: then it is one of little text that has scripts. */
const isChecked = (state: Look, activity: Activity): boolean => {
  const { main } = activity;
  const mayPass = state.alive || refreshAfter(state, activity) !== null;
  if (state.challenge === null || !mayPass) return false;
  if (refusals.has(main?.status ?? 0) || /challenge/i.test(main?.headers['cf-mitigated'] ?? '')) return true;
  return state.challenge === 'title' && isThin(state);
};

/** A page that leads on more often does so for ever. */
const maxDocuments = 20;

/** Another document was asked for a moment ago. A download or an empty answer never replaces this one. */
const isLeaving = ({ leavingAt }: Activity) => leavingAt !== undefined && age(leavingAt) < 3000;

/** Seconds until a page leads on without a script, by an element or by a header of its response. */
const refreshAfter = ({ leadsOnAfter }: Probe, { main }: Activity): number | null =>
  leadsOnAfter ?? (main === undefined ? null : refreshOf(main));

/** Seconds until a page leads on that has little to say of its own, or does so at once. */
const leadsOn = (state: Look, activity: Activity): number | undefined => {
  const seconds = refreshAfter(state, activity);
  return seconds !== null && seconds <= (isThin(state) ? 5 : 0) ? seconds : undefined;
};

const isSettled = (state: Look, { activity, frames }: Waiting, patience: Patience): boolean => {
  const { domReadyAt, loadedAt, requests } = activity;
  if (domReadyAt === undefined || isLeaving(activity)) return false;
  if (!state.alive) return true;
  const sinceReady = age(domReadyAt);
  const hasContent = !isThin(state) && (state.grown > 0 || requests.dataLanded);
  if (!hasContent && sinceReady < patience.contentUntil) return false;
  for (const request of requests.pending.values())
    if (holdsUp(request, state, requests, patience)) return false;
  if (requests.silentSince !== undefined && age(requests.silentSince) < firstMessageMs) return false;
  if (loadedAt === undefined && sinceReady < (isThin(state) ? 3000 : 1000)) return false;
  const isIdle = loadedAt !== undefined && age(requests.changedAt) >= 500;
  if (patience.wholeNetwork && !isIdle && sinceReady < 10_000) return false;
  if (loadedAt !== undefined && frames.taken && !state.drawn) {
    // On an overloaded machine frames come later yet, and an empty page may need no more than one.
    const latestMs = isThin(state) ? 3 * latestFrameMs : latestFrameMs;
    if (age(loadedAt) < latestMs || state.quietMs < nextFrameMs) return false;
  }
  return quietFor(state, activity) >= quietNeeded(state, activity, patience);
};

/** On a busy machine; a page that was run ahead may draw its next frame later still. */
const nextFrameMs = 300;

/** What is pushed to a page comes soon after it has asked for it, or is news. */
const firstMessageMs = 1000;

/** What has just come in may be about to be shown, or to ask for more. */
const quietFor = (state: Look, { domReadyAt, requests: { landedAt } }: Activity): number =>
  Math.min(state.quietMs, age(domReadyAt), landedAt === undefined ? Number.POSITIVE_INFINITY : age(landedAt));

const quietNeeded = (state: Look, { requests }: Activity, { floor, factor }: Patience): number =>
  Math.max(floor, factor * needOf(state, requests));

/** Quiet time asked for. Running the timers ahead afterwards makes long waits for them needless. */
const needOf = (state: Look, { openStreams, dataLanded }: Requests): number => {
  if ((isThin(state) || state.busy) && openStreams > 0) return 1200;
  if (state.busy) return 250;
  // Less than the 100 ms in which many scripts take their next step.
  return isThin(state) || dataLanded ? 80 : 50;
};

/** Whole words: there is an `sse` in `assets`, and a `collect` in `collections`. */
const background =
  /(?<![a-z])(?:(?:long-?)?poll(?:ing)?|stream|sse|beacon|analytics|collect|telemetry|heartbeat|metrics)(?![a-z])|\/log\b/i;

/** One that has brought something is read, and a page with nothing to show waits for the rest. */
const overAfterMoreMs = 1500;

/** How long a request that is answered may bring nothing. */
const silenceOf = ({ type, lastDataAt }: Pending, isPatient: boolean): number => {
  // The end of an answer is told even where nobody reads it, unless it is long: the rest of one is still to come.
  const more = isData(type) || (lastDataAt !== undefined && isPatient);
  return more ? overAfterMoreMs : overAfterMs;
};

/** That a document shows what comes in as it comes: since when, when last, and how often. */
interface Fed {
  readonly since: number;
  readonly at: number;
  readonly pieces: number;
}

const fedAgain = (fed: Fed | undefined): Fed => {
  const at = performance.now();
  return { since: fed?.since ?? at, at, pieces: (fed?.pieces ?? 0) + 1 };
};

/** How long the next piece may take: a page may have grown by chance when the first one came. */
const nextPieceMs = ({ pieces }: Fed): number => (pieces === 1 ? 700 : 1500);

/** Whether there may be more of what the page shows piece by piece: some goes on for ever. */
const isFedOn = (fed: Fed | undefined, { requests }: Activity, { data: [, longest] }: Patience): boolean =>
  fed !== undefined &&
  requests.pieceAt !== undefined &&
  age(fed.at) < nextPieceMs(fed) &&
  age(fed.since) < longest;

/** Whether a request may still bring content. */
const holdsUp = (request: Pending, state: Look, requests: Requests, patience: Patience): boolean => {
  const patient = isThin(state) || state.busy ? 1 : 0;
  const waits = isShell(state) || state.busy ? 1 : 0;
  const since = age(request.startedAt);
  const over = isOver(request, silenceOf(request, waits === 1));
  if (isCode(request.type)) return !over && since < patience.script[patient];
  if (!isData(request.type)) return patience.wholeNetwork && since < 5000;
  if (!isThin(state) && background.test(request.url)) return since < 300;
  if (requests.repeats(request.url) >= manyRepeats) return false;
  return !over && since < patience.data[waits];
};

const plainQuietMs = 120;

/** `default`: parsed, loaded or 1.5 s on, 120 ms quiet; never more than 8 s after parsing. */
const plain = async (waiting: Waiting): Promise<WaitEnd> => {
  const { activity } = waiting;
  const { documents } = activity;
  for await (const state of probes(waiting, ({ quietMs }) => plainQuietMs - quietMs)) {
    if (state === 'stuck' || state === 'flooding') return ends[state];
    if (activity.documents > documents + maxDocuments) return 'restless';
    const { domReadyAt, loadedAt } = activity;
    if (domReadyAt === undefined || isLeaving(activity)) continue;
    if (!state.alive) return stay(waiting, state, 'static');
    if (age(domReadyAt) > 8000) return 'limit';
    if ((loadedAt !== undefined || age(domReadyAt) > 1500) && state.quietMs >= plainQuietMs)
      return stay(waiting, state, 'quiet');
  }
  return 'deadline';
};
