import { mark } from '../../document/notes/note-links.ts';
import {
  attr,
  type ChildNode,
  childElements,
  collapsedText,
  type Element,
  elements,
  isElement,
  isText,
  walk,
} from '../../document/tree/tree.ts';

/** A note that stands in the text, for the margin or for who points at it. */
export interface MarginNote {
  readonly note: Element;
  /** The number before it. */
  readonly number: Element | undefined;
  /** The numbers that it begins with. */
  readonly markers: readonly Element[];
  /** What it says: itself, but where it holds its number and its text. */
  readonly content: Element;
}

const names = /(?:^|\s)(?:side-?note|margin-?note|inline-footnote|ltx_note)(?:\s|$)/i;

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
  const content = elements(note).find((part) => /content/i.test(attr(part, 'class') ?? '')) ?? note;
  const markers = [...leadingMarks(note), ...(content === note ? [] : leadingMarks(content))];
  return { note, number: numberBefore(note), markers, content };
};

/** LaTeXML has the number twice: raised, and as the label of the note. */
const leadingMarks = (element: Element): readonly Element[] => {
  const parts = childElements(element);
  const end = parts.findIndex((part) => !mark.test(collapsedText(part)));
  return end < 0 ? parts : parts.slice(0, end);
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
