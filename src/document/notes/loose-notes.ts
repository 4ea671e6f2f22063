import { isBlock } from '../tree/measure.ts';
import {
  ancestors,
  attr,
  childElements,
  collapsedText,
  type Element,
  firstNode,
  isText,
} from '../tree/tree.ts';

/** A note that nothing links to: raised numbers in the text, and paragraphs further on that begin with them. */
export interface LooseNote {
  readonly note: Element;
  /** What cites it. */
  readonly references: readonly Element[];
}

interface Found {
  readonly references: Map<string, Element[]>;
  readonly notes: Map<string, Element>;
  afterRule: boolean;
  /** How many raised numbers were looked at. */
  raised: number;
}

/** A page with more of them is a table or a formula. */
const mostRaised = 2000;

const numberOf = (element: Element): string | undefined =>
  /^\[?(\d{1,3})\]?[.:]?$/.exec(collapsedText(element))?.[1];

/** In the order in which they are cited. @param all elements, in document order. */
export const findLooseNotes = (all: readonly Element[]): LooseNote[] => {
  const found: Found = { references: new Map(), notes: new Map(), afterRule: false, raised: 0 };
  for (const element of all) if (taken.has(element.tagName)) take(element, found);
  return [...found.references].flatMap(([number, references]) => {
    const note = found.notes.get(number);
    return note === undefined ? [] : [{ note, references }];
  });
};

const taken = new Set(['hr', 'ol', 'sup', 'strong', 'b']);

const take = (element: Element, found: Found): void => {
  const { tagName } = element;
  if (tagName === 'hr') found.afterRule = true;
  else if (tagName === 'ol') takeAside(element, found);
  else {
    const number = numberOf(element);
    if (number === undefined || ++found.raised > mostRaised) return;
    if (childElements(element).some((child) => child.tagName === 'a')) return;
    const block = ancestors(element).find(isBlock);
    if (block !== undefined && isFirst(element, block)) {
      if ((found.afterRule || isNamed(block)) && !found.notes.has(number) && found.references.has(number))
        found.notes.set(number, block);
    } else if (isGoingOn(Number(number), block, found)) found.notes.delete(String(Number(number) - 1));
    else if (tagName === 'sup' && !found.notes.has(number) && !isPower(element))
      found.references.set(number, [...(found.references.get(number) ?? []), element]);
  }
};

/** Whether the next number stands in what seemed to be the note of one: verses are counted so, chapter by chapter. */
const isGoingOn = (number: number, block: Element | undefined, { notes }: Found): boolean =>
  block !== undefined && notes.get(String(number - 1)) === block;

/** Raised behind a letter or two: of a unit, a variable or a formula. */
const isPower = (raised: Element): boolean => {
  const siblings = raised.parentNode?.childNodes ?? [];
  const before = siblings[siblings.indexOf(raised) - 1];
  return before !== undefined && isText(before) && /(?:^|[^\p{L}])\p{L}{1,2}$/u.test(before.value);
};

/** Notes in the margin, numbered by their list. */
const takeAside = (list: Element, { references, notes }: Found): void => {
  if (!ancestors(list).some(({ tagName }) => tagName === 'aside')) return;
  const first = Number.parseInt(attr(list, 'start') ?? '1', 10);
  childElements(list).forEach((note, index) => {
    const number = String(first + index);
    if (references.has(number) && !notes.has(number)) notes.set(number, note);
  });
};

const isNamed = (block: Element): boolean =>
  [block, ...ancestors(block)].some((element) => /foot-?note|endnote/i.test(attr(element, 'class') ?? ''));

/** Whether nothing is shown before `element` in `block`. */
const isFirst = (element: Element, block: Element): boolean => {
  const first = firstNode(block, (node) => node === element || (isText(node) && node.value.trim() !== ''));
  return first === undefined || first === element;
};
