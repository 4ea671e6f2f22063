import { ServiceError } from '../contract/error.ts';
import { raceSignal } from '../deadline.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Egress, EgressListener } from '../net/egress.ts';
import type { Session } from './cdp.ts';
import type { Generation, Supervisor } from './supervisor.ts';

/** A fresh, isolated browser context with one tab and its own way out. Used once, then thrown away. */
export interface Tab {
  readonly session: Session;
  /** The id of its main frame, too. */
  readonly targetId: string;
  readonly egress: EgressListener;
}

interface OpenTab extends Tab {
  readonly generation: Generation;
  readonly contextId: string;
}

interface Waiter {
  readonly start: () => void;
  readonly fail: (error: ServiceError) => void;
}

interface Parts {
  readonly supervisor: Supervisor;
  readonly egress: Egress;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly limits: {
    /** Tabs in use at once. */
    readonly pages: number;
    /** Callers that may wait for one. */
    readonly queue: number;
    /** Tabs made ahead: saves the 60 % of a page's time that lie before its navigation. */
    readonly warm: number;
  };
}

export interface Pool {
  /** Waits its turn. @throws ServiceError `overloaded` when the queue is full or the signal aborts in it. */
  lease(signal: AbortSignal): Promise<Tab>;
  release(tab: Tab): void;
  readonly contexts: number;
  readonly queued: number;
  close(): Promise<void>;
}

export const createPool = ({ supervisor, egress, log, metrics, limits }: Parts): Pool => {
  const open = new Map<Tab, OpenTab>();
  const warm: OpenTab[] = [];
  const queue: Waiter[] = [];
  const background = new Set<Promise<void>>();
  let inUse = 0;
  let making = 0;
  let closed = false;
  /** Mean time a tab is held, for `Retry-After`. */
  let holdMs = 1000;
  const heldSince = new WeakMap<Tab, number>();

  const overloaded = () =>
    new ServiceError('overloaded', {
      retry_after: Math.max(1, Math.min(60, Math.ceil(((queue.length + 1) * holdMs) / limits.pages / 1000))),
    });

  const turn = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      signal.throwIfAborted();
      if (inUse < limits.pages) {
        inUse += 1;
        return resolve();
      }
      if (queue.length >= limits.queue) return reject(overloaded());
      const leave = () => {
        queue.splice(queue.indexOf(waiter), 1);
        metrics.queue.set(queue.length);
        reject(
          signal.reason instanceof ServiceError && signal.reason.code === 'timeout'
            ? overloaded()
            : signal.reason,
        );
      };
      const settle = (then: () => void) => {
        signal.removeEventListener('abort', leave);
        then();
      };
      const waiter: Waiter = {
        start: () => settle(resolve),
        fail: (error) => settle(() => reject(error)),
      };
      signal.addEventListener('abort', leave, { once: true });
      queue.push(waiter);
      metrics.queue.set(queue.length);
    });

  const next = () => {
    const waiter = queue.shift();
    metrics.queue.set(queue.length);
    if (waiter) waiter.start();
    else inUse -= 1;
  };

  const make = async (): Promise<OpenTab> => {
    const generation = await supervisor.acquire();
    const listener = await egress.open();
    const { browser } = generation.browser.connection;
    let contextId: string | undefined;
    try {
      ({ browserContextId: contextId } = await browser.send('Target.createBrowserContext', {
        proxyServer: listener.url,
        proxyBypassList: '<-loopback>',
        disposeOnDetach: true,
      }));
      await browser.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId: contextId });
      const { targetId } = await browser.send('Target.createTarget', {
        url: 'about:blank',
        browserContextId: contextId,
      });
      const session = await generation.browser.connection.attach(targetId);
      await Promise.all([
        session.send('Page.enable'),
        session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
        session.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }),
      ]);
      const tab: OpenTab = { session, targetId, egress: listener, generation, contextId };
      open.set(tab, tab);
      metrics.contexts.set(open.size);
      return tab;
    } catch (error) {
      if (contextId !== undefined) await disposeContext(generation, contextId);
      await listener.close();
      supervisor.release(generation);
      throw error;
    }
  };

  // A dead browser has taken its contexts along.
  const disposeContext = (generation: Generation, browserContextId: string): Promise<unknown> =>
    generation.browser.connection.browser
      .send('Target.disposeBrowserContext', { browserContextId })
      .catch((error: unknown) => log.debug({ err: error }, 'context not disposed'));

  const dispose = async (tab: OpenTab) => {
    open.delete(tab);
    metrics.contexts.set(open.size);
    await Promise.all([disposeContext(tab.generation, tab.contextId), tab.egress.close()]);
    supervisor.release(tab.generation);
  };

  const inBackground = (work: Promise<void>) => {
    background.add(work);
    void work.finally(() => background.delete(work));
  };

  const usable = (tab: OpenTab) => !tab.generation.retired && !tab.session.gone.aborted;

  const takeWarm = (): OpenTab | undefined => {
    for (let tab = warm.pop(); tab; tab = warm.pop()) {
      if (usable(tab)) return tab;
      inBackground(dispose(tab));
    }
    return undefined;
  };

  /** A browser that is frozen or being relaunched must not hold a request beyond its time. */
  const madeInTime = (signal: AbortSignal): Promise<OpenTab> => {
    const made = make();
    return raceSignal(made, signal).catch((error: unknown) => {
      inBackground(made.then(dispose, () => undefined));
      throw error;
    });
  };

  const keepWarm = () => {
    if (closed || warm.length + making >= limits.warm) return;
    making += 1;
    const made = make()
      .then(
        (tab) => {
          if (closed) inBackground(dispose(tab));
          else warm.push(tab);
        },
        (error: unknown) => log.debug({ err: error }, 'no tab could be made ahead'),
      )
      .finally(() => {
        making -= 1;
      });
    inBackground(made);
  };

  keepWarm();

  return {
    lease: async (signal) => {
      if (closed) throw new ServiceError('shutting_down');
      await turn(signal);
      try {
        const tab = takeWarm() ?? (await madeInTime(signal));
        heldSince.set(tab, performance.now());
        return tab;
      } catch (error) {
        next();
        throw error;
      }
    },
    release: (tab) => {
      const opened = open.get(tab);
      if (opened === undefined) return;
      holdMs += (performance.now() - (heldSince.get(tab) ?? 0) - holdMs) / 10;
      inBackground(dispose(opened).finally(keepWarm));
      next();
    },
    get contexts() {
      return open.size;
    },
    get queued() {
      return queue.length;
    },
    close: async () => {
      closed = true;
      for (const waiter of queue.splice(0)) waiter.fail(new ServiceError('shutting_down'));
      for (const tab of warm.splice(0)) inBackground(dispose(tab));
      while (background.size > 0) await Promise.all(background);
    },
  };
};
