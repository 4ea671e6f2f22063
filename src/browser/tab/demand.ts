/** How many tabs are made ahead of the visits that will ask for them. */
export interface Demand {
  /** To be told of each tab that is lent, and when it has been given back. */
  lent(): void;
  returned(): void;
  /** Tabs that are to be there now: none is opened beyond that. */
  readonly wanted: number;
  /** Tabs that are kept where there are more. */
  readonly most: number;
  close(): void;
}

export interface Ahead {
  /** Tabs that are there however long nobody has asked for one, and while pages are visited. */
  readonly always: number;
  /**
   * Tabs opened between visits for some that will come together: opening them while pages are shown would take a third
   * longer for each.
   */
  readonly burst: number;
}

/** So long after the last visit others are expected. */
const expectedMs = 60_000;

/** @param onRest is told when fewer are wanted. */
export const createDemand = ({ always, burst }: Ahead, onRest: () => void): Demand => {
  let inUse = 0;
  let areExpected = false;
  let resting: NodeJS.Timeout | undefined;
  const most = () => (areExpected ? always + burst : always);
  return {
    lent: () => {
      inUse += 1;
      areExpected = true;
      clearTimeout(resting);
    },
    returned: () => {
      inUse -= 1;
      if (inUse > 0) return;
      resting = setTimeout(() => {
        areExpected = false;
        onRest();
      }, expectedMs).unref();
    },
    get wanted() {
      return inUse === 0 ? most() : always;
    },
    get most() {
      return most();
    },
    close: () => clearTimeout(resting),
  };
};
