import type { Paragraph, PhrasingContent } from 'mdast';
import { isBlock } from '../../document/tree/measure.ts';
import {
  attr,
  type ChildNode,
  collapsedText,
  type Element,
  firstNode,
  isElement,
  isText,
} from '../../document/tree/tree.ts';
import { wordsOf } from '../../document/tree/words.ts';

/** Labels with their values, in elements beside each other. */

/** In nodes: layout stands between two elements. */
const mostNodes = 5;
/** In characters. */
const longest = 60;

const label = / (?:label|key) /;
const value = / value /;
/** Most elements are seen at once to be none. */
const anyName = /label|key|value/i;

/**
 * A label and its value, which are blocks of their own beside each other and are called so, in one paragraph: `Servings: 8`,
 * or `500 customers` where the value comes first. So is what stands behind a colon. Undefined for other elements.
 */
export const labelled = (
  element: Element,
  phrasing: (nodes: readonly ChildNode[]) => PhrasingContent[],
): Paragraph | undefined => {
  if (element.childNodes.length > mostNodes) return undefined;
  const [first, second, ...others] = element.childNodes.filter(
    (node) => !isText(node) || node.value.trim() !== '',
  );
  if (first === undefined || second === undefined || others.length > 0) return undefined;
  if (endsAsLabel(first) && isElement(second) && second.tagName === 'div' && isLine(second))
    return paired(phrasing([first]), ' ', phrasing(second.childNodes));
  if (!isElement(first) || !isElement(second) || !isBlock(first) || !isBlock(second)) return undefined;
  const isForward = isNamed(first, label) || isNamed(second, value);
  const isBackward = isNamed(second, label) || isNamed(first, value);
  if (isForward === isBackward || !isLine(first) || !isLine(second)) return undefined;
  const between = isForward && !/\p{P}$/u.test(collapsedText(first)) ? ': ' : ' ';
  return paired(phrasing(first.childNodes), between, phrasing(second.childNodes));
};

const paired = (one: PhrasingContent[], between: string, other: PhrasingContent[]): Paragraph | undefined =>
  one.length === 0 || other.length === 0
    ? undefined
    : { type: 'paragraph', children: [...one, { type: 'text', value: between }, ...other] };

/** Words in the line before a block, or in one that is no paragraph, such as `Time:`. */
const endsAsLabel = (node: ChildNode): boolean => {
  if (!isElement(node) || (isBlock(node) && node.tagName !== 'div') || !isLine(node)) return false;
  return /\p{L}\s?:$/u.test(collapsedText(node));
};

const isNamed = (element: Element, names: RegExp): boolean => {
  const classes = attr(element, 'class') ?? '';
  return anyName.test(classes) && names.test(wordsOf(classes));
};

const isLine = (element: Element): boolean =>
  /^(?:div|p|span|b|strong|em|label)$/.test(element.tagName) &&
  firstNode(element, (node) => isElement(node) && (isBlock(node) || lines.has(node.tagName))) === undefined &&
  collapsedText(element).length <= longest;

const lines = new Set(['br', 'img', 'table', 'video', 'iframe']);
