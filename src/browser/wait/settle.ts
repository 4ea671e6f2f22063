import { type Activity, age } from '../tab/activity.ts';
import { aheadOf, contentMark, isWorthRunningAhead, runAhead, stillForMs } from './ahead.ts';
import { aFrame, isThin, type Look } from './ask.ts';
import { type Fed, fedAgain, isFedOn } from './fed.ts';
import { awaitsData, hurry } from './hurry.ts';
import { isLeaving, leadsOn, refreshAfter } from './leads-on.ts';
import { probes } from './looks.ts';
import { automatic, type Patience } from './patience.ts';
import type { Probe } from './probe.ts';
import { untilCounted, untilTyped } from './rest.ts';
import { isSettled, quietLeft } from './settled.ts';
import type { ShownPage, Waiting } from './waiting.ts';

/**
 * The loop that all patient strategies share: looks at the page, runs its timers ahead, until nothing changes it any more.
 */

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

/** Most pages are done after two; a chain of timers and requests may take more, and to lead on by timers may never end. */
const maxRuns = 6;

/** What was done with one document, and what it did. */
interface Tried {
  readonly loaderId: string;
  hurried: boolean;
  ranAhead: boolean;
  /** Its content before frames were tried. */
  unframed: string | undefined;
  fed: Fed | undefined;
}

const untried = ({ loaderId }: Activity): Tried => ({
  loaderId,
  hurried: false,
  ranAhead: false,
  unframed: undefined,
  fed: undefined,
});

/** Waits until content, network and timers are done, as patiently as asked. */
export const settle = async (waiting: Waiting, patience: Patience): Promise<WaitEnd> => {
  const { activity, clock, frames } = waiting;
  const checkMs = Math.min(patience.challenge, (waiting.until - performance.now()) * patience.challengeShare);
  let runs = 0;
  let checked = false;
  let tried = untried(activity);
  for await (const state of probes(waiting, (look) => quietLeft(look, waiting, patience))) {
    if (typeof state === 'string') return state;
    // What it leads on to is as new as the first.
    if (activity.loaderId !== tried.loaderId) tried = untried(activity);
    if (state.isFed) tried.fed = fedAgain(tried.fed);
    checked = isChecked(state, activity);
    if (checked && age(activity.domReadyAt) > checkMs) return 'challenge';
    // What shows little may begin with one.
    if (activity.loadedAt !== undefined && isWorthRunningAhead(waiting, state)) frames.take();
    const isStill =
      !checked && !isFedOn(tried.fed, activity, patience) && isSettled(state, waiting, patience);
    const mayHurry = !checked && !isStill && !tried.hurried && !tried.ranAhead && patience.hurries;
    if (mayHurry && awaitsData(state, waiting, patience)) {
      tried.hurried = true;
      const after = await hurry(waiting, state, patience);
      if (after === 'stuck') return 'stuck';
      if (typeof after === 'object') return stay(waiting, after, 'quiet');
      if (after !== 'in_vain') {
        runs += 1;
        tried.ranAhead = true;
      }
      continue;
    }
    if (!isStill) {
      clock.catchUp(state.clock);
      continue;
    }
    waiting.quiet.noteEnd(state, activity);
    const seconds = leadsOn(state, activity);
    if (!state.alive && seconds === undefined) return stay(waiting, state, 'static');
    if (frames.areTried && !frames.taken) {
      tried.unframed = contentMark(state, activity);
      await takeFrames(waiting);
      continue;
    }
    if (tried.unframed !== undefined) frames.effect = contentMark(state, activity) !== tried.unframed;
    if (!isWorthRunningAhead(waiting, state) || runs >= maxRuns) {
      if (seconds === undefined || age(activity.domReadyAt) > (seconds + 1) * 1000)
        return stay(waiting, state, 'quiet');
      clock.catchUp(state.clock);
      continue;
    }
    const isFirst = !tried.ranAhead;
    // What covers a page that is there, some time later, is no part of it.
    if (isFirst && !isThin(state)) await waiting.reading.noteCovers();
    runs += 1;
    tried.ranAhead = true;
    const after = await runAheadAtRest(waiting, state, isFirst, seconds);
    if (after === 'stuck') return 'stuck';
    if (after) return stay(waiting, after, 'quiet');
  }
  return checked ? 'challenge' : 'deadline';
};

const takeFrames = async (page: ShownPage): Promise<void> => {
  page.frames.take();
  // The first may still be one of those that come once a second, and what the second calls may ask for another.
  for (let frame = 0; frame < 3; frame++) await aFrame(page);
};

/** @param seconds until the page leads on: it is run ahead beyond that. */
const runAheadAtRest = (
  waiting: Waiting,
  state: Probe,
  isFirst: boolean,
  seconds = 0,
): Promise<Probe | 'stuck' | undefined> => {
  const { activity } = waiting;
  const isFar = isFirst || activity.requests.areRefused;
  const budget = Math.max(isFar ? aheadOf(state, activity) : stillForMs, 1000 * seconds + 100);
  const budgets = isFirst ? [budget, stillForMs] : [budget];
  return runAhead(waiting, state, budgets, activity.requests.pending.size === 0 ? () => false : undefined);
};

/** A page that is done and would lead on is kept from it: it would be gone while it is read. */
export const stay = async (waiting: Waiting, state: Probe, end: WaitEnd): Promise<WaitEnd> => {
  const { session, activity } = waiting;
  if (refreshAfter(state, activity) !== null) await session.send('Page.stopLoading');
  if (waiting.terms.runsAhead === 'never') return end;
  const { loaderId } = activity;
  const after = waiting.clock.effect === undefined ? state : await untilTyped(waiting, state);
  const isThere = () => activity.loaderId === loaderId && !isLeaving(activity);
  const counts = after !== undefined && (after.repeats > 0 || after.replaced > 0);
  if (counts && waiting.frames.taken && isThere()) await untilCounted(waiting, after);
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
