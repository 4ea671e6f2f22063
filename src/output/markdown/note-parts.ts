import { defaultTreeAdapter, html } from 'parse5';
import { mark } from '../../document/notes/note-links.ts';
import { isBlock } from '../../document/tree/measure.ts';
import {
  attr,
  type ChildNode,
  childElements,
  collapsedText,
  type Element,
  elements,
  isElement,
  isText,
  parentElement,
  rename,
  walk,
} from '../../document/tree/tree.ts';

/** Notes that share one paragraph, each behind an anchor of its own: a paragraph each, in place. */
export const splitNotes = (root: Element): void => {
  const parents = new Set(
    elements(root).flatMap((element) => (isNamedNumber(element) ? (parentElement(element) ?? []) : [])),
  );
  for (const parent of parents) {
    if (parent.tagName !== 'p' || parent.childNodes.filter(isNamedNumber).length < 2) continue;
    const before: ChildNode[] = [];
    const notes: Element[] = [];
    for (const node of parent.childNodes) {
      if (isNamedNumber(node)) notes.push(defaultTreeAdapter.createElement('p', html.NS.HTML, []));
      const note = notes.at(-1);
      if (note === undefined) before.push(node);
      else defaultTreeAdapter.appendChild(note, node);
    }
    parent.childNodes = before;
    for (const note of notes) defaultTreeAdapter.appendChild(parent, note);
    rename(parent, 'div');
  }
};

/** `<a name="one"><sup>1</sup></a>` */
const isNamedNumber = (node: ChildNode): node is Element =>
  isElement(node) &&
  node.tagName === 'a' &&
  (attr(node, 'name') ?? attr(node, 'id') ?? '') !== '' &&
  attr(node, 'href') === undefined &&
  mark.test(collapsedText(node));

/** Blocks that go on with a note: what stands between it and the next one beside it, and behind the last as between. */
export const continuations = (notes: ReadonlySet<Element>) => {
  const parts = new Map<Element, Element[]>();
  for (const parent of new Set([...notes].flatMap((note) => parentElement(note) ?? []))) {
    if (parent.tagName === 'ol' || parent.tagName === 'ul') continue;
    let note: Element | undefined;
    let between: Element[] = [];
    let isCommon = false;
    for (const element of childElements(parent)) {
      if (notes.has(element)) {
        if (note !== undefined && between.length > 0) {
          parts.set(note, between);
          isCommon = true;
        }
        note = element;
        between = [];
      } else if (note !== undefined && goesOn.has(element.tagName)) between.push(element);
      else note = undefined;
    }
    if (note !== undefined && isCommon && between.length > 0) parts.set(note, between);
  }
  const all = new Set([...parts.values()].flat());
  return {
    of: (note: Element): readonly Element[] => parts.get(note) ?? [],
    isPart: (element: Element): boolean => all.has(element),
  };
};

const goesOn: ReadonlySet<string> = new Set(['p', 'ul', 'ol', 'blockquote', 'pre']);

/** The number that a note begins with, if it is an element of its own. */
export const leadingNumber = (note: Element): Element | undefined => {
  let first: Element | undefined;
  let isReached = false;
  walk(note, (node) => {
    if (isReached) return false;
    if (isText(node)) isReached = node.value.trim() !== '';
    else if (isElement(node) && !isBlock(node) && collapsedText(node) !== '') first = node;
    isReached ||= first !== undefined;
    return !isReached;
  });
  return first !== undefined && mark.test(collapsedText(first)) ? first : undefined;
};
