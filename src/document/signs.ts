import { attr, type Element, elements, squeeze } from './tree.ts';
import { wordsOf } from './words.ts';

/**
 * What a cell without text shows: what screen readers say for its sign, or the tick or cross that its classes name, as those of
 * icon fonts do. Empty for others.
 */
export const signIn = (cell: Element, skip: (element: Element) => boolean = () => false): string => {
  const inside = elements(cell).filter((element) => !skip(element));
  return firstOf(inside, labelOf) || firstOf(inside, drawnBy);
};

const firstOf = (inside: readonly Element[], read: (element: Element) => string): string =>
  inside.map((element) => squeeze(read(element))).find((text) => text !== '') ?? '';

const labelOf = (element: Element): string => attr(element, 'aria-label') ?? attr(element, 'title') ?? '';

const tick = /(?<! form) (?:check|checkmark|tick|ok|yes) /;
const cross =
  / (?:cross|xmark|x mark|times|remove|close|(?:icon|icons|dashicons|bi|lucide|feather) (?:no|x)) /;
const drawing = new Set(['i', 'span', 'svg', 'use']);

const drawnBy = (element: Element): string => {
  if (!drawing.has(element.tagName)) return '';
  const address = attr(element, 'href') ?? attr(element, 'xlink:href') ?? '';
  const words = wordsOf(`${attr(element, 'class') ?? ''} ${address}`);
  if (tick.test(words)) return '✓';
  return cross.test(words) ? '✗' : '';
};
