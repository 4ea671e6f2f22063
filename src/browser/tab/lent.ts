import type { Whose } from './holder.ts';
import type { OpenTab } from './tabs.ts';

/** Tabs that are lent to a holder, or being cleaned for it, and how likely and how soon they come back. */
export interface LentTabs {
  /** @param first it has not served this holder before. */
  lend(open: OpenTab, whose: Whose, first: boolean): void;
  /** Given back to serve its holder again; it has to be cleaned first. */
  comesBack(open: OpenTab): void;
  /** It has been cleaned and is free again. @returns whether its session is over. */
  isBack(open: OpenTab): { readonly isOver: boolean };
  /** It does not come back. */
  isGone(open: OpenTab): void;
  /** How many tabs a holder can wait for. */
  comingTo(whose: Whose | undefined): number;
  /** Mean time that a tab which comes back is away, in milliseconds. */
  readonly usualMs: number;
  /** Nobody will ask for the tabs of a holder any more. */
  forget(whose: Whose): void;
}

interface Lent extends Whose {
  readonly since: number;
  /** Nobody can tell yet whether it comes back. */
  readonly first: boolean;
  readonly isOver: boolean;
}

/**
 * Whether a tab lent for the first time comes back is not known. It is waited for where one in four does and they are not
 * away for long: on a busy machine one tab then answers twice as many pages as eight.
 */
const worthWaiting = { share: 0.25, ms: 300 };

export const createLentTabs = (): LentTabs => {
  const lent = new Map<OpenTab, Lent>();
  let usualMs = 0;
  /** Share of the tabs lent for a single page that came back, of the last twenty or so. */
  let returning = 0;

  const learn = (tab: Lent | undefined, came: 0 | 1) => {
    if (tab?.kind === 'single') returning += (came - returning) / 20;
  };
  /** A session has use for several tabs at once: there, only those that came back before are waited for. */
  const mayComeBack = ({ kind, first }: Lent) =>
    !first || (kind === 'single' && returning > worthWaiting.share && usualMs < worthWaiting.ms);

  return {
    lend: (open, whose, first) => {
      lent.set(open, { ...whose, since: performance.now(), first, isOver: false });
    },
    comesBack: (open) => {
      const tab = lent.get(open);
      learn(tab, 1);
      if (tab) lent.set(open, { ...tab, first: false });
    },
    isBack: (open) => {
      const tab = lent.get(open);
      lent.delete(open);
      if (tab) usualMs += (performance.now() - tab.since - usualMs) / 10;
      return { isOver: tab?.isOver ?? false };
    },
    isGone: (open) => {
      learn(lent.get(open), 0);
      lent.delete(open);
    },
    comingTo: (whose) =>
      [...lent.values()].filter((tab) => tab.key === whose?.key && mayComeBack(tab)).length,
    get usualMs() {
      return usualMs;
    },
    forget: ({ key }) => {
      for (const [open, tab] of lent) if (tab.key === key) lent.set(open, { ...tab, isOver: true });
    },
  };
};
