import { isTicked } from '../tree/fields.ts';
import {
  attr,
  type Element,
  elements,
  firstNode,
  hasWord,
  isElement,
  isText,
  squeeze,
} from '../tree/tree.ts';
import { wordsOf } from '../tree/words.ts';
import { strokeSign } from './strokes.ts';

/**
 * What a cell without text shows: what screen readers say for its sign, or the tick or cross that its classes name, as those of
 * icon fonts do, or the file of a picture, or its strokes draw; the tick of a box. Empty for others.
 */
export const signIn = (cell: Element, skip: (element: Element) => boolean = () => false): string => {
  const inside = elements(cell).filter((element) => !skip(element));
  return firstOf(inside, labelOf) || firstOf(inside, drawnBy);
};

const firstOf = (inside: readonly Element[], read: (element: Element) => string): string =>
  inside.map((element) => squeeze(read(element))).find((text) => text !== '') ?? '';

const labelOf = (element: Element): string => attr(element, 'aria-label') ?? attr(element, 'title') ?? '';

const tick = /(?<! (?:form|not|un)) (?:check|checkmark|checked|tick|ok|yes|true|included|done) /;
const cross =
  / (?:cross|xmark|x mark|times|remove|close|false|excluded|not included|unchecked|(?:icon|icons|dashicons|bi|lucide|feather) (?:no(?! color)|x)|no (?:png|gif|svg|webp)) | no $/;
const drawing = new Set(['div', 'i', 'ion-icon', 'iconify-icon', 'img', 'mat-icon', 'span', 'svg', 'use']);
/** Where libraries of icons have the name of one, beside its classes. */
const iconNames = ['data-icon', 'data-lucide', 'data-testid', 'icon', 'name'];

/** The tick or cross that an element draws; empty for others. */
export const drawnBy = (element: Element): string => {
  if (element.tagName === 'input') return isTicked(element) ? '✓' : '';
  if (!drawing.has(element.tagName) || (element.tagName === 'div' && element.childNodes.length > 0))
    return '';
  const address = attr(element, 'href') ?? attr(element, 'xlink:href') ?? fileOf(attr(element, 'src'));
  const named = iconNames.map((name) => attr(element, name) ?? '').join(' ');
  const words = wordsOf(`${named} ${address} ${attr(element, 'class') ?? ''}`);
  if (tick.test(words)) return '✓';
  if (cross.test(words)) return '✗';
  return element.tagName === 'svg' ? strokeSign(element) : '';
};

const fileOf = (address = ''): string =>
  address.startsWith('data:') ? '' : address.replace(/[?#].*$/, '').replace(/^.*\//, '');

/** The tick or cross before the first word of an element, by its drawing or by what it says for screen readers; else empty. */
export const leadingSign = (element: Element): string => {
  let sign = '';
  firstNode(element, (node) => {
    if (isText(node)) return hasWord(node.value);
    if (isElement(node) && node.tagName !== 'input') sign = drawnBy(node) || saidBy(node);
    return sign !== '';
  });
  return sign;
};

/** The same of a drawing by what it says alone. */
export const saidBy = (element: Element): string => {
  if (element.tagName !== 'svg' && element.tagName !== 'i') return '';
  const label = labelOf(element);
  if (/^(?:no|not|excluded|unavailable)\b/i.test(label)) return '✗';
  return /^(?:yes|included|available)\b/i.test(label) ? '✓' : '';
};
