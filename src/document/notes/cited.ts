import type { Selection } from '../main-content/article.ts';
import { ancestors, type ChildNode, type Element, walk } from '../tree/tree.ts';
import { findLooseNotes } from './loose-notes.ts';
import { readNoteLinks } from './note-links.ts';

/**
 * Notes stay where what cites them stays, however little they say: numbers that lead nowhere help nobody.
 * @param all the body, and every element below it.
 */
export const keepCited = (
  { roots, dropped }: Selection,
  all: readonly Element[],
  base: string,
): Selection => {
  const loose = findLooseNotes(all).map((found) => ({ ...found, targets: [found.note] }));
  const notes = [...readNoteLinks(all.slice(0, 1), all, base).notes, ...loose];
  if (notes.length === 0) return { roots, dropped };
  const kept: Selection = { roots, dropped: new Set(dropped) };
  const left = new Set(kept.dropped);
  // Of a note that stays only the number may go, and with it what the links lead to.
  const missing = notes
    .filter(({ references }) => references.some((link) => isKept(link, kept)))
    .flatMap(({ note, targets }) => (isKept(note, kept) ? targets : [note]))
    .filter((element) => !isKept(element, kept));
  const added = missing.filter((element) => !restore(element, roots, left));
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
