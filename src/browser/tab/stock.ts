import { ServiceError } from '../../contract/error.ts';
import type { Logger } from '../../log.ts';
import { type Ahead, createDemand } from './demand.ts';
import { type Holder, ownersOf, type Whose, whoseOf } from './holder.ts';
import type { IdleShare } from './idle.ts';
import { createKeptTabs } from './kept.ts';
import { createLentTabs } from './lent.ts';
import { createLine } from './line.ts';
import type { OpenTab, Tabs, Traces } from './tabs.ts';

/** The tabs that are free: opened in advance, or kept for the holder whom they served last. */
export interface Stock {
  /**
   * A tab that has served the same holder, one made ahead, or a new one: whichever is there first.
   * @param holder undefined for a tab that nobody has used. @throws the signal's reason, or why no tab could be opened.
   */
  take(holder: Holder | undefined, signal: AbortSignal): Promise<OpenTab>;
  /** Keeps a tab for its holder. */
  keep(open: OpenTab, holder: Holder, traces: Traces): void;
  throwAway(open: OpenTab): void;
  /** A page waits for the network alone: tabs that have served are ended now, and others opened in their place. */
  lull(): void;
  /**
   * Nobody will ask for the tabs of a session again: those that it has, or has just given back, go, or serve their owner
   * further where nothing was shown in them.
   */
  forget(holder: Holder): void;
  close(): Promise<void>;
}

interface Parts {
  readonly tabs: Tabs;
  readonly log: Logger;
  readonly limits: {
    /** Tabs kept for their holders. */
    readonly kept: number;
    /** Tabs made ahead: saves the 60 % of a page's time that lie before its navigation. */
    readonly ahead: Ahead;
  };
  readonly idleShare: IdleShare;
}

/**
 * Ending a tab and opening the next takes two cores for a tenth of a second, in which the page that was read in it is
 * still being converted: unless somebody waits for a tab, the conversion comes first. Nor are two made ahead one right after the
 * other: a page that came meanwhile would be held up by both.
 */
const clearAfterMs = 100;
/**
 * Opening a tab keeps its browser's main thread busy for a tenth of a second: more at once in each come no sooner, and hold
 * up the pages that are shown. Where nobody waits it is one at a time.
 */
const openingAtOnce = 2;

