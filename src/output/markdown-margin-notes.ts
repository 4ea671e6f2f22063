import { mark } from '../document/note-links.ts';
import {
  attr,
  type ChildNode,
  childElements,
  collapsedText,
  type Element,
  isElement,
  isText,
  walk,
} from '../document/tree.ts';

/** A note that stands in the text, for the margin or for who points at it. */
export interface MarginNote {
  readonly note: Element;
  /** The number before it. */
  readonly number: Element | undefined;
  /** The number that it begins with. */
  readonly marker: Element | undefined;
  /** What it says: itself, but where it holds its number and its text. */
  readonly content: Element;
}

const names = /(?:^|\s)(?:side-?note|margin-?note|inline-footnote)(?:\s|$)/i;

export const findMarginNotes = (roots: readonly Element[]): MarginNote[] => {
  const found: MarginNote[] = [];
  for (const root of roots)
    walk(root, (node) => {
      if (!isElement(node)) return false;
      const isNote =
        (node.tagName === 'span' || node.tagName === 'small') && names.test(attr(node, 'class') ?? '');
      if (isNote) found.push(partsOf(node));
      return !isNote;
    });
  return found;
};

const partsOf = (note: Element): MarginNote => {
  const parts = childElements(note);
  const [first] = parts;
  return {
    note,
    number: numberBefore(note),
    marker: first !== undefined && mark.test(collapsedText(first)) ? first : undefined,
    content: parts.find((part) => /content/i.test(attr(part, 'class') ?? '')) ?? note,
  };
};

/** What a reader sees straight before the note: a raised number, or the label of a box that opens it. */
const numberBefore = (note: Element): Element | undefined => {
  const siblings: readonly ChildNode[] = note.parentNode?.childNodes ?? [];
  const before = siblings
    .slice(0, siblings.indexOf(note))
    .findLast((node) =>
      isText(node) ? node.value.trim() !== '' : isElement(node) && node.tagName !== 'input',
    );
  if (before === undefined || !isElement(before) || !mark.test(collapsedText(before))) return undefined;
  const [only, ...others] = childElements(before);
  return only?.tagName === 'a' && others.length === 0 ? only : before;
};
