import { setTimeout as delay } from 'node:timers/promises';
import { ProtocolError } from '../page.ts';
import type { Activity } from './activity.ts';
import type { Session } from './cdp.ts';
import { type Probe, probe } from './probe.ts';
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
}

/** A probe, and how long content has stood still by our own clock. */
export interface Look extends Probe {
  readonly quietMs: number;
}

/** A page with so little text that more is likely to come. */
export const isThin = (state: Probe): boolean => state.text < 400;

/** Every page's script may run this long without a pause. */
const stuckAfterMs = 3000;

/**
 * Asks the page something in the isolated world.
 * @param patienceMs how long its main thread may be busy.
 * @returns undefined while the page is between two documents; `stuck` when its main thread does not answer.
 */
export const ask = async <A extends readonly unknown[], R>(
  { evaluate, until }: Waiting,
  patienceMs: number,
  fn: (...args: A) => R,
  ...args: A
): Promise<Awaited<R> | 'stuck' | undefined> => {
  const timer = new AbortController();
  const limit = Math.max(100, Math.min(patienceMs, until - performance.now()));
  try {
    return await Promise.race([
      evaluate(fn, ...args),
      delay(limit, 'stuck' as const, { signal: timer.signal }),
    ]);
  } catch (error) {
    if (error instanceof ProtocolError) return undefined;
    throw error;
  } finally {
    timer.abort();
  }
};

/** How long a page's main thread may be busy: a share of the time that is left. */
const shareOfTheRest = ({ until }: Waiting, share: number): number =>
  Math.max(stuckAfterMs, (until - performance.now()) * share);

/** For a page that may still be computing what it will show. */
export const halfOfTheRest = (waiting: Waiting): number => shareOfTheRest(waiting, 0.5);

/** Asks the page how it is every 25 to 60 ms until the time is up: sooner for a large page, whose reading takes longer. */
export async function* probes(waiting: Waiting): AsyncGenerator<Look | 'stuck'> {
  let changedAt = performance.now();
  let before = '';
  let seen: Probe | undefined;
  let cost = 0;
  for (let pause = 15; performance.now() + 4 * cost < waiting.until; pause = Math.min(60, pause + 10)) {
    const patience = shareOfTheRest(waiting, seen && !isThin(seen) ? 0.25 : 0.5);
    const state = await ask(waiting, patience, probe);
    if (state === 'stuck') yield state;
    else if (state !== undefined) {
      seen = state;
      cost = Math.max(cost, state.cost);
      const now = `${waiting.activity.loaderId} ${state.changes} ${state.text}`;
      if (now !== before) changedAt = performance.now();
      before = now;
      yield { ...state, quietMs: performance.now() - changedAt };
    }
    const left = waiting.until - performance.now();
    if (left > 0) await delay(Math.min(pause, left), undefined, { signal: waiting.signal });
  }
}

/** Ends a script that never returns, and keeps the page from starting another. */
export const unblock = async ({ session }: Waiting): Promise<void> => {
  await Promise.all([
    session.send('Runtime.terminateExecution'),
    session.send('Emulation.setScriptExecutionDisabled', { value: true }),
  ]);
};
