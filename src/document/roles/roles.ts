import {
  attr,
  childElements,
  collapsedText,
  type Element,
  elements,
  hold,
  type ParentNode,
  rename,
} from '../tree/tree.ts';
import { nameExported } from './exported-lists.ts';
import { ratingOf } from './ratings.ts';
import { createSignTables } from './sign-tables.ts';

/**
 * What calls itself a heading or a list by its role becomes one, in place, as screen readers take it: design systems make
 * them of elements that mean nothing. So do the tables of Java's documentation, by their classes.
 */
export const nameByRole = (root: ParentNode): void => {
  const nameSignTable = createSignTables();
  nameExported(root);
  for (const element of elements(root)) {
    nameSignTable(element);
    if (element.attrs.length === 0) continue;
    nameRating(element);
    if (!meansNothing(element)) continue;
    const names = attr(element, 'class') ?? '';
    if (isGrid(names)) nameGrid(element);
    else if (factOfWiki.test(names)) nameFact(element);
    const role = attr(element, 'role');
    if (role === 'heading' && isHeading(element)) rename(element, `h${levelOf(element)}`);
    else if (role === 'list') nameList(element);
  }
};

/** A fact beside an article of a wiki: Fandom has a heading for each, which is no part of the article. */
const factOfWiki = /(?:^|\s)pi-data(?:\s|$)/;

const nameFact = (fact: Element): void => {
  const [label, value, ...others] = childElements(fact);
  if (label === undefined || value === undefined || others.length > 0) return;
  if (!/^h\d$/.test(label.tagName) || !meansNothing(value)) return;
  rename(fact, 'dl');
  rename(label, 'dt');
  rename(value, 'dd');
};

const drawings = new Set(['div', 'i', 'p', 'span', 'svg']);

/** Stars that a style sheet or a drawing shows become what they say. */
const nameRating = (element: Element): void => {
  const rating = drawings.has(element.tagName) ? ratingOf(element) : '';
  if (rating === '') return;
  if (element.tagName === 'svg' || element.tagName === 'i') rename(element, 'span');
  element.childNodes = [{ nodeName: '#text', value: ` ${rating} `, parentNode: element }];
};

export const meansNothing = ({ tagName }: Element): boolean =>
  tagName === 'div' || tagName === 'span' || tagName === 'p' || tagName.includes('-');

/** In characters: longer ones are texts. */
const longHeading = 200;

/**
 * With a button that folds out what it is over, as in the questions of an accordion. Others call everything a heading that a
 * reader may want to jump to: menus, comments, prices.
 */
const isHeading = (element: Element): boolean =>
  elements(element).some((part) => part.tagName === 'button' || attr(part, 'role') === 'button') &&
  collapsedText(element).length <= longHeading;

/** Without a level it is the second (WAI-ARIA 1.2, "heading"). */
const levelOf = (element: Element): number => {
  const level = Number.parseInt(attr(element, 'aria-level') ?? '2', 10);
  return level >= 1 ? Math.min(level, 6) : 2;
};

/** What cards are made of: a list of them is written as they are. */
const cardParts = new Set('h1 h2 h3 h4 h5 h6 img picture p ul ol table section article'.split(' '));

const nameList = (list: Element): void => {
  const items = childElements(list);
  const isPlain = items.every(
    (item) =>
      attr(item, 'role') === 'listitem' &&
      meansNothing(item) &&
      elements(item).every((part) => !cardParts.has(part.tagName) && attr(part, 'role') !== 'heading'),
  );
  if (items.length === 0 || !isPlain) return;
  rename(list, 'ul');
  for (const item of items) rename(item, 'li');
};

/** As documentation of Java has it: cells side by side, laid out as a table by a style sheet. */
const isGrid = (names: string): boolean =>
  names.includes('-column-') && /(?:^|\s)(?:two|three|four)-column-(?:release-)?summary(?:\s|$)/.test(names);
const lastColumn = /(?:^|\s)col-last(?:\s|$)/;
const headColumn = /(?:^|\s)table-header(?:\s|$)/;

const nameGrid = (grid: Element): void => {
  const parts = childElements(grid);
  const isLast = (cell: Element) => lastColumn.test(attr(cell, 'class') ?? '');
  const columns = parts.findIndex(isLast) + 1;
  const isTable = parts.every(
    (cell, at) => meansNothing(cell) && isLast(cell) === ((at + 1) % columns === 0),
  );
  if (columns < 2 || parts.length < 2 * columns || !isTable) return;
  rename(grid, 'table');
  const rows = Array.from({ length: parts.length / columns }, (_, at): Element => {
    const row: Element = { ...grid, nodeName: 'tr', tagName: 'tr', attrs: [], childNodes: [] };
    hold(row, parts.slice(at * columns, (at + 1) * columns));
    return row;
  });
  hold(grid, rows);
  for (const cell of parts) rename(cell, headColumn.test(attr(cell, 'class') ?? '') ? 'th' : 'td');
};
