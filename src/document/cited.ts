import type { Selection } from './article.ts';
import { findLooseNotes } from './loose-notes.ts';
import { readNoteLinks } from './note-links.ts';
import { ancestors, type ChildNode, type Element, elementsIn, walk } from './tree.ts';

/** Notes stay where what cites them stays, however little they say: numbers that lead nowhere help nobody. */
export const keepCited = ({ roots, dropped }: Selection, body: Element, base: string): Selection => {
  const all = elementsIn([body]);
  const notes = [...readNoteLinks([body], all, base).notes, ...findLooseNotes(all)];
  if (notes.length === 0) return { roots, dropped };
  const kept: Selection = { roots, dropped: new Set(dropped) };
  const missing = notes.filter(
    ({ note, references }) => !isKept(note, kept) && references.some((link) => isKept(link, kept)),
  );
  const left = new Set(kept.dropped);
  const added = missing.flatMap(({ note }) => (restore(note, roots, left) ? [] : note));
  return { roots: [...roots, ...added], dropped: left };
};

const isKept = (element: Element, { roots, dropped }: Selection): boolean => {
  const around = [element, ...ancestors(element)];
  const root = around.findIndex((outer) => roots.includes(outer));
  return root >= 0 && around.slice(0, root).every((outer) => !dropped.has(outer));
};

/** Takes `note` out of what is dropped, and nothing else. @returns false if it is in none of the roots. */
const restore = (note: Element, roots: readonly Element[], dropped: Set<ChildNode>): boolean => {
  walk(note, (node) => {
    dropped.delete(node);
    return true;
  });
  let inner: ChildNode = note;
  for (const outer of ancestors(note)) {
    dropped.delete(inner);
    if (roots.includes(outer)) return true;
    if (dropped.has(outer)) for (const child of outer.childNodes) if (child !== inner) dropped.add(child);
    inner = outer;
  }
  return false;
};
