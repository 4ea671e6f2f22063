import type { PhrasingContent, Table, TableCell, TableRow } from 'mdast';
import { signIn } from '../../document/roles/signs.ts';
import { listRows } from '../../document/roles/table-rows.ts';
import { type Grid, isLayout, ownElements, readGrid } from '../../document/roles/tables.ts';
import { attr, type Element } from '../../document/tree/tree.ts';
import { tableCut } from '../warnings.ts';
import { type Inline, phrasing } from './inline.ts';

/**
 * A table of data as a GFM table on the same grid as CSV: a spanning cell is repeated wherever it reaches, but across a whole row.
 * Columns that show nothing are left out. Undefined for tables that arrange the page, show one column or nothing.
 */
export const dataTable = (table: Element, place: Inline): Table | undefined => {
  const grid = readGrid(table);
  const rows = grid.rows.filter((row) => row.length > 0);
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  if (width < 2 || isLayout(table, grid) || arrangesList(table, grid)) return undefined;
  if (grid.cut) place.tell(tableCut);
  const contents = new Map<Element, PhrasingContent[]>();
  const cell = (element: Element | undefined): TableCell => {
    if (element === undefined) return { type: 'tableCell', children: [] };
    const content = contents.get(element) ?? contentOf(element, place);
    contents.set(element, content);
    return { type: 'tableCell', children: content };
  };
  const filled = rows
    .map((row) => (titles(row, width) ? [cell(row[0])] : row.map(cell)))
    .filter((cells) => cells.some(({ children }) => children.length > 0));
  // A row may be shorter than others by far: what is left out is not made first.
  const used = new Set(
    filled.flatMap((cells) => cells.flatMap(({ children }, x) => (children.length > 0 ? [x] : []))),
  );
  if (used.size < 2) return undefined;
  const shown = [...used].sort((one, other) => one - other);
  const lines = filled.map(
    (cells): TableRow => ({ type: 'tableRow', children: shown.map((x) => cells[x] ?? cell(undefined)) }),
  );
  const head: TableRow[] = namesRows(rows)
    ? [{ type: 'tableRow', children: shown.map(() => cell(undefined)) }]
    : [];
  return { type: 'table', align: shown.map((x) => alignment(rows, x)), children: [...head, ...lines] };
};

/** A cell across all columns is a title of the rows below, said once. */
const titles = ([first, ...others]: readonly (Element | undefined)[], width: number): boolean =>
  others.length === width - 1 && others.every((other) => other === first);

const arrangesList = (table: Element, { rows }: Grid): boolean =>
  listRows(rows) !== undefined &&
  !ownElements(table).some(({ tagName }) => tagName === 'th' || tagName === 'caption');

const contentOf = (cell: Element, place: Inline): PhrasingContent[] => {
  const content = phrasing(cell.childNodes, { ...place, inCell: true });
  const isUnnamed = content.every((node) => node.type === 'image' && !node.alt);
  const sign = isUnnamed ? signIn(cell) : '';
  return sign === '' ? content : [{ type: 'text', value: sign }];
};

/** Headers down the first column alone: the first row is data, and Markdown needs a row above it. */
const namesRows = (rows: readonly (readonly (Element | undefined)[])[]): boolean =>
  rows.every(
    ([first, ...others]) => first?.tagName === 'th' && others.every((cell) => cell?.tagName !== 'th'),
  );

type Align = 'left' | 'right' | 'center' | null;

/** What every cell of a column below the first row says; most tables say nothing. */
const alignment = (rows: readonly (readonly (Element | undefined)[])[], x: number): Align => {
  const body = rows.slice(1, 50).map((row) => alignOf(row[x]));
  const [first = null] = body;
  return body.every((align) => align === first) ? first : null;
};

const alignOf = (cell: Element | undefined): Align => {
  if (cell === undefined) return null;
  const styled = /text-align\s*:\s*(left|right|center)/i.exec(attr(cell, 'style') ?? '')?.[1];
  const align = (styled ?? attr(cell, 'align') ?? '').toLowerCase();
  return align === 'right' || align === 'center' || align === 'left' ? align : null;
};
