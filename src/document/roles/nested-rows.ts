import { headingTags } from '../tree/measure.ts';
import {
  ancestors,
  childElements,
  collapsedText,
  type Element,
  firstNode,
  hasAttr,
  hasWord,
  hold,
  isElement,
  isText,
  parentElement,
  removeAll,
} from '../tree/tree.ts';

/** Tables in cells that are looked at: all of each, and of that around it, is read. */
const mostTables = 200;

/**
 * A table in a cell of another that has the same columns tells the parts of what its row tells, as documentation lists the
 * properties of a parameter: its rows follow that row, in place, and are called after it: `options.radius`.
 */
export const liftRows = (all: readonly Element[]): void => {
  const tables = all.filter(({ tagName }) => tagName === 'table');
  if (tables.length < 2) return;
  let looked = 0;
  // The innermost first.
  for (const table of tables.toReversed()) {
    const around = ancestors(table);
    const row = around.find(({ tagName }) => tagName === 'tr');
    const outer = around.find(({ tagName }) => tagName === 'table');
    if (row === undefined || outer === undefined) continue;
    if (++looked > mostTables) return;
    lift(table, row, outer);
  }
};

const lift = (inner: Element, row: Element, outer: Element): void => {
  const innerRows = rowsIn(inner);
  const innerNames = namesIn(innerRows);
  // The one around may be very long.
  if (innerNames.length === 0) return;
  const outerRows = rowsIn(outer);
  const outerNames = namesIn(outerRows);
  const columns = new Set(outerNames);
  const shared = innerNames.filter((name) => columns.has(name));
  if (innerNames[0] !== outerNames[0] || shared.length < 2) return;
  const [name = row] = childElements(row);
  if (![row, ...innerRows].every(isOfWord)) return;
  const missing = innerNames.filter((column) => !columns.has(column));
  for (const one of outerRows) insertCells(one, outerNames.length - 1, missing, one === outerRows[0]);
  const names = [...outerNames.slice(0, -1), ...missing, ...outerNames.slice(-1)];
  const lifted = innerRows.slice(1);
  for (const part of lifted) {
    const cells = childElements(part);
    hold(
      part,
      names.map((column) => cells[innerNames.indexOf(column)] ?? cellIn(part, 'td')),
    );
    callAfter(part, collapsedText(name));
  }
  removeAll(new Set([inner, ...headingBefore(inner)]));
  const group = parentElement(row);
  if (group !== undefined)
    hold(
      group,
      childElements(group).flatMap((part) => (part === row ? [row, ...lifted] : [part])),
    );
};

/** Its own. */
const rowsIn = (table: Element): Element[] =>
  childElements(table).flatMap((part) => (part.tagName === 'tr' ? [part] : childElements(part)));

/** What the columns are called, each otherwise; empty where cells span or are missing. */
const namesIn = ([head, ...rows]: readonly Element[]): string[] => {
  const cells = head === undefined ? [] : childElements(head);
  if (!cells.every(({ tagName }) => tagName === 'th')) return [];
  const names = cells.map(collapsedText);
  const isEven = rows.every((row) => {
    const own = childElements(row);
    return (
      own.length === cells.length &&
      own.every((cell) => !hasAttr(cell, 'colspan') && !hasAttr(cell, 'rowspan'))
    );
  });
  return isEven && new Set(names).size === names.length ? names : [];
};

const isOfWord = (row: Element): boolean => {
  const [first] = childElements(row);
  return first !== undefined && /^\S+$/.test(collapsedText(first));
};

const insertCells = (row: Element, at: number, names: readonly string[], isHead: boolean): void => {
  if (names.length === 0) return;
  const cells = childElements(row);
  const added = names.map((name) => {
    const cell = cellIn(row, isHead ? 'th' : 'td');
    if (isHead) cell.childNodes = [{ nodeName: '#text', value: name, parentNode: cell }];
    return cell;
  });
  hold(row, [...cells.slice(0, at), ...added, ...cells.slice(at)]);
};

const cellIn = (row: Element, tagName: string): Element => ({
  ...row,
  nodeName: tagName,
  tagName,
  attrs: [],
  childNodes: [],
});

const callAfter = (row: Element, name: string): void => {
  const first = firstNode(row, (node) => isText(node) && hasWord(node.value));
  if (first !== undefined && isText(first)) first.value = `${name}.${first.value.trim()}`;
};

/** `Properties`. */
const headingBefore = (table: Element): Element[] => {
  const beside = (table.parentNode?.childNodes ?? []).filter(isElement);
  const before = beside[beside.indexOf(table) - 1];
  return before !== undefined && headingTags.has(before.tagName) ? [before] : [];
};
