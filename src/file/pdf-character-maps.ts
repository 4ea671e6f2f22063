/**
 * Maps of characters that a PDF names instead of holding them (ISO 32000, 9.7.5.2), for Chinese, Japanese and Korean. Those
 * of Unicode and of encodings that this platform knows are made here; pdf.js comes without them. They do not lead to the
 * numbers of Adobe's collections, which would need tables, but to numbers above these, one for each sign of Unicode.
 */

interface Encoding {
  readonly names: RegExp;
  /** Of TextDecoder; undefined where codes are those of Unicode. */
  readonly label?: string;
  /** What is added to a code before it is decoded: ISO 2022 has it without the high bits. */
  readonly high?: number;
  /** First and last codes of one byte, and of two. */
  readonly ranges: readonly (readonly [number, number])[];
}

const ascii = [0, 0x80] as const;
const encodings: readonly Encoding[] = [
  { names: /^Uni(?:GB|CNS|JIS|KS)[^-]*-(?:UCS2|UTF16)(?:-HW)?-[HV]$/, ranges: [[0, 0xffff]] },
  {
    names: /^(?:90(?:ms|msp|pv)-|83pv-)?RKSJ-[HV]$/,
    label: 'shift_jis',
    ranges: [ascii, [0xa0, 0xdf], [0x8140, 0xfcfc]],
  },
  { names: /^EUC-[HV]$/, label: 'euc-jp', ranges: [ascii, [0x8ea0, 0x8edf], [0xa1a1, 0xfefe]] },
  { names: /^[HV]$/, label: 'euc-jp', high: 0x8080, ranges: [[0x2121, 0x7e7e]] },
  { names: /^GB(?:(?:K|Kp|pc)?-EUC|K2K)-[HV]$/, label: 'gbk', ranges: [ascii, [0x8140, 0xfefe]] },
  { names: /^GB-[HV]$/, label: 'gbk', high: 0x8080, ranges: [[0x2121, 0x7e7e]] },
  { names: /^KSC-[HV]$/, label: 'euc-kr', high: 0x8080, ranges: [[0x2121, 0x7e7e]] },
  { names: /^KSC(?:ms-UHC(?:-HW)?|pc-EUC|-EUC)-[HV]$/, label: 'euc-kr', ranges: [ascii, [0x8141, 0xfefe]] },
  { names: /^(?:B5pc|ET(?:en|enms)-B5)-[HV]$/, label: 'big5', ranges: [ascii, [0xa140, 0xfefe]] },
];

/** Blocks of Unicode that have numbers, one after the other. */
const common = [
  [0, 0x6ff],
  [0x2000, 0x33ff],
  [0x4e00, 0x9fff],
  [0xf900, 0xffff],
] as const;
const hangul = [0xac00, 0xd7ff] as const;

/** Numbers of Adobe's collections are smaller: 30 571 is the last of the largest, 18 351 that of Korean. */
const collectionOf = (isKorean: boolean) =>
  isKorean ? { first: 0x4800, blocks: [...common, hangul] } : { first: 0x7800, blocks: common };

/** Every collection has these at the same place. */
const latin = { first: 1, code: 0x20, count: 95 };

/** @returns the map as the text of a CMap; undefined for one that is not known. */
export const characterMap = (name: string): string | undefined => {
  const ordering = /^Adobe-(?:GB1|CNS1|Japan1|Korea1)-UCS2$/.exec(name)?.[0];
  if (ordering !== undefined) return toUnicodeMap(ordering.includes('Korea'));
  const encoding = encodings.find(({ names }) => names.test(name));
  return encoding === undefined ? undefined : encodingMap(encoding, name);
};

const encodingMap = ({ label, high = 0, ranges }: Encoding, name: string): string => {
  const numberOf = numbering(/^(?:Uni)?KS/.test(name));
  const decoder = label === undefined ? undefined : new TextDecoder(label);
  const spaces: string[] = [];
  const codes: string[] = [];
  for (const [start, end] of ranges) {
    const bytes = end > 0xff || start > 0xff ? 2 : 1;
    spaces.push(`<${hex(start, bytes)}> <${hex(end, bytes)}>`);
    for (let code = start; code <= end; code++) {
      const number = numberOf(decoder === undefined ? code : decoded(decoder, code + high, bytes));
      if (number !== undefined) codes.push(`<${hex(code, bytes)}> ${number}`);
    }
  }
  const mode = name.endsWith('V') ? '/WMode 1 def' : '';
  return `${mode} ${spaces.length} begincodespacerange ${spaces.join(' ')} endcodespacerange ${codes.length} begincidchar ${codes.join(' ')} endcidchar endcmap`;
};

/** What a code means in an encoding; undefined for what is not one sign of the first plane. */
const decoded = (decoder: TextDecoder, code: number, bytes: number): number | undefined => {
  const text = decoder.decode(Uint8Array.from(bytes === 2 ? [code >> 8, code & 0xff] : [code]));
  return text.length === 1 && text !== unknownSign ? text.charCodeAt(0) : undefined;
};

/** Stands for what is not known. */
export const unknownSign = '\ufffd';

const numbering = (isKorean: boolean) => {
  const { first, blocks } = collectionOf(isKorean);
  return (code: number | undefined): number | undefined => {
    if (code === undefined) return undefined;
    if (code >= latin.code && code < latin.code + latin.count) return latin.first + code - latin.code;
    let next = first;
    for (const [start, end] of blocks) {
      if (code >= start && code <= end) return next + code - start;
      next += end - start + 1;
    }
    return undefined;
  };
};

const toUnicodeMap = (isKorean: boolean): string => {
  const { first, blocks } = collectionOf(isKorean);
  const signs: string[] = [];
  const add = (number: number, code: number) => signs.push(`<${hex(number, 2)}> <${hex(code, 2)}>`);
  for (let number = 0; number < first; number++) {
    const place = number - latin.first;
    const isLatin = place >= 0 && place < latin.count;
    add(number, isLatin ? latin.code + place : unknownSign.charCodeAt(0));
  }
  let next = first;
  for (const [start, end] of blocks) for (let code = start; code <= end; code++) add(next++, code);
  return `${signs.length} beginbfchar ${signs.join(' ')} endbfchar endcmap`;
};

const hex = (number: number, bytes: number): string => number.toString(16).padStart(2 * bytes, '0');
