import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../contract/error.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Browser } from './launch.ts';

interface Parts {
  readonly launch: () => Promise<Browser>;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** One browser process and how much it has been used. */
export interface Generation {
  readonly browser: Browser;
  readonly startedAt: number;
  /** Contexts made so far, and open now. */
  made: number;
  open: number;
  retired: boolean;
}

export interface Supervisor {
  /** The browser to open the next context in; waits for a relaunch. Open contexts must be given back. */
  acquire(): Promise<Generation>;
  release(generation: Generation): void;
  /** Whether a browser runs that answered its last health check. */
  readonly active: boolean;
  close(): Promise<void>;
}

/** A browser is replaced before its leaks count: after this many contexts or this long. */
const maxContexts = 500;
const maxAgeMs = 3_600_000;
const healthEveryMs = 10_000;
const healthAnswerMs = 8000;
const relaunchDelaysMs = [0, 250, 1000, 3000, 10_000];

/** Keeps one browser running: relaunches it when it dies or hangs, replaces it by age without failing a page. */
export const createSupervisor = async ({ launch, log, metrics }: Parts): Promise<Supervisor> => {
  const closing = new AbortController();
  const running = new Set<Browser>();
  let failures = 0;
  let active = false;

  const begin = async (cause: 'start' | 'crash' | 'recycle'): Promise<Generation> => {
    const browser = await launch();
    metrics.browserLaunches.inc({ cause });
    log.info(
      { cause, version: browser.version, sandboxed: browser.sandboxed, pid: browser.pid },
      'browser started',
    );
    running.add(browser);
    await closePopups(browser);
    const generation: Generation = {
      browser,
      startedAt: performance.now(),
      made: 0,
      open: 0,
      retired: false,
    };
    active = true;
    void browser.exited.then(() => {
      running.delete(browser);
      if (generation.retired || closing.signal.aborted) return;
      log.error({ pid: browser.pid, contexts: generation.open }, 'the browser died');
      generation.retired = true;
      active = false;
      replace(relaunch());
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

  let current: Promise<Generation> = begin('start');
  await current;

  const replace = (next: Promise<Generation>) => {
    current = next;
    // Rejects only when we close, and then nobody may be waiting for it.
    next.catch(() => undefined);
  };

  const recycleIfOld = (generation: Generation) => {
    const old = generation.made >= maxContexts || performance.now() - generation.startedAt > maxAgeMs;
    if (!old || generation.retired) return;
    generation.retired = true;
    replace(
      begin('recycle').catch((error) => {
        log.error({ err: error }, 'the next browser could not be started');
        return relaunch();
      }),
    );
    closeIfUnused(generation);
  };

  const closeIfUnused = (generation: Generation) => {
    if (generation.retired && generation.open === 0) void generation.browser.close();
  };

  const health = setInterval(() => {
    for (const browser of running) void checkHealth(browser);
  }, healthEveryMs);
  health.unref();

  const checkHealth = async (browser: Browser) => {
    const answered = await Promise.race([
      browser.connection.browser.send('Browser.getVersion').then(
        () => true,
        () => false,
      ),
      delay(healthAnswerMs, false, { ref: false }),
    ]);
    if (answered) failures = 0;
    else if (running.has(browser)) {
      log.error({ pid: browser.pid }, 'the browser does not answer: killed');
      browser.kill();
    }
  };

  return {
    acquire: async () => {
      for (;;) {
        if (closing.signal.aborted) throw new ServiceError('shutting_down');
        const generation = await current;
        // It died while we waited: `current` is the relaunch by now.
        if (generation.retired) continue;
        generation.made += 1;
        generation.open += 1;
        recycleIfOld(generation);
        return generation;
      }
    },
    release: (generation) => {
      generation.open -= 1;
      closeIfUnused(generation);
    },
    get active() {
      return active;
    },
    close: async () => {
      closing.abort();
      clearInterval(health);
      await Promise.all([...running].map((browser) => browser.close()));
      // A relaunch under way ends with the abort, or has just started one more browser.
      await current.then(
        ({ browser }) => browser.close(),
        () => undefined,
      );
    },
  };
};

/** Windows that a page opens are closed at once: nobody reads them, and each would cost a renderer. */
const closePopups = async ({ connection: { browser } }: Browser): Promise<void> => {
  browser.on('Target.targetCreated', ({ targetInfo: { type, openerId, targetId } }) => {
    if (type === 'page' && openerId !== undefined)
      // It may have closed itself.
      browser.send('Target.closeTarget', { targetId }).catch(() => undefined);
  });
  await browser.send('Target.setDiscoverTargets', { discover: true });
};
