import { Parser } from 'htmlparser2';
import { escapeHtml } from '../document/escape.ts';
import { formatNumber, localName, readFormats } from './number-format.ts';
import { readProperties } from './properties.ts';
import { broken, type FileReader } from './read.ts';
import { unpack } from './zip.ts';

/** Cells over all sheets, empty ones before the last of a row among them: more is cut. */
const maxCells = 100_000;
const maxColumns = 1000;

/** A workbook (ECMA-376, part 1): each sheet that is shown is a heading and a table, cells as they are displayed. */
export const readXlsx: FileReader = async (bytes) => {
  const entries = unpack(bytes, (name) => /\.(?:xml|rels)$/i.test(name));
  const decoder = new TextDecoder();
  const text = (name: string): string => {
    const entry = entries[name];
    return entry === undefined ? '' : decoder.decode(entry);
  };
  if (entries['xl/workbook.xml'] === undefined) throw broken();
  const { sheets, from1904 } = readWorkbook(text('xl/workbook.xml'));
  const targets = readTargets(text('xl/_rels/workbook.xml.rels'));
  const context: Context = {
    strings: readStrings(text('xl/sharedStrings.xml')),
    formats: readFormats(text('xl/styles.xml')),
    from1904,
    left: maxCells,
    places: maxCells,
  };
  const parts = sheets.map(({ name, id }) => {
    const rows = readSheet(text(targets.get(id) ?? ''), context);
    return rows.size === 0 ? '' : `<h2>${escapeHtml(name)}</h2>${tableOf(rows, context)}`;
  });
  const body = parts.join('');
  const isCut = context.left <= 0 || context.places < 0;
  return {
    ...readProperties(entries['docProps/core.xml']),
    body,
    warnings: [
      ...(body === '' ? ['the workbook holds no values'] : []),
      ...(isCut ? ['the workbook is larger than is read: its end is missing'] : []),
    ],
  };
};

interface Context {
  readonly strings: readonly string[];
  /** How numbers are shown, by the style of the cell. */
  readonly formats: readonly string[];
  readonly from1904: boolean;
  /** Cells that may be read yet. */
  left: number;
  /** Cells that tables may have yet. */
  places: number;
}

type Attributes = Readonly<Record<string, string>>;

/** Calls back for each element, names without prefix. */
const readXml = (
  xml: string,
  onOpen: (name: string, attributes: Attributes) => void,
  onText: (text: string) => void = () => undefined,
  onClose: (name: string) => void = () => undefined,
): void => {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => onOpen(localName(name), attributes),
      ontext: onText,
      onclosetag: (name) => onClose(localName(name)),
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
};

const readWorkbook = (xml: string) => {
  const sheets: { name: string; id: string }[] = [];
  let from1904 = false;
  readXml(xml, (name, attributes) => {
    if (name === 'workbookPr') from1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '');
    if (name === 'sheet' && (attributes.state ?? 'visible') === 'visible')
      sheets.push({ name: attributes.name ?? '', id: relationshipOf(attributes) });
  });
  return { sheets, from1904 };
};

/** `r:id`, whatever the prefix. */
const relationshipOf = (attributes: Attributes): string =>
  Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '';

const readTargets = (xml: string): Map<string, string> => {
  const targets = new Map<string, string>();
  readXml(xml, (name, { Id = '', Target = '' }) => {
    if (name === 'Relationship') targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
  });
  return targets;
};

const readStrings = (xml: string): string[] => {
  const strings: string[] = [];
  let text: string | undefined;
  let takes = false;
  let aloud = false;
  readXml(
    xml,
    (name) => {
      if (name === 'si') text = '';
      // What is read aloud for a word is not part of it.
      if (name === 'rPh') aloud = true;
      if (name === 't') takes = !aloud;
    },
    (part) => {
      if (takes && text !== undefined) text += part;
    },
    (name) => {
      if (name === 't') takes = false;
      if (name === 'rPh') aloud = false;
      if (name === 'si') strings.push(text ?? '');
    },
  );
  return strings;
};

type Rows = Map<number, Map<number, string>>;

