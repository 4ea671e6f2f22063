import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../contract/error.ts';
import type { WaitStrategy } from '../contract/scrape.ts';
import { ProtocolError } from '../page.ts';
import { type Activity, isData, type Pending } from './activity.ts';
import type { Session } from './cdp.ts';
import { type Probe, probe } from './probe.ts';
import type { Evaluate } from './world.ts';

/** When a page counts as done (docs/adr/0008): never by `load` or an idle network alone, always by its content. */

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
}

/** What ended the wait, in one token. */
export type WaitEnd = 'static' | 'quiet' | 'selector' | 'deadline' | 'stuck';

interface Patience {
  /** Quiet time asked of every page, in milliseconds. */
  readonly floor: number;
  /** Factor on the quiet times of the table in `needOf`. */
  readonly factor: number;
  /** How long a script, and an XHR or fetch, may hold up an ordinary and a thin page. */
  readonly script: readonly [number, number];
  readonly data: readonly [number, number];
  /** A page under 400 characters is not done before this. */
  readonly thinUntil: number;
  readonly flush: boolean;
  /** Everything loaded and the network idle for 500 ms as well. */
  readonly wholeNetwork: boolean;
}

const automatic: Patience = {
  floor: 100,
  factor: 1,
  script: [1500, 5000],
  data: [1500, 8000],
  thinUntil: 0,
  flush: true,
  wholeNetwork: false,
};
const spa: Patience = {
  ...automatic,
  floor: 500,
  factor: 2,
  script: [3000, 8000],
  data: [4000, 10_000],
  thinUntil: 3000,
};

const strategies: Readonly<Record<WaitStrategy, (waiting: Waiting) => Promise<WaitEnd>>> = {
  automatic: (waiting) => settle(waiting, automatic),
  default: (waiting) => plain(waiting),
  spa: (waiting) => settle(waiting, spa),
  heavy: async (waiting) => {
    await settle({ ...waiting, mayFlush: false }, { ...spa, wholeNetwork: true });
    await scrollThrough(waiting);
    return settle(waiting, { ...spa, wholeNetwork: true });
  },
  // Settling never ends on a page that carries challenge marks: waiting for them to go is all we do.
  cloudflare: (waiting) => settle(waiting, automatic),
};

export const waitUntilDone = (strategy: WaitStrategy, waiting: Waiting): Promise<WaitEnd> =>
  strategies[strategy](waiting);

/** A probe, and how long content has stood still by our own clock. */
interface Look extends Probe {
  readonly quietMs: number;
}

const thin = (state: Probe) => state.text < 400;
const age = (time: number | undefined) => (time === undefined ? 0 : performance.now() - time);

/** Waits until content, network and timers are done, as patiently as asked. */
const settle = async (waiting: Waiting, patience: Patience): Promise<WaitEnd> => {
  let flushes = 0;
  for await (const state of probes(waiting)) {
    if (state === 'stuck') return 'stuck';
    if (!isSettled(state, waiting.activity, patience)) continue;
    if (!state.alive) return 'static';
    if (!patience.flush || !waiting.mayFlush || flushes >= 6 || waiting.activity.openSockets > 0)
      return 'quiet';
    const started = waiting.activity.started;
    await flushTimers(waiting.session, flushes === 0 ? 1500 : 300);
    flushes += 1;
    const after = await ask(waiting);
    if (after === 'stuck') return 'stuck';
    if (after?.changes === state.changes && waiting.activity.started === started) return 'quiet';
  }
  return 'deadline';
};

const isSettled = (state: Look, activity: Activity, patience: Patience): boolean => {
  if (activity.domReadyAt === undefined || state.challenge) return false;
  if (state.refreshAfter !== null && state.refreshAfter <= 5 && thin(state)) return false;
  if (!state.alive) return true;
  const sinceReady = age(activity.domReadyAt);
  if (thin(state) && sinceReady < patience.thinUntil) return false;
  for (const request of activity.pending.values())
    if (holdsUp(request, state, activity, patience)) return false;
  if (activity.loadedAt === undefined && sinceReady < (thin(state) ? 3000 : 1000)) return false;
  if (patience.wholeNetwork && activity.loadedAt === undefined && sinceReady < 10_000) return false;
  const quiet = Math.min(state.quietMs, sinceReady);
  return quiet >= Math.max(patience.floor, patience.factor * needOf(state, activity, patience));
};

/** Quiet time asked for. Flushing the timers afterwards makes long waits for them needless. */
const needOf = (state: Probe, activity: Activity, patience: Patience): number => {
  if (patience.flush) return thin(state) && activity.openSockets > 0 ? 1200 : state.busy ? 250 : 100;
  if (state.text < 80) return 1200;
  if (state.busy) return 1000;
  if (thin(state)) return 500;
  return activity.dataLandedAt === undefined ? 120 : 250;
};

const background = /poll|stream|sse|beacon|analytics|collect|telemetry|heartbeat|metrics|\/log\b/i;

