import type { OpenTab } from './tabs.ts';

/** How many tabs are made ahead of the visits that will ask for them. */
export interface Demand {
  lent(open: OpenTab): void;
  /** @param isSpent it will serve nobody else. */
  returned(open: OpenTab, isSpent: boolean): void;
  /** Tabs that are to be there now: none is opened beyond that. */
  readonly wanted: number;
  /** Tabs that are kept where there are more. */
  readonly most: number;
  close(): void;
}

export interface Ahead {
  /** Tabs that are there however long nobody has asked for one. */
  readonly atRest: number;
  /** Tabs that are there while pages are shown, and for a minute after the last. */
  readonly busy: number;
  /**
   * The most that are opened between visits for some that will come together, one for each page shown of late: to open a tab
   * while a page is shown makes that take a third longer.
   */
  readonly burst: number;
}

/** So long after a page was shown others are expected. */
const expectedMs = 60_000;

/** @param onRest is told when fewer are wanted. */
export const createDemand = ({ atRest, busy, burst }: Ahead, onRest: () => void): Demand => {
  const inUse = new Set<OpenTab>();
  let expected = 0;
  let resting: NodeJS.Timeout | undefined;
  /** While pages are visited; between two of them for as many more as are expected. */
  const steady = () => (expected === 0 ? atRest : busy);
  const most = () => steady() + Math.min(burst, expected);
  return {
    lent: (open) => {
      inUse.add(open);
      clearTimeout(resting);
    },
    returned: (open, isSpent) => {
      // One in a browser of its own was not lent from here.
      if (!inUse.delete(open)) return;
      if (isSpent) expected += 1;
      if (inUse.size > 0) return;
      clearTimeout(resting);
      resting = setTimeout(() => {
        expected = 0;
        onRest();
      }, expectedMs).unref();
    },
    get wanted() {
      return inUse.size === 0 ? most() : steady();
    },
    get most() {
      return most();
    },
    close: () => clearTimeout(resting),
  };
};
