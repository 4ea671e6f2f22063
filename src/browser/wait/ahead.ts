import type { Activity } from '../tab/activity.ts';
import type { Pending, Requests } from '../tab/requests.ts';
import { aFrame, ask, halfOfTheRest, isThin } from './ask.ts';
import { isComingToWork } from './hold-up.ts';
import { lookAt } from './look-at.ts';
import type { Probe } from './probe.ts';
import type { ShownPage, Waiting } from './waiting.ts';

/** Runs the timers of a page ahead, in virtual time, and tells what that changed (docs/adr/0008). */

/** So long a page that was changed by its timers has to stand still then, by its own clock. */
export const stillForMs = 300;

/** Whether its timers may bring more to a page, as far as it shows. */
export const isWorthRunningAhead = ({ terms: { runsAhead } }: Waiting, state: Probe): boolean =>
  runsAhead === 'always' || (runsAhead === 'thin' && (isThin(state) || state.busy));

/**
 * By so much the timers of a page are run ahead at first. One with little to show, that nothing else can bring more to,
 * may be about to show or to lead on to what it is for; timers that bring an end to something are later than most. What was
 * refused is asked for again after one second, two, and four.
 * Two seconds are a number that many scripts wait for.
 */
export const aheadOf = (state: Probe, { requests }: Activity): number =>
  (isThin(state) || state.busy || requests.areRefused) && requests.openStreams === 0 ? 5500 : 2100;

/**
 * Runs timers ahead, by so many milliseconds, and by some more where that changed the page and it has not stood still
 * since.
 * @param isAwaited whether what the page fetches is still worth waiting for; undefined where it is not waited for.
 * @returns the page as it is once more time changes nothing; undefined where it has to be waited for.
 */
export const runAhead = async (
  page: ShownPage,
  state: Probe,
  budgets: readonly number[],
  isAwaited: (() => boolean) | undefined,
): Promise<Probe | 'stuck' | undefined> => {
  const { activity, clock } = page;
  const { loaderId } = activity;
  let before = state;
  for (const budget of budgets) {
    const mark = markOf(before, activity);
    const isSame = (after: Probe | undefined) => after !== undefined && markOf(after, activity) === mark;
    let after = await advance(page, before, budget, isAwaited);
    // What its timers have set moving, or have observed, goes on by the page's clock as well, from its first frame on. Few
    // pages that show much have such: each would take a fifth longer for it.
    const mayBegin = (now: Probe) => page.frames.taken && (now.animates || isThin(now));
    if (after !== 'stuck' && after !== undefined && isSame(after) && mayBegin(after)) {
      const more = after.animates ? budget : stillForMs;
      await aFrame(page);
      before = after;
      after = await advance(page, before, more, isAwaited);
    }
    // It may only have begun to show itself by frames. Animations end with one; the next may have been begun before.
    const frames = before.animates ? 2 : isThin(before) ? 1 : 0;
    for (let frame = 0; frame < frames && after !== 'stuck' && isSame(after); frame++) {
      await aFrame(page);
      after = await lookAt(page);
    }
    if (after === 'stuck') return after;
    clock.noteEffect(!isSame(after));
    // What waits for an idle moment since then is to be waited for.
    if (isSame(after)) return after?.idles && !before.idles ? undefined : after;
    if (after === undefined || activity.loaderId !== loaderId || mayGoOn(activity.requests)) return undefined;
    const isChanged = after.changes !== before.changes || after.repeats !== before.repeats;
    if (isChanged && after.stillMs >= stillForMs) return after;
    before = after;
  }
  return undefined;
};

/** The page's clock is told in tenths of a millisecond. */
const roundingMs = 1;

/**
 * Runs timers ahead by so many milliseconds of the page's own clock, however often budgets that were granted before stop it.
 * @param from the page as it was.
 */
export const advance = async (
  page: ShownPage,
  from: Probe,
  budget: number,
  isAwaited: (() => boolean) | undefined,
): Promise<Probe | 'stuck' | undefined> => {
  const { activity, clock } = page;
  const { loaderId } = activity;
  const ended = await clock.grant(budget, isAwaited);
  if (clock.spins) return 'stuck';
  const now = await lookAt(page);
  const isThere = typeof now === 'object' && activity.loaderId === loaderId;
  const end = from.clock + budget;
  if (!ended || !isThere || end - now.clock < roundingMs) return now;
  return (await advanceTo(page, now.clock, end, isAwaited)) ?? lookAt(page);
};

/**
 * Runs a page whose clock is ours on by so many milliseconds of it.
 * @param isAwaited as for `runAhead`.
 */
export const advanceClock = async (
  page: ShownPage,
  ms: number,
  isAwaited: (() => boolean) | undefined,
): Promise<void> => {
  const now = await ask(page, halfOfTheRest(page), readClock);
  if (typeof now === 'number') await advanceTo(page, now, now + ms, isAwaited);
};

/** Asked for the time alone: a whole look takes ten times as long, and there may be a hundred budgets to stop the clock. */
const advanceTo = async (
  page: ShownPage,
  from: number,
  end: number,
  isAwaited: (() => boolean) | undefined,
): Promise<'stuck' | undefined> => {
  const { activity, clock } = page;
  const { loaderId } = activity;
  for (let now = from; end - now >= roundingMs; ) {
    const ended = await clock.grant(end - now, isAwaited);
    if (clock.spins) return 'stuck';
    const told = await ask(page, halfOfTheRest(page), readClock);
    if (told === 'stuck') return told;
    if (!ended || told === undefined || activity.loaderId !== loaderId) return undefined;
    now = told;
  }
  return undefined;
};

/** Self-contained: runs in the page's isolated world. */
const readClock = () => performance.now();

/** The same as long as the page neither changes nor asks for anything. */
export const markOf = (state: Probe, activity: Activity): string =>
  `${contentMark(state, activity)} ${activity.requests.asked} ${activity.requests.streams.opened}`;

/** The same as long as the page does not change. */
export const contentMark = ({ changes, text }: Probe, { loaderId }: Activity): string =>
  `${loaderId} ${changes} ${text}`;

/** Whether something is under way that a page's clock knows nothing of. */
export const mayGoOn = ({ pending, openStreams, serviceWorker }: Requests): boolean =>
  openStreams > 0 || isComingToWork(serviceWorker) || [...pending.values()].some(mayMatter);

/** What a page only sends brings it nothing. */
export const mayMatter = ({ type }: Pending): boolean => type !== 'Ping';
