import { attr, collapsedText, type Element, parentElement, type TextNode } from '../tree/tree.ts';
import { wordsOf } from '../tree/words.ts';

const letters = /^\p{Lu}{1,3}$/u;
const likely = /avatar|initials|monogram/i;
const called = / (?:avatar|initials|monogram) /;
/** Elements around the letters that may be called so. */
const mostAround = 3;

/** Whether a text is no more than the letters in the place of somebody's picture, whose name stands beside them: `ML`. */
export const isMonogram = (text: TextNode, words: string): boolean => {
  if (!letters.test(words)) return false;
  let around = parentElement(text);
  for (let depth = 0; depth < mostAround && around !== undefined; depth++, around = parentElement(around))
    if (isPicture(around)) return collapsedText(around) === words;
  return false;
};

const isPicture = (element: Element): boolean => {
  const names = `${attr(element, 'class') ?? ''} ${attr(element, 'data-slot') ?? ''}`;
  return likely.test(names) && called.test(wordsOf(names));
};
