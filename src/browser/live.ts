import { setTimeout as delay } from 'node:timers/promises';
import type { Deadline } from '../deadline.ts';
import type { LivePage, Snapshot } from '../page.ts';
import { emptyResponse, ledNowhere, networkFailure } from './arrive/failure.ts';
import type { takeSnapshot } from './read/snapshot.ts';
import { brokenOff, type Report, tooLong } from './report.ts';
import { stopped } from './steps.ts';
import type { MainResponse } from './tab/activity.ts';
import { unblock } from './wait/ask.ts';
import { awaitsStyle, untilLoaded, untilPictured } from './wait/pictures.ts';
import type { ShownPage, Waiting } from './wait/waiting.ts';

/** Reads a page that is done while the tab still shows it: picture, PDF or data first, then its snapshot. */

/** @throws VisitFailure where the tab shows no document that is a page. */
export const shownDocument = async ({ activity, evaluate }: ShownPage): Promise<MainResponse> => {
  if (activity.unreachable) throw ledNowhere();
  if (activity.main === undefined) throw emptyResponse({ transient: true });
  if (activity.brokenOff && (await evaluate(isEmpty))) throw networkFailure('net::ERR_INVALID_RESPONSE');
  return activity.main;
};

export const livePageOf = (
  waiting: Waiting,
  { scope, report: { warn } }: Pick<Reading<never>, 'scope' | 'report'>,
  covers: Pick<LivePage, 'noteCovers' | 'hideCovers'>,
): LivePage => ({
  ...covers,
  send: waiting.session.send,
  evaluate: waiting.evaluate,
  untilLoaded: (since, ms) => untilLoaded(waiting, since, ms),
  untilPictured: (ms) => untilPictured(waiting, ms),
  warn,
  get awaitsStyle() {
    return awaitsStyle(waiting);
  },
  get remaining() {
    return scope.remaining;
  },
});

interface Reading<T> {
  readonly scope: Deadline;
  readonly report: Report;
  readonly asText: boolean;
  /** Hides what lies over the page. */
  readonly hide: () => Promise<unknown>;
  readonly read: () => Promise<T>;
  readonly takeSnapshot: () => ReturnType<typeof takeSnapshot>;
}

/** What is made of the live page, and then the page itself, without what asks for consent. */
export const readLive = async <T>(
  waiting: Waiting,
  { scope, report, asText, hide, read, takeSnapshot }: Reading<T>,
): Promise<{ value: T; snapshot: Snapshot }> => {
  const { activity, clock, evaluate } = waiting;
  /** For what takes a moment on a page whose scripts pause. */
  const guarded = async <R>(step: () => Promise<R>): Promise<R> => {
    const { answer, stuck } = await readStuckOrNot(step, waiting, scope.remaining / 2);
    if (stuck) report.warn(stopped);
    return answer;
  };
  // A picture may take all the time there is, and needs the page's timers: only its beginning is guarded. Of text
  // nothing is made in between: both commands go at once.
  if (!asText) await guarded(hide);
  using _ = asText ? undefined : clock.keepUp(() => evaluate(() => performance.now()));
  const value = await read();
  const { snapshot, cut } = await guarded(async () => {
    const hidden = asText ? hide() : undefined;
    const [taken] = await Promise.all([takeSnapshot(), hidden]);
    return taken;
  });
  if (activity.brokenOff) report.warn(brokenOff);
  if (cut) report.warn(tooLong);
  return { value, snapshot };
};

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
