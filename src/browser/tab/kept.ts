import type { OpenTab } from './tabs.ts';

/** Tabs kept for their holders until they ask again. A holder is named by its key, as in `Whose`. */
export interface KeptTabs {
  /** Where there are too many, the oldest is thrown away. */
  keep(open: OpenTab, key: string): void;
  /** The one that its holder gave back last. */
  take(key: string): OpenTab | undefined;
  takeAll(key: string): readonly OpenTab[];
  /** Throws away those that cannot be used any more, and those that were not asked for in a while. */
  dropStale(): void;
  close(): void;
}

interface Kept {
  readonly open: OpenTab;
  readonly key: string;
  readonly since: number;
}

interface Parts {
  /** How many are kept. */
  readonly most: number;
  readonly throwAway: (open: OpenTab) => void;
}

/** A tab that its holder has not asked for in this time is thrown away. */
const keptMs = 30_000;

export const createKeptTabs = ({ most, throwAway }: Parts): KeptTabs => {
  /** By time, the oldest first. */
  let kept: Kept[] = [];

  const takeOut = (is: (tab: Kept) => boolean): readonly OpenTab[] => {
    const found = kept.filter(is);
    kept = kept.filter((tab) => !is(tab));
    return found.map(({ open }) => open);
  };
  const dropStale = () => {
    const now = performance.now();
    for (const open of takeOut(({ open, since }) => !open.usable || now - since > keptMs)) throwAway(open);
  };
  const dropping = setInterval(dropStale, keptMs / 3).unref();

  return {
    keep: (open, key) => {
      kept.push({ open, key, since: performance.now() });
      const oldest = kept.length > most ? kept.shift() : undefined;
      if (oldest) throwAway(oldest.open);
    },
    take: (key) => {
      const latest = kept.findLast((tab) => tab.key === key && tab.open.usable);
      return takeOut((tab) => tab === latest)[0];
    },
    takeAll: (key) => takeOut((tab) => tab.key === key),
    dropStale,
    close: () => {
      clearInterval(dropping);
      for (const open of takeOut(() => true)) throwAway(open);
    },
  };
};
