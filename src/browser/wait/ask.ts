import { setTimeout as delay } from 'node:timers/promises';
import { ProtocolError } from '../../page.ts';
import type { Activity } from '../tab/activity.ts';
import type { PageProbe } from './look-at.ts';
import type { Probe } from './probe.ts';
import type { ShownPage, Waiting } from './waiting.ts';

/** Questions to a shown page, and how long it may take to answer. */

/** A probe, and how long content has stood still by our own clock. */
export interface Look extends PageProbe {
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
export const stuckAfterMs = 3000;

/**
 * Asks the page something in the isolated world. While another document is on its way Chromium holds back every answer: a
 * page that is left for one that does not come is kept from leaving.
 * @param patienceMs how long its main thread may be busy.
 * @returns undefined while the page is between two documents; `stuck` when its main thread does not answer: at once
 * where it floods us meanwhile.
 */
export const ask = <A extends readonly unknown[], R>(
  page: ShownPage,
  patienceMs: number,
  fn: (...args: A) => R,
  ...args: A
): Answer<R> => listen(page, { patienceMs, onSilence: () => page.clock.assumeSpinning() }, fn, args);

/**
 * Asks for what takes a frame or two. A busy machine may take as long as is waited for that: silence tells nothing of the page.
 */
export const askForFrames = <A extends readonly unknown[], R>(
  page: ShownPage,
  fn: (...args: A) => R,
  ...args: A
): Answer<R> => listen(page, { patienceMs: latestFrameMs, onSilence: () => undefined }, fn, args);

type Answer<R> = Promise<Awaited<R> | 'stuck' | undefined>;

const listen = async <A extends readonly unknown[], R>(
  page: ShownPage,
  { patienceMs, onSilence }: { readonly patienceMs: number; readonly onSilence: () => void },
  fn: (...args: A) => R,
  args: A,
): Answer<R> => {
  const { session, evaluate, activity, until, clock } = page;
  const { documents } = activity;
  let end = performance.now() + Math.max(100, Math.min(patienceMs, until - performance.now()));
  let isKept = false;
  /** More time for a page that is silent because it is being left. */
  const prolonged = async (): Promise<boolean> => {
    const now = performance.now();
    const { leavingAt } = activity;
    if (leavingAt === undefined || isKept) return false;
    const latest = isComing(activity) ? until : leavingAt + leavingShare * (until - leavingAt);
    if (now < latest) end = latest;
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
      if (left <= 0 && !(await prolonged())) {
        onSilence();
        return 'stuck';
      }
      const slice = Promise.withResolvers<undefined>();
      const timer = setTimeout(slice.resolve, Math.max(0, Math.min(left, sliceMs)), undefined);
      // Cheaper than to abort a delay: pages are asked often.
      const answered = await Promise.race([answer, slice.promise]).finally(() => clearTimeout(timer));
      if (answered) return answered.value;
      // The one that was asked has gone, and the answer with it.
      if (activity.documents !== documents) return undefined;
      clock.checkSpinning();
      if (clock.spins || isFlooding(page)) return 'stuck';
    }
  } catch (error) {
    if (error instanceof ProtocolError) return undefined;
    throw error;
  }
};

/** Of the time that is left when a page is left: so long the one that it is left for is waited for. */
const leavingShare = 0.7;

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

/** Whether a page asks for, is told or brings more than any page needs. */
export const isFlooding = ({ session, activity }: ShownPage): boolean => {
  const { started, streams, documentBytes } = activity.requests;
  const isTooMuch =
    started > maxRequests || streams.messages > maxMessages || documentBytes > maxDocumentBytes;
  return session.flooded || isTooMuch;
};

/** How long a page's main thread may be busy: a share of the time that is left. */
export const shareOfTheRest = ({ until }: ShownPage, share: number): number =>
  Math.max(stuckAfterMs, (until - performance.now()) * share);

/** For a page that may still be computing what it will show. */
export const halfOfTheRest = (page: ShownPage): number => shareOfTheRest(page, 0.5);

/** On a busy machine frames are further apart than the quiet that is asked for; some pages draw none. */
export const latestFrameMs = 1000;

/** Waits for the next animation frame. @returns its time, in milliseconds; undefined where none came. */
export const aFrame = async ({ evaluate, signal, until }: ShownPage): Promise<number | undefined> => {
  const latestMs = Math.min(latestFrameMs, until - performance.now());
  if (latestMs <= 0) return undefined;
  const frame = evaluate(() => new Promise<number>((done) => requestAnimationFrame(done)));
  // A page that draws none, or has gone meanwhile, is looked at all the same.
  return Promise.race([frame.catch(() => undefined), delay(latestMs, undefined, { signal })]);
};

/** Milliseconds for reading and converting a document that comes as so many bytes, about, on a busy machine. */
export const readingMs = (bytes: number): number => bytes / 1000;

/** A script ends within this when it is told to, unless it waits for something outside the page. */
const terminationMs = 300;

/** Ends a script that never returns, and keeps the page from starting another. */
export const unblock = async ({
  session,
  tab: { cutOff },
}: Pick<Waiting, 'session' | 'tab'>): Promise<void> => {
  const stopped = Promise.all([
    session.send('Runtime.terminateExecution'),
    session.send('Emulation.setScriptExecutionDisabled', { value: true }),
  ]);
  // A synchronous request holds its script until its answer is there, or can no longer come. Chromium tries it again.
  const timer = setInterval(cutOff, terminationMs);
  await stopped.finally(() => clearInterval(timer));
};
