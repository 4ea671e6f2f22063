import type { Code } from 'mdast';
import { ownElements } from '../../document/roles/tables.ts';
import { childElements, type Element, firstElement, parentElement } from '../../document/tree/tree.ts';
import { classWords } from '../../document/tree/words.ts';
import { fenced, languageOf } from './code-language.ts';
import { codeText, isLineNumber, plainText, withoutLastLines } from './code-text.ts';
import { diffLines, isDiff } from './diff.ts';

/** A table that holds code: numbers in one column, lines in the other. */
export const codeTable = (table: Element): Code | undefined => {
  const isChange = isDiff(table);
  const own = ownElements(table);
  const numbers = numberCells(table, own);
  if (!isHighlighter(table) && !isChange && !holdsNumberedCode(own, numbers)) return undefined;
  const value = rowsOfCode(table, isChange, numbers).replace(/^\n+/, '').trimEnd();
  return value === '' ? undefined : fenced(value, languageOf(table), isChange);
};

const highlighters =
  / (?:lntable|highlighttable|rouge table|hljs ln|blob code|code table|crayon table|syntaxhighlighter|js file line container) /;

/** By its own names, or that of the box that it fills. */
const isHighlighter = (table: Element): boolean => {
  const box = parentElement(table);
  return (
    highlighters.test(classWords(table)) ||
    (box?.tagName === 'div' && / syntaxhighlighter /.test(classWords(box)))
  );
};

/** Cells above code that name its file. */
export const fileNames = (table: Element): Element[] =>
  ownElements(table).filter(
    ({ tagName, attrs }) =>
      tagName === 'th' && attrs.some(({ name, value }) => name === 'class' && value === 'filename'),
  );

const holdsNumberedCode = (own: readonly Element[], numbers: ReadonlySet<Element>): boolean => {
  if (numbers.size > 0) return true;
  // Asked first: looking for numbers of lines takes longer.
  if (!own.some(({ tagName }) => tagName === 'pre')) return false;
  const cells = own.filter(({ tagName }) => tagName === 'td');
  return cells.some(isLineNumber) && cells.some((cell) => !isLineNumber(cell));
};

/** The first cells of rows, where they count the lines of code that are all of the others: 1, 2, 3, … */
const numberCells = (table: Element, own: readonly Element[]): ReadonlySet<Element> => {
  if (!own.some(({ tagName }) => tagName === 'pre') && !isCalledCode(table)) return none;
  let last: number | undefined;
  const cells = new Set<Element>();
  for (const row of own) {
    if (row.tagName !== 'tr') continue;
    const [numbers, code, ...others] = childElements(row);
    if (numbers === undefined || code === undefined || others.length > 0) return none;
    const text = plainText(numbers).trim();
    if (!/^\d+(?:\s+\d+)*$/.test(text) || onlyCode(code) === undefined) return none;
    for (const number of text.split(/\s+/).map(Number)) {
      if (last !== undefined && number !== last + 1) return none;
      last = number;
    }
    cells.add(numbers);
  }
  // A row with the number of one line may be anything.
  return cells.size > 1 || [...cells].some((cell) => firstElement(cell, 'pre') !== undefined) ? cells : none;
};

/** Names of signals and errors are code beside numbers, too. */
const isCalledCode = (table: Element): boolean => / (?:source ?)?code | highlight /.test(classWords(table));

/** The code that is all of a cell. */
const onlyCode = (cell: Element): Element | undefined => {
  const code = firstElement(cell, 'pre') ?? firstElement(cell, 'code');
  return code !== undefined && plainText(code).trim() === plainText(cell).trim() ? code : undefined;
};

const rowsOfCode = (table: Element, isChange: boolean, numbers: ReadonlySet<Element>): string => {
  const codeOf = (cell: Element) =>
    withoutLastLines(codeText(firstElement(cell, 'pre') ?? onlyCode(cell) ?? cell));
  const names = new Set(fileNames(table));
  return ownElements(table)
    .filter((row) => row.tagName === 'tr' && !childElements(row).some((cell) => names.has(cell)))
    .map((row) => {
      const cells = childElements(row).filter((cell) => !isLineNumber(cell) && !numbers.has(cell));
      return isChange ? diffLines(row, cells, codeOf) : cells.map(codeOf).join('');
    })
    .join('\n');
};

const none: ReadonlySet<Element> = new Set();
