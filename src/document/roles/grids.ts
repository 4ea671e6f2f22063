import {
  attr,
  childElements,
  type Element,
  elements,
  hold,
  isElement,
  isText,
  rename,
  walk,
} from '../tree/tree.ts';
import { meansNothing } from './roles.ts';

const tableRoles = new Set(['table', 'grid', 'treegrid']);

/** What calls itself a table by its role becomes one, in place. */
export const nameGrids = (all: readonly Element[]): void => {
  for (const element of all)
    if (element.attrs.length > 0 && tableRoles.has(attr(element, 'role') ?? '') && meansNothing(element))
      nameGrid(element);
};

const cells: ReadonlyMap<string, string> = new Map([
  ['cell', 'td'],
  ['gridcell', 'td'],
  ['columnheader', 'th'],
  ['rowheader', 'th'],
]);

/** Only where nothing is shown among its cells: it would be lost. What leads through its pages stands behind it. */
const nameGrid = (table: Element): void => {
  const rows: { row: Element; cells: Element[] }[] = [];
  const below = footOf(table);
  let isTable = true;
  walk(table, (node) => {
    if (isElement(node) && below.includes(node)) return false;
    if (isText(node)) isTable &&= node.value.trim() === '';
    if (!isElement(node) || !isTable) return false;
    const role = attr(node, 'role') ?? '';
    const isCell = cells.has(role);
    if (role === 'row') rows.push({ row: node, cells: [] });
    else if (isCell) rows.at(-1)?.cells.push(node);
    isTable = (meansNothing(node) || node.tagName === 'br') && !(isCell && rows.length === 0);
    return !isCell;
  });
  const filled = rows.filter((row) => row.cells.length > 0);
  if (!isTable || filled.length < 2) return;
  rename(table, 'table');
  hold(
    table,
    filled.map(({ row }) => row),
  );
  putBehind(table, below);
  for (const { row, cells: inRow } of filled) {
    rename(row, 'tr');
    hold(row, inRow);
    for (const cell of inRow) rename(cell, cells.get(attr(cell, 'role') ?? '') ?? 'td');
  }
};

/** Parts at the end of a grid, looked at for rows. */
const mostBelow = 3;

const footOf = (table: Element): Element[] => {
  const parts = childElements(table);
  const last = parts.findLastIndex((part, at) => at < parts.length - mostBelow || elements(part).some(isRow));
  return last === -1 ? [] : parts.slice(last + 1);
};

const isRow = (element: Element): boolean => attr(element, 'role') === 'row';

const putBehind = (table: Element, parts: readonly Element[]): void => {
  const around = table.parentNode;
  if (around === null || parts.length === 0) return;
  around.childNodes.splice(around.childNodes.indexOf(table) + 1, 0, ...parts);
  for (const part of parts) part.parentNode = around;
};
