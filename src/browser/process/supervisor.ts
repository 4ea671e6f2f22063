import { setTimeout as delay } from 'node:timers/promises';
import { machineBytes } from '../../config/machine.ts';
import { ServiceError } from '../../contract/error.ts';
import { raceSignal } from '../../deadline.ts';
import type { Logger } from '../../log.ts';
import type { Metrics } from '../../metrics.ts';
import type { Browser } from './browser.ts';
import { watchHealth } from './health.ts';
import type { MemoryLimits } from './memory-watch.ts';
import { runnableMs } from './thread.ts';

/** Keeps one browser running: starts it again when it dies or freezes, and replaces it by age, use and memory. */

interface Parts {
  /** Starts a browser, or connects to one, that may be used at once. */
  readonly start: () => Promise<Browser>;
  /** When a browser is replaced before its leaks count; undefined for one that is not ours to replace. */
  readonly limits: Limits | undefined;
  /** Whether the first start must work; otherwise it is tried again like any other. */
  readonly mustStart: boolean;
  readonly log: Logger;
  readonly metrics: Metrics;
}

export interface Limits extends MemoryLimits {
  readonly contexts: number;
  readonly ageMs: number;
  /** A browser that is too large sooner would be so again: there is no haste. */
  readonly settledMs: number;
}

export const localLimits = (bytes: number): Limits => ({
  contexts: 500,
  ageMs: 3_600_000,
  settledMs: 60_000,
  bytes,
  pagesBytes: Math.max(bytes, machineBytes() / 2),
  requestMs: 300_000,
  checkEveryMs: 1000,
});

/** One browser and how much it has been used. */
export interface Generation {
  readonly browser: Browser;
  readonly startedAt: number;
  /** Contexts made so far, and open now. */
  made: number;
  open: number;
  /** It takes no new contexts: it died, or another one has taken its place. */
  retired: boolean;
}

/** How a browser is, for the operator. */
export interface BrowserState {
  readonly version: string;
  readonly ageSeconds: number;
  /** Contexts that are open, and those made so far. */
  readonly contexts: number;
  readonly made: number;
}

/** Where contexts are opened: one browser, or several. */
export interface Supervisor {
  /**
   * The browser to open the next context in; waits for a relaunch. Open contexts must be given back.
   * @throws the signal's reason.
   */
  acquire(signal: AbortSignal): Promise<Generation>;
  release(generation: Generation): void;
  /** Tells of every browser that retires, at once. */
  onRetired(listener: () => void): void;
  /** Those that run, the ones that are being replaced included. */
  readonly browsers: readonly BrowserState[];
  /** Whether a browser runs that answers. */
  readonly active: boolean;
  close(): Promise<void>;
}

export interface SingleSupervisor extends Supervisor {
  /** The same, where nobody waits. */
  tryAcquire(): Generation | undefined;
  /** Milliseconds in which the main threads of its browsers worked or waited for a processor (Linux; 0 elsewhere). */
  readonly busyMs: number;
  /** No new contexts from now on. Settles when those that are open were given back and the browser has ended. */
  retire(): Promise<void>;
}

const relaunchDelaysMs = [0, 250, 1000, 3000, 10_000];
/** A browser that ran for so long had started well. */
const provenMs = 10_000;

