/** Dates as pages write them. */

const locales = 'en de fr es it pt nl da sv nb fi pl cs ro tr ru uk el hu id ca bg'.split(' ');

const plain = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Names of the months and what is short for them, without marks: `mai`, `dec`, `sept`. */
const months: ReadonlyMap<string, number> = (() => {
  const named = new Map<string, number>();
  for (const locale of locales) {
    const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' });
    for (let month = 1; month <= 12; month++) {
      const parts = format.formatToParts(Date.UTC(2000, month - 1, 1));
      const name = plain(parts.find(({ type }) => type === 'month')?.value ?? '');
      for (const word of [name, name.slice(0, 4), name.slice(0, 3)])
        if (word.length > 2 && !named.has(word)) named.set(word, month);
    }
  }
  return named;
})();

/** 1 to 12; 0 for a word that is no month. */
const monthOf = (word: string): number => months.get(plain(word)) ?? 0;

interface Groups {
  readonly [name: string]: string | undefined;
}

type Reader = (groups: Groups, monthFirst: boolean) => readonly [year: number, month: number, day: number];

const number = (text: string | undefined) => Number(text ?? 0);

/** Looked for in this order; all of them bounded, so that any text is read in the time of its length. */
const forms: readonly (readonly [RegExp, Reader])[] = [
  [
    /(?<!\d)(?<y>(?:19|20)\d\d)(?<sep>[-/.])(?<m>\d{1,2})\k<sep>(?<d>\d{1,2})(?!\d)/,
    ({ y, m, d }) => [number(y), number(m), number(d)],
  ],
  [
    /(?<!\d)(?<y>(?:19|20)\d\d)\s?[年년]\s?(?<m>\d{1,2})\s?[月월]\s?(?<d>\d{1,2})\s?[日일]/,
    ({ y, m, d }) => [number(y), number(m), number(d)],
  ],
  [
    // Not the year of a date before it: `November 18, 2023 December 1, 2023`.
    /(?<!\d|\d,? )(?<y>(?:19|20)\d\d)(?:\.\s|[\s/]{1,2})(?<m>\p{L}{3,12})[\s/]{1,2}(?<d>\d{1,2})(?!\d)/u,
    ({ y, m = '', d }) => [number(y), monthOf(m), number(d)],
  ],
  [
    /(?<!\p{L})(?<m>\p{L}{3,12})\.?\s{1,2}(?<d>\d{1,2})(?:st|nd|rd|th)?,?\s{1,2}(?<y>(?:19|20)\d\d)(?!\d)/iu,
    ({ y, m = '', d }) => [number(y), monthOf(m), number(d)],
  ],
  [
    // As programs print it, with the time in between: `Tue Mar  3 14:02:11 CET 2026`.
    /(?<!\p{L})(?<m>\p{L}{3,12})\s{1,2}(?<d>\d{1,2})\s\d\d:\d\d(?::\d\d)?\s(?:[A-Z]{2,5}\s|[+-]\d{4}\s)?(?<y>(?:19|20)\d\d)(?!\d)/u,
    ({ y, m = '', d }) => [number(y), monthOf(m), number(d)],
  ],
  [
    /(?<!\d)(?<d>\d{1,2})(?:st|nd|rd|th|er|\.|º)?[\s-]{1,2}(?:(?:of|de)\s)?(?<m>\p{L}{3,12})\.?,?[\s-]{1,2}(?:del?\s)?(?<y>(?:19|20)\d\d)(?!\d)/iu,
    ({ y, m = '', d }) => [number(y), monthOf(m), number(d)],
  ],
  [
    /(?<!\d)(?<a>\d{1,2})(?<sep>[/.-])(?<b>\d{1,2})\k<sep>(?<y>(?:19|20)\d\d)(?!\w)/,
    ({ y, a, b, sep }, monthFirst) => {
      const first = number(b) > 12 || (monthFirst && sep === '/' && number(a) <= 12);
      return first ? [number(y), number(a), number(b)] : [number(y), number(b), number(a)];
    },
  ],
];

const someYear = /(?:19|20)\d\d/;

/**
 * The first date of a text, as `2024-05-03`.
 * @param monthFirst whether `5/3/2024` is in May.
 */
export const findDate = (text: string, monthFirst: boolean): string | undefined => {
  // All forms have one; most texts that are looked at have none.
  if (!someYear.test(text)) return undefined;
  for (const [form, read] of forms) {
    const found = form.exec(text);
    if (found === null) continue;
    const [year, month, day] = read(found.groups ?? {}, monthFirst);
    const date = new Date(Date.UTC(year, month - 1, day));
    // The 31st of February is another day.
    if (date.getUTCMonth() === month - 1 && date.getUTCDate() === day) return date.toISOString().slice(0, 10);
  }
  return undefined;
};

/** ISO 8601, in its basic form as well, with what is often written instead of its `T` and its zone. */
const iso =
  /^(?<y>\d{4})(?<sep>-?)(?<m>\d\d)\k<sep>(?<d>\d\d)(?!\d)(?:[T ]\s*(?<time>\d\d:?\d\d(?::?\d\d(?:[.,]\d{1,9})?)?)?\s?(?<zone>Z\b|UTC|GMT|[+-]\d\d(?::?\d\d)?(?!\d))?)?/i;
/** RFC 5322, as feeds and servers write dates, and JavaScript's own form. */
const mail =
  /^(?:\p{L}{3},?\s)?(?:\d{1,2}\s\p{L}{3}|\p{L}{3}\s\d{1,2})\s\d{4}\s(?<time>\d\d:\d\d(?::\d\d)?)\s(?<zone>Z\b|UTC|GMT(?:[+-]\d{4})?|[+-]\d{4})/iu;
/** Seconds or milliseconds since 1970, from 2001 to 2033. */
const unix = /^1\d{9}(?:\d{3})?$/;

/** What is declared as a date, by ISO 8601: with its time where it has one; else the first date in it. */
export const readDate = (text: string, monthFirst: boolean): string | undefined => {
  const said = text.trim();
  if (unix.test(said)) return fromUnix(Number(said));
  const { y, m, d, time, zone } = iso.exec(said)?.groups ?? {};
  const day = `${y}-${m}-${d}`;
  if (y !== undefined && findDate(day, monthFirst) === day) return day + clock(time, zone);
  const found = findDate(said.slice(0, 200), monthFirst);
  const sent = mail.exec(said)?.groups;
  return found !== undefined && sent !== undefined ? found + clock(sent.time, sent.zone) : found;
};

const fromUnix = (number: number): string =>
  new Date(number < 1e11 ? number * 1000 : number).toISOString().replace('.000', '');

/** `101112`, `GMT+0200` → `T10:11:12+02:00` */
const clock = (time: string | undefined, zone = ''): string => {
  if (time === undefined) return '';
  const whole = time
    .replace(',', '.')
    .replace(/^(\d\d)(\d\d)/, '$1:$2')
    .replace(/^(.{5})(\d\d)/, '$1:$2');
  const [, hours, minutes = '00'] = /([+-]\d\d):?(\d\d)?$/.exec(zone) ?? [];
  return `T${whole}${hours === undefined ? zone && 'Z' : `${hours}:${minutes}`}`;
};
