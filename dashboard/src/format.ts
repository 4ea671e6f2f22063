/** Figures and times as they are shown. */

const number = new Intl.NumberFormat('en');
export const count = (value: number): string => number.format(value);

export const bytes = (value: number): string => {
  if (value < 1000) return `${value} B`;
  const power = Math.min(4, Math.floor(Math.log10(value) / 3));
  return `${(value / 1000 ** power).toPrecision(3)} ${['', 'kB', 'MB', 'GB', 'TB'][power]}`;
};

export const duration = (ms: number): string => {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 120_000) return `${(ms / 1000).toPrecision(3)} s`;
  const minutes = Math.round(ms / 60_000);
  if (minutes < 120) return `${minutes} min`;
  return minutes < 48 * 60
    ? `${Math.floor(minutes / 60)} h ${minutes % 60} min`
    : `${Math.round(minutes / 1440)} days`;
};

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

/** Of today the time alone. @param time ISO 8601. */
export const moment = (time: string): string => {
  const date = new Date(time);
  const today = day.format(new Date()) === day.format(date);
  return today ? clock.format(date) : `${day.format(date)}, ${clock.format(date)}`;
};

export const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`;

/** @param amount in the smallest unit of a token. */
export const dollars = (amount: string, decimals: number): string => {
  const digits = amount.padStart(decimals + 1, '0');
  const [whole, part] = [
    digits.slice(0, -decimals || undefined),
    decimals === 0 ? '' : digits.slice(-decimals),
  ];
  return `$${whole}.${part.replace(/0+$/, '').padEnd(2, '0')}`;
};

export const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

/** Text of a body that is JSON in readable lines, other text as it is. */
export const readable = (text: string): string => {
  try {
    return pretty(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
};
