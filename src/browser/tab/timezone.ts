import type { EgressListener } from '../../net/egress.ts';
import type { Session } from '../devtools/cdp.ts';

/**
 * The clock of a tab: a page, its workers and its frames of the same site have the time zone of the proxy they come
 * through, where the operator has named one. A clock that contradicts the address is conspicuous. Frames of other sites
 * are processes of their own, whose documents run before anything can be set in them: they have the browser's zone.
 */
export interface Timezone {
  /** Before a navigation: that of the proxy whose turn it is. */
  expect(): Promise<void>;
  /**
   * While the document waits to be shown: whether it came through a proxy of the same time zone. The browser takes no
   * other zone before the document has begun to run, so a document that came another way must be asked for again.
   * @param url the address of the document.
   */
  fits(url: string): boolean;
  /** After a navigation that did not fit, and was dropped. */
  correct(): Promise<void>;
}

type Way = Pick<EgressListener, 'proxyFor' | 'proxyInLine'>;

/** For one visit. @param own the caller's choice, in use already: it wins over any proxy's. */
export const createTimezone = (session: Session, egress: Way, own: string | undefined): Timezone => {
  if (own !== undefined) return { expect: nothing, fits: () => true, correct: nothing };
  /** In use, and wanted; empty is the browser's own. */
  let zone = '';
  let wanted = '';
  const correct = async () => {
    zone = wanted;
    await session.send('Emulation.setTimezoneOverride', { timezoneId: zone });
  };
  return {
    expect: async () => {
      const proxy = egress.proxyInLine;
      if (proxy === undefined) return;
      // Even for none: the tab may have come another way before.
      wanted = proxy.timezone ?? '';
      await correct();
    },
    fits: (url) => {
      wanted = egress.proxyFor(new URL(url).hostname)?.timezone ?? '';
      return wanted === zone;
    },
    correct,
  };
};

const nothing = async () => undefined;