/** Keeps one browser running: starts it again when it dies or freezes, replaces it by use, age and size without failing a page. */
export const createSupervisor = async (parts: Parts): Promise<SingleSupervisor> => {
  const { start, limits, log, metrics } = parts;
  const closing = new AbortController();
  const running = new Map<Generation, { readonly answering: boolean }>();
  const listeners = new Set<() => void>();
  let failures = 0;
  let current: Promise<Generation>;
  /** The next browser, while it is being started. */
  let successor: Promise<Generation> | undefined;

  const begin = async (cause: 'start' | 'crash' | 'recycle'): Promise<Generation> => {
    const browser = await start();
    metrics.browserLaunches.inc({ cause });
    log.info({ cause, version: browser.version, ...browser.label }, 'browser started');
    const generation = { browser, startedAt: performance.now(), made: 0, open: 0, retired: false };
    const health = watchHealth({
      browser,
      limits,
      log,
      looked: (lasting) => replaceIfDue(generation, lasting),
    });
    running.set(generation, health);
    void browser.exited.then(() => {
      health.stop();
      running.delete(generation);
      if (generation.retired || closing.signal.aborted) return;
      log.error({ ...browser.label, contexts: generation.open }, 'the browser died');
      if (performance.now() - generation.startedAt > provenMs) failures = 0;
      use(next(relaunch), generation);
    });
    return generation;
  };

  /** Tries for ever, more and more slowly: a machine may be out of memory for a while. */
  const relaunch = async (): Promise<Generation> => {
    for (;;) {
      await delay(relaunchDelaysMs[Math.min(failures++, relaunchDelaysMs.length - 1)], undefined, {
        signal: closing.signal,
      });
      try {
        return await begin('crash');
      } catch (error) {
        log.error({ err: error }, 'the browser could not be started again');
      }
    }
  };

  /** Only one is started at a time, whatever the causes. */
  const next = (started: () => Promise<Generation>): Promise<Generation> => {
    successor ??= started().finally(() => {
      successor = undefined;
    });
    // Rejects only when we close, and then nobody may be waiting for it.
    successor.catch(() => undefined);
    return successor;
  };

  const first = begin('start');
  current = first;
  if (parts.mustStart) await first;
  else
    await first.catch((error: unknown) => {
      log.error({ err: error }, 'the browser could not be started');
      current = next(relaunch);
    });

  const use = (generation: Promise<Generation>, old: Generation) => {
    current = generation;
    old.retired = true;
    for (const listener of listeners) listener();
    closeIfUnused(old);
  };

  /** The old one serves until the next one is ready. */
  const recycle = (old: Generation, why: object) => {
    if (old.retired || successor || closing.signal.aborted) return;
    log.info({ ...old.browser.label, contexts: old.made, ...why }, 'the browser is being replaced');
    const begun = () =>
      begin('recycle').catch((error: unknown) => {
        log.error({ err: error }, 'the next browser could not be started');
        return relaunch();
      });
    next(begun).then(
      (generation) => {
        if (!old.retired) use(Promise.resolve(generation), old);
      },
      () => undefined,
    );
  };

  const closeIfUnused = (generation: Generation) => {
    if (generation.retired && generation.open === 0) void generation.browser.close();
  };

  const replaceIfDue = (generation: Generation, lasting: number): void => {
    if (limits === undefined) return;
    const { ageMs, bytes, settledMs } = limits;
    const age = performance.now() - generation.startedAt;
    if (age > ageMs && generation.made > 0) recycle(generation, {});
    if (lasting > bytes && age > settledMs) recycle(generation, { memory: lasting });
  };

  /** One that is being started ends with the abort, or has just come to run. */
  const closeStarted = async (starting: Promise<Generation> | undefined): Promise<void> =>
    starting?.then(
      ({ browser }) => browser.close(),
      () => undefined,
    );

  const hasEnded = ({ browser }: Generation) => browser.connection.browser.gone.aborted;

  const take = (generation: Generation): Generation => {
    generation.made += 1;
    generation.open += 1;
    if (limits && generation.made >= limits.contexts) recycle(generation, {});
    return generation;
  };

  return {
    acquire: async (signal) => {
      for (;;) {
        const generation = await raceSignal(current, signal);
        // Another one has taken its place while we waited, or none ever will.
        if (generation.retired) {
          if (closing.signal.aborted) throw new ServiceError('overloaded', { retry_after: 1 });
          continue;
        }
        if (!hasEnded(generation)) return take(generation);
        // Then `current` is the relaunch.
        await raceSignal(generation.browser.exited, signal);
      }
    },
    tryAcquire: () => {
      const generation = [...running.keys()].find((one) => !one.retired && !hasEnded(one));
      return generation && take(generation);
    },
    release: (generation) => {
      generation.open -= 1;
      closeIfUnused(generation);
    },
    onRetired: (listener) => {
      listeners.add(listener);
    },
    get browsers() {
      return [...running.keys()].map(({ browser, startedAt, open, made }) => ({
        version: browser.version,
        ageSeconds: Math.round((performance.now() - startedAt) / 1000),
        contexts: open,
        made,
      }));
    },
    get active() {
      return [...running].some(([{ retired }, { answering }]) => !retired && answering);
    },
    get busyMs() {
      return [...running.keys()].reduce((sum, { browser }) => sum + runnableMs(browser.pid), 0);
    },
    retire: async () => {
      closing.abort();
      const all = [...running.keys()];
      for (const generation of all) generation.retired = true;
      for (const listener of listeners) listener();
      for (const generation of all) closeIfUnused(generation);
      await Promise.all([...all.map(({ browser }) => browser.exited), closeStarted(successor)]);
    },
    close: async () => {
      closing.abort();
      await Promise.all([...running.keys()].map(({ browser }) => browser.close()));
      await closeStarted(current);
      await closeStarted(successor);
    },
  };
};
