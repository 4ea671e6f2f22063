import { ServiceError } from '../contract/error.ts';
import type { Logger } from '../log.ts';
import { type Holder, ownersOf, type Whose, whoseOf } from './holder.ts';
import { type IdleShare, watchSlack } from './idle.ts';
import { createLentTabs } from './lent.ts';
import type { OpenTab, Tabs, Traces } from './tabs.ts';

/** The tabs that nobody uses: made ahead, or kept for whom they have served. */
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
    readonly warm: number;
  };
  readonly idleShare: IdleShare;
}

/** Somebody who waits for a tab. */
interface Waiter {
  readonly whose: Whose | undefined;
  /** A tab that has served the same holder is about to come back: until then no other is opened for this one. */
  patientUntil: number;
  readonly give: (open: OpenTab) => void;
  readonly fail: (error: unknown) => void;
}

/** A tab that has served a holder and may again. */
interface Kept {
  readonly open: OpenTab;
  readonly key: string;
  readonly since: number;
}

/**
 * Ending a tab and opening the next takes two cores for a tenth of a second, in which the page that was read in it is
 * still being converted: unless somebody waits for a tab, that comes first. Nor are two made ahead one right after the other: a
 * page that came meanwhile would meet both.
 */
const clearAfterMs = 100;
/** A tab that its holder has not asked for in this time is thrown away. */
const keptMs = 30_000;
/**
 * Opening a tab keeps its browser's main thread busy for a tenth of a second: more at once in each come no sooner, and hold
 * up the pages that are shown. Where nobody waits it is one at a time.
 */
const openingAtOnce = 2;
/**
 * A tab that comes back is waited for twice as long as one is usually away, or several times that by whoever has others of
 * the same holder before them, within these bounds. In a session longer: nobody waits for its single pages, and another
 * window takes as much processor time as twenty of them.
 */
const patienceMs = { single: [60, 500], session: [600, 1200] } as const;

/**
 * Share of the processors' time. Where as much is left, the tabs that are away wait for the network, and another one costs
 * nobody anything: it is opened after the least patience.
 */
const idleEnough = 0.4;

/**
 * Pages that are only read keep a tab for 15 ms, most of which it waits. Where more of a session wait than it has tabs it is
 * looked so often whether a larger share of the processors' time was left: then another is opened. With half of it ten tabs
 * crawl a tenth more, and whoever asks the service meanwhile waits twice as long. One page after the other stay in one
 * tab, and share what it holds.
 */
const enoughForAnother = { everyMs: 200, share: 0.32 };

