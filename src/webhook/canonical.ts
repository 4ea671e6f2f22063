/** This file needs nothing but JavaScript: receivers may take it as it is. */

/**
 * The one way to write a JSON value that both sides sign: keys sorted, no spaces, ASCII only. To the byte what Python's
 * `json.dumps(value, sort_keys=True, separators=(",", ":"))` gives for the same text.
 * @param value as from `JSON.parse`.
 */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
    const fields = entries.sort(([one], [other]) => byCodePoints(one, other));
    return `{${fields.map(([key, entry]) => `${ascii(key)}:${canonicalJson(entry)}`).join(',')}}`;
  }
  if (typeof value === 'number') return decimal(value);
  return typeof value === 'string' ? ascii(value) : JSON.stringify(value);
};

const ascii = (text: string): string =>
  JSON.stringify(text).replace(
    /[\x7f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The shortest digits that mean the number, as in JavaScript; small ones have an exponent earlier, and two digits in it. */
const decimal = (number: number): string => {
  if (!Number.isFinite(number)) return 'null';
  const isSmall = number !== 0 && Math.abs(number) < 1e-4;
  const text = isSmall ? number.toExponential() : String(number);
  return text.replace(/e([+-])(\d)$/, (_, sign, digit) => `e${sign}0${digit}`);
};

/** JavaScript sorts by halves of surrogate pairs, so some characters before others that they come after. */
const byCodePoints = (one: string, other: string): number => {
  const [a, b] = [[...one], [...other]];
  const index = a.findIndex((character, at) => character !== b[at]);
  if (index === -1) return a.length - b.length;
  return (a[index]?.codePointAt(0) ?? 0) - (b[index]?.codePointAt(0) ?? -1);
};
