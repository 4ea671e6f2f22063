import { type Element, isText, squeeze } from '../../document/tree/tree.ts';
import { labelOf } from '../wishes/words.ts';
import type { Survey } from './survey.ts';

const maxLabel = 40;
const maxText = 300;

/** `Ref. 12/345`: a label with a code behind it, without a colon. */
export const codeBehind = /^([^\d:：]{2,30}?)[\s.#№]+(\S*\d\S*)$/;

/** `PE ratio (TTM)`, `1. Storage`: what is explained, and its number. A unit belongs to what it measures. */
const explained =
  /^(?:\d{1,2}\.\s+)?(\p{L}[^()]*?)\s*(?:\((?!(?:\p{L}?\p{Ll}\p{L}{0,2}|[^)]*[%²³/°][^)]*)\))[^()]{1,30}\))?(?=\s*:?\s*$)/u;

const longestExplained = 80;
const withoutMore = (text: string): string =>
  text.length > longestExplained ? text : squeeze(text).replace(explained, '$1');

/** Places of shown elements by the text that stands first in them: `SKU`, `SKU:`, `SKU: 123`. */
export const labelsIn = ({ all, hidden, speakers }: Survey): ReadonlyMap<string, readonly number[]> => {
  const found = new Map<string, number[]>();
  for (const place of speakers) {
    const element = all[place];
    const text = element === undefined || hidden[place] ? '' : firstText(element);
    for (const label of new Set([labelIn(text), labelIn(withoutMore(text))])) {
      if (label === '') continue;
      const known = found.get(label);
      if (known === undefined) found.set(label, [place]);
      else known.push(place);
    }
  }
  return found;
};

const labelIn = (text: string): string => {
  const colon = text.slice(0, maxLabel + 1).search(/[:：]/);
  if (colon > 0) return labelOf(text.slice(0, colon));
  if (text.length > maxLabel) return '';
  return labelOf((/\d/.test(text) ? codeBehind.exec(text)?.[1] : undefined) ?? text);
};

/** The text before the first child. */
const firstText = (element: Element): string => {
  for (const node of element.childNodes) {
    if (!isText(node)) return '';
    const text = node.value.trim();
    if (text !== '') return text.slice(0, maxText);
  }
  return '';
};
