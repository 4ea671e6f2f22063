import { ownElements } from '../../document/roles/tables.ts';
import {
  ancestors,
  attr,
  childElements,
  type Element,
  elements,
  firstElement,
  firstNode,
  isText,
  prune,
  rawText,
} from '../../document/tree/tree.ts';
import { classWords, wordsOf } from '../../document/tree/words.ts';

/** Diffs: lines that were added and removed. */

/** What was taken out and put in; style sheets draw the signs of lines that a name or an attribute tells. */
const kept = / (?:same|context|unchanged) /;
const added = / (?:additions?|added|add|ins|inserted|new) /;
const removed = / (?:deletions?|deleted|removed|remove|del|old) /;

const isNamedDiff = (element: Element): boolean => /diff/i.test(attr(element, 'class') ?? '');
const codeCell = / (?:blob code|lines code|line content|diff text|d2h [a-z]+) /;

/** Whether a table shows what changed in code, a row for each line. */
export const isDiff = (table: Element): boolean =>
  firstElement(table, 'table') === undefined &&
  [table, ...ancestors(table).slice(0, 3)].some(isNamedDiff) &&
  ownElements(table).some((element) => element.tagName === 'td' && codeCell.test(classWords(element)));

/** The lines of a row with their signs: one, or where the old stands beside the new, two that differ. */
export const diffLines = (
  row: Element,
  cells: readonly Element[],
  codeOf: (cell: Element) => string,
): string => {
  const lines = new Set<string>();
  let before: string | undefined;
  for (const cell of cells) {
    const told = takeSign(cell);
    const sign = told ?? before ?? namedSign(cell) ?? namedSign(row) ?? ' ';
    const code = codeOf(cell);
    before = code === '' ? told : undefined;
    if (code !== '') lines.add(code.startsWith('@@') ? code : sign + code);
  }
  return [...lines].join('\n');
};

const namedSign = (element: Element): string | undefined => {
  const names = classWords(element);
  if (kept.test(names)) return ' ';
  if (added.test(names)) return '+';
  return removed.test(names) ? '-' : undefined;
};

/** The sign that a cell tells, which is no part of its code. */
const takeSign = (cell: Element): string | undefined => {
  const parts = [cell, ...elements(cell)];
  const told = parts
    .map((element) => attr(element, 'data-code-marker') ?? attr(element, 'data-type-marker'))
    .find((marker) => marker !== undefined);
  if (told !== undefined) return /^[+-]$/.test(told) ? told : ' ';
  const shown = parts.find(
    (element) => / (?:prefix|marker) /.test(classWords(element)) && /^\s*[+−-]?\s*$/.test(rawText(element)),
  );
  if (shown === undefined) return undefined;
  const sign = rawText(shown).trim().replace('−', '-') || ' ';
  prune(cell, (node) => node === shown);
  return sign;
};

const signedLine =
  / (?:diff|line(?: highlight)?) (?:(add|added|ins|inserted)|(?:remove|removed|del|deleted)) /;
const maybeSigned = (names: string): boolean => /diff|line/.test(names) && /add|ins|remove|del/.test(names);

/** Writes the signs of changed lines into a block of code, in place. @returns whether there are any. */
export const signLines = (pre: Element): boolean => {
  const signs = new Map<Element, string>();
  for (const line of elements(pre)) {
    const names = attr(line, 'class') ?? '';
    const found = maybeSigned(names) ? signedLine.exec(wordsOf(names)) : null;
    if (found !== null) signs.set(line, found[1] === undefined ? '-' : '+');
  }
  const holders = new Set([...signs.keys()].map(({ parentNode }) => parentNode));
  for (const holder of holders)
    for (const line of holder === null ? [] : childElements(holder)) {
      const code = elements(line).find((element) => / code /.test(classWords(element))) ?? line;
      const first = firstNode(code, (node) => isText(node) && node.value !== '');
      if (first !== undefined && isText(first)) first.value = (signs.get(line) ?? ' ') + first.value;
    }
  return signs.size > 0;
};
