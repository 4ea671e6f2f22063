import type { List, ListItem, PhrasingContent } from 'mdast';
import { leadingSign } from '../../document/roles/signs.ts';
import { isTicked } from '../../document/tree/fields.ts';
import { romanOf } from '../../document/tree/roman.ts';
import {
  attr,
  childElements,
  type Element,
  elements,
  firstElement,
  isElement,
  type ParentNode,
} from '../../document/tree/tree.ts';
import { wordsOf } from '../../document/tree/words.ts';
import type { Flow } from './blocks.ts';

/** Points of lists: those that are no `<li>`, and what stands before points: ticks, crosses, letters. */

/** What block editors, Notion's for one, call the points of a list that are elements of no list. */
const names = / (to ?do|bulleted list|numbered list) (?:block|item) /;
/** Most elements are seen at once to be none. */
const anyName = /to-?_?do|list/i;

/** Where the numbered ones in an element stand: each counts on from the one before. */
const numbers = new WeakMap<ParentNode, ReadonlyMap<Element, number>>();

/** The list that an element named as a point of one is by itself, with what is written in it; undefined for others. */
export const namedItem = (element: Element, write: () => Flow[]): List | undefined => {
  const kind = kindOf(element);
  if (kind === undefined) return undefined;
  const children = write();
  if (children.length === 0) return undefined;
  const ordered = kind === 'numbered list';
  const start = ordered ? numberOf(element) : undefined;
  const box = kind.startsWith('to') ? firstElement(element, 'input') : undefined;
  const item: ListItem = {
    type: 'listItem',
    spread: false,
    checked: box === undefined ? null : isTicked(box),
    children,
  };
  return {
    type: 'list',
    ordered,
    ...(start === undefined ? {} : { start }),
    spread: false,
    children: [item],
  };
};

const numberOf = (element: Element): number => {
  const parent = element.parentNode;
  if (parent === null) return 1;
  const known = numbers.get(parent) ?? numbered(parent);
  numbers.set(parent, known);
  return known.get(element) ?? 1;
};

const numbered = ({ childNodes }: ParentNode): ReadonlyMap<Element, number> => {
  const found = new Map<Element, number>();
  let number = 0;
  for (const node of childNodes) {
    if (!isElement(node)) continue;
    number = kindOf(node) === 'numbered list' ? number + 1 : 0;
    found.set(node, number);
  }
  return found;
};

const kindOf = (element: Element): string | undefined => {
  const classes = attr(element, 'class') ?? '';
  return anyName.test(classes) ? names.exec(wordsOf(classes))?.[1] : undefined;
};

/**
 * Puts the ticks and crosses that icons draw before items into their text. Where all are the same they are the points of the
 * list, but for lists of what else there is, as plans that are compared are.
 */
export const signItems = (
  list: Element,
  items: readonly { item: ListItem; element: Element | undefined }[],
): void => {
  const signs = items.map(({ element }) => (element === undefined ? '' : leadingSign(element)));
  if (!areTold(signs) && !(signs.some(Boolean) && isAmongSigned(list))) return;
  items.forEach(({ item }, index) => {
    if (signs[index]) begin(item, `${signs[index]} `);
  });
};

/** Whether signs tell what is from what is not. */
const areTold = (signs: readonly string[]): boolean => signs.includes('✓') && signs.includes('✗');

/** Elements around a list of one plan: that around all of them is one of the next. */
const planDepth = 6;
/** For what an element holds of lists of one class. */
const signedIn = new WeakMap<ParentNode, ReadonlyMap<string, { lists: number; isSigned: boolean }>>();

/** Whether one of the lists beside it, which look the same, has ticks and crosses. */
const isAmongSigned = (list: Element): boolean => {
  let around = list.parentNode;
  for (let depth = 0; depth < planDepth && around !== null && isElement(around); depth++) {
    const known = signedIn.get(around) ?? signedLists(around);
    signedIn.set(around, known);
    const alike = known.get(attr(list, 'class') ?? '');
    if (alike !== undefined && alike.lists > 1) return alike.isSigned;
    around = around.parentNode;
  }
  return false;
};

const signedLists = (around: ParentNode): ReadonlyMap<string, { lists: number; isSigned: boolean }> => {
  const found = new Map<string, { lists: number; isSigned: boolean }>();
  for (const list of elements(around)) {
    if (list.tagName !== 'ul') continue;
    const name = attr(list, 'class') ?? '';
    const known = found.get(name);
    const isSigned = known?.isSigned === true || areTold(childElements(list).map(leadingSign));
    found.set(name, { lists: (known?.lists ?? 0) + 1, isSigned });
  }
  return found;
};

/** Letters and Roman numbers, which Markdown has no sign for, are text. */
export const letterItems = (
  items: readonly ListItem[],
  numbersOfItems: readonly number[],
  kind: string,
): void => {
  items.forEach((item, index) => {
    begin(item, `${written(numbersOfItems[index] ?? index + 1, kind)}. `);
  });
};

const begin = ({ children }: ListItem, text: string): void => {
  const start: PhrasingContent = { type: 'text', value: text };
  const [first] = children;
  if (first?.type === 'paragraph') first.children = joined(start, first.children);
  else children.unshift({ type: 'paragraph', children: [{ type: 'text', value: text.trim() }] });
};

const joined = (start: PhrasingContent & { type: 'text' }, [first, ...others]: PhrasingContent[]) =>
  first?.type === 'text'
    ? [{ ...first, value: start.value + first.value }, ...others]
    : [start, ...(first === undefined ? [] : [first]), ...others];

/** Beyond it, and below 1, browsers write Roman numbers in digits (CSS Counter Styles, 6.1). */
const mostRoman = 3999;

/** `3` is `c` or `iii`, in the case of the list's `type`. */
const written = (number: number, kind: string): string => {
  if (number < 1 || number > mostRoman) return String(number);
  const text = kind.toLowerCase() === 'i' ? romanOf(number) : inLetters(number);
  return kind === kind.toLowerCase() ? text : text.toUpperCase();
};

const inLetters = (number: number): string => {
  let text = '';
  for (let left = number; left > 0; left = Math.floor((left - 1) / 26))
    text = String.fromCharCode(97 + ((left - 1) % 26)) + text;
  return text;
};
