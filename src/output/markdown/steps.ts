import { type Element, firstNode, isElement, isText, parentElement } from '../../document/tree/tree.ts';
import { classWords } from '../../document/tree/words.ts';
import type { Flow } from './blocks.ts';
import { joined, onlyText } from './typed-lists.ts';

/** Numbers of steps that stand in elements of their own. */

/** How far up from where the number begins a text the whole step may be. */
const mostAround = 3;

/** A row of steps is shorter, with the layout between them. */
const mostNodes = 500;

const calendar = / (?:calendar|date|day|month) /;

/** A number alone may be anything: that of a step stands in a row of them, and begins its heading or text. */
export const withStep = (element: Element, blocks: Flow[]): Flow[] => {
  const number = stepNumber(blocks);
  return number !== undefined && isInSteps(element, number) ? numberedStep(blocks, number) : blocks;
};

/** Whether an element begins with the number of a step: the step before it, or behind, has the number before or behind. */
const isInSteps = (element: Element, number: number): boolean => {
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

/** The number of a step that stands before its heading or text as a paragraph of its own: `1`, `02`. */
const stepNumber = ([first, second]: readonly Flow[]): number | undefined => {
  if (first?.type !== 'paragraph' || (second?.type !== 'heading' && second?.type !== 'paragraph'))
    return undefined;
  const number = /^0?(\d{1,2})$/.exec(onlyText(first) ?? '')?.[1];
  return number === undefined ? undefined : Number(number);
};

/** The blocks of a step, whose number begins its heading or text unless that has it. */
const numberedStep = ([, second, ...rest]: readonly Flow[], number: number): Flow[] => {
  if (second?.type !== 'paragraph' && second?.type !== 'heading') return [];
  const [first] = second.children;
  const isSaid =
    first?.type === 'text' && new RegExp(`^(?:\\p{L}+ )?0?${number}(?!\\d)`, 'u').test(first.value);
  if (isSaid) return [second, ...rest];
  return [
    { ...second, children: joined([{ type: 'text', value: `${number}. ` }, ...second.children]) },
    ...rest,
  ];
};
