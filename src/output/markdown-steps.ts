import { type Element, firstNode, isElement, isText, parentElement } from '../document/tree.ts';
import { classWords } from '../document/words.ts';

/** How far up from where the number begins a text the whole step may be. */
const mostAround = 3;

/** A row of steps is shorter, with the layout between them. */
const mostNodes = 500;

const calendar = / (?:calendar|date|day|month) /;

/** Whether an element begins with the number of a step: the step before it, or behind, has the number before or behind. */
export const isInSteps = (element: Element, number: number): boolean => {
  let step: Element | undefined = element;
  for (let around = 0; around < mostAround && step !== undefined; around++) {
    if (calendar.test(classWords(step)) || numberIn(step) !== number) return false;
    const nodes = step.parentNode?.childNodes ?? [];
    if (nodes.length > mostNodes) return false;
    const siblings: readonly Element[] = nodes.filter(isElement);
    const at = siblings.indexOf(step);
    if (at >= 0 && (numberIn(siblings[at - 1]) === number - 1 || numberIn(siblings[at + 1]) === number + 1))
      return true;
    step = parentElement(step);
  }
  return false;
};

/** The number that the first text of an element is. */
const numberIn = (element: Element | undefined): number | undefined => {
  const text = element && firstNode(element, (node) => isText(node) && node.value.trim() !== '');
  const number = text && isText(text) ? /^\s*0?(\d{1,2})\s*$/.exec(text.value)?.[1] : undefined;
  return number === undefined ? undefined : Number(number);
};
