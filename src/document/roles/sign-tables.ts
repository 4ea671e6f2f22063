import {
  type Element,
  firstNode,
  hasWord,
  hold,
  isElement,
  isText,
  parentElement,
  rename,
} from '../tree/tree.ts';
import { drawnBy, saidBy, signIn } from './signs.ts';

/** Comparisons with ticks and crosses that are laid out without `<table>`. */

/** How far in its cell a sign stands at most. */
const signDepth = 4;
/** In nodes. */
const mostInCell = 50;
const mostColumns = 8;
/** In nodes, of a table whose cells stand in one element. */
const mostInTable = 600;

/** What draws nothing but itself: a table is looked for around them alone. */
const drawings = new Set(['i', 'img', 'ion-icon', 'mat-icon', 'span', 'svg']);

/** A row of cells, or the title of those below. */
type Row = readonly Element[] | { readonly title: Element };

/**
 * Makes tables, in place, of rows of elements that mean nothing whose cells show ticks, as comparisons of plans do: a style
 * sheet lays them out, and without it nothing says which tick is whose.
 */
export const createSignTables = (): ((element: Element) => void) => {
  const judged = new Set<Element>();
  return (drawing) => {
    if (!drawings.has(drawing.tagName) || (drawing.tagName === 'span' && drawing.childNodes.length > 0))
      return;
    if ((drawnBy(drawing) || saidBy(drawing)) !== '✓' || firstNode(drawing, says)) return;
    const row = rowAround(drawing);
    const body = row && parentElement(row);
    if (row === undefined || body === undefined || judged.has(row) || judged.has(body)) return;
    const width = parts(row)?.length ?? 0;
    if (width > mostColumns) {
      judged.add(row);
      const rows = rowsOfOne(row);
      if (rows !== undefined) write(row, rows, rows[0]?.length ?? 0);
      return;
    }
    judged.add(body);
    // Items of a name and a tick are a list.
    if (row.tagName === 'li' && width < 3) return;
    const outer = parentElement(body);
    for (const table of outer === undefined || outer.childNodes.length > mostInCell
      ? [body]
      : [outer, body]) {
      const rows = table === body ? rowsIn(body, width) : groupsIn(table, width);
      if (rows === undefined || rows.filter(isOfCells).length < 2) continue;
      write(table, rows, width);
      return;
    }
  };
};

/** The element around the cell that shows nothing but a sign. */
const rowAround = (drawing: Element): Element | undefined => {
  let around = parentElement(drawing);
  for (let depth = 0; depth < signDepth && around !== undefined && meansNothing(around); depth++) {
    if (around.childNodes.length > mostInTable) return undefined;
    if (firstNode(around, says) !== undefined) {
      const cells = parts(around);
      const [first] = cells ?? [];
      return cells !== undefined && cells.length > 1 && first !== undefined && firstNode(first, says)
        ? around
        : undefined;
    }
    around = parentElement(around);
  }
  return undefined;
};

const says = (node: Element['childNodes'][number]): boolean => isText(node) && hasWord(node.value);

/** A style sheet may make rows of lists, and cells of their items. */
const plain = new Set(['div', 'li', 'span', 'ul']);

const meansNothing = ({ tagName }: Element): boolean => plain.has(tagName);

/** Undefined where words stand beside the elements. */
const parts = ({ childNodes }: Element): readonly Element[] | undefined =>
  childNodes.some((node) => isText(node) && node.value.trim() !== '')
    ? undefined
    : childNodes.filter(isElement);

const notInCells = new Set(['table', 'ul', 'ol', 'dl', 'section', 'article']);

const rowOf = (element: Element, width: number): Row | undefined => {
  const cells = meansNothing(element) ? parts(element) : undefined;
  if (cells?.length === width && cells.every(isCell)) return cells;
  const isTitle = cells === undefined || cells.length < 2;
  return isTitle && isCell(element) ? { title: element } : undefined;
};

const isCell = (element: Element): boolean =>
  !notInCells.has(element.tagName) &&
  firstNode(element, (node) => isElement(node) && notInCells.has(node.tagName)) === undefined;

const isOfCells = (row: Row): row is readonly Element[] => !('title' in row);

const rowsIn = (body: Element, width: number): readonly Row[] | undefined => {
  const rows = (meansNothing(body) ? parts(body) : undefined)?.map((element) => rowOf(element, width));
  return rows?.every((row) => row !== undefined) ? rows : undefined;
};

/**
 * The rows of cells that stand one behind the other, as in a grid. Their number is told by what they show: words in the first of each,
 * and no sign in the first row.
 */
const rowsOfOne = (grid: Element): readonly (readonly Element[])[] | undefined => {
  const cells = parts(grid);
  if (!cells?.every(isCell)) return undefined;
  const saying = cells.map((cell) => firstNode(cell, says) !== undefined);
  const fits = (width: number): boolean =>
    cells.length % width === 0 &&
    cells.length >= 2 * width &&
    cells.every((cell, at) =>
      at < width
        ? saying[at] === true || (at === 0 && signIn(cell) === '')
        : at % width > 0 || saying[at] === true,
    );
  const width = widths.find(fits);
  if (width === undefined) return undefined;
  return Array.from({ length: cells.length / width }, (_, y) => cells.slice(y * width, (y + 1) * width));
};
/** Narrower ones may be anything. */
const widths = [3, 4, 5, 6, 7, mostColumns];

/** Groups of rows: the names of the columns may be one by themselves. */
const groupsIn = (table: Element, width: number): readonly Row[] | undefined => {
  const groups = (meansNothing(table) ? parts(table) : undefined)?.map((group) => {
    const rows = rowsIn(group, width);
    return rows?.some(isOfCells) ? rows : [rowOf(group, width)];
  });
  const rows = groups?.flat();
  return groups?.every((group) => group.some((row) => row !== undefined && isOfCells(row))) &&
    rows?.every((row) => row !== undefined)
    ? rows
    : undefined;
};

/** Titles above the first row stay above the table. Without the names of columns, the first cells are those of rows. */
const write = (around: Element, rows: readonly Row[], width: number): void => {
  const first = rows.findIndex(isOfCells);
  const lines = rows.slice(first);
  const [top] = lines;
  const hasHead = width > 2 && top && isOfCells(top) && top.every((cell) => signIn(cell) === '');
  const table = make('table', around);
  const written = lines.map((row): Element => {
    const line = make('tr', table);
    if (isOfCells(row)) {
      for (const [x, cell] of row.entries()) rename(cell, (hasHead ? row === top : x === 0) ? 'th' : 'td');
      hold(line, row);
    } else {
      const cell = make('td', line);
      cell.attrs = [{ name: 'colspan', value: String(width) }];
      if (row.title.tagName === 'li') rename(row.title, 'div');
      hold(cell, [row.title]);
      hold(line, [cell]);
    }
    return line;
  });
  hold(table, written);
  if (around.tagName !== 'span') rename(around, 'div');
  hold(around, [...rows.slice(0, first).flatMap((row) => (isOfCells(row) ? [] : [row.title])), table]);
};

const make = (tagName: string, model: Element): Element => ({
  ...model,
  nodeName: tagName,
  tagName,
  attrs: [],
  childNodes: [],
});
