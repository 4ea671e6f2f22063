/** Numbers and amounts of money, as people of all countries write them. */

/** First code points of the decimal digits of other scripts. */
const zeros = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20,
  0x1040, 0x17e0, 0x1810, 0xff10,
];

const toAscii = (text: string): string =>
  text
    .replace(/[^\P{Nd}0-9]/gu, (digit) => {
      const code = digit.codePointAt(0) ?? 0;
      const zero = zeros.findLast((first) => first <= code);
      return zero === undefined || code - zero > 9 ? digit : String(code - zero);
    })
    .replace(/٫/g, '.')
    .replace(/[٬،]/g, ',')
    .replace(/[−‒–](?=\d)/g, '-')
    .replace(/．/g, '.')
    .replace(/，/g, ',');

/** Digits with separators between them: spaces of all kinds, points, commas, apostrophes. */
const written = /\d{1,3}(?:[\s\u00a0\u2009\u202f'’]\d{3})+(?![\d])(?:[.,]\d+)?|\d+(?:[.,'’]\d+)*/g;

export interface Written {
  readonly value: number;
  /** Where it stands in the text. */
  readonly start: number;
  readonly end: number;
}

/** What multiplies the number before it: `1.2K`, `3,2 Mio.`, `12 billion`. */
const multipliers: readonly (readonly [RegExp, number])[] = [
  [/^[kK](?![\p{L}\d])|^\s?(?:thousand|tsd|tausend)(?!\p{L})/u, 1e3],
  [/^\s?万/, 1e4],
  [
    /^M(?![\p{L}\d])|^\s?(?:millions?|millionen|mill[oó]n(?:es)?|milion[ei]|milhões|miljoen|mln|mio|mn)(?!\p{L})/u,
    1e6,
  ],
  [/^\s?[億亿]/, 1e8],
  [/^B(?![\p{L}\d])|^\s?(?:billions?|bn|milliarden?|milliards?|miliardi|miljard|mrd|mld)(?!\p{L})/u, 1e9],
  [/^\s?(?:trillions?|tn)(?!\p{L})/u, 1e12],
];
const longestMultiplier = 14;

const multiplied = (value: number, text: string, end: number): Pick<Written, 'value' | 'end'> => {
  const behind = text.slice(end, end + longestMultiplier);
  // Letters alone are capitals, words may be either.
  const words = behind.replace(/^\s?\p{L}{2,}/u, (word) => word.toLowerCase());
  for (const [pattern, factor] of multipliers) {
    const [word] = pattern.exec(words) ?? [];
    if (word !== undefined)
      return { value: Number((value * factor).toPrecision(digitsKept)), end: end + word.length };
  }
  return { value, end };
};
const digitsKept = 12;

const maxText = 2000;
const maxNumbers = 50;

/** Every number of a text, in order, the digits of other scripts as well. */
export const numbersIn = (given: string): Written[] => {
  const text = toAscii(given.slice(0, maxText));
  const found: Written[] = [];
  for (const match of text.matchAll(written)) {
    // `.5`, without the zero.
    const isFraction = /(?<![\p{L}\d.,)])\.$/u.test(text.slice(Math.max(0, match.index - 2), match.index));
    const start = isFraction ? match.index - 1 : match.index;
    const before = text[start - 1] ?? '';
    const isNegative = before === '-' && !/[\p{L}\d]/u.test(text[start - 2] ?? '');
    const value = isFraction ? Number(`.${match[0].replace(/\D.*$/s, '')}`) : amountOf(match[0]);
    if (!Number.isFinite(value)) continue;
    found.push({
      ...multiplied(isNegative ? -value : value, text, match.index + match[0].length),
      start: isNegative ? start - 1 : start,
    });
    if (found.length === maxNumbers) break;
  }
  return found;
};

/** The last separator is the decimal one if it is the only one of its kind and not three digits follow. */
const amountOf = (digits: string): number => {
  const separators = digits.replace(/\d/g, '');
  const last = separators.at(-1) ?? '';
  const isRepeated = separators.length > 1 && separators.split('').filter((one) => one === last).length > 1;
  const after = digits.length - digits.lastIndexOf(last) - 1;
  const isDecimal =
    (last === '.' || last === ',') &&
    !isRepeated &&
    (after !== 3 || separators.length > 1 || /^0[.,]/.test(digits) || digits.indexOf(last) > 3);
  const cut = isDecimal ? digits.lastIndexOf(last) : digits.length;
  return Number(`${digits.slice(0, cut).replace(/\D/g, '')}.${digits.slice(cut + 1) || '0'}`);
};

/** A number as programs write it: its point is the decimal one, however many digits follow. */
export const readPlain = (text: string): number | null =>
  /^\s*[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?\s*$/i.test(text) ? Number(text) : null;

/** The first number of a text as people write it; null if there is none. */
export const readNumber = (text: string): number | null => {
  const plain = /^\s*\d{1,3}\.\d{3}\s*$/.test(text) ? null : readPlain(text);
  if (plain !== null) return plain;
  return numbersIn(text)[0]?.value ?? null;
};
