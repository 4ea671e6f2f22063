/** CSV (RFC 4180), written and read: rows of fields, all of them text. */

/** Rows of equal length, `\r\n` between them. A line that would be empty is `""`: empty lines part tables. */
export const formatCsv = (rows: readonly (readonly string[])[]): string => {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  return rows
    .map(
      (row) => Array.from({ length: width }, (_, index) => formatField(row[index] ?? '')).join(',') || '""',
    )
    .join('\r\n');
};

const formatField = (text: string): string =>
  /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** Reads leniently: lines end with CR, LF or both, quotes inside plain fields are characters. */
export const parseCsv = (text: string): string[][] => {
  const rows: string[][] = [];
  let row: string[] = [];
  // A field and what ends it. Sticky and without choice at any character, so linear.
  const field = /(?:"((?:[^"]|"")*)"?([^,\r\n]*)|([^,\r\n]*))(,|\r\n|\r|\n|$)/y;
  const source = text.replace(/^\ufeff/, '').replace(/(?:\r\n|\r|\n)$/, '');
  for (let ended = source === ''; !ended; ) {
    const [, quoted, rest = '', plain = '', end] = field.exec(source) ?? [];
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"') + rest);
    ended = end === undefined || end === '';
    if (end !== ',') {
      rows.push(row);
      row = [];
    }
  }
  return rows;
};
