import { setTimeout as delay } from 'node:timers/promises';
import { raceSignal } from '../../deadline.ts';
import { type Activity, age } from '../tab/activity.ts';
import type { Pending } from '../tab/requests.ts';
import { isFlooding, isThin, type Look, readingMs, shareOfTheRest } from './ask.ts';
import { lookAt, type PageProbe } from './look-at.ts';
import type { ShownPage, Waiting } from './waiting.ts';

/** Polls the page with `probe`, as often as it can bear, and tells what has changed since the last time. */

/** A page that leads on more often does so for ever. */
const maxDocuments = 20;

/** Of a large page no more than a sixth of its time goes into looking at it. */
const restAfter = (cost: number) => Math.min(1000, 5 * cost);

/** On a busy machine the answer to the last look may be so late: the time is up, which does not make the page a stuck one. */
const busyMs = 500;

/** What has come in is shown as soon. */
const shownWithinMs = 100;

/** How soon a document that is not parsed yet is looked at again. */
const unparsedMs = 250;

/** A script or style sheet without an answer holds up the rest of its document for so long, or half of the time there is. */
const longestHoldUpMs = 8000;

/** Whether a document has come and is not parsed to its end, for want of what has not answered for so long. */
const isHeldUp = ({ domReadyAt, requests }: Activity, ms: number): boolean => {
  if (domReadyAt !== undefined) return false;
  const pending = [...requests.pending.values()];
  const holdsUp = ({ type, respondedAt, startedAt }: Pending) =>
    (type === 'Script' || type === 'Stylesheet') && respondedAt === undefined && age(startedAt) > ms;
  return pending.some(holdsUp) && !pending.some(({ type }) => type === 'Document');
};

/** Waits some time, or until a document is parsed or has loaded. */
const pauseUntil = async (
  { session, signal }: ShownPage,
  event: 'Page.domContentEventFired' | 'Page.loadEventFired',
  ms: number,
): Promise<void> => {
  const ended = Promise.withResolvers<void>();
  const stop = session.on(event, () => ended.resolve());
  const timer = setTimeout(ended.resolve, ms);
  await raceSignal(ended.promise, signal).finally(() => {
    stop();
    clearTimeout(timer);
  });
};

/** Tells of each probe what is new since the one before, and since when by our own clock. */
const createComparison = ({
  activity,
  terms: { callerScriptRan },
}: Waiting): ((state: PageProbe) => Look) => {
  let changedAt = performance.now();
  let lookedAt = changedAt;
  let before = { changes: '', text: 0, growths: 0 };
  let first: { readonly loaderId: string; readonly text: number } | undefined;
  return (state) => {
    const { loaderId } = activity;
    const now = { changes: `${loaderId} ${state.changes}`, text: state.text, growths: state.growths };
    const seenAt = performance.now();
    if (now.changes !== before.changes) changedAt = Math.max(lookedAt, seenAt - state.stillMs);
    else if (now.text !== before.text) changedAt = seenAt;
    const isNew = first?.loaderId !== loaderId;
    const grew = !isNew && now.growths > before.growths;
    const { pieceAt } = activity.requests;
    const isFed = grew && pieceAt !== undefined && pieceAt > lookedAt - shownWithinMs;
    lookedAt = seenAt;
    before = now;
    if (first === undefined || isNew) first = { loaderId, text: state.text };
    return {
      ...state,
      alive: state.alive || callerScriptRan,
      quietMs: performance.now() - changedAt,
      grown: state.text - first.text,
      isFed,
    };
  };
};

/**
 * Asks the page how it is until the time is up, which is sooner for a large page, whose reading takes longer. Looks
 * are not free: the next comes when the page may have been quiet for long enough, or within 60 ms.
 * @param untilQuiet milliseconds that a page needs to be quiet for yet.
 * @returns looks, or a token for a page that is not to be looked at any longer.
 */
export async function* probes(
  waiting: Waiting,
  untilQuiet: (look: Look) => number,
): AsyncGenerator<Look | 'stuck' | 'restless'> {
  const { activity } = waiting;
  const { documents } = activity;
  const compare = createComparison(waiting);
  let seen: PageProbe | undefined;
  let cost = 0;
  const holdUpMs = Math.min(longestHoldUpMs, (waiting.until - performance.now()) / 2);
  const isTime = () =>
    performance.now() + Math.max(4 * cost, readingMs(activity.requests.documentBytes)) < waiting.until;
  // Looked at while it is parsed, it would also count as changed by every piece of it.
  if (activity.domReadyAt === undefined) await pauseUntil(waiting, 'Page.domContentEventFired', unparsedMs);
  for (let pause = 15; isTime(); ) {
    pause = Math.min(60, pause + 10);
    const patience = shareOfTheRest(waiting, seen && !isThin(seen) ? 0.25 : 0.5);
    const askedAt = performance.now();
    const state = await lookAt(waiting, patience);
    if (isFlooding(waiting)) yield 'restless';
    else if (state === 'stuck' && !isTime() && performance.now() - askedAt < busyMs) return;
    else if (state === 'stuck') yield state;
    else if (state !== undefined && activity.documents > documents + maxDocuments) yield 'restless';
    else if (state !== undefined) {
      seen = state;
      cost = Math.max(state.cost, cost / 2);
      const look = compare(state);
      yield look;
      const quietIn = Math.ceil(untilQuiet(look));
      if (quietIn > 0) {
        pause = Math.min(60, quietIn);
        waiting.reading.prepare();
      }
    }
    const left = waiting.until - performance.now();
    const { domReadyAt, loadedAt } = activity;
    const isParsed = domReadyAt !== undefined;
    if (isHeldUp(activity, holdUpMs)) waiting.tab.cutHeldUp();
    const rest = Math.min(left, Math.max(isParsed ? pause : unparsedMs, restAfter(cost)));
    if (!isParsed) await pauseUntil(waiting, 'Page.domContentEventFired', rest);
    else if (loadedAt === undefined) await pauseUntil(waiting, 'Page.loadEventFired', rest);
    else if (rest > 0) await delay(rest, undefined, { signal: waiting.signal });
  }
}
