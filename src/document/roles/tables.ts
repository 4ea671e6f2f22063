import { isHidden } from '../clean/clean.ts';
import { headingTags } from '../tree/measure.ts';
import {
  attr,
  childElements,
  type Element,
  isElement,
  isText,
  parentElement,
  rawText,
  walk,
} from '../tree/tree.ts';

/** A table's cells by row; a cell that spans stands in every place it covers. Rows may be of unequal length. */
export interface Grid {
  readonly rows: readonly (readonly (Element | undefined)[])[];
  /** Whether places beyond the most that are read were left out. */
  readonly cut: boolean;
}

/** A table may say that one cell covers 1000 × 65534 places: what is beyond this many is left out. */
export const maxCells = 100_000;
const maxColspan = 1000;
const maxRowspan = 65_534;
/** More are not looked at for whether they are hidden. */
const maxColumns = 1000;

/**
 * Forms the table (WHATWG HTML, "Forming a table"): the head first, the foot last, spans end with their row group.
 * Columns at the end in which no cell begins are left out, as browsers give them no width: `colspan="100%"` is all there
 * are. Hidden columns are left out.
 */
export const readGrid = (table: Element): Grid => {
  const rows: (Element | undefined)[][] = [];
  let left = maxCells;
  let cut = false;
  let columns = 0;
  for (const group of rowGroups(table)) {
    const placed = placeGroup(group, left);
    cut ||= placed.cut;
    columns = Math.max(columns, placed.columns);
    for (const row of placed.rows) {
      left -= row.length;
      rows.push(row);
    }
  }
  for (const row of rows) if (row.length > columns) row.length = columns;
  const hidden = hiddenColumns(table);
  const shown = hidden.size === 0 ? rows : rows.map((row) => row.filter((_, x) => !hidden.has(x)));
  return { rows: shown, cut };
};

/** Their places, as `<col>` and `<colgroup>` tell. */
const hiddenColumns = (table: Element): ReadonlySet<number> => {
  const hidden = new Set<number>();
  let x = 0;
  const pass = (element: Element, isGone: boolean) => {
    const end = x + span(element, 'span', maxColspan);
    for (; x < end; x++) if (isGone) hidden.add(x);
  };
  for (const group of childElements(table).slice(0, maxColumns)) {
    if (group.tagName !== 'colgroup') continue;
    const parts = childElements(group).filter(({ tagName }) => tagName === 'col');
    for (const part of parts.slice(0, maxColumns)) pass(part, isHidden(group) || isHidden(part));
    if (parts.length === 0) pass(group, isHidden(group));
  }
  return hidden;
};

/**
 * Rows outside any group form groups of their own between those that are there. Of several heads and feet the first is
 * one, as browsers lay them out.
 */
const rowGroups = (table: Element): Element[][] => {
  const [head, body, foot]: [Element[][], Element[][], Element[][]] = [[], [], []];
  const targetOf = ({ tagName }: Element): Element[][] | undefined => {
    if (tagName === 'thead') return head.length === 0 ? head : body;
    if (tagName === 'tfoot') return foot.length === 0 ? foot : body;
    return tagName === 'tbody' ? body : undefined;
  };
  let loose: Element[] = [];
  const endLoose = () => {
    if (loose.length > 0) body.push(loose);
    loose = [];
  };
  for (const child of childElements(table)) {
    if (child.tagName === 'tr') loose.push(child);
    const target = targetOf(child);
    if (target === undefined) continue;
    endLoose();
    target.push(childElements(child).filter(({ tagName }) => tagName === 'tr'));
  }
  endLoose();
  return [...head, ...body, ...foot];
};

const placeGroup = (
  group: readonly Element[],
  limit: number,
): { rows: (Element | undefined)[][]; cut: boolean; columns: number } => {
  const rows: (Element | undefined)[][] = group.map(() => []);
  let left = limit;
  let cut = false;
  /** Up to the last in which a cell begins. */
  let columns = 0;
  group.forEach((row, y) => {
    let x = 0;
    for (const cell of childElements(row)) {
      if (cell.tagName !== 'td' && cell.tagName !== 'th') continue;
      while (rows[y]?.[x] !== undefined) x++;
      columns = Math.max(columns, x + 1);
      const width = span(cell, 'colspan', maxColspan);
      const height =
        attr(cell, 'rowspan')?.trim() === '0' ? group.length - y : span(cell, 'rowspan', maxRowspan);
      for (let below = y; below < Math.min(y + height, group.length); below++)
        for (let right = x; right < x + width; right++) {
          const places = rows[below];
          if (places === undefined || places[right] !== undefined) continue;
          if (left <= 0) {
            cut = true;
            break;
          }
          while (places.length < right) places.push(undefined);
          places[right] = cell;
          left--;
        }
      x += width;
    }
  });
  return { rows, cut, columns };
};

/** A whole number as HTML reads it, 1 if it is none. */
const span = (cell: Element, name: string, most: number): number => {
  const number = Number.parseInt(attr(cell, name) ?? '1', 10);
  return number >= 1 ? Math.min(number, most) : 1;
};

/** What a table only used to arrange things on the screen holds in its cells, and a table of data does not. */
const pageParts = new Set(
  'form section article main nav header footer aside hr iframe fieldset blockquote figure'.split(' '),
);

