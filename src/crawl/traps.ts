/** Addresses that a site makes without end: calendars, filters in every combination, paths that grow by themselves. */
export interface Traps {
  /** Whether an address, by way of the page that links to it, is one too many of its kind. */
  isOver(url: string, foundOn: string | null): boolean;
}

/** Sitemaps name none of 2048 characters and more either (sitemaps.org). */
export const isTooLong = (url: string): boolean => url.length > 2000;
const mostSegments = 20;
/** Of one calendar, by way of its own pages. */
const mostDates = 60;
/** Of one path with several parameters, each of which has been there before. */
const mostQueries = 60;
/** Parameters that are remembered: after these, none is new. */
const mostParameters = 5000;

export const createTraps = (): Traps => {
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  /** Notes the parameters of a path. @returns whether one of them names what none has named before: a topic, an article. */
  const bringsNews = (path: string, parameters: readonly (readonly [string, string])[]) => {
    const before = seen.size;
    for (const [name, value] of parameters)
      if (seen.size < mostParameters && !asides.test(name)) seen.add(`${path}?${name}=${value}`);
    return seen.size > before && !parameters.some(([name]) => asides.test(name));
  };
  const isBeyond = (kind: string, most: number) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count > most;
  };

  return {
    isOver: (url, foundOn) => {
      const { host, pathname, searchParams } = new URL(url);
      const segments = pathname.split('/').filter((segment) => segment !== '');
      if (isTooLong(url) || segments.length > mostSegments || repeats(segments)) return true;
      const names = [...searchParams.keys()];
      const calendar = calendarOf(url);
      // What another page lists, as the issues of a paper, has an end.
      if (calendar !== undefined)
        return foundOn !== null && calendarOf(foundOn) === calendar && isBeyond(calendar, mostDates);
      if ([...searchParams].some(isDate)) return isBeyond(`${host}${pathname}?*`, mostDates);
      const isNews = bringsNews(`${host}${pathname}`, [...searchParams]);
      return names.length > 1 && !isNews && isBeyond(`${host}${pathname}?`, mostQueries);
    },
  };
};

/** `/2026/1/31`, `/2026-01-31`, `/2026/01`, `/2026-W05`: a year and a month or week at least, and nothing behind. */
const dateAtEnd =
  /\/(?:19|20)\d\d(?:[/-](?:0?[1-9]|1[0-2])(?:[/-](?:0?[1-9]|[12]\d|3[01]))?|[/-]?W\d\d?)\/?$/i;
const calendarOf = (url: string): string | undefined => {
  const { host, pathname } = new URL(url);
  const path = pathname.replace(dateAtEnd, '/*');
  return path === pathname ? undefined : `${host}${path}`;
};
const dateValue = /^(?:19|20)\d\d-(?:(?:0?[1-9]|1[0-2])(?:-\d{1,2}(?:[T ][\d:.+Z-]*)?)?|W\d\d?)$/i;
/** What is a date by its name may be written as one number: `20260131`, `1769817600`. */
const dateNames = /^(?:(?:.*[^a-z])?(?:date|timestamp)|ts)$/i;
const dateNumber = /^(?:(?:19|20)\d{4}(?:\d\d)?|1\d{9}(?:\d{3})?)$/;
const isDate = ([name, value]: readonly [string, string]): boolean =>
  dateValue.test(value) || (isDateName(name) && dateNumber.test(value));
const isDateName = (name: string): boolean => dateNames.test(name) || /[a-z](?:Date|Timestamp)$/.test(name);

/** What these say makes no other page of one: they edit it, sort it, date it, lead back from it. */
const asides =
  /^(?:.*action|act|do|op|cmd|mode|task|oldid|diff|rev(?:ision)?|print(?:able)?|reply.*|quote|return.*|redirect.*|next|back|ref(?:err?er)?|ur[il]|.*(?:token|nonce)|sort.*|order.*|dir|limit|per_?page|.*(?:date|time|timestamp)|day|week|month|year)$/i;

/** One name three times in a row, two in turns three times, or one four times anywhere. Numbers may. */
const repeats = (segments: readonly string[]): boolean =>
  segments.some(
    (segment, at) =>
      !/^\d+$/.test(segment) &&
      (segments.filter((other) => other === segment).length > 3 ||
        (segment === segments[at + 1] && segment === segments[at + 2]) ||
        (segment === segments[at + 2] &&
          segment === segments[at + 4] &&
          segments[at + 1] === segments[at + 3] &&
          segments[at + 1] === segments[at + 5])),
  );