export const createStock = ({ tabs, log, limits, idleShare }: Parts): Stock => {
  const slack = watchSlack(idleShare, enoughForAnother);
  const line: Waiter[] = [];
  const warm: OpenTab[] = [];
  let kept: Kept[] = [];
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
  const throwAway = (open: OpenTab) => {
    lent.isGone(open);
    inBackground(open.dispose());
  };

  /** Tabs that are to be thrown away. */
  const spent: OpenTab[] = [];
  let clearing: NodeJS.Timeout | undefined;
  const clear = () => {
    clearTimeout(clearing);
    clearing = undefined;
    for (const open of spent.splice(0)) throwAway(open);
    supply();
  };
  const clearSoon = () => {
    if (closed || line.length > 0) clear();
    else clearing ??= setTimeout(clear, clearAfterMs);
  };

  const nextInLine = (suits: (waiter: Waiter) => boolean = () => true): Waiter | undefined => {
    const index = line.findIndex(suits);
    return index === -1 ? undefined : line.splice(index, 1)[0];
  };

  const lend = (open: OpenTab, whose: Whose | undefined, first: boolean) => {
    if (first && whose?.kind === 'session') slack.anew();
    if (whose !== undefined) lent.lend(open, whose, first);
    if (!first) open.egress.renew();
    return open;
  };

  const arrived = (open: OpenTab) => {
    if (closed || !open.usable) return throwAway(open);
    const waiter = nextInLine((one) => isImpatient(one) || one.whose?.kind !== 'session');
    if (waiter) waiter.give(lend(open, waiter.whose, true));
    else warm.push(open);
  };
  const failed = (error: unknown) => {
    const waiter = nextInLine();
    if (waiter) waiter.fail(error);
    else log.debug({ err: error }, 'no tab could be made ahead');
  };
  const isImpatient = ({ patientUntil }: Waiter) => patientUntil <= performance.now();
  /** Hands out what there is, opens as many as are waited for, and those to be made ahead when nobody waits. */
  const supply = () => {
    while (warm.length > 0 && line.some(isImpatient)) {
      const open = takeWarm();
      const waiter = open && nextInLine(isImpatient);
      if (open && waiter) waiter.give(lend(open, waiter.whose, true));
    }
    const waiting = line.filter(isImpatient).length;
    const ahead = line.length === 0 && warm.length < limits.warm ? 1 : 0;
    const wanted = Math.max(waiting, ahead);
    while (!closed && opening < Math.min(wanted, openingAtOnce * Math.max(1, tabs.browsers))) {
      opening += 1;
      inBackground(
        tabs.open(ending.signal).then(
          (open) => {
            opening -= 1;
            arrived(open);
            clearSoon();
          },
          (error: unknown) => {
            opening -= 1;
            failed(error);
            // Nothing is made ahead where nothing can be opened: it would be tried without end.
            if (line.length > 0) supply();
          },
        ),
      );
    }
  };

  const takeKept = (key: string): OpenTab | undefined => {
    const index = kept.findLastIndex((tab) => tab.key === key && tab.open.usable);
    const [tab] = index === -1 ? [] : kept.splice(index, 1);
    return tab?.open;
  };
  const takeWarm = (): OpenTab | undefined => {
    for (let tab = warm.pop(); tab; tab = warm.pop()) {
      if (tab.usable) return tab;
      throwAway(tab);
    }
    return undefined;
  };

  const waitingFor = (whose: Whose | undefined): readonly Waiter[] =>
    line.filter((waiter) => waiter.whose?.key === whose?.key);

  const wait = (whose: Whose | undefined, signal: AbortSignal) =>
    new Promise<OpenTab>((resolve, reject) => {
      const [least, most] = patienceMs[whose?.kind ?? 'single'];
      const coming = lent.comingTo(whose);
      const before = waitingFor(whose);
      const usualMs = lent.usualMs * Math.ceil((before.length + 1) / coming);
      const patience = coming > 0 ? Math.min(most, Math.max(least, 2 * usualMs)) : 0;
      const losePatience = () => {
        waiter.patientUntil = performance.now();
        supply();
      };
      const beginTimers = () => {
        const idle = idleShare();
        const look = () => {
          if (idle() > idleEnough) losePatience();
        };
        return [setTimeout(look, least), setTimeout(losePatience, patience)];
      };
      const timers = patience > 0 ? beginTimers() : [];
      const settle = (then: () => void) => {
        for (const timer of timers) clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        then();
      };
      const waiter: Waiter = {
        whose,
        patientUntil: performance.now() + patience,
        give: (open) => settle(() => resolve(open)),
        fail: (error) => settle(() => reject(error)),
      };
      const leave = () => {
        nextInLine((other) => other === waiter);
        waiter.fail(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      const [next] = before;
      const isScarce = whose?.kind === 'session' && before.length >= coming && opening === 0;
      if (next && isScarce && slack.isLeft()) next.patientUntil = performance.now();
      line.push(waiter);
      supply();
    });

  /** To its owner, whose session is over. */
  const handOn = (open: OpenTab, whose: Pick<Whose, 'owner'>) => {
    if (open.hasShown) return throwAway(open);
    cleanUp(open, open.clean({ mayBeCached: true }), ownersOf(whose));
  };

  const cleanUp = (open: OpenTab, cleaned: Promise<void>, whose: Whose) =>
    inBackground(
      cleaned.then(
        () => putBack(open, whose),
        (error: unknown) => {
          log.debug({ err: error }, 'tab not cleaned');
          throwAway(open);
        },
      ),
    );

  const putBack = (open: OpenTab, whose: Whose) => {
    const { key } = whose;
    const { isOver } = lent.isBack(open);
    if (closed || !open.usable) return throwAway(open);
    if (isOver) return handOn(open, whose);
    const waiter = nextInLine((other) => other.whose?.key === key);
    if (waiter) return waiter.give(lend(open, whose, false));
    kept.push({ open, key, since: performance.now() });
    const [oldest] = kept.length > limits.kept ? kept.splice(0, 1) : [];
    if (oldest) throwAway(oldest.open);
  };

  const dropStale = () => {
    const isStale = ({ open, since }: Kept) => !open.usable || performance.now() - since > keptMs;
    for (const { open } of kept.filter(isStale)) throwAway(open);
    kept = kept.filter((tab) => !isStale(tab));
  };
  const dropping = setInterval(dropStale, keptMs / 3).unref();
  // Tabs in it would keep it from closing.
  tabs.onBrowserRetired(() => {
    dropStale();
    for (const open of warm.splice(0))
      if (open.usable) warm.push(open);
      else throwAway(open);
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
      const isScarce = waitingFor(whose).length >= coming;
      const own = whose && (takeKept(whose.key) ?? (isScarce ? takeKept(ownersOf(whose).key) : undefined));
      if (own !== undefined) return lend(own, whose, false);
      // Another window costs more than the moment until it is there.
      const other = coming > 0 ? undefined : takeWarm();
      return other === undefined ? wait(whose, signal) : lend(other, whose, true);
    },
    keep: (open, holder, traces) => {
      if (closed || !open.usable) throwAway(open);
      else {
        lent.comesBack(open);
        const cleaned = holder.session === undefined ? open.clean(traces) : open.pause();
        cleanUp(open, cleaned, whoseOf(holder));
      }
      supply();
    },
    throwAway: (open) => {
      lent.isGone(open);
      spent.push(open);
      clearSoon();
    },
    lull: clear,
    forget: (holder) => {
      const whose = whoseOf(holder);
      const over = kept.filter((tab) => tab.key === whose.key);
      kept = kept.filter((tab) => tab.key !== whose.key);
      for (const { open } of over) handOn(open, holder);
      lent.forget(whose);
    },
    close: async () => {
      closed = true;
      const reason = new ServiceError('shutting_down');
      ending.abort(reason);
      clearInterval(dropping);
      clear();
      for (const waiter of line.splice(0)) waiter.fail(reason);
      for (const open of [...warm.splice(0), ...kept.splice(0).map((tab) => tab.open)]) throwAway(open);
      while (background.size > 0) await Promise.all(background);
    },
  };
};
