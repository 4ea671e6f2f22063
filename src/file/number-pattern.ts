/** Patterns of numbers in Excel (ECMA-376, part 1, 18.8.31): how many places, and the words and signs around them. */

/** What is displayed of numbers of one sign. */
interface Section {
  readonly before: string;
  readonly after: string;
  /** Undefined where only words are displayed, or nothing. */
  readonly digits: Intl.NumberFormat | undefined;
  /** What the number is multiplied with: 100 for per cent, less for thousands. */
  readonly scale: number;
  /** Displays no zero before the point. */
  readonly isOptional: boolean;
}

/** Undefined for patterns that are not read: fractions, powers of ten, conditions. */
type Pattern = readonly Section[] | undefined;

const known = new Map<string, Pattern>();
/** A workbook has some dozens; one of a stranger may have as many as it likes. */
const mostKnown = 1000;

/**
 * A number by its pattern, without the signs between thousands, which are not the same everywhere. A negative one has a
 * minus, whether it is displayed with that, in brackets or in red.
 * @returns undefined where the pattern does not say.
 */
export const byPattern = (number: number, format: string): string | undefined => {
  if (!known.has(format)) {
    if (known.size >= mostKnown) known.clear();
    known.set(format, patternOf(format));
  }
  const sections = known.get(format);
  if (sections === undefined) return undefined;
  const [all] = sections;
  const section = (number < 0 ? sections[1] : number === 0 ? sections[2] : all) ?? all;
  if (section === undefined) return undefined;
  const isNegative = number < 0;
  const size = Number((Math.abs(number) * section.scale).toPrecision(15));
  const shown = section.digits?.format(size) ?? '';
  const digits = section.isOptional ? shown.replace(/^0(?=\.|$)/, '') : shown;
  const sign = isNegative && /[1-9]/.test(digits) ? '-' : '';
  const isOther = isNegative && section !== all;
  const [before, after] = [section.before, section.after].map((words) =>
    isOther ? words.replace(/[()-]/g, '') : words,
  );
  return `${sign}${before}${digits}${after}`.replace(/\s+/g, ' ').trim();
};

/** One part of a format: words in quotes, a sign that stands for itself, as wide as a letter or fills the cell, or in brackets. */
const part = /"([^"]*)"?|\\(.)|[_*].|\[([^\]]*)\]|([\s\S])/g;
const maxPlaces = 20;

const patternOf = (format: string): Pattern => {
  if (format === '') return undefined;
  const sections: Section[] = [];
  let parts: { readonly words: string; readonly isPlace: boolean }[] = [];
  for (const [, quoted, escaped, bracket, sign] of `${format};`.matchAll(part)) {
    if (sign === ';') {
      const section = sectionOf(parts);
      if (section === undefined) return undefined;
      sections.push(section);
      // The fourth is for text.
      if (sections.length === 3) break;
      parts = [];
      continue;
    }
    if (bracket !== undefined && /^[<>=]/.test(bracket)) return undefined;
    // `[$€-407]` is a currency and where it is written so, `[Red]` a colour.
    const currency = bracket === undefined ? undefined : (/^\$([^-]*)/.exec(bracket)?.[1] ?? '');
    const isPlace = sign !== undefined && /[0#?.,]/.test(sign);
    const words = quoted ?? escaped ?? currency ?? sign ?? '';
    if (words !== '') parts.push({ words, isPlace });
  }
  return sections;
};

const sectionOf = (
  parts: readonly { readonly words: string; readonly isPlace: boolean }[],
): Section | undefined => {
  const isWithin = (from: number, to: number) => parts.slice(from, to).every(({ isPlace }) => isPlace);
  const start = parts.findIndex(({ isPlace }) => isPlace);
  const end = parts.findLastIndex(({ isPlace }) => isPlace) + 1;
  const wordsOf = (from: number, to?: number) =>
    parts
      .slice(from, to)
      .map(({ words }) => words)
      .join('');
  const words = start < 0 ? wordsOf(0) : `${wordsOf(0, start)}${wordsOf(end)}`;
  if (/general|[@/]|e[+-]/i.test(words) || (start >= 0 && !isWithin(start, end))) return undefined;
  if (start < 0) return { before: words, after: '', digits: undefined, scale: 1, isOptional: false };
  const [, whole = '', places = '', thousands = ''] =
    /^([0#?,]*?)(?:\.([0#?]*))?(,*)$/.exec(wordsOf(start, end)) ?? [];
  const least = whole.replace(/[^0]/g, '').length;
  if (places.length > maxPlaces || least > maxPlaces || whole + places === '') return undefined;
  return {
    before: wordsOf(0, start),
    after: wordsOf(end),
    digits: new Intl.NumberFormat('en', {
      useGrouping: false,
      minimumIntegerDigits: Math.max(least, 1),
      minimumFractionDigits: places.replace(/#+$/, '').length,
      maximumFractionDigits: places.length,
    }),
    scale: 100 ** words.split('%').slice(1).length / 1000 ** thousands.length,
    isOptional: least === 0,
  };
};
