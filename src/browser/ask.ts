import { setTimeout as delay } from 'node:timers/promises';
import { raceSignal } from '../deadline.ts';
import { ProtocolError } from '../page.ts';
import type { Activity } from './activity.ts';
import type { Session } from './cdp.ts';
import type { PageFrames } from './frame-use.ts';
import { type Probe, probe } from './probe.ts';
import type { Pending } from './requests.ts';
import type { PageClock } from './timers.ts';
import type { Evaluate } from './world.ts';

/** A tab that has committed a document, and the time there is for it. */
export interface Waiting {
  readonly session: Session;
  readonly evaluate: Evaluate;
  readonly activity: Activity;
  /** `performance.now()` at which the wait ends whatever the page does. */
  readonly until: number;
  readonly signal: AbortSignal;
  /** Timers may be run ahead of time before the page is read: only when nothing else follows. */
  readonly mayFlush: boolean;
  /**
   * Scripts that wait for a reader are begun: a picture is made of the page, or something is done on it. Not behind what
   * was done: the pointer stays where an action left it.
   */
  readonly wakes: boolean;
  /** What loads on sight is brought there: nothing is done on the page, and a picture sees to it itself. */
  readonly sights: boolean;
  /** Whether timers may bring more to a page that has text and no spinner: learned from others of its kind. */
  readonly timersMatter: boolean;
  /** A script of the caller has run: also a page without any of its own may change. */
  readonly hasScript: boolean;
  readonly clock: PageClock;
  readonly frames: PageFrames;
  /** Cuts the connections that the tab has open. */
  readonly cutOff: () => void;
  /** Cuts them for a script or style sheet that does not come, so that the document is parsed to its end. */
  readonly giveUp: () => void;
  /** Hides what asks for consent. */
  readonly hideBanners: () => Promise<unknown>;
  /** Notes what covers the page before it is scrolled. */
  readonly noteCovers: () => Promise<unknown>;
  /** To be told when the page waits for the network alone. */
  readonly lull: () => void;
}

/** A probe, and how long content has stood still by our own clock. */
export interface Look extends Probe {
  readonly quietMs: number;
  /** Characters of text more than at the first look at this document. */
  readonly grown: number;
  /** Something has grown since the last look, and just before that a piece had come of what is not over yet. */
  readonly isFed: boolean;
}

/** A page with so little text that more is likely to come. */
export const isThin = (state: Probe): boolean => state.text < 400;

/** A page that may show no more than what stands around its content. */
export const isShell = (state: Probe): boolean => state.body < 400;

/** Every page's script may run this long without a pause. */
const stuckAfterMs = 3000;

/**
 * Asks the page something in the isolated world. While another document is on its way Chromium holds back every answer: a
 * page that is left for one that does not come is kept from leaving.
 * @param patienceMs how long its main thread may be busy.
 * @returns undefined while the page is between two documents; `stuck` when its main thread does not answer: at once
 * where it floods us meanwhile.
 */
export const ask = async <A extends readonly unknown[], R>(
  { session, evaluate, activity, until }: Waiting,
  patienceMs: number,
  fn: (...args: A) => R,
  ...args: A
): Promise<Awaited<R> | 'stuck' | undefined> => {
  const { documents } = activity;
  let end = performance.now() + Math.max(100, Math.min(patienceMs, until - performance.now()));
  let isKept = false;
  /** More time for a page that is silent because it is being left. */
  const prolonged = async (): Promise<boolean> => {
    const now = performance.now();
    if (activity.leavingAt === undefined || isKept) return false;
    if (isComing(activity) && now < until) end = until;
    else {
      isKept = true;
      await session.send('Page.stopLoading');
      end = now + keptMs;
    }
    return true;
  };
  const answer = evaluate(fn, ...args).then((value) => ({ value }));
  try {
    for (;;) {
      const left = end - performance.now();
      if (left <= 0 && !(await prolonged())) return 'stuck';
      const slice = Promise.withResolvers<undefined>();
      const timer = setTimeout(slice.resolve, Math.max(0, Math.min(left, sliceMs)), undefined);
      // Cheaper than to abort a delay: pages are asked often.
      const answered = await Promise.race([answer, slice.promise]).finally(() => clearTimeout(timer));
      if (answered) return answered.value;
      // The one that was asked has gone, and the answer with it.
      if (activity.documents !== documents) return undefined;
      if (isFlooding(activity)) return 'stuck';
    }
  } catch (error) {
    if (error instanceof ProtocolError) return undefined;
    throw error;
  }
};

/** A page that is kept from leaving answers within this. */
const keptMs = 1000;

/** Whether something has arrived of the document that the page is left for. */
const isComing = ({ requests, leavingAt = 0 }: Activity): boolean =>
  [...requests.pending.values()].some(
    ({ type, startedAt, respondedAt }) =>
      type === 'Document' && startedAt >= leavingAt && respondedAt !== undefined,
  );

const sliceMs = 250;

const maxRequests = 2000;
const maxMessages = 20_000;
/** Less than this of a document is ever read. */
const maxDocumentBytes = 40_000_000;

/** A page that leads on more often does so for ever. */
const maxDocuments = 20;

/** Whether a page asks for, is told or brings more than any page needs. */
const isFlooding = ({ requests: { started, messages, documentBytes } }: Activity): boolean =>
  started > maxRequests || messages > maxMessages || documentBytes > maxDocumentBytes;

/** How long a page's main thread may be busy: a share of the time that is left. */
const shareOfTheRest = ({ until }: Waiting, share: number): number =>
  Math.max(stuckAfterMs, (until - performance.now()) * share);