export const createStock = ({ tabs, log, limits, idleShare }: Parts): Stock => {
  const warm: OpenTab[] = [];
  const lent = createLentTabs();
  const background = new Set<Promise<unknown>>();
  let opening = 0;
  let closed = false;
  /** Ends what waits for a browser. */
  const ending = new AbortController();

  const inBackground = (work: Promise<unknown>) => {
    background.add(work);
    void work.finally(() => background.delete(work));
  };
  /** At once; `throwAway` waits for a moment in which it disturbs nobody. */
  const endNow = (open: OpenTab) => {
    lent.isGone(open);
    inBackground(open.dispose());
  };
  const kept = createKeptTabs({ most: limits.kept, throwAway: endNow });

  /** Tabs that are to be ended, when there is time for it. */
  const spent: OpenTab[] = [];
  let clearing: NodeJS.Timeout | undefined;
  const endSpent = () => {
    for (const open of spent.splice(0)) endNow(open);
  };
  /** One that is made ahead comes first: the sooner it is there, the less it disturbs the page that is shown meanwhile. */
  const clear = () => {
    clearTimeout(clearing);
    clearing = undefined;
    supply();
    if (opening === 0 || line.length > 0) endSpent();
  };
  const clearSoon = () => {
    if (closed || line.length > 0) clear();
    else clearing ??= setTimeout(clear, clearAfterMs);
  };

  const lend = (open: OpenTab, whose: Whose | undefined, first: boolean) => {
    demand.lent(open);
    if (first && whose?.kind === 'session') line.seesAnew();
    if (whose !== undefined) lent.lend(open, whose, first);
    if (!first) open.egress.renew();
    return open;
  };

  const arrived = (open: OpenTab) => {
    if (closed || !open.usable) return endNow(open);
    const waiter = line.next(({ isImpatient, whose }) => isImpatient || whose?.kind !== 'session');
    if (waiter) waiter.give(lend(open, waiter.whose, true));
    else if (warm.length < demand.most) warm.push(open);
    else endNow(open);
  };
  const failed = (error: unknown) => {
    const waiter = line.next();
    if (waiter) waiter.fail(error);
    else log.debug({ err: error }, 'no tab could be made ahead');
  };
  const openAnother = () => {
    opening += 1;
    inBackground(
      tabs.open(ending.signal).then(
        (open) => {
          opening -= 1;
          arrived(open);
          endSpent();
          clearSoon();
        },
        (error: unknown) => {
          opening -= 1;
          failed(error);
          endSpent();
          // Nothing is made ahead where nothing can be opened: it would be tried without end.
          if (line.length > 0) supply();
        },
      ),
    );
  };
  /** Hands out what there is, opens as many as are waited for, and those to be made ahead when nobody waits. */
  const supply = () => {
    while (warm.length > 0 && line.impatient > 0) {
      const open = takeWarm();
      const waiter = open && line.next(({ isImpatient }) => isImpatient);
      if (open && waiter) waiter.give(lend(open, waiter.whose, true));
    }
    const ahead = line.length === 0 && warm.length < demand.wanted ? 1 : 0;
    const wanted = Math.max(line.impatient, ahead);
    while (!closed && opening < Math.min(wanted, openingAtOnce * Math.max(1, tabs.browsers))) openAnother();
  };
  const line = createLine({ lent, idleShare, isOpening: () => opening > 0, supply });

  const demand = createDemand(limits.ahead, () => {
    for (const open of warm.splice(demand.most)) endNow(open);
  });

  const takeWarm = (): OpenTab | undefined => {
    for (let tab = warm.pop(); tab; tab = warm.pop()) {
      if (tab.usable) return tab;
      endNow(tab);
    }
    return undefined;
  };

  /** To its owner, whose session is over. */
  const handOn = (open: OpenTab, whose: Pick<Whose, 'owner'>) => {
    if (open.hasShown) return endNow(open);
    cleanUp(open, open.clean({ mayBeCached: true }), ownersOf(whose));
  };

  const cleanUp = (open: OpenTab, cleaned: Promise<void>, whose: Whose) =>
    inBackground(
      cleaned.then(
        () => putBack(open, whose),
        (error: unknown) => {
          log.debug({ err: error }, 'tab not cleaned');
          endNow(open);
        },
      ),
    );

  const putBack = (open: OpenTab, whose: Whose) => {
    const { isOver } = lent.isBack(open);
    if (closed || !open.usable) return endNow(open);
    if (isOver) return handOn(open, whose);
    const waiter = line.next((other) => other.whose?.key === whose.key);
    if (waiter) waiter.give(lend(open, whose, false));
    else kept.keep(open, whose.key);
  };

  // Tabs in it would keep it from closing.
  tabs.onBrowserRetired(() => {
    kept.dropStale();
    for (const open of warm.splice(0))
      if (open.usable) warm.push(open);
      else endNow(open);
    supply();
  });
  supply();

  return {
    take: async (holder, signal) => {
      signal.throwIfAborted();
      if (closed) throw new ServiceError('shutting_down');
      const whose = holder && whoseOf(holder);
      const coming = lent.comingTo(whose);
      // One page of a session after the other goes on where the last one was.
      const isScarce = line.waitingFor(whose) >= coming;
      const own = whose && (kept.take(whose.key) ?? (isScarce ? kept.take(ownersOf(whose).key) : undefined));
      if (own !== undefined) return lend(own, whose, false);
      // Another window costs more than the moment until it is there.
      const other = coming > 0 ? undefined : takeWarm();
      return other === undefined ? line.wait(whose, signal) : lend(other, whose, true);
    },
    keep: (open, holder, traces) => {
      demand.returned(open, false);
      if (closed || !open.usable) endNow(open);
      else {
        lent.comesBack(open);
        const cleaned = holder.session === undefined ? open.clean(traces) : open.pause();
        cleanUp(open, cleaned, whoseOf(holder));
      }
      supply();
    },
    throwAway: (open) => {
      demand.returned(open, true);
      lent.isGone(open);
      spent.push(open);
      clearSoon();
    },
    lull: clear,
    forget: (holder) => {
      const whose = whoseOf(holder);
      for (const open of kept.takeAll(whose.key)) handOn(open, holder);
      lent.forget(whose);
    },
    close: async () => {
      closed = true;
      demand.close();
      const reason = new ServiceError('shutting_down');
      ending.abort(reason);
      kept.close();
      clear();
      for (let waiter = line.next(); waiter; waiter = line.next()) waiter.fail(reason);
      for (const open of warm.splice(0)) endNow(open);
      while (background.size > 0) await Promise.all(background);
    },
  };
};
