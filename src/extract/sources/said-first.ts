import { type Element, isElement, isText, rawText, squeeze } from '../../document/tree/tree.ts';
import { within } from '../page/page-index.ts';
import { hasCurrency } from '../reading/money.ts';
import { at, type Finder } from './finder.ts';

/** What an entry of a list is called, where no heading and no link says so: what stands first in it. */

const longest = 100;
const mostTried = 5;

/** Words that shops put on a picture. */
const badge = /^(?:new|sale|hot|top|bestseller|neu|angebot|nouveau|promo|nuevo|oferta|nuovo)!?$/iu;

export const saidFirst: Finder = (region) => {
  const { index } = region;
  for (const place of within(index.speakers, region).filter(index.isShown).slice(0, mostTried)) {
    const element = index.all[place];
    const text = (element && beforeNumber(element)) || index.textOf(place);
    if (text.length <= longest && /\p{L}/u.test(text) && !badge.test(text) && !isAmount(text))
      return [at(index, place, text, 0.5)];
  }
  return [];
};

const isAmount = (text: string): boolean => /\p{Nd}/u.test(text) && hasCurrency(text);

/** Of `Soup <b>6.00</b>` the text before the number. */
const beforeNumber = ({ childNodes }: Element): string => {
  const at = childNodes.findIndex(isElement);
  const child = childNodes[at];
  if (child === undefined || !isElement(child) || !/^[^\p{L}]*\p{Nd}/u.test(rawText(child))) return '';
  return squeeze(
    childNodes
      .slice(0, at)
      .map((node) => (isText(node) ? node.value : ''))
      .join(''),
  ).replace(/[\s.:–—-]+$/u, '');
};
