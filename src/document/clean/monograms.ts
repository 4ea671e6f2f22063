import {
  attr,
  type ChildNode,
  type Element,
  firstNode,
  isText,
  parentElement,
  type TextNode,
} from '../tree/tree.ts';
import { wordsOf } from '../tree/words.ts';

/** Initials that stand in place of a picture. */

const letters = /^\p{Lu}{1,3}$/u;
const likely = /avatar|initials|monogram/i;
const called = / (?:avatar|initials|monogram) /;
/** Elements around the letters that may be called so, nodes in one, and characters of its names. */
const mostAround = 3;
const mostInside = 20;
const longestNames = 500;

/** Whether a text is no more than the letters in the place of somebody's picture, whose name stands beside them: `ML`. */
export const isMonogram = (text: TextNode, words: string): boolean => {
  if (!letters.test(words)) return false;
  let around = parentElement(text);
  for (let depth = 0; depth < mostAround && around !== undefined; depth++, around = parentElement(around))
    if (isPicture(around)) return isAlone(text, around);
  return false;
};

const isAlone = (text: TextNode, around: Element): boolean => {
  let left = mostInside;
  const isOther = (node: ChildNode) => isText(node) && node !== text && node.value.trim() !== '';
  return firstNode(around, (node) => left-- === 0 || isOther(node)) === undefined;
};

const isPicture = (element: Element): boolean => {
  const names = `${attr(element, 'class') ?? ''} ${attr(element, 'data-slot') ?? ''}`.slice(0, longestNames);
  return likely.test(names) && called.test(wordsOf(names));
};