/** For a page that may still be computing what it will show. */
export const halfOfTheRest = (waiting: Waiting): number => shareOfTheRest(waiting, 0.5);

/** On a busy machine frames are further apart than the quiet that is asked for; some pages draw none. */
export const latestFrameMs = 1000;

/** Waits for the next animation frame. */
export const aFrame = async ({ evaluate, signal, until }: Waiting): Promise<void> => {
  const latestMs = Math.min(latestFrameMs, until - performance.now());
  if (latestMs <= 0) return;
  const frame = evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => done())));
  // A page that draws none, or has gone meanwhile, is looked at all the same.
  await Promise.race([frame.catch(() => undefined), delay(latestMs, undefined, { signal })]);
};

/** Milliseconds for reading and converting a document that comes as so many bytes, about, on a busy machine. */
export const readingMs = (bytes: number): number => bytes / 1000;

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
    (type === 'Script' || type === 'Stylesheet') &&
    respondedAt === undefined &&
    performance.now() - startedAt > ms;
  return pending.some(holdsUp) && !pending.some(({ type }) => type === 'Document');
};

/** Waits some time, or until a document is parsed or has loaded. */
const pauseUntil = async (
  { session, signal }: Waiting,
  event: 'DOMContentLoaded' | 'load',
  ms: number,
): Promise<void> => {
  const ended = Promise.withResolvers<void>();
  const stop = session.on('Page.lifecycleEvent', ({ name }) => {
    if (name === event) ended.resolve();
  });
  const timer = setTimeout(ended.resolve, ms);
  await raceSignal(ended.promise, signal).finally(() => {
    stop();
    clearTimeout(timer);
  });
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
  const { documents } = waiting.activity;
  let changedAt = performance.now();
  let lookedAt = changedAt;
  let before = { changes: '', text: 0, growths: 0 };
  let first: { readonly loaderId: string; readonly text: number } | undefined;
  let seen: Probe | undefined;
  let cost = 0;
  const holdUpMs = Math.min(longestHoldUpMs, (waiting.until - lookedAt) / 2);
  const isTime = () =>
    performance.now() + Math.max(4 * cost, readingMs(waiting.activity.requests.documentBytes)) <
    waiting.until;
  // Looked at while it is parsed, it would also count as changed by every piece of it.
  if (waiting.activity.domReadyAt === undefined) await pauseUntil(waiting, 'DOMContentLoaded', unparsedMs);
  for (let pause = 15; isTime(); ) {
    pause = Math.min(60, pause + 10);
    const isLeft = waiting.activity.leavingAt !== undefined;
    const patience = shareOfTheRest(waiting, isLeft ? 0.7 : seen && !isThin(seen) ? 0.25 : 0.5);
    const askedAt = performance.now();
    const state = await ask(waiting, patience, probe);
    if (isFlooding(waiting.activity)) yield 'restless';
    else if (state === 'stuck' && !isTime() && performance.now() - askedAt < busyMs) return;
    else if (state === 'stuck') yield state;
    else if (state !== undefined && waiting.activity.documents > documents + maxDocuments) yield 'restless';
    else if (state !== undefined) {
      seen = state;
      cost = Math.max(state.cost, cost / 2);
      const { loaderId } = waiting.activity;
      const now = { changes: `${loaderId} ${state.changes}`, text: state.text, growths: state.growths };
      const seenAt = performance.now();
      if (now.changes !== before.changes) changedAt = Math.max(lookedAt, seenAt - state.stillMs);
      else if (now.text !== before.text) changedAt = seenAt;
      const isNew = first?.loaderId !== loaderId;
      const grew = !isNew && now.growths > before.growths;
      const { pieceAt } = waiting.activity.requests;
      const isFed = grew && pieceAt !== undefined && pieceAt > lookedAt - shownWithinMs;
      lookedAt = seenAt;
      before = now;
      if (first === undefined || isNew) first = { loaderId, text: state.text };
      const look = {
        ...state,
        alive: state.alive || waiting.hasScript,
        quietMs: performance.now() - changedAt,
        grown: state.text - first.text,
        isFed,
      };
      const quietIn = Math.ceil(untilQuiet(look));
      if (quietIn > 0) pause = Math.min(60, quietIn);
      yield look;
    }
    const left = waiting.until - performance.now();
    const { domReadyAt, loadedAt } = waiting.activity;
    const isParsed = domReadyAt !== undefined;
    if (isHeldUp(waiting.activity, holdUpMs)) waiting.giveUp();
    const rest = Math.min(left, Math.max(isParsed ? pause : unparsedMs, restAfter(cost)));
    if (!isParsed) await pauseUntil(waiting, 'DOMContentLoaded', rest);
    else if (loadedAt === undefined) await pauseUntil(waiting, 'load', rest);
    else if (rest > 0) await delay(rest, undefined, { signal: waiting.signal });
  }
}

/** A script ends within this when it is told to, unless it waits for something outside the page. */
const terminationMs = 300;

/** Ends a script that never returns, and keeps the page from starting another. */
export const unblock = async ({ session, cutOff }: Waiting): Promise<void> => {
  const stopped = Promise.all([
    session.send('Runtime.terminateExecution'),
    session.send('Emulation.setScriptExecutionDisabled', { value: true }),
  ]);
  // A synchronous request holds its script until its answer is there, or can no longer come. Chromium tries it again.
  const timer = setInterval(cutOff, terminationMs);
  await stopped.finally(() => clearInterval(timer));
};
