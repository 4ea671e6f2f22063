import { plain } from '../wishes/words.ts';

/** Dates as pages write them, as ISO 8601. */

/** Languages whose names of months are known; where two use one word for different months, the first is believed. */
const languages =
  'en de fr es it pt nl ru pl tr sv da nb fi cs sk hu ro bg uk el hr sl lt lv et id vi ca ar'.split(' ');

let known: ReadonlyMap<string, number> | undefined;

/** Long and short names, alone and beside a day, as the platform knows them. */
const monthNames = (): ReadonlyMap<string, number> => {
  const names = new Map<string, number>();
  for (const language of languages)
    for (const month of ['long', 'short'] as const)
      for (const day of [undefined, 'numeric'] as const) {
        const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, {
          month,
          day,
          timeZone: 'UTC',
        });
        for (let number = 1; number <= 12; number++) {
          const parts = format.formatToParts(new Date(Date.UTC(2024, number - 1, 5)));
          const name = plain(parts.find(({ type }) => type === 'month')?.value ?? '').replace(/[.\s]+$/, '');
          if (/^\p{L}[\p{L}\p{M}]+$/u.test(name) && !names.has(name)) names.set(name, number);
        }
      }
  return names;
};

const monthOf = (word: string): number | undefined => {
  known ??= monthNames();
  return known.get(word) ?? (word.length === 4 ? known.get(word.slice(0, 3)) : undefined);
};

const two = (number: number) => String(number).padStart(2, '0');

const dateOf = (year: number, month: number, day: number): string | undefined => {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal && year > 1000 && year < 2200 ? `${year}-${two(month)}-${two(day)}` : undefined;
};

const time =
  /(?<![\d:])([01]?\d|2[0-3])(?:[:h]([0-5]\d)|(?=\s*[ap]m\b))(?::([0-5]\d))?(?:\.\d+)?\s*(am|pm)?\s*(z\b|utc|gmt|[+-]\d{2}:?\d{2})?/i;

/**
 * The date in a text, with its time where that is told and `dayOnly` is not asked for; a time without a zone has none here.
 * @returns undefined where there is none.
 */
export const readDate = (given: string, dayOnly: boolean): string | undefined => {
  const text = given.slice(0, 200).trim();
  const stamp = /^\d{10}(?:\d{3})?$/.test(text)
    ? new Date(Number(text) * (text.length === 10 ? 1000 : 1))
    : undefined;
  if (stamp !== undefined) return dayOnly ? stamp.toISOString().slice(0, 10) : stamp.toISOString();
  const day = dayIn(text);
  if (day === undefined || dayOnly) return day;
  const clock = clockIn(text.slice(Math.max(0, text.search(/\d/))));
  return clock === undefined ? day : `${day}T${clock}`;
};

/** The time of a day in a text, `19:30:00`, with its zone where that is told. @returns undefined where there is none. */
export const readTime = (text: string): string | undefined => clockIn(text.slice(0, 200).trim());

const clockIn = (text: string): string | undefined => {
  const [all, hour = '', minute = '00', second = '00', half, zone = ''] =
    time.exec(text.replace(/^\d{4}-\d{2}-\d{2}T?/, '')) ?? [];
  if (all === undefined) return undefined;
  const afternoon = half?.toLowerCase() === 'pm' ? 12 : 0;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + afternoon;
  const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(-2)}` : zone === '' ? '' : 'Z';
  return `${two(hours)}:${minute}:${second}${offset}`;
};

/** What stands between the days of a span. */
const between =
  /\s*[–—]\s*|\s+(?:-|to|until|through|bis|au|al|hasta|tot|do)\s+|(?<=(?:^|\s)\d{1,2}\.?)-(?=\d{1,2}(?![\d-]))/u;

/** `17–19 July 2026`, `July 17-19, 2026`, `30.12.2025 – 2.1.2026`: the second is told whole, the first what is not the same. */
export const readDays = (given: string): { readonly first: string; readonly last: string } | undefined => {
  const [before = '', behind, more] = given.slice(0, 200).trim().split(between);
  if (behind === undefined || more !== undefined || !/\d/.test(before)) return undefined;
  const month = /^(.*\p{L}\.?\s+)\d{1,2}$/u.exec(before)?.[1];
  const last = oneDayIn(behind) ?? (month === undefined ? undefined : oneDayIn(`${month}${behind}`));
  if (last === undefined) return undefined;
  const [year = '', ofYear] = last.split('-');
  const day = /(?:^|\D)(\d{1,2})\.?$/.exec(before)?.[1];
  const first =
    oneDayIn(before) ??
    oneDayIn(`${before}${before.endsWith('.') ? '' : ', '}${year}`) ??
    (day === undefined ? undefined : dateOf(Number(year), Number(ofYear), Number(day)));
  return first === undefined || first > last ? undefined : { first, last };
};

const dayIn = (text: string): string | undefined => readDays(text)?.first ?? oneDayIn(text);

const oneDayIn = (text: string): string | undefined => {
  const numbers = (match: RegExpExecArray | null) =>
    match?.slice(1, 4).map(Number) as [number, number, number] | undefined;
  const iso =
    numbers(/(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(text)) ??
    numbers(/(\d{4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日/.exec(text)) ??
    numbers(/(\d{4})년\s*(\d{1,2})월\s*(\d{1,2})일/.exec(text)) ??
    numbers(/^(\d{4})(\d{2})(\d{2})(?:T|$)/.exec(text));
  if (iso) return dateOf(...iso);
  const named = namedDay(plain(text));
  if (named !== undefined) return named;
  const numeric = /(?<!\d)(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/.exec(text);
  if (numeric === null) return undefined;
  const [, first = '', separator, second = '', shortYear = ''] = numeric;
  const year = Number(shortYear) + (shortYear.length === 2 ? 2000 : 0);
  // Points are European; with a slash the day comes second where it can only be one, or where nobody knows.
  const dayFirst = separator !== '/' || Number(first) > 12;
  return dayFirst ? dateOf(year, Number(second), Number(first)) : dateOf(year, Number(first), Number(second));
};

/** `12 March 2024`, `March 12, 2024`, `12. März 2024`, `12 de marzo de 2024`. */
const namedDay = (text: string): string | undefined => {
  for (const match of text.matchAll(/\p{L}[\p{L}\p{M}]{2,15}/gu)) {
    const month = monthOf(match[0]);
    if (month === undefined) continue;
    const before = /(\d{1,2})(?:st|nd|rd|th|er|º|\.)?\s*(?:de |of |-)?\s*$/.exec(
      text.slice(0, match.index),
    )?.[1];
    const rest = text.slice(match.index + match[0].length);
    const behind = /^\.?[\s,-]*(?:de |del )?(\d{1,2})(?:st|nd|rd|th)?(?=\D+\d{4})/.exec(rest)?.[1];
    const year = /(?<!\d)(\d{4})(?!\d)/.exec(rest.slice(0, 20))?.[1];
    if (year === undefined) continue;
    const day = before ?? behind;
    if (day !== undefined) return dateOf(Number(year), month, Number(day));
  }
  return undefined;
};
