import type { List, ListItem } from 'mdast';
import { attr, type Element, hasAttr } from '../../document/tree/tree.ts';

/** An item, and the element that it was made of: undefined for what stands in a list without being an item. */
export interface Numbered {
  readonly item: ListItem;
  readonly element: Element | undefined;
}

/**
 * An ordered list as a reader sees it numbered: WHATWG HTML, "The ol element". Markdown counts on from the first number,
 * so where a page does not, another list begins; in a reversed one each item is a list. Numbers that Markdown has no
 * sign for, those below zero or of ten digits, make the list count from one.
 */
export const numberedLists = (list: Element, entries: readonly Numbered[], spread: boolean): List[] => {
  const numbers = numbersOf(list, entries);
  const lists: List[] = [];
  let last: number | undefined;
  entries.forEach(({ item }, index) => {
    const number = numbers[index] ?? index + 1;
    const open = lists.at(-1);
    if (open !== undefined && last !== undefined && number === last + 1) open.children.push(item);
    else lists.push({ type: 'list', ordered: true, start: number, spread, children: [item] });
    last = number;
  });
  return lists;
};

const mostNumber = 999_999_999;

export const numbersOf = (list: Element, entries: readonly Numbered[]): number[] => {
  const isReversed = hasAttr(list, 'reversed');
  const step = isReversed ? -1 : 1;
  let next = integer(attr(list, 'start')) ?? (isReversed ? entries.length : 1);
  const numbers = entries.map(({ element }) => {
    const number = (element === undefined ? undefined : integer(attr(element, 'value'))) ?? next;
    next = number + step;
    return number;
  });
  return numbers.every((number) => number >= 0 && number <= mostNumber) ? numbers : [];
};

/** As HTML reads it: what follows the digits does not count. */
const integer = (value: string | undefined): number | undefined => {
  const number = Number.parseInt(value ?? '', 10);
  return Number.isNaN(number) ? undefined : number;
};
