import { ServiceError } from '../../contract/error.ts';
import { Deadline } from '../../deadline.ts';
import type { Logger } from '../../log.ts';
import type { Metrics } from '../../metrics.ts';
import type { Ahead } from './demand.ts';
import type { Holder } from './holder.ts';
import { idleShare } from './idle.ts';
import { createSlots } from './slots.ts';
import { createStock } from './stock.ts';
import type { OpenTab, Tabs, Traces } from './tabs.ts';

/** Lends tabs to visits, within the limits of visits, shown pages and each owner's share. */

/** A tab lent to one visit. What the visit listens to ends with it. */
export interface Tab
  extends Pick<
    OpenTab,
    | 'session'
    | 'targetId'
    | 'egress'
    | 'navigation'
    | 'attach'
    | 'takeFrames'
    | 'holdFrames'
    | 'drawInFull'
    | 'resize'
  > {
  /** To be told of every main response. */
  readonly traces: Traces;
  /**
   * Waits for a slot for rendering, of which there are few. To be called before anything is shown.
   * @param until `performance.now()` at which it is too late to show anything. @throws ServiceError `overloaded` then.
   */
  beforeRendering(until: number): Promise<void>;
  /** To be told when the page waits for the network alone: the browser has time for other tabs. */
  lull(): void;
}

interface Parts {
  readonly tabs: Tabs;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly limits: {
    /** Visits at once: most of them wait for the network. */
    readonly visits: number;
    /** Pages rendered at once: these need processor time and memory. */
    readonly pages: number;
    /** Of these, most of one owner. */
    readonly share: number;
    /** Callers that may wait for a visit. */
    readonly queue: number;
    /** Tabs made ahead. */
    readonly ahead: Ahead;
  };
  /** As in a stock; unconfigured: of this machine's processors. */
  readonly idleShare?: typeof idleShare;
}

export interface LeaseRequest {
  /** Whose share it counts in. */
  readonly owner: string;
  /** Undefined for a tab that nobody has used or will use. */
  readonly holder: Holder | undefined;
  /** Whether it is a tab in a browser of its own. Absent: it need not be. */
  readonly apart?: boolean;
}

export interface Pool {
  /**
   * Waits its turn for a tab: fresh, or used before for the same owner and nothing shown in it, or of the same session.
   * @throws ServiceError `overloaded` when the queue is full or the time is up in it.
   */
  lease(request: LeaseRequest, signal: AbortSignal): Promise<Tab>;
  /** Gives a tab back. @param reusable it may serve its holder again. */
  release(tab: Tab, reusable: boolean): void;
  /** A session is over: its tabs need not be kept. */
  forget(holder: Holder): void;
  readonly contexts: number;
  readonly queued: number;
  close(): Promise<void>;
}

/** Of a tab that is lent. */
interface Loan {
  readonly open: OpenTab;
  readonly holder: Holder | undefined;
  readonly returnSlots: () => void;
}

interface Lease {
  readonly claim: ReturnType<typeof claimOf>;
  readonly holder: Holder | undefined;
  readonly returnVisit: () => void;
}

/** One for all, as an error takes its stack with it. */
const isReturned = new Error('the tab has been given back');

/** Of a session, such as a crawl, nobody waits for a single page. */
const claimOf = (owner: string, holder: Holder | undefined) => ({
  owner,
  yields: holder?.session !== undefined,
});

export const createPool = ({ tabs, log, metrics, limits, ...parts }: Parts): Pool => {
  const visits = createSlots({ slots: limits.visits, line: limits.queue }, (waiting) =>
    metrics.queue.set(waiting),
  );
  // Whoever waits here holds a visit's slot: the line is as long as that.
  const pages = createSlots({ slots: limits.pages, share: limits.share, line: limits.visits });
  // Another browser takes as much memory as many pages. Whoever waits here holds a visit's slot, too.
  const browsersApart = createSlots({ slots: 1, line: limits.visits });
  const stock = createStock({
    tabs,
    log,
    limits: { kept: limits.visits, ahead: limits.ahead },
    idleShare,
    ...parts,
  });
  const loans = new Map<Tab, Loan>();
  let closed = false;

  const lend = (open: OpenTab, { claim, holder, returnVisit }: Lease): Tab => {
    const { session, targetId, egress, navigation, attach } = open;
    let returnPage: (() => void) | undefined;
    const returned = new AbortController();
    const listening: (() => void)[] = [];
    const tab: Tab = {
      session: {
        gone: session.gone,
        get flooded() {
          return session.flooded;
        },
        onFlood: session.onFlood,
        send: session.send,
        on: (event, listener) => {
          const stop = session.on(event, listener);
          listening.push(stop);
          return stop;
        },
      },
      targetId,
      egress,
      navigation,
      attach,
      traces: { mayBeCached: false },
      beforeRendering: async (until) => {
        if (returnPage) return;
        using limit = new Deadline(Math.max(0, until - performance.now()), returned.signal);
        const giveBack = await pages.take(limit.signal, claim);
        // Granted and given up in the same moment: several tabs of a browser that died.
        if (returned.signal.aborted) giveBack();
        returned.signal.throwIfAborted();
        returnPage = giveBack;
        await open.bringUp();
      },
      takeFrames: open.takeFrames,
      holdFrames: open.holdFrames,
      lull: stock.lull,
      drawInFull: open.drawInFull,
      resize: open.resize,
    };
    const returnSlots = () => {
      for (const stop of listening) stop();
      returned.abort(isReturned);
      returnPage?.();
      returnVisit();
    };
    loans.set(tab, { open, holder, returnSlots });
    return tab;
  };

  const openApart = async (lease: Lease, signal: AbortSignal): Promise<Tab> => {
    const returnBrowser = await browsersApart.take(signal, lease.claim);
    const returnVisit = () => {
      returnBrowser();
      lease.returnVisit();
    };
    try {
      const open = await tabs.openApart(signal);
      if (!closed) return lend(open, { ...lease, returnVisit });
      await open.dispose();
      throw new ServiceError('shutting_down');
    } catch (error) {
      returnBrowser();
      throw error;
    }
  };

  return {
    lease: async ({ owner, holder, apart = false }, signal) => {
      if (closed) throw new ServiceError('shutting_down');
      const claim = claimOf(owner, holder);
      const returnVisit = await visits.take(signal, claim);
      const lease = { claim, holder, returnVisit };
      try {
        return await (apart ? openApart(lease, signal) : lend(await stock.take(holder, signal), lease));
      } catch (error) {
        returnVisit();
        throw error;
      }
    },
    release: (tab, reusable) => {
      const loan = loans.get(tab);
      if (loan === undefined) return;
      loans.delete(tab);
      const { open, holder, returnSlots } = loan;
      if (reusable && holder !== undefined) stock.keep(open, holder, tab.traces);
      else stock.throwAway(open);
      returnSlots();
    },
    forget: stock.forget,
    get contexts() {
      return tabs.count;
    },
    get queued() {
      return visits.waiting;
    },
    close: async () => {
      closed = true;
      visits.close();
      pages.close();
      browsersApart.close();
      await stock.close();
    },
  };
};
