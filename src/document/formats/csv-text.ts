/** CSV (RFC 4180), written and read: rows of fields, all of them text. */

/** Rows of equal length, `\r\n` between them. A line that would be empty is `""`: empty lines part tables. */
export const formatCsv = (rows: readonly (readonly string[])[]): string => {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  const line = (row: readonly string[]) =>
    row.map(formatField).join(',') + ','.repeat(width - Math.max(row.length, 1));
  return rows.map((row) => (width > 0 && line(row)) || '""').join('\r\n');
};

const formatField = (text: string): string =>
  /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** The plain part of a field and what ends it, by what parts fields. */
const plainParts = {
  ',': /([^,\r\n]*)(,|\r\n|\r|\n|$)/y,
  ';': /([^;\r\n]*)(;|\r\n|\r|\n|$)/y,
  '\t': /([^\t\r\n]*)(\t|\r\n|\r|\n|$)/y,
  '|': /([^|\r\n]*)(\||\r\n|\r|\n|$)/y,
};

type Separator = keyof typeof plainParts;

/**
 * Reads leniently: lines end with CR, LF or both, quotes inside plain fields are characters. `sep=;` on the first line tells
 * what parts fields, as spreadsheets write and read it. Empty lines are no rows.
 * @param given what parts fields; by default what parts most of them in the first line.
 */
export const parseCsv = (text: string, given?: Separator): string[][] => {
  const rows: string[][] = [];
  let row: string[] = [];
  const whole = text.replace(/^\ufeff?[\r\n]*/, '').replace(/(?:\r\n|\r|\n)$/, '');
  const [line = '', told] = /^"?sep=([,;\t|])"?(?:\r\n|\r|\n|$)/i.exec(whole) ?? [];
  const source = whole.slice(line.length);
  const separator = (told as Separator | undefined) ?? given ?? separatorOf(source);
  const plainPart = plainParts[separator];
  for (let at = 0, ended = source === ''; !ended; at = plainPart.lastIndex) {
    const close = source[at] === '"' ? closingQuote(source, at) : at;
    plainPart.lastIndex = close === at ? at : close + 1;
    const [, plain = '', end = ''] = plainPart.exec(source) ?? [];
    row.push(source.slice(at + 1, close).replaceAll('""', '"') + plain);
    ended = end === '';
    if (end !== separator) {
      if (row.length > 1 || row[0] !== '' || close !== at) rows.push(row);
      row = [];
    }
  }
  return rows;
};

/** Where a quoted field ends that begins at `start`; two quotes are one character of it. */
const closingQuote = (source: string, start: number): number => {
  let at = source.indexOf('"', start + 1);
  while (at !== -1 && source[at + 1] === '"') at = source.indexOf('"', at + 2);
  return at === -1 ? source.length : at;
};

/** Of the first line, quoted fields aside; a comma where no other parts more. */
const separatorOf = (source: string): Separator => {
  const counts = { ',': 0, ';': 0, '\t': 0, '|': 0 };
  const signs = /[",;\t|\r\n]/g;
  let fieldStart = 0;
  for (let found = signs.exec(source); found !== null; found = signs.exec(source)) {
    const [sign] = found;
    if (sign === '\r' || sign === '\n') break;
    if (sign === ',' || sign === ';' || sign === '\t' || sign === '|') {
      counts[sign]++;
      fieldStart = signs.lastIndex;
    } else if (found.index === fieldStart) signs.lastIndex = closingQuote(source, fieldStart) + 1;
  }
  const others = [';', '\t', '|'] as const;
  return others.reduce<Separator>((best, sign) => (counts[sign] > counts[best] ? sign : best), ',');
};
