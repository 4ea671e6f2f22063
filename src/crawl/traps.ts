/** Addresses that a site makes without end: calendars, filters in every combination, paths that grow by themselves. */
export interface Traps {
  /** Whether an address is one too many of its kind. To be asked once for each. */
  isOver(url: string): boolean;
}

const longestUrl = 2000;
const mostSegments = 20;
/** Of one calendar. */
const mostDates = 60;
/** Of one path with several parameters. */
const mostQueries = 60;

export const createTraps = (): Traps => {
  const counts = new Map<string, number>();
  const isBeyond = (kind: string, most: number) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count > most;
  };

  return {
    isOver: (url) => {
      const { host, pathname, searchParams } = new URL(url);
      const segments = pathname.split('/').filter((segment) => segment !== '');
      if (url.length > longestUrl || segments.length > mostSegments || repeats(segments)) return true;
      const names = [...searchParams.keys()];
      const path = pathname.replace(dateAtEnd, '/*');
      if (path !== pathname) return isBeyond(`${host}${path}`, mostDates);
      if (names.length > 0 && [...searchParams.values()].some((value) => dateValue.test(value)))
        return isBeyond(`${host}${pathname}?*`, mostDates);
      return names.length > 1 && isBeyond(`${host}${pathname}?`, mostQueries);
    },
  };
};

/** `/2026/1/31`, `/2026-01-31`, `/2026/01`: a year and a month at least, and nothing behind. */
const dateAtEnd = /\/(?:19|20)\d\d[/-](?:0?[1-9]|1[0-2])(?:[/-](?:0?[1-9]|[12]\d|3[01]))?\/?$/;
const dateValue = /^(?:19|20)\d\d-(?:0?[1-9]|1[0-2])(?:-\d{1,2})?$/;

/** One name three times in a row, or two in turns three times. Numbers may. */
const repeats = (segments: readonly string[]): boolean =>
  segments.some(
    (segment, at) =>
      !/^\d+$/.test(segment) &&
      ((segment === segments[at + 1] && segment === segments[at + 2]) ||
        (segment === segments[at + 2] &&
          segment === segments[at + 4] &&
          segments[at + 1] === segments[at + 3] &&
          segments[at + 1] === segments[at + 5])),
  );
