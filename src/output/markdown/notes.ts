import { findLooseNotes } from '../../document/notes/loose-notes.ts';
import { readNoteLinks } from '../../document/notes/note-links.ts';
import { plainSigns } from '../../document/tree/text.ts';
import {
  ancestors,
  attr,
  collapsedText,
  type Element,
  elements,
  elementsIn,
  isElement,
  walk,
} from '../../document/tree/tree.ts';
import { findMarginNotes } from './margin-notes.ts';
import { continuations, leadingNumber, splitNotes } from './note-parts.ts';

/** Footnotes of a page: links or raised numbers, and a block further on that they mean; notes in the margin. */
export interface Notes {
  /** The label of the note that a link leads to, a raised number means, or that stands in the margin here. */
  labelOf(reference: Element): string | undefined;
  /** Whether the element is the text of a note, or goes on with it. */
  isNote(element: Element): boolean;
  /** Whether a link inside a note leads back to where it is cited. */
  isReturn(link: Element): boolean;
  /** Whether the element is a number that the label stands for. */
  isMarker(element: Element): boolean;
  /** In the order in which they are cited. */
  readonly all: readonly Note[];
}

export interface Note {
  readonly label: string;
  /** The note, and blocks that go on with it. */
  readonly elements: readonly Element[];
}

const returnMark =
  /^(?:[[(]?\s*(?:\d{1,3}|[a-z]|[ivx]{1,4}|[*†‡§]{1,3})\s*[\])]?[.:]?|[\^↩↵↑⤴⏎←\s]+|(?:back|return|jump)(?: (?:up|to .*))?)$/i;
export const findNotes = (roots: readonly Element[], base: string): Notes => {
  for (const root of roots) splitNotes(root);
  const { notes: linked, isWithin } = readNoteLinks(roots, elementsIn(roots), base);
  const found = new Map<Element, readonly Element[]>();
  for (const { note, references } of [...linked, ...findLooseNotes(roots.flatMap(elements))])
    if (!found.has(note) && note !== roots[0]) found.set(note, references);
  const blocks = new Set(found.keys());
  const markers = new Set([...blocks].flatMap((note) => leadingNumber(note) ?? []));
  const cited = new Set([...found.values()].flat());
  for (const { note, number, markers: shown, content } of findMarginNotes(roots)) {
    if (number !== undefined && cited.has(number)) markers.add(note);
    else {
      found.set(content, [note]);
      for (const one of [number, ...shown]) if (one !== undefined) markers.add(one);
    }
  }
  if (found.size === 0) return noNotes;
  const continued = continuations(blocks);
  const labels = labelled(roots, found);
  const isNote = (element: Element) => blocks.has(element) || continued.isPart(element);
  return {
    labelOf: (reference) => labels.get(reference),
    isMarker: (element) => markers.has(element),
    isNote,
    isReturn: (link) =>
      (isWithin(link) || leadsNowhere(link)) &&
      returnMark.test(plainSigns(collapsedText(link))) &&
      ancestors(link).some((element) => found.has(element) || continued.isPart(element)),
    all: [...found]
      .map(([note, [reference]]) => ({
        label: (reference === undefined ? undefined : labels.get(reference)) ?? '',
        elements: [note, ...continued.of(note)],
      }))
      .sort((a, b) => Number(a.label) - Number(b.label)),
  };
};

/** Labels of references: notes are counted in the order in which a reader comes to them. */
const labelled = (
  roots: readonly Element[],
  found: ReadonlyMap<Element, readonly Element[]>,
): ReadonlyMap<Element, string> => {
  const noteOf = new Map(
    [...found].flatMap(([note, references]) => references.map((one) => [one, note] as const)),
  );
  const numbers = new Map<Element, string>();
  const labels = new Map<Element, string>();
  for (const root of roots)
    walk(root, (node) => {
      const note = isElement(node) ? noteOf.get(node) : undefined;
      if (note !== undefined && isElement(node)) {
        const number = numbers.get(note) ?? String(numbers.size + 1);
        numbers.set(note, number);
        labels.set(node, number);
      }
      return true;
    });
  return labels;
};

/** Leads back by a script, or to a copy of the document that Word knew. */
const leadsNowhere = (link: Element): boolean =>
  /^(?:#?$|javascript:|.*#_(?:ftn|edn)ref\d+$)/i.test(attr(link, 'href')?.trim() ?? '');

const noNotes: Notes = {
  labelOf: () => undefined,
  isNote: () => false,
  isReturn: () => false,
  isMarker: () => false,
  all: [],
};