/** Whether a request may still bring content. A fetch whose body nobody reads never ends: it counts as landed. */
const holdsUp = (request: Pending, state: Probe, activity: Activity, patience: Patience): boolean => {
  const patient = thin(state) || state.busy ? 1 : 0;
  const since = age(request.startedAt);
  if (request.type === 'Script' || request.type === 'Document') return since < patience.script[patient];
  if (!isData(request.type)) return patience.wholeNetwork && since < 5000;
  if (!thin(state) && background.test(request.url)) return since < 300;
  if (activity.repeats(request.url) >= 3) return false;
  if (request.respondedAt !== undefined && age(request.lastDataAt ?? request.respondedAt) > 300) return false;
  return since < patience.data[patient];
};

/** `default`: parsed, loaded or 1.5 s on, 120 ms quiet; never more than 8 s after parsing. */
const plain = async (waiting: Waiting): Promise<WaitEnd> => {
  for await (const state of probes(waiting)) {
    if (state === 'stuck') return 'stuck';
    const { domReadyAt, loadedAt } = waiting.activity;
    if (domReadyAt === undefined) continue;
    if (!state.alive) return 'static';
    if (age(domReadyAt) > 8000) return 'deadline';
    if ((loadedAt !== undefined || age(domReadyAt) > 1500) && state.quietMs >= 120) return 'quiet';
  }
  return 'deadline';
};

/** Asks the page how it is every 25 to 60 ms until the time is up. */
async function* probes(waiting: Waiting): AsyncGenerator<Look | 'stuck'> {
  let changedAt = performance.now();
  let before = '';
  for (let pause = 15; performance.now() < waiting.until; pause = Math.min(60, pause + 10)) {
    const state = await ask(waiting);
    if (state === 'stuck') yield state;
    else if (state !== undefined) {
      const now = `${waiting.activity.loaderId} ${state.changes} ${state.text}`;
      if (now !== before) changedAt = performance.now();
      before = now;
      yield { ...state, quietMs: performance.now() - changedAt };
    }
    const left = waiting.until - performance.now();
    if (left > 0) await delay(Math.min(pause, left), undefined, { signal: waiting.signal });
  }
}

const stuckAfterMs = 2000;

/** @returns undefined while the page is between two documents; `stuck` when its main thread does not answer. */
const ask = async (waiting: Waiting): Promise<Probe | 'stuck' | undefined> => {
  const timer = new AbortController();
  const limit = Math.max(100, Math.min(stuckAfterMs, waiting.until - performance.now()));
  try {
    return await Promise.race([
      waiting.evaluate(probe),
      delay(limit, 'stuck' as const, { signal: timer.signal }),
    ]);
  } catch (error) {
    if (error instanceof ProtocolError) return undefined;
    throw error;
  } finally {
    timer.abort();
  }
};

/**
 * Runs the page's pending timers now, in virtual time: a page that shows its text after 800 ms shows it in 20.
 * Not from the start: pages that poll, stream or spin on the clock would hang.
 */
const flushTimers = async (session: Session, budget: number): Promise<void> => {
  const done = Promise.withResolvers<void>();
  const stop = session.on('Emulation.virtualTimeBudgetExpired', () => done.resolve());
  const timer = setTimeout(() => done.resolve(), 600);
  try {
    await session.send('Emulation.setVirtualTimePolicy', {
      policy: 'advance',
      budget,
      maxVirtualTimeTaskStarvationCount: 1000,
    });
    await Promise.race([done.promise, abortOf(session.gone)]);
  } finally {
    clearTimeout(timer);
    stop();
  }
};

const abortOf = (signal: AbortSignal) =>
  new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  );

/** Scrolls to the bottom by screens and back up, so that what loads on sight does load. */
const scrollThrough = async (waiting: Waiting): Promise<void> => {
  for (let screen = 0; screen < 30 && performance.now() < waiting.until; screen++) {
    const atBottom = await waiting.evaluate(() => {
      scrollBy({ top: innerHeight * 0.9, behavior: 'instant' });
      return scrollY + innerHeight >= (document.scrollingElement?.scrollHeight ?? 0) - 2;
    });
    await delay(80, undefined, { signal: waiting.signal });
    if (atBottom) break;
  }
  await waiting.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
};

/**
 * Waits for an element that matches, then 100 ms more for its content.
 * @throws ServiceError `invalid_request` for a selector the browser cannot parse, `timeout` when nothing matches in time.
 */
export const waitForSelector = async (selector: string, waiting: Waiting): Promise<WaitEnd> => {
  while (performance.now() < waiting.until) {
    const found = await waiting
      .evaluate((wanted) => {
        try {
          return document.querySelector(wanted) !== null;
        } catch {
          return 'invalid' as const;
        }
      }, selector)
      .catch((error: unknown) => {
        if (error instanceof ProtocolError) return false;
        throw error;
      });
    if (found === 'invalid')
      throw new ServiceError('invalid_request', {
        message: 'wait_for_selector: not a CSS selector that the browser understands.',
        issues: [{ path: 'wait_for_selector', message: 'not a CSS selector that the browser understands' }],
      });
    if (found) {
      await delay(100, undefined, { signal: waiting.signal });
      return 'selector';
    }
    await delay(50, undefined, { signal: waiting.signal });
  }
  throw new ServiceError('timeout', {
    message: 'Nothing matched wait_for_selector in time.',
    reason: 'selector',
  });
};
