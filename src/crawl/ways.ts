/** By how long a way the pages of a job have come: one that is found later may be shorter. `id`: as `idOf` makes it. */
export interface Ways {
  /**
   * Notes that a page has come.
   * @param ids of the address that was asked for, and of where it led.
   * @param links that it leads to.
   */
  arrive(ids: readonly string[], depth: number, links: readonly string[]): void;
  /** Whether a page has come by a way that was no longer. */
  hasCome(id: string, depth: number): boolean;
  /** Notes a way to a page that has come. @returns where it leads, from that depth on; nothing if the way is no shorter. */
  shorten(id: string, depth: number): readonly string[];
}

interface Come {
  depth: number;
  links: readonly string[];
}

/** Addresses that are kept: where a host is slow, all of the others may have come by a way that its pages shorten. */
const mostKept = 50_000;

/** @param mayShorten whether a page that is still to come may lead to one of that depth by a shorter way. */
export const createWays = (mayShorten: (depth: number) => boolean): Ways => {
  const come = new Map<string, Come>();
  let kept = 0;
  const keep = (depth: number, links: readonly string[]): readonly string[] => {
    if (kept + links.length > mostKept || !mayShorten(depth)) return [];
    kept += links.length;
    return links;
  };
  return {
    arrive: (ids, depth, links) => {
      const before = ids.map((id) => come.get(id)).find((page) => page !== undefined && page.depth <= depth);
      const page = before ?? { depth, links: keep(depth, links) };
      for (const id of ids) come.set(id, page);
    },
    hasCome: (id, depth) => (come.get(id)?.depth ?? Number.POSITIVE_INFINITY) <= depth,
    shorten: (id, depth) => {
      const page = come.get(id);
      if (page === undefined || depth >= page.depth) return [];
      page.depth = depth;
      return page.links;
    },
  };
};
