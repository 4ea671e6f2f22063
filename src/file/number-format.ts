import { Parser } from 'htmlparser2';
import { byPattern } from './number-pattern.ts';
import { localName } from './office-xml.ts';

/** Numbers of a workbook as Excel displays them. */

/** Formats that every workbook knows (ECMA-376, part 1, 18.8.30); without the currency, which is that of the reader. */
const builtIn: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '#,##0',
  6: '#,##0',
  7: '#,##0.00',
  8: '#,##0.00',
  9: '0%',
  10: '0.00%',
  14: 'yyyy-mm-dd',
  15: 'yyyy-mm-dd',
  16: 'yyyy-mm-dd',
  17: 'yyyy-mm-dd',
  18: 'hh:mm',
  19: 'hh:mm:ss',
  20: 'hh:mm',
  21: 'hh:mm:ss',
  22: 'yyyy-mm-dd hh:mm',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  41: '#,##0;-#,##0;-',
  42: '#,##0;-#,##0;-',
  43: '#,##0.00;-#,##0.00;-',
  44: '#,##0.00;-#,##0.00;-',
  45: 'hh:mm:ss',
  46: '[h]:mm:ss',
  47: 'hh:mm:ss',
};

/** Those of Chinese, Japanese and Korean workbooks, which do not say what they are. Some are dates in one language and times in another. */
const eastern: readonly (readonly [format: string, ids: readonly number[]])[] = [
  ['yyyy-mm-dd', [27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]],
  ['hh:mm:ss', [32, 33]],
  ['yyyy-mm-dd hh:mm:ss', [34, 35, 55, 56]],
];

const known = new Map([
  ...Object.entries(builtIn).map(([id, format]) => [Number(id), format] as const),
  ...eastern.flatMap(([format, ids]) => ids.map((id) => [id, format] as const)),
]);

/** Excel takes no longer ones, in characters; reading one costs its length for every cell. */
const maxFormat = 255;

/** @returns the format of each style that a cell may have. */
export const readFormats = (styles: string): string[] => {
  const own = new Map<number, string>();
  const formats: string[] = [];
  let inCells = false;
  const parser = new Parser(
    {
      onopentag: (prefixed, { numFmtId = '0', formatCode = '' }) => {
        const name = localName(prefixed);
        if (name === 'numFmt') own.set(Number(numFmtId), formatCode.slice(0, maxFormat));
        if (name === 'cellXfs') inCells = true;
        if (name === 'xf' && inCells)
          formats.push(own.get(Number(numFmtId)) ?? known.get(Number(numFmtId)) ?? '');
      },
      onclosetag: (name) => {
        if (localName(name) === 'cellXfs') inCells = false;
      },
    },
    { xmlMode: true },
  );
  parser.end(styles);
  return formats;
};

const dayMs = 86_400_000;

/**
 * A number as it is displayed: dates and times by ISO 8601, codes with their zeros and dashes (`00000` for 501 is 00501), as
 * many places as its pattern has and the words around them, and in full where that is not read.
 */
export const formatNumber = (value: string, format: string, from1904: boolean): string => {
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  // Words in quotes, what is as wide as a letter or fills the cell, and conditions are no part of the pattern.
  const said = format.replace(/"[^"]*"|[\\_*]./g, '').toLowerCase();
  const pattern = said.replace(/\[[^\]]*\]/g, '');
  const unit = /\[(h+|m+|s+)\]/.exec(said)?.[1];
  if (unit !== undefined) return durationOf(number, unit, pattern);
  const hasTime = /[hs]/.test(pattern);
  // Beside hours and seconds it is minutes, else a month.
  const hasDay = /[dy]/.test(pattern) || (!hasTime && /^[^0#?/]*m/.test(pattern));
  if (!hasDay && !hasTime) return codeOf(number, format) ?? byPattern(number, format) ?? plain(number);
  // Day 60 is the 29th of February 1900, which never was.
  const days = from1904 ? number + 1462 : number < 60 ? number + 1 : number;
  const date = new Date(Math.round((days - 25_569) * dayMs));
  // There is no day before the first, nor, where that is 1, a day 0.
  const isNone = number < 0 || (number === 0 && !hasTime && !from1904);
  if (isNone || Number.isNaN(date.getTime())) return plain(number);
  const [day = '', time = ''] = date.toISOString().slice(0, 19).split('T');
  if (!hasDay || (number < 1 && !(from1904 && number === 0))) return time;
  return hasTime && time !== '00:00:00' ? `${day} ${time}` : day;
};

/** Time gone by, in the unit in brackets and what is less: 1.25 as `[h]:mm` is 30:00. */
const durationOf = (number: number, unit: string, pattern: string): string => {
  const seconds = Math.round((number * dayMs) / 1000);
  if (seconds < 0 || !Number.isSafeInteger(seconds)) return plain(number);
  const sizes = [3600, 60, 1].slice('hms'.indexOf(unit.charAt(0)));
  const shown = sizes.filter((size) => size === sizes[0] || pattern.includes(size === 1 ? 's' : 'm'));
  const [first = 0, ...others] = shown.map((size) => Math.floor(seconds / size));
  const less = others.map((value) => String(value % 60).padStart(2, '0'));
  return [String(first).padStart(unit.length, '0'), ...less].join(':');
};

/** A number of so many digits, such as a postal code or an article's. */
const codeOf = (number: number, format: string): string | undefined => {
  const [shape = ''] = format.replaceAll(/["\\]/g, '').split(';');
  const length = shape.replaceAll(/[^0]/g, '').length;
  if (!/^[0 ()/-]*$/.test(shape) || length < 2 || !Number.isSafeInteger(number) || number < 0)
    return undefined;
  const digits = String(number).padStart(length, '0');
  let [from, left] = [0, length];
  // The first place takes all that there is more.
  return shape.replaceAll('0', () => {
    left -= 1;
    const part = digits.slice(from, digits.length - left);
    from = digits.length - left;
    return part;
  });
};

/** Without the digits that only binary fractions have. */
const plain = (number: number): string => String(Number(number.toPrecision(15)));
