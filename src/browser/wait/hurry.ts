import { setTimeout as delay } from 'node:timers/promises';
import { age } from '../tab/activity.ts';
import { isData } from '../tab/request-uses.ts';
import type { Pending } from '../tab/requests.ts';
import { aheadOf, isWorthRunningAhead, markOf, mayGoOn, mayMatter, runAhead, stillForMs } from './ahead.ts';
import { isThin, type Look } from './ask.ts';
import { background, holdsUp } from './hold-up.ts';
import { isLeaving } from './leads-on.ts';
import { lookAt } from './look-at.ts';
import type { Patience } from './patience.ts';
import type { Probe } from './probe.ts';
import type { Waiting } from './waiting.ts';

/** The clock of a page may stand still so long for data: a timer may be what it does without them. */
const longestHurryMs = 2000;

/** Characters by which a page has grown that shows what it has waited for. */
const muchText = 200;

/**
 * Runs a page that waits for its data ahead at once, instead of waiting for quiet first. Done is one whose text has come
 * thereby; another may wait for what is neither a timer nor a request, such as a data base or an idle moment.
 * @returns the page where it is done; undefined where it has to be waited for; `in_vain` where nothing came.
 */
export const hurry = async (
  waiting: Waiting,
  state: Look,
  patience: Patience,
): Promise<Probe | 'stuck' | 'in_vain' | undefined> => {
  const { activity, clock } = waiting;
  const begun = performance.now();
  let inVain = false;
  const isAwaited = () => {
    const isAsked = [...activity.requests.pending.values()].some(mayMatter);
    const isWorth = awaitsData(state, waiting, patience);
    inVain ||=
      age(Math.max(begun, activity.requests.landedAt ?? 0)) > longestHurryMs || (isAsked && !isWorth);
    // It gets the time for which its clock stood still: its script may be about to do without.
    if (inVain) clock.catchUp(state.clock);
    return !inVain && isWorth;
  };
  const running = runAhead(waiting, state, [aheadOf(state, activity), stillForMs], isAwaited);
  waiting.reading.prepare();
  waiting.tab.lull();
  const done = await running;
  if (done === 'stuck') return done;
  if (inVain) return 'in_vain';
  if (done === undefined) return undefined;
  const hasCome = done.text - state.text >= muchText && !isThin(done) && !done.busy;
  if (!hasCome || done.idles || mayGoOn(activity.requests)) return undefined;
  const rest = patience.floor - age(activity.loadedAt);
  if (rest <= 0) return done;
  const mark = markOf(done, activity);
  await delay(rest, undefined, { signal: waiting.signal });
  const after = await lookAt(waiting);
  return after === 'stuck' || (after && markOf(after, activity) === mark) ? after : undefined;
};

/** Everything has loaded but for data that may bring content: the page's clock stands still while they come. */
export const awaitsData = (state: Look, waiting: Waiting, patience: Patience): boolean => {
  const { activity } = waiting;
  const { requests, loadedAt } = activity;
  if (!isWorthRunningAhead(waiting, state) || loadedAt === undefined || isLeaving(activity)) return false;
  const pending = [...requests.pending.values()].filter(mayMatter);
  if (pending.length === 0 || requests.openStreams > 0) return false;
  // It may be what answers, in the page's process: its timers stand still with the page's clock.
  if (requests.serviceWorker !== undefined) return false;
  // What comes in pieces may be shown piece by piece, and more of it asked for by the clock.
  const isAwaited = (request: Pending) =>
    isData(request.type) &&
    request.lastDataAt === undefined &&
    !background.test(request.url) &&
    holdsUp(request, state, requests, patience);
  return pending.every(isAwaited);
};
