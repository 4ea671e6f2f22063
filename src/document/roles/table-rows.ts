import { isOverlooked } from '../tree/images.ts';
import { ancestors, attr, type Element, elements, firstNode, isText, rawText } from '../tree/tree.ts';
import { signIn } from './signs.ts';

type Row = readonly (Element | undefined)[];

/** A row of a list that a table arranges: its number in the list, and the one cell that says something. */
export interface ListRow {
  readonly rank: number | undefined;
  readonly cell: Element | undefined;
}

/**
 * The rows of a table that is a list, such as one of comments: one cell of each says something, the others indent it, hold
 * what acts on it, or count. Undefined for others, and for a plain column of values, which may be data.
 */
export const listRows = (rows: readonly Row[]): ListRow[] | undefined => {
  if (!rows.some((row) => row.length > 1)) return undefined;
  const found: ListRow[] = [];
  for (const row of rows) {
    const cells = [...new Set(row)].filter((cell) => cell !== undefined);
    const spoken = cells.filter(says);
    const [first, second] = spoken;
    // A number and a value alone may be data.
    const rank = second !== undefined && cells.length > 2 ? rankOf(first) : undefined;
    if (spoken.length > (rank === undefined ? 1 : 2)) return undefined;
    found.push({ rank, cell: rank === undefined ? first : second });
  }
  return isColumn(rows, found) ? undefined : found;
};

const rankOf = (cell: Element | undefined): number | undefined => {
  const number = cell === undefined ? undefined : /^\s*(\d{1,6})[.)]\s*$/.exec(rawText(cell))?.[1];
  return number === undefined ? undefined : Number(number);
};

/** Whether a cell says something: what is linked and has no text, such as an arrow to vote with, is for acting. */
const says = (cell: Element): boolean => {
  if (firstNode(cell, (node) => isText(node) && node.value.trim() !== '') !== undefined) return true;
  const inside = elements(cell);
  if (inside.some((element) => element.tagName === 'img' && !isOverlooked(element, attr(element, 'src'))))
    return true;
  return signIn(cell, isLinked) !== '';
};

const isLinked = (element: Element): boolean =>
  element.tagName === 'a' || ancestors(element).some(({ tagName }) => tagName === 'a');

/** In characters: a longer text is more than a value. */
const longValue = 60;

/** Values below each other beside cells that are empty. */
const isColumn = (rows: readonly Row[], found: readonly ListRow[]): boolean => {
  const places = new Set(
    found.flatMap(({ cell }, y) => (cell === undefined ? [] : [rows[y]?.indexOf(cell)])),
  );
  return (
    places.size <= 1 &&
    found.every(({ cell }) => cell === undefined || rawText(cell).trim().length <= longValue) &&
    rows.every((row, y) =>
      row.every((cell) => cell === undefined || cell === found[y]?.cell || elements(cell).length === 0),
    )
  );
};
