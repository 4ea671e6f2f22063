import { setTimeout as delay } from 'node:timers/promises';
import type { WaitStrategy } from '../contract/scrape.ts';
import { Deadline } from '../deadline.ts';
import { type LivePage, ProtocolError, type Snapshot } from '../page.ts';
import { watchActivity } from './activity.ts';
import { unblock, type Waiting } from './ask.ts';
import { receiveDocument } from './document.ts';
import { failure, networkFailure } from './failure.ts';
import type { Pool, Tab } from './pool.ts';
import { waitForSelector } from './selector.ts';
import { takeSnapshot } from './snapshot.ts';
import { type WaitEnd, waitUntilDone } from './wait.ts';
import { createWorld } from './world.ts';

/** What the browser must do for one page. */
export interface PageRequest {
  readonly url: string;
  readonly blockMedia: boolean;
  readonly waitStrategy: WaitStrategy;
  readonly waitForSelector: string | undefined;
  readonly javascript: string | undefined;
  readonly proxyUrl: string | undefined;
  readonly viewport:
    | { readonly width?: number | undefined; readonly height?: number | undefined }
    | undefined;
  /** The page is read as text, not as a picture: timers may be run ahead, text files are read without being shown. */
  readonly asText: boolean;
}

/** A page that was visited: its snapshot, and how it went. */
export interface Visited<T> {
  readonly snapshot: Snapshot;
  /** What `read` made of the live page; undefined for a text file, which is never shown. */
  readonly value: T | undefined;
  readonly wait: { readonly ended_by: WaitEnd | 'response'; readonly after_ms: number };
  readonly warnings: readonly string[];
}

/** Leases a tab, goes to the page, waits, reads, gives the tab back: whatever happens. */
export type Visit = <T>(
  request: PageRequest,
  read: (page: LivePage) => Promise<T>,
  deadline: Deadline,
) => Promise<Visited<T>>;

/** Kept of the budget for reading and converting the page once the wait must end; pictures take longer. */
const reserveMs = (budget: number, asText: boolean) =>
  asText ? Math.min(500, Math.max(150, budget * 0.1)) : Math.min(3000, budget * 0.3);

export const createVisit =
  (pool: Pool): Visit =>
  async (request, read, deadline) => {
    const reserve = reserveMs(deadline.remaining, request.asText);
    const tab = await pool.lease(deadline.signal);
    // Every command of the visit ends with whichever comes first: the deadline, or the tab.
    const ended = AbortSignal.any([deadline.signal, tab.session.gone]);
    using scope = new Deadline(deadline.remaining, ended);
    try {
      return await scope.race(
        visitIn(tab, request, read, { scope, until: performance.now() + scope.remaining - reserve }),
      );
    } finally {
      pool.release(tab);
    }
  };

interface Time {
  readonly scope: Deadline;
  /** `performance.now()` at which waiting must end. */
  readonly until: number;
}

const visitIn = async <T>(
  tab: Tab,
  request: PageRequest,
  read: (page: LivePage) => Promise<T>,
  time: Time,
): Promise<Visited<T>> => {
  const startedAt = performance.now();
  const { session, targetId } = tab;
  const activity = watchActivity(session, targetId);
  const evaluate = createWorld(session, targetId);
  const waited = (ended_by: WaitEnd | 'response') => ({
    ended_by,
    after_ms: Math.round(performance.now() - startedAt),
  });

  await prepare(tab, request);
  const text = await navigate(tab, request, time.until);
  if (text) return { snapshot: text, value: undefined, wait: waited('response'), warnings: [] };

  const waiting: Waiting = {
    session,
    evaluate,
    activity,
    until: time.until,
    signal: time.scope.signal,
    mayFlush: request.asText && !hasFollowUp(request),
  };
  const { end, warnings } = await waitFor(request, waiting);
  if (end === 'deadline') await session.send('Page.stopLoading');

  if (activity.unreachable) throw networkFailure('net::ERR_CONNECTION_FAILED after a redirect by the page');
  const { main } = activity;
  if (main === undefined) throw failure('empty_response', 'The server sent no document.', true);
  const page: LivePage = {
    send: session.send,
    evaluate,
    get remaining() {
      return time.scope.remaining;
    },
  };
  const wait = waited(end);
  /** For what takes a moment on a page whose scripts pause. */
  const guarded = async <R>(step: () => Promise<R>): Promise<R> => {
    const { answer, stuck } = await readStuckOrNot(step, waiting, time.scope.remaining / 2);
    if (stuck) warnings.push(stopped);
    return answer;
  };
  // A picture may take all the time there is, and needs the page's timers: only its beginning is guarded.
  if (!request.asText) await guarded(() => evaluate(() => true));
  const value = await read(page);
  const { snapshot, cut } = await guarded(() => takeSnapshot(evaluate, main));
  if (tab.egress.overBudget) warnings.push('the page wanted more than its budget: the rest was not loaded');
  if (cut) warnings.push('the page is larger than is read: its end is missing');
  return { snapshot, value, wait, warnings };
};

const stopped = 'a script of the page did not end in time and was stopped';

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

