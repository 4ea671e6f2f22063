import type { Whose } from './holder.ts';
import { type IdleShare, watchSlack } from './idle.ts';
import type { LentTabs } from './lent.ts';
import type { OpenTab } from './tabs.ts';

/** The queue for tabs, and how long each in it waits for one that is about to come back before another is opened. */

/** Somebody who waits for a tab. */
export interface Waiter {
  readonly whose: Whose | undefined;
  /** A tab that has served the same holder is about to come back: until then no other is opened for this one. */
  readonly isImpatient: boolean;
  give(open: OpenTab): void;
  fail(error: unknown): void;
}

/** Those who wait for a tab, in the order in which they came. */
export interface Line {
  readonly length: number;
  /** For whom a tab would be opened. */
  readonly impatient: number;
  /** How many wait for a tab of the same holder. */
  waitingFor(whose: Whose | undefined): number;
  /** @throws the signal's reason, or what the waiter was failed with. */
  wait(whose: Whose | undefined, signal: AbortSignal): Promise<OpenTab>;
  /** The first one that suits waits no longer. */
  next(suits?: (waiter: Waiter) => boolean): Waiter | undefined;
  /** A session has got another tab: what that leaves of the processors' time is to be seen first. */
  seesAnew(): void;
}

interface Parts {
  readonly lent: Pick<LentTabs, 'comingTo' | 'usualMs'>;
  readonly idleShare: IdleShare;
  /** Whether a tab is being opened. */
  readonly isOpening: () => boolean;
  /** To be told when somebody has come, or has lost patience. */
  readonly supply: () => void;
}

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

type Member = Waiter & { losePatience(): void };

export const createLine = ({ lent, idleShare, isOpening, supply }: Parts): Line => {
  const members: Member[] = [];
  const slack = watchSlack(idleShare, enoughForAnother);

  const takeOut = (suits: (member: Member) => boolean): Member | undefined => {
    const index = members.findIndex(suits);
    return index === -1 ? undefined : members.splice(index, 1)[0];
  };
  const ofSame = (whose: Whose | undefined) => members.filter((member) => member.whose?.key === whose?.key);

  /** In milliseconds; 0 where no tab can come back. */
  const patienceOf = (whose: Whose | undefined): number => {
    const [least, most] = patienceMs[whose?.kind ?? 'single'];
    const coming = lent.comingTo(whose);
    const usualMs = lent.usualMs * Math.ceil((ofSame(whose).length + 1) / coming);
    return coming > 0 ? Math.min(most, Math.max(least, 2 * usualMs)) : 0;
  };
  const limitPatience = ({ whose, losePatience }: Member, ms: number): readonly NodeJS.Timeout[] => {
    if (ms === 0) return [];
    const [least] = patienceMs[whose?.kind ?? 'single'];
    const idle = idleShare();
    const look = () => {
      if (idle() > idleEnough) losePatience();
    };
    return [setTimeout(look, least), setTimeout(losePatience, ms)];
  };
  /** Whoever of a session is next need not wait for a tab of it where there is time for another. */
  const hurryNext = (whose: Whose | undefined) => {
    const before = ofSame(whose);
    const isScarce = whose?.kind === 'session' && before.length >= lent.comingTo(whose) && !isOpening();
    if (before[0] && isScarce && slack.isLeft()) before[0].losePatience();
  };

  return {
    get length() {
      return members.length;
    },
    get impatient() {
      return members.filter(({ isImpatient }) => isImpatient).length;
    },
    waitingFor: (whose) => ofSame(whose).length,
    wait: (whose, signal) =>
      new Promise<OpenTab>((resolve, reject) => {
        const patience = patienceOf(whose);
        let patientUntil = performance.now() + patience;
        const settle = (then: () => void) => {
          for (const timer of timers) clearTimeout(timer);
          signal.removeEventListener('abort', leave);
          then();
        };
        const member: Member = {
          whose,
          get isImpatient() {
            return patientUntil <= performance.now();
          },
          losePatience: () => {
            patientUntil = performance.now();
            supply();
          },
          give: (open) => settle(() => resolve(open)),
          fail: (error) => settle(() => reject(error)),
        };
        const leave = () => {
          takeOut((other) => other === member);
          member.fail(signal.reason);
        };
        signal.addEventListener('abort', leave, { once: true });
        const timers = limitPatience(member, patience);
        hurryNext(whose);
        members.push(member);
        supply();
      }),
    next: (suits = () => true) => takeOut(suits),
    seesAnew: slack.anew,
  };
};
