import type { Data, Options } from '../contract/scrape.ts';
import { removeUnseen } from '../document/clean/clean.ts';
import { removeBanners } from '../document/clean/consent.ts';
import { formatCsv } from '../document/formats/csv-text.ts';
import { isParting, spokenOnly } from '../document/main-content/clutter-rules.ts';
import { nameParts } from '../document/roles/parts.ts';
import { nameByRole } from '../document/roles/roles.ts';
import { signIn } from '../document/roles/signs.ts';
import { type Grid, holdsValues, isLayout, readGrid } from '../document/roles/tables.ts';
import { bodyOf } from '../document/tree/parse.ts';
import { compileSelector, selectAll } from '../document/tree/select.ts';
import { shownText } from '../document/tree/text.ts';
import type { Document, Element, ParentNode } from '../document/tree/tree.ts';
import { elements, rawText } from '../document/tree/tree.ts';
import { classWords } from '../document/tree/words.ts';
import { ignore, noTable, type Tell, tableCut } from './warnings.ts';

export const anyTable = 'table';

/**
 * The page's tables as CSV (RFC 4180): one line a row, a spanning cell repeated wherever it reaches.
 * Fields are the text as shown; nothing is escaped against spreadsheet formulas, for that would alter data.
 * Tables that only arrange the page, and those of consent banners, are left out unless the selector asks for something else
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
  for (const [table, grid] of grids)
    if (onlyData && isLayout(table, grid) && !holdsValues(grid)) grids.delete(table);
  if ([...grids.values()].some(({ cut }) => cut)) tell(tableCut);
  if (grids.size === 0 && !onlyData) tell(noTable);
  return csvData([...grids.values()].map((grid) => readRows(grid, grids)));
};

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
  return grid.rows.filter((row) => row.length > 0).map((row) => row.map(textOf));
};

const cellText = (cell: Element, tables: ReadonlyMap<Element, unknown>): string =>
  shownText(cell, (element) => tables.has(element) || isSpoken(element));

const isSpoken = (element: Element): boolean =>
  spokenOnly.test(classWords(element)) && !isParting(rawText(element));

/** Of a cell that shows a sign alone, such as a tick: what is said or drawn for it. */
const spokenText = (cell: Element, tables: ReadonlyMap<Element, unknown>): string =>
  shownText(cell, (element) => tables.has(element)) || signIn(cell, (element) => tables.has(element));
