import { ownElements } from '../../document/roles/tables.ts';
import type { Element } from '../../document/tree/tree.ts';
import { childElements, collapsedText, firstElement } from '../../document/tree/tree.ts';
import type { Flow, Place, Write } from './blocks.ts';
import { withMark } from './typed-lists.ts';

/** In brackets, or a sign: `(a)`, `12)`, `—`. */
const mark = /^(?:\(?(?:\d{1,3}|[a-z]{1,5})\)|[—–•-])$/i;

/**
 * A table of two columns that sets the marks of paragraphs apart from their text, as laws have it: the paragraphs.
 * Undefined for others.
 */
export const markedRows = (table: Element, place: Place, write: Write): Flow[] | undefined => {
  const first = firstElement(table, 'td');
  // Asked first: most tables begin otherwise.
  if (first === undefined || !isMark(first)) return undefined;
  const rows = ownElements(table).filter(({ tagName }) => tagName === 'tr');
  const pairs = rows.map(childElements);
  if (!pairs.every(isMarked)) return undefined;
  const within = { ...place, depth: place.depth + 1 };
  return pairs.flatMap((cells) => withMark(cells.flatMap((cell) => write(cell.childNodes, within))));
};

const isMark = (cell: Element): boolean =>
  cell.tagName === 'td' &&
  // Nor are all of many tables in each other read for each of them.
  firstElement(cell, 'table') === undefined &&
  mark.test(collapsedText(cell)) &&
  // A matrix has its brackets, too.
  firstElement(cell, 'math') === undefined;

const isMarked = ([one, other, ...more]: readonly Element[]): boolean =>
  one !== undefined &&
  other !== undefined &&
  more.length === 0 &&
  isMark(one) &&
  collapsedText(other).includes(' ');