/** Whether the table arranges a page rather than data: no headers, and cells that hold parts of a page. */
export const isLayout = (table: Element, { rows }: Grid): boolean => {
  const own = ownElements(table);
  const role = attr(table, 'role');
  const arranges = (role === 'presentation' || role === 'none') && !own.some(isRow);
  if (arranges) return !namesRows(rows) || own.some(isField);
  if (own.some(({ tagName }) => tagName === 'th' || tagName === 'caption' || tagName === 'thead'))
    return isRowOfHeads(rows);
  if (rows.length < 3 && rows.every((row) => row.length <= 1)) return true;
  const longCell = rows.length < 4 ? 400 : 1500;
  return (
    holdsPagePart(table, rows.length >= 3) ||
    isRowOfCards(rows) ||
    (rows.length < 4 && rows.some(leadsBesideText)) ||
    own.some(isGridInside) ||
    own.some((element) => isCell(element) && holdsPage(element, longCell))
  );
};

/** Columns of a mail may be heads: a single row of them that holds parts of a page is over no data. */
const isRowOfHeads = ([row = [], ...others]: Grid['rows']): boolean =>
  others.length === 0 &&
  row.every((cell) => cell?.tagName === 'th') &&
  row.some((cell) => cell !== undefined && ownElements(cell).some(({ tagName }) => mailParts.has(tagName)));
const mailParts = new Set('table p ul ol h1 h2 h3 h4 h5 h6'.split(' '));

/** Part of a grid that is made of several tables: what is none by its role has rows by theirs. */
const isRow = (element: Element): boolean => attr(element, 'role') === 'row';

/** Whether each row has a header and then its value: data, whatever role it was given to be drawn or read aloud otherwise. */
const namesRows = (rows: Grid['rows']): boolean =>
  rows.length > 1 && rows.every(([name, value]) => name?.tagName === 'th' && value?.tagName === 'td');

const isField = ({ tagName }: Element): boolean => tagName === 'select' || tagName === 'input';

/** The same of tables that nobody changes, each judged once. */
export const createIsLayout = (): ((table: Element) => boolean) => {
  const judged = new Map<Element, boolean>();
  return (table) => {
    const is = judged.get(table) ?? isLayout(table, readGrid(table));
    judged.set(table, is);
    return is;
  };
};

/** In characters: a longer text is more than a value. */
const longValue = 60;

/** Whether a table that holds others is one of data itself: each row has values beside them. */
export const holdsValues = ({ rows }: Grid): boolean => {
  const cells = new Set(rows.flat().filter((cell) => cell !== undefined));
  const inner = new Set(
    [...cells].filter((cell) => ownElements(cell).some(({ tagName }) => tagName === 'table')),
  );
  const isValue = (cell: Element | undefined) =>
    cell !== undefined &&
    !inner.has(cell) &&
    rawText(cell).trim() !== '' &&
    rawText(cell).trim().length <= longValue;
  const leadsOn = (cell: Element) => ownElements(cell).filter(({ tagName }) => tagName === 'a').length > 1;
  return (
    rows.length > 1 &&
    rows.every((row) => row.length > 1 && row.some(isValue)) &&
    inner.size <= cells.size / 2 &&
    [...cells].every((cell) => inner.has(cell) || (!leadsOn(cell) && !holdsPagePart(cell)))
  );
};

/** @param mayName whether a heading that is all of its cell is what the column or row is called. */
const holdsPagePart = (table: Element, mayName = false): boolean => {
  let found = false;
  walk(table, (node) => {
    found ||=
      isElement(node) &&
      (pageParts.has(node.tagName) || (headingTags.has(node.tagName) && !(mayName && isWholeCell(node))));
    return !found;
  });
  return found;
};

/** A single row of pictures with what is said below each, as letters have them. */
const isRowOfCards = ([row = [], ...others]: Grid['rows']): boolean =>
  others.length === 0 && row.length > 1 && row.every((cell) => cell !== undefined && isCard(cell));

const isCard = (cell: Element): boolean =>
  rawText(cell).trim().length > shortCard &&
  ownElements(cell).some(({ tagName }) => tagName === 'img') &&
  ownElements(cell).some(({ tagName }) => tagName === 'br' || tagName === 'p' || tagName === 'div');
/** In characters. */
const shortCard = 20;

const isWholeCell = (element: Element): boolean => {
  const cell = parentElement(element);
  return (
    cell !== undefined &&
    isCell(cell) &&
    cell.childNodes.every((node) => node === element || (isText(node) && node.value.trim() === ''))
  );
};

/** A cell of nothing but links and one of sentences: a menu and the page that it leads on from. */
const leadsBesideText = (row: readonly (Element | undefined)[]): boolean =>
  row.some((cell) => cell !== undefined && isMenu(cell)) &&
  row.some((cell) => cell !== undefined && !isMenu(cell) && rawText(cell).trim().length > sentence);

/** In characters. */
const sentence = 100;
const fewLinks = 3;

/** Whether a cell is nothing but links, three or more. */
export const isMenu = (cell: Element): boolean => {
  const links = ownElements(cell).filter(({ tagName }) => tagName === 'a');
  const words = (element: Element) => rawText(element).replace(/[\s|·•»›–-]+/g, '');
  return links.length >= fewLinks && links.map(words).join('') === words(cell);
};

const isCell = ({ tagName }: Element): boolean => tagName === 'td' || tagName === 'th';

/** A cell of several paragraphs or of more characters than a value has: in a table of few rows, than a sentence has. */
const holdsPage = (cell: Element, longCell: number): boolean =>
  childElements(cell).filter(({ tagName }) => tagName === 'p').length > 2 || rawText(cell).length > longCell;

/** Everything inside the table but not inside tables within it. */
export const ownElements = (table: Element): Element[] => {
  const found: Element[] = [];
  walk(table, (node) => {
    if (!isElement(node)) return false;
    found.push(node);
    return node.tagName !== 'table';
  });
  return found;
};

const isGridInside = (element: Element): boolean => {
  if (element.tagName !== 'table') return false;
  const { rows } = readGrid(element);
  return rows.length > 1 && rows.some((row) => row.length > 1);
};
