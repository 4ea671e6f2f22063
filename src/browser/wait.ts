import { setTimeout as delay } from 'node:timers/promises';
import type { WaitStrategy } from '../contract/scrape.ts';
import { type Activity, isData, type Pending } from './activity.ts';
import { ask, halfOfTheRest, isThin, type Look, probes, type Waiting } from './ask.ts';
import type { Session } from './cdp.ts';
import { type Probe, probe } from './probe.ts';

/** When a page counts as done (docs/adr/0008): never by `load` or an idle network alone, always by its content. */

/** What ended the wait, in one token. `stuck`: a script never paused; `restless`: the page led on without end. */
export type WaitEnd = 'static' | 'quiet' | 'selector' | 'limit' | 'stuck' | 'restless' | 'deadline';

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
    const first = await settle({ ...waiting, mayFlush: false }, { ...spa, wholeNetwork: true });
    if (first !== 'quiet' && first !== 'static') return first;
    await scrollThrough(waiting);
    return settle(waiting, { ...spa, wholeNetwork: true });
  },
  // Settling never ends on a page that carries challenge marks: waiting for them to go is all we do.
  cloudflare: (waiting) => settle(waiting, automatic),
};

export const waitUntilDone = (strategy: WaitStrategy, waiting: Waiting): Promise<WaitEnd> =>
  strategies[strategy](waiting);

const age = (time: number | undefined) => (time === undefined ? 0 : performance.now() - time);

/** Waits until content, network and timers are done, as patiently as asked. */
const settle = async (waiting: Waiting, patience: Patience): Promise<WaitEnd> => {
  let flushes = 0;
  for await (const state of probes(waiting)) {
    if (state === 'stuck') return 'stuck';
    if (waiting.activity.documents > maxDocuments) return 'restless';
    if (!isSettled(state, waiting.activity, patience)) continue;
    if (!state.alive) return 'static';
    if (!patience.flush || !waiting.mayFlush || flushes >= 6 || waiting.activity.openSockets > 0)
      return 'quiet';
    const started = waiting.activity.started;
    await flushTimers(waiting.session, flushes === 0 ? 1500 : 300);
    flushes += 1;
    const after = await ask(waiting, halfOfTheRest(waiting), probe);
    if (after === 'stuck') return 'stuck';
    if (after?.changes === state.changes && waiting.activity.started === started) return 'quiet';
  }
  return 'deadline';
};

/** Statuses that a bot check comes with; its marks on a page of any other are that page's own. */
const refusals = new Set([403, 429, 503]);

/** A page that leads on more often than this does so for ever. */
const maxDocuments = 20;

/** Another document was asked for a moment ago. A download or an empty answer never replaces this one. */
const isLeaving = ({ leavingAt }: Activity) => leavingAt !== undefined && age(leavingAt) < 3000;

const isSettled = (state: Look, activity: Activity, patience: Patience): boolean => {
  if (activity.domReadyAt === undefined || isLeaving(activity)) return false;
  if (state.challenge && refusals.has(activity.main?.status ?? 0)) return false;
  if (state.refreshAfter !== null && state.refreshAfter <= 5 && isThin(state)) return false;
  if (!state.alive) return true;
  const sinceReady = age(activity.domReadyAt);
  if (isThin(state) && sinceReady < patience.thinUntil) return false;
  for (const request of activity.pending.values())
    if (holdsUp(request, state, activity, patience)) return false;
  if (activity.loadedAt === undefined && sinceReady < (isThin(state) ? 3000 : 1000)) return false;
  if (patience.wholeNetwork && activity.loadedAt === undefined && sinceReady < 10_000) return false;
  const quiet = Math.min(state.quietMs, sinceReady);
  return quiet >= Math.max(patience.floor, patience.factor * needOf(state, activity, patience));
};

/** Quiet time asked for. Flushing the timers afterwards makes long waits for them needless. */
const needOf = (state: Probe, activity: Activity, patience: Patience): number => {
  if (patience.flush) return isThin(state) && activity.openSockets > 0 ? 1200 : state.busy ? 250 : 100;
  if (state.text < 80) return 1200;
  if (state.busy) return 1000;
  if (isThin(state)) return 500;
  return activity.dataLandedAt === undefined ? 120 : 250;
};

const background = /poll|stream|sse|beacon|analytics|collect|telemetry|heartbeat|metrics|\/log\b/i;

/** Whether a request may still bring content. A fetch whose body nobody reads never ends: it counts as landed. */
const holdsUp = (request: Pending, state: Probe, activity: Activity, patience: Patience): boolean => {
  const patient = isThin(state) || state.busy ? 1 : 0;
  const since = age(request.startedAt);
  if (request.type === 'Script' || request.type === 'Document') return since < patience.script[patient];
  if (!isData(request.type)) return patience.wholeNetwork && since < 5000;
  if (!isThin(state) && background.test(request.url)) return since < 300;
  if (activity.repeats(request.url) >= 3) return false;
  if (request.respondedAt !== undefined && age(request.lastDataAt ?? request.respondedAt) > 300) return false;
  return since < patience.data[patient];
};

/** `default`: parsed, loaded or 1.5 s on, 120 ms quiet; never more than 8 s after parsing. */
const plain = async (waiting: Waiting): Promise<WaitEnd> => {
  for await (const state of probes(waiting)) {
    if (state === 'stuck') return 'stuck';
    const { domReadyAt, loadedAt } = waiting.activity;
    if (domReadyAt === undefined || isLeaving(waiting.activity)) continue;
    if (!state.alive) return 'static';
    if (age(domReadyAt) > 8000) return 'limit';
    if ((loadedAt !== undefined || age(domReadyAt) > 1500) && state.quietMs >= 120) return 'quiet';
  }
  return 'deadline';
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
    const started = session.send('Emulation.setVirtualTimePolicy', {
      policy: 'advance',
      budget,
      maxVirtualTimeTaskStarvationCount: 1000,
    });
    await Promise.race([done.promise, started.then(() => done.promise), abortOf(session.gone)]);
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
    const atBottom = await ask(waiting, halfOfTheRest(waiting), () => {
      scrollBy({ top: innerHeight * 0.9, behavior: 'instant' });
      return scrollY + innerHeight >= (document.scrollingElement?.scrollHeight ?? 0) - 2;
    });
    if (atBottom !== false) break;
    await delay(80, undefined, { signal: waiting.signal });
  }
  await ask(waiting, halfOfTheRest(waiting), () => scrollTo({ top: 0, behavior: 'instant' }));
};
