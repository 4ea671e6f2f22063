import {
  attr,
  type Element,
  firstNode,
  hasWord,
  isElement,
  isText,
  parentElement,
  squeeze,
} from '../tree/tree.ts';

/** Star ratings. */

/** In characters. */
const longest = 60;

const outOf =
  /(?<![\d.,])(\d{1,2}(?:[.,]\d+)?)\s*(?:\/|out of|of|von|sur|su|de|van|av)\s*(?:5|10)(?![\d.,]*\d)/i;
const stars = /^(?:rated )?(\d(?:[.,]\d+)?)[ -]stars?(?: (?:reviews?|rating))?$/i;

/** In a name of the element or its label: slides and steps are counted, too. */
const starWords =
  /star|rat(?:ed|ing)|review|stern|bewert|étoile|\bnote|\bavis\b|estrella|valora|puntua|stell[ae]|valuta|sterren|waarder|betyg/i;

/** Stars for the visitor to give. */
const given = new Set(['option', 'radio', 'menuitemradio', 'slider']);
/** In nodes: around the stars, to see whether their number is said there. */
const mostAround = 60;

/**
 * What screen readers say for the stars of a rating, which are drawn: empty for all else, where the number is said beside them, and
 * for one of several ratings, from which a visitor chooses.
 */
export const ratingOf = (element: Element): string => {
  const label = squeeze(attr(element, 'aria-label') ?? attr(element, 'title') ?? '');
  const number = numberIn(label);
  if (number === undefined || given.has(attr(element, 'role') ?? '') || says(element, hasWord)) return '';
  if (!starWords.test(`${label} ${attr(element, 'class') ?? ''}`)) return '';
  const around = parentElement(element);
  if (around === undefined || around.tagName === 'button' || around.tagName === 'label') return '';
  const isOneOfMany = around.childNodes
    .slice(0, mostAround)
    .some((node) => node !== element && isElement(node) && numberIn(attr(node, 'aria-label') ?? ''));
  return isOneOfMany || says(around, (text) => isSaid(text, number)) ? '' : label;
};

/** A whole number may be a part of a date. */
const isSaid = (text: string, number: string): boolean =>
  text.trim() === number ||
  numberIn(squeeze(text)) === number ||
  (/\D/.test(number) && text.includes(number));

const numberIn = (label: string): string | undefined =>
  label.length <= longest ? (outOf.exec(label) ?? stars.exec(label))?.[1] : undefined;

const says = (element: Element, test: (text: string) => boolean): boolean => {
  let left = mostAround;
  const found = firstNode(element, (node) => left-- <= 0 || (isText(node) && test(node.value)));
  return found !== undefined && isText(found) && test(found.value);
};