/** Whether a script or a selector of the caller's comes after the wait. */
const hasFollowUp = ({ javascript, waitForSelector: selector }: PageRequest) =>
  javascript !== undefined || selector !== undefined;

/** Whether scripts had to be switched off to get hold of the page. */
const scriptless = (end: WaitEnd) => end === 'stuck' || end === 'restless';

/** Waits for the page, runs the caller's script, waits for the caller's selector. */
const waitFor = async (
  request: PageRequest,
  waiting: Waiting,
): Promise<{ end: WaitEnd; warnings: string[] }> => {
  const { javascript, waitForSelector: selector, waitStrategy } = request;
  const warnings: string[] = [];
  const settle = async (): Promise<WaitEnd> => {
    const end = await waitUntilDone(waitStrategy, waiting);
    if (end !== 'stuck' && end !== 'restless') return end;
    warnings.push(end === 'stuck' ? stopped : 'the page led on without end and was stopped');
    await unblock(waiting);
    if (end === 'restless') await waitUntilDone('default', waiting);
    return end;
  };

  // A selector alone says itself when the page is ready.
  let end: WaitEnd = selector === undefined || javascript !== undefined ? await settle() : 'selector';
  if (javascript !== undefined) {
    const problem = scriptless(end) ? 'not run' : await runScript(waiting, javascript);
    if (problem !== undefined) warnings.push(`javascript: ${problem}`);
    if (selector === undefined && !scriptless(end)) end = await settle();
  }
  if (selector !== undefined) {
    const { stuck } = await waitForSelector(selector, waiting);
    if (stuck) warnings.push(stopped);
    end = stuck ? 'stuck' : 'selector';
  }
  return { end, warnings };
};

/** Sets the tab up for this request: all of it at once, for each command costs a round trip. */
const prepare = async ({ session, egress }: Tab, request: PageRequest): Promise<void> => {
  if (request.proxyUrl !== undefined) egress.use([request.proxyUrl]);
  session.on('Page.javascriptDialogOpening', ({ type }) => {
    // Leaving is allowed, everything else is answered "no". The tab may be gone by then.
    session.send('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' }).catch(() => undefined);
  });
  const media = ['Image', 'Media', 'Font'] as const;
  const { width, height } = request.viewport ?? {};
  await Promise.all([
    session.send('Fetch.enable', {
      patterns: [
        { resourceType: 'Document', requestStage: 'Response' },
        ...(request.blockMedia ? media.map((resourceType) => ({ resourceType })) : []),
      ],
    }),
    width === undefined && height === undefined
      ? undefined
      : session.send('Emulation.setDeviceMetricsOverride', {
          width: width ?? 1920,
          height: height ?? 1080,
          deviceScaleFactor: 1,
          mobile: false,
        }),
  ]);
};

/** @returns the snapshot of a text file; undefined when a page has been committed. */
const navigate = async (
  { session, targetId, egress }: Tab,
  request: PageRequest,
  until: number,
): Promise<Snapshot | undefined> => {
  /** What became of the latest main document. */
  let received: Promise<Snapshot | undefined> | undefined;
  /** Where the page itself goes on to later is shown, whatever it is. */
  let arrived = false;
  session.on('Fetch.requestPaused', (paused) => {
    const { requestId, resourceType, frameId } = paused;
    if (resourceType === 'Document' && frameId === targetId) {
      received = receiveDocument(session, paused, {
        asText: request.asText && !hasFollowUp(request) && !arrived,
        until,
      });
      // Asked for below where it matters; the tab may be gone by then.
      received.catch(() => undefined);
      return;
    }
    const answer =
      resourceType === 'Document'
        ? session.send('Fetch.continueRequest', { requestId })
        : session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
    answer.catch(() => undefined);
  });
  const { errorText, isDownload } = await session.send('Page.navigate', { url: request.url });
  arrived = true;
  if (errorText === undefined) return undefined;
  // Reading a text and refusing a file both abort the navigation.
  const text = await received;
  if (text !== undefined) return text;
  if (isDownload) throw failure('unsupported_content_type', 'The address holds a file, not a page.');
  if (errorText === 'net::ERR_ABORTED') throw failure('empty_response', 'The server sent no document.', true);
  if (egress.overBudget) throw failure('too_large', 'The page is larger than this service reads.');
  throw networkFailure(errorText, egress.failureOf(new URL(request.url).hostname));
};

/** Runs the caller's script in the page's own world. @returns what it threw, if it did. */
const runScript = async ({ session, until }: Waiting, expression: string): Promise<string | undefined> => {
  using limit = new Deadline(Math.max(0, until - performance.now()));
  const done = session.send('Runtime.evaluate', { expression, awaitPromise: true, userGesture: true });
  try {
    const { exceptionDetails: problem } = await limit.race(done);
    return problem && (problem.exception?.description ?? problem.text).split('\n', 1)[0]?.slice(0, 300);
  } catch (error) {
    // The script went on to another page: what it came for.
    if (error instanceof ProtocolError) return undefined;
    if (!limit.signal.aborted) throw error;
    await session.send('Runtime.terminateExecution');
    return 'the script did not end in time';
  }
};
