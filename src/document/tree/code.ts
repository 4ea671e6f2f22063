import { attr, childElements, type Element } from './tree.ts';
import { classWords } from './words.ts';

/** Code whose lines are elements of their own, in one that is not made for code, as documentation of C++ has it. */
export const isLinesOfCode = (element: Element): boolean => {
  if (element.tagName !== 'div' || !attr(element, 'class')?.includes('fragment')) return false;
  const lines = childElements(element);
  return isNamed(element, / fragment /) && lines.length > 0 && lines.every((line) => isNamed(line, / line /));
};

/** Whether an element holds code in lines, and nothing else. */
export const isCode = (element: Element): boolean =>
  element.tagName === 'pre' || isLinesOfCode(element) || breaksLines(element) || isTree(element);

/** Data whose objects fold, as lists in lists: Redoc has its samples so. */
export const isTree = (element: Element): boolean =>
  element.tagName === 'code' &&
  childElements(element).some((part) => part.tagName === 'ul' && isNamed(part, / collapsible /));

/** Whether code in a line has a break between its parts. */
export const breaksLines = (element: Element): boolean =>
  element.tagName === 'code' &&
  [element, ...childElements(element)].some((part) => childElements(part).some(isBreak));

const isBreak = ({ tagName }: Element): boolean => tagName === 'br';

const isNamed = (element: Element, name: RegExp): boolean => name.test(classWords(element));
