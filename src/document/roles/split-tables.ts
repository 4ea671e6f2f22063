import {
  ancestors,
  attr,
  childElements,
  collapsedText,
  type Element,
  elements,
  hold,
  removeAll,
} from '../tree/tree.ts';

/** Elements around a table in which its other half is looked for: what scrolls, and what holds both. */
const farthest = 5;
/** Pairs that are looked at: all that is around each is read. */
const mostPairs = 30;

/**
 * A table whose head stands in a table of its own, so that it stays in sight while the rows below scroll, becomes one again,
 * in place. Where the rows have their head as well, the one above goes.
 */
export const joinTables = (all: readonly Element[]): void => {
  const tables = all.filter(({ tagName }) => tagName === 'table');
  let pairs = 0;
  for (const [index, body] of tables.entries()) {
    const head = tables[index - 1];
    if (head === undefined || !isHead(head) || ++pairs > mostPairs || !areHalves(head, body)) continue;
    const rows = rowsOf(head);
    const below = rowsOf(body);
    const isTwice = rows.every((row, y) => collapsedText(row) === collapsedText(below[y] ?? body));
    if (!isTwice) hold(body, [...rows, ...childElements(body)]);
    removeAll(new Set([head]));
  }
};

const rowsOf = (table: Element): Element[] => elements(table).filter(({ tagName }) => tagName === 'tr');

const isHead = (table: Element): boolean => {
  const cells = rowsOf(table).flatMap(childElements);
  return cells.length > 1 && cells.every(({ tagName }) => tagName === 'th');
};

/** Whether as many columns stand right below the head, and nothing else around. */
const areHalves = (head: Element, body: Element): boolean => {
  const around = ancestors(head, farthest);
  const holder = ancestors(body, farthest).find((element) => around.includes(element));
  const wider = widthOf(rowsOf(head).at(-1)) - widthOf(rowsOf(body).at(-1));
  // Above what scrolls, the bar has a cell of its own.
  if (holder === undefined || (wider !== 0 && wider !== 1)) return false;
  return lettersIn(holder) === lettersIn(head) + lettersIn(body);
};

const lettersIn = (element: Element): string => collapsedText(element).replaceAll(' ', '');

/** In columns. */
const widthOf = (row: Element | undefined): number => {
  const cells = row === undefined ? [] : childElements(row);
  return cells.reduce((sum, cell) => sum + Math.max(1, Number(attr(cell, 'colspan')) || 1), 0);
};
