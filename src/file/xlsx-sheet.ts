import { formatNumber } from './number-format.ts';
import { type Attributes, readXml, relationshipOf } from './office-xml.ts';

/** Cells over all sheets, empty ones before the last of a row among them: more is cut. */
export const maxCells = 100_000;
export const maxColumns = 1000;

export interface Context {
  readonly strings: readonly string[];
  /** How numbers are shown, by the style of the cell. */
  readonly formats: readonly string[];
  readonly from1904: boolean;
  /** Cells that may be read yet. */
  left: number;
  /** Cells that tables may have yet. */
  places: number;
  /** Whether a formula has no value: programs that do not compute them leave that to whoever opens the file. */
  lacksValues: boolean;
  /** Whether a cell stood beyond the columns that are read. */
  hasFar: boolean;
}

export interface Cell {
  readonly text: string;
  /** Where it leads, as written. */
  readonly link: string | undefined;
}
/** By column. */
export type Cells = ReadonlyMap<number, Cell>;
export type Rows = Map<number, Map<number, Cell>>;

/** What is said of cells beside them. */
interface Around {
  readonly merged: Range[];
  readonly links: { readonly reference: string; readonly link: string }[];
  readonly hiddenRows: Set<number>;
  readonly hiddenColumns: { readonly min: number; readonly max: number }[];
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

/** The cells that are shown. @param targets what the relationships of the sheet lead to. */
export const readSheet = (xml: string, targets: ReadonlyMap<string, string>, context: Context): Rows => {
  const rows: Rows = new Map();
  const around: Around = { merged: [], links: [], hiddenRows: new Set(), hiddenColumns: [] };
  let cell: { row: number; column: number; type: string; style: number } | undefined;
  let value = '';
  let formula = '';
  let isComputed = true;
  let takes = '';
  let aloud = false;
  let row = 0;
  let column = 0;
  readXml(
    xml,
    (name, attributes) => {
      takes = '';
      if (name === 'row') {
        row = Number(attributes.r ?? row + 1);
        column = 0;
        if (isTrue(attributes.hidden)) around.hiddenRows.add(row);
      } else if (name === 'c') {
        column = columnOf(attributes.r ?? '') ?? column + 1;
        cell = { row, column, type: attributes.t ?? 'n', style: Number(attributes.s ?? -1) };
        value = '';
        formula = '';
        isComputed = true;
      } else if (name === 'rPh') aloud = true;
      else if (name === 'v' || name === 'f' || (name === 't' && !aloud)) {
        takes = name;
        if (name !== 't') isComputed = name === 'v';
      } else readAround(name, attributes, targets, around);
    },
    (text) => {
      if (takes === 'f') formula += text;
      else if (takes !== '') value += text;
    },
    (name) => {
      takes = '';
      if (name === 'rPh') aloud = false;
      if (name !== 'c' || cell === undefined) return;
      context.lacksValues ||= !isComputed;
      const shown = shownValue(value, cell.type, cell.style, context);
      if (shown === '' || context.left <= 0) return;
      if (cell.column > maxColumns) {
        context.hasFar = true;
        return;
      }
      context.left--;
      const cells = rows.get(cell.row) ?? new Map<number, Cell>();
      cells.set(cell.column, { text: shown, link: linkIn(formula) });
      rows.set(cell.row, cells);
    },
  );
  for (const { reference, link } of around.links) setLink(rows, reference, link);
  spread(rows, around.merged, context);
  return withoutHidden(rows, around);
};

const readAround = (
  name: string,
  attributes: Attributes,
  targets: ReadonlyMap<string, string>,
  { merged, links, hiddenColumns }: Around,
): void => {
  if (name === 'mergeCell') merged.push(...rangeOf(attributes.ref ?? ''));
  else if (name === 'col' && isTrue(attributes.hidden))
    hiddenColumns.push({ min: Number(attributes.min), max: Number(attributes.max) });
  else if (name === 'hyperlink') {
    // Others lead to a place in the workbook.
    const link = targets.get(relationshipOf(attributes));
    if (link !== undefined) links.push({ reference: attributes.ref ?? '', link });
  }
};

/** `HYPERLINK("https://example.com/","Example")` */
const linkIn = (formula: string): string | undefined => /^HYPERLINK\("([^"]+)"/i.exec(formula)?.[1];

/** @param reference of a cell, or of several that are merged. */
const setLink = (rows: Rows, reference: string, link: string): void => {
  const [, column = '', row] = /^([A-Z]{1,3})(\d+)/.exec(reference) ?? [];
  const cells = rows.get(Number(row));
  const place = columnOf(column);
  const cell = place === undefined ? undefined : cells?.get(place);
  if (place !== undefined && cell !== undefined) cells?.set(place, { ...cell, link });
};

/** What a reader does not see; the columns behind move up. */
const withoutHidden = (rows: Rows, { hiddenRows, hiddenColumns }: Around): Rows => {
  for (const row of hiddenRows) rows.delete(row);
  if (hiddenColumns.length === 0) return rows;
  const hidden = new Set<number>();
  for (const { min, max } of hiddenColumns.slice(0, maxColumns))
    for (let column = Math.max(min, 1); column <= Math.min(max, maxColumns); column++) hidden.add(column);
  const places = new Map<number, number>();
  for (let column = 1; column <= maxColumns; column++)
    if (!hidden.has(column)) places.set(column, places.size + 1);
  const shown: Rows = new Map();
  for (const [row, cells] of rows) {
    const kept = [...cells].flatMap(([column, cell]): [number, Cell][] => {
      const place = places.get(column);
      return place === undefined ? [] : [[place, cell]];
    });
    if (kept.length > 0) shown.set(row, new Map(kept));
  }
  return shown;
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
