import { attr, childElements, type Element } from './tree.ts';
import { classWords } from './words.ts';

/**
 * Code whose lines are elements of their own, in one that is not made for code: told by its names, as documentation of C++
 * has them, or by its look.
 */
export const isLinesOfCode = (element: Element): boolean =>
  element.tagName === 'div' && (hasNamedLines(element) || looksTyped(attr(element, 'style') ?? ''));

/** Most elements are seen at once to be none. */
const mayHoldLines = /fragment|code/i;

const hasNamedLines = (element: Element): boolean => {
  if (
    !mayHoldLines.test(attr(element, 'class') ?? '') ||
    !isNamed(element, / (?:fragment|code(?: ?block)?) /)
  )
    return false;
  const parts = childElements(element);
  return (
    parts.some((part) => isNamed(part, / line /)) && parts.every((part) => isNamed(part, / (?:line|ttc) /))
  );
};

/** Letters of one width and spaces that are kept, as editors paste their code. */
const looksTyped = (style: string): boolean =>
  keepsSpaces.test(style) &&
  /font(?:-family)?\s*:[^;]*\b(?:monospace|consolas|courier|menlo|monaco)\b/i.test(style);
const keepsSpaces = /white-space\s*:\s*pre(?:-wrap)?\s*(?:;|$|!)/i;

/** Whether an element holds code in lines, and nothing else. */
export const isCode = (element: Element): boolean =>
  element.tagName === 'pre' || isLinesOfCode(element) || breaksLines(element) || isTree(element);

/** Data whose objects fold, as lists in lists: Redoc has its samples so. */
export const isTree = (element: Element): boolean =>
  element.tagName === 'code' &&
  childElements(element).some((part) => part.tagName === 'ul' && isNamed(part, / collapsible /));

/** What code, or what a program says, stands in within a line. */
const inlineCode = new Set(['code', 'samp', 'tt']);

/** Whether code in a line has a break between its parts. */
export const breaksLines = (element: Element): boolean =>
  inlineCode.has(element.tagName) &&
  [element, ...childElements(element)].some((part) => childElements(part).some(isBreak));

const isBreak = ({ tagName }: Element): boolean => tagName === 'br';

const isNamed = (element: Element, name: RegExp): boolean => name.test(classWords(element));
