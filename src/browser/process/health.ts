import type { Logger } from '../../log.ts';
import type { Browser } from './browser.ts';
import { type MemoryLimits, watchMemory } from './memory-watch.ts';
import { watchNetwork } from './network-watch.ts';
import { watch } from './watchdog.ts';

/** Watches one browser in every way, and ends it where it does not serve its pages any more. */

interface Parts {
  readonly browser: Browser;
  /** Undefined for one that runs elsewhere: it is watched for an answer alone. */
  readonly limits: MemoryLimits | undefined;
  readonly log: Logger;
  /** Told again and again what the browser itself holds in memory, in bytes. */
  readonly looked: (lasting: number) => void;
}

interface Health {
  /** Whether the browser is not late with a sign of life. */
  readonly answering: boolean;
  stop(): void;
}

export const watchHealth = ({ browser, limits, log, looked }: Parts): Health => {
  const stops: (() => void)[] = [];
  const stop = () => {
    for (const stopWatching of stops) stopWatching();
  };
  const giveUp = (why: string, details: object) => {
    stop();
    log.error({ ...browser.label, ...details }, `${why}: killed`);
    browser.connection.endTabs(why, 'browser');
    browser.kill();
  };

  const watchdog = watch(browser, (silentMs) => giveUp('the browser does not answer', { silentMs }));
  const isAnswering = () => watchdog.answering;
  stops.push(watchdog.stop);
  if (limits)
    stops.push(
      watchMemory({
        browser,
        limits,
        log,
        looked,
        flooded: (memory) => giveUp('pages sent the browser more than it can take', { memory }),
      }),
      watchNetwork(browser, isAnswering, () =>
        giveUp('the network process of the browser does not answer', {}),
      ),
    );
  return {
    get answering() {
      return isAnswering();
    },
    stop,
  };
};
