import type { Data, Options } from '../contract/scrape.ts';
import { removeUnseen } from '../document/clean/clean.ts';
import { removeBanners } from '../document/clean/consent.ts';
import { formatCsv } from '../document/formats/csv-text.ts';
import { isParting, spokenOnly } from '../document/main-content/clutter-rules.ts';
import { isNoteMark } from '../document/notes/raised-marks.ts';
import { nameParts } from '../document/roles/parts.ts';
import { nameByRole } from '../document/roles/roles.ts';
import { signIn } from '../document/roles/signs.ts';
import { type Grid, holdsValues, isLayout, isMenu, readGrid } from '../document/roles/tables.ts';
import { heldIn } from '../document/tree/fields.ts';
import { bodyOf } from '../document/tree/parse.ts';
import { compileSelector, selectAll } from '../document/tree/select.ts';
import { shownText, withoutUnseen } from '../document/tree/text.ts';
import type { Document, Element, ParentNode } from '../document/tree/tree.ts';
import { attr, elements, rawText } from '../document/tree/tree.ts';
import { classWords } from '../document/tree/words.ts';
import { codeTable } from './markdown/code-table.ts';
import { ignore, noTable, type Tell, tableCut } from './warnings.ts';

export const anyTable = 'table';

/**
 * The page's tables as CSV (RFC 4180): one line a row, a spanning cell repeated wherever it reaches.
 * Fields are the text as shown; nothing is escaped against spreadsheet formulas, for that would alter data.
 * Tables that only arrange the page, those of code and those of consent banners are left out unless the selector asks for something else
 * than every table.
 * @throws ServiceError `invalid_request` for a selector that is none.
 */
export const renderCsv = (
  document: Document,
  { table_selector }: Options['csv'],
  tell: Tell = ignore,
): Data['csv'] => {
  const matched = selectAll(document, compileSelector(table_selector, 'options.table_selector'));
  removeUnseen(document);
  const onlyData = table_selector === anyTable;
  if (onlyData) removeBanners(bodyOf(document));
  nameParts(document);
  nameByRole(document);
  const shown = new Set(elements(document));
  const named = new Set(
    onlyData
      ? tablesIn(document)
      : matched.flatMap((element) => (element.tagName === anyTable ? [element] : tablesIn(element))),
  );
  const tables = [...named].filter((table) => shown.has(table));
  const grids = new Map(tables.map((table) => [table, readGrid(table)]));
  for (const [table, grid] of grids) if (onlyData && !isData(table, grid)) grids.delete(table);
  if ([...grids.values()].some(({ cut }) => cut)) tell(tableCut);
  if (grids.size === 0 && !onlyData) tell(noTable);
  return csvData([...grids.values()].map((grid) => readRows(grid, grids)));
};

/** What arranges a page is no table of data, nor are the lines of code and their numbers. */
const isData = (table: Element, grid: Grid): boolean =>
  (!isLayout(table, grid) || holdsValues(grid)) && codeTable(table) === undefined;

/** The contract's shape; tables without text are left out. */
export const csvData = (grids: readonly (readonly (readonly string[])[])[]): Data['csv'] => {
  const tables = grids.filter((rows) => rows.some((row) => row.some((text) => text !== ''))).map(formatCsv);
  return { format: 'csv', tables, table_count: tables.length, data: tables.join('\r\n\r\n') };
};

const tablesIn = (root: ParentNode): Element[] =>
  elements(root).filter(({ tagName }) => tagName === anyTable);

/** A table within a cell that is among the tables is not in the cell's text. */
const readRows = (grid: Grid, tables: ReadonlyMap<Element, unknown>): string[][] => {
  const texts = new Map<Element, string>();
  const textOf = (cell: Element | undefined): string => {
    if (cell === undefined) return '';
    const text = texts.get(cell) ?? (cellText(cell, tables) || spokenText(cell, tables));
    texts.set(cell, text);
    return text;
  };
  const lines = grid.rows
    .filter((row) => row.length > 0)
    .map((row) => ({ row, texts: row.map(textOf) }))
    .filter(({ row, texts }, at, { length }) => (at > fewRows && at < length - 1) || !isTool(row, texts));
  const [head] = lines;
  return lines
    .filter((line) => line === head || head === undefined || !repeats(line, head))
    .map(({ texts }) => texts);
};

type Row = Grid['rows'][number];

/** What a table is worked with stands at its ends. */
const fewRows = 3;

/** What a table is worked with: fields to filter its columns by, and links to its other pages across all of them. */
const isTool = (row: Row, texts: readonly string[]): boolean => {
  const [first, ...others] = new Set(row);
  const isEmpty = texts.every((text) => text === '');
  const hasField = (cell: Element | undefined) =>
    cell !== undefined && elements(cell).some((element) => heldIn(element) !== undefined);
  const isAcross = row.length > 1 && others.length === 0;
  return (isEmpty && row.some(hasField)) || (isAcross && first !== undefined && isMenu(first));
};

interface Line {
  readonly row: Row;
  readonly texts: readonly string[];
}

/** Long tables name their columns again, below or in between; a cell of the head that spans further rows is no other. */
const repeats = ({ row, texts }: Line, head: Line): boolean =>
  row.length === head.row.length &&
  row.every((cell, at) => cell?.tagName === 'th' && cell !== head.row[at] && texts[at] === head.texts[at]);

/** Signs behind the name of a column that say how rows are sorted. */
const sorting = /(?<=\S)\s*[▲▼△▽▴▾↑↓↕⇅⇵]+$/u;

/** In characters. */
const longestHead = 200;

const cellText = (cell: Element, tables: ReadonlyMap<Element, unknown>): string => {
  const text = shownText(cell, (element) => tables.has(element) || isSpoken(element) || isNoteMark(element));
  return withoutUnseen(
    cell.tagName === 'th' && text.length <= longestHead ? text.replace(sorting, '') : text,
  );
};

const isSpoken = (element: Element): boolean =>
  attr(element, 'role') === 'tooltip' ||
  (spokenOnly.test(classWords(element)) && !isParting(rawText(element)));

/** Of a cell that shows a sign alone, such as a tick: what is said or drawn for it; else what its fields hold. */
const spokenText = (cell: Element, tables: ReadonlyMap<Element, unknown>): string =>
  shownText(cell, (element) => tables.has(element)) ||
  signIn(cell, (element) => tables.has(element)) ||
  elements(cell)
    .flatMap((element) => heldIn(element) ?? [])
    .join(' ')
    .trim();