const readSheet = (xml: string, context: Context): Rows => {
  const rows: Rows = new Map();
  const ranges: Range[] = [];
  let cell: { row: number; column: number; type: string; style: number } | undefined;
  let value = '';
  let takes = false;
  let aloud = false;
  let row = 0;
  let column = 0;
  readXml(
    xml,
    (name, attributes) => {
      if (name === 'row') {
        row = Number(attributes.r ?? row + 1);
        column = 0;
      } else if (name === 'c') {
        column = columnOf(attributes.r ?? '') ?? column + 1;
        cell = { row, column, type: attributes.t ?? 'n', style: Number(attributes.s ?? -1) };
        value = '';
      } else if (name === 'rPh') aloud = true;
      else if (name === 'mergeCell') ranges.push(...rangeOf(attributes.ref ?? ''));
      else takes = name === 'v' || (name === 't' && !aloud);
    },
    (text) => {
      if (takes) value += text;
    },
    (name) => {
      takes = false;
      if (name === 'rPh') aloud = false;
      if (name !== 'c' || cell === undefined) return;
      const shown = shownValue(value, cell.type, cell.style, context);
      if (shown === '' || context.left <= 0 || cell.column > maxColumns) return;
      context.left--;
      const cells = rows.get(cell.row) ?? new Map<number, string>();
      cells.set(cell.column, shown);
      rows.set(cell.row, cells);
    },
  );
  spread(rows, ranges, context);
  return rows;
};

/** Cells that are merged into one. */
interface Range {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** `A2:C4` */
const rangeOf = (reference: string): Range[] => {
  const [, first = '', top, last = '', bottom] =
    /^([A-Z]{1,3})(\d+):([A-Z]{1,3})(\d+)$/.exec(reference) ?? [];
  const [left, right] = [columnOf(first), columnOf(last)];
  return left === undefined || right === undefined
    ? []
    : [{ left, right, top: Number(top), bottom: Number(bottom) }];
};

/** What is merged stands in every place that it covers, as in tables of HTML: among the rows and columns that hold something. */
const spread = (rows: Rows, ranges: readonly Range[], context: Context): void => {
  if (ranges.length === 0) return;
  const [width, end] = [...rows].reduce(
    ([widest, lowest], [row, cells]) => [Math.max(widest, ...cells.keys()), Math.max(lowest, row)],
    [0, 0],
  );
  let left = maxCells;
  for (const { left: first, right, top, bottom } of ranges) {
    const value = rows.get(top)?.get(first);
    if (value === undefined) continue;
    for (let row = top; row <= Math.min(bottom, end) && left > 0; row++, left--) {
      const cells = rows.get(row);
      for (let column = first; cells !== undefined && column <= Math.min(right, width); column++) {
        if (cells.has(column) || context.left <= 0) continue;
        cells.set(column, value);
        context.left--;
      }
    }
  }
};

/** `C12` → 3. */
const columnOf = (reference: string): number | undefined => {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
  return letters === undefined
    ? undefined
    : [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0);
};

const shownValue = (
  value: string,
  type: string,
  style: number,
  { strings, formats, from1904 }: Context,
): string => {
  if (type === 's') return plainText(strings[Number(value)] ?? '');
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type !== 'n' || value === '') return plainText(value);
  return formatNumber(value, formats[style] ?? '', from1904);
};

/** `_x000D_` is a sign that XML does not take, or a return beside a line feed (ECMA-376, part 1, 22.9.2.19). */
const plainText = (text: string): string =>
  text
    .replace(/_x([\dA-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\r\n?/g, '\n')
    .trim();

/** The rows that hold something, from the first used column to the last of each; the first row names the columns. */
const tableOf = (rows: Rows, context: Context): string => {
  const filled = [...rows].sort(([one], [other]) => one - other).map(([, cells]) => cells);
  const first = filled.reduce((least, cells) => Math.min(least, ...cells.keys()), maxColumns);
  const widthOf = (cells: ReadonlyMap<number, string>) => Math.max(...cells.keys()) - first + 1;
  const end = filled.findIndex((cells) => {
    context.places -= widthOf(cells);
    return context.places < 0;
  });
  const line = (cells: ReadonlyMap<number, string>, tag: 'th' | 'td'): string => {
    const texts = Array.from({ length: widthOf(cells) }, (_, index) => cells.get(first + index) ?? '');
    return `<tr>${texts.map((text) => `<${tag}>${escapeHtml(text).replaceAll('\n', '<br>')}</${tag}>`).join('')}</tr>`;
  };
  const [names, ...others] = end === -1 ? filled : filled.slice(0, end);
  return `<table><thead>${names === undefined ? '' : line(names, 'th')}</thead><tbody>${others.map((cells) => line(cells, 'td')).join('')}</tbody></table>`;
};
