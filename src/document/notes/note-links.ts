import { percentDecoded } from '../../text.ts';
import { headingTags, isBlock } from '../tree/measure.ts';
import {
  ancestors,
  attr,
  type ChildNode,
  collapsedText,
  type Element,
  elements,
  isElement,
  isText,
  parentElement,
} from '../tree/tree.ts';
import { classWords } from '../tree/words.ts';

/** A block that links further up lead to by its number. */
export interface LinkedNote {
  readonly note: Element;
  /** The links. */
  readonly references: readonly Element[];
  /** What they lead to: the block, or something in it. */
  readonly targets: readonly Element[];
}

export interface NoteLinks {
  /** In the order in which they are cited. */
  readonly notes: readonly LinkedNote[];
  /** Whether the link leads to a place on the page, or is one that others lead to. */
  isWithin(link: Element): boolean;
}

/** `1`, `[12]`, `(a)`, `*`: what a reader sees of a reference. */
export const mark = /^[[(]?\s*(?:\d{1,3}|[a-z]|[ivx]{1,4}|[*†‡§]{1,3}|note \d{1,3})\s*[\])]?[.:]?$/i;
/** Names of notes and of references to them. */
const named =
  /(?:^|[^a-z])(?:fn|fnref|ftn|ftnt|footnote|footnotes|endnote|edn|note|noteref|cite|cite_note|citation|bib|ref|reference|sdfootnote)(?:[^a-z]|$)/i;

/** @param all the roots and every element below them. */
export const readNoteLinks = (
  roots: readonly Element[],
  all: readonly Element[],
  base: string,
): NoteLinks => {
  const links = linksWithin(all, base);
  const citing = links.filter(({ element }) => mark.test(collapsedText(element)) && looksCited(element));
  // Most pages cite nothing, and need not be searched for places.
  const targets = citing.length === 0 ? new Map<string, Placed>() : targetsIn(all);
  const notes = new Map<Element, { note: Element; references: Element[]; targets: Element[] }>();
  for (const { element: link, index, goal } of citing) {
    const target = targets.get(goal);
    if (target === undefined || target.index <= index) continue;
    const note = noteAround(target.element);
    if (note === undefined || ancestors(link).includes(note) || note === roots[0]) continue;
    if (holdsHeading(note) || isExhibit(note)) continue;
    const known = notes.get(note) ?? { note, references: [], targets: [] };
    known.references.push(link);
    known.targets.push(target.element);
    notes.set(note, known);
  }
  const leading = new Set(links.map(({ element }) => element));
  return {
    notes: [...notes.values()],
    isWithin: (link) =>
      leading.has(link) || targets.get(attr(link, 'id') ?? attr(link, 'name') ?? '')?.element === link,
  };
};

interface Placed {
  readonly element: Element;
  /** Its place among all elements. */
  readonly index: number;
}

interface Leading extends Placed {
  /** The name of what it leads to. */
  readonly goal: string;
}

/** The links that lead to places on the page. */
const linksWithin = (all: readonly Element[], base: string): readonly Leading[] => {
  const links: Leading[] = [];
  for (let index = 0; index < all.length; index++) {
    const element = all[index];
    const goal = element?.tagName === 'a' ? goalOf(element, base) : undefined;
    if (element !== undefined && goal !== undefined) links.push({ element, index, goal });
  }
  return links;
};

/** What links within the page can lead to. */
const targetsIn = (all: readonly Element[]): ReadonlyMap<string, Placed> => {
  const targets = new Map<string, Placed>();
  for (const [index, element] of all.entries()) {
    const name = (target: string) => {
      if (target !== '' && !targets.has(target)) targets.set(target, { element, index });
    };
    for (const { name: key, value } of element.attrs)
      if (key === 'id' || (key === 'name' && element.tagName === 'a')) name(value);
      // Word names its notes by the way back alone.
      else if (key === 'href') name(/#(_(?:ftn|edn))ref(\d+)$/.exec(value)?.slice(1).join('') ?? '');
  }
  return targets;
};

/** The name of the place on the page that a link leads to: by its address, or by its own name where a script does it. */
const goalOf = (link: Element, base: string): string | undefined => {
  const href = attr(link, 'href')?.trim() ?? '';
  const hash = href.indexOf('#');
  // Copies of a page name their notes by its first address.
  if (hash >= 0 && href.length > hash + 1) {
    const name = href.slice(hash + 1);
    if (hash === 0 || href.startsWith(base) || named.test(name)) return percentDecoded(name);
  }
  if (href === '#') return definitionOf(link);
  if (!href.startsWith('javascript:')) return undefined;
  const [, before, after] = /^((?:foot|end)?note)ref([-_:]?\d+)$/i.exec(attr(link, 'id') ?? '') ?? [];
  return before === undefined || after === undefined ? undefined : before + after;
};

/** The note that a script opens at the link, named by the link or by what holds nothing else. */
const definitionOf = (link: Element): string | undefined =>
  [link, ...ancestors(link).slice(0, 1)]
    .map((element) => attr(element, 'data-definition') ?? attr(element, 'data-footnote'))
    .find((name) => name !== undefined && name !== '');

/** Raised, in square brackets, or by name. Round ones lead to paragraphs of a law as well, which stay where they are. */
const looksCited = (link: Element): boolean =>
  collapsedText(link).startsWith('[') ||
  ancestors(link)
    .slice(0, 2)
    .some(({ tagName }) => tagName === 'sup') ||
  elements(link).some(({ tagName }) => tagName === 'sup') ||
  ['href', 'id', 'role', 'rel'].some((name) => named.test(attr(link, name) ?? '')) ||
  named.test((attr(link, 'class') ?? '').replace(anyReference, '')) ||
  definitionOf(link) !== undefined;

/** What LaTeXML and Sphinx call every link within their pages. */
const anyReference = /(?:^|\s)(?:ltx_ref|reference internal)(?=\s|$)/;

/** The block of a target; where it begins an item of a list, such as one with links to the work below, all of the item. */
const noteAround = (target: Element): Element | undefined => {
  const block = [target, ...ancestors(target)].find(isBlock);
  const item = block === undefined ? undefined : parentElement(block);
  return item?.tagName === 'li' && item.childNodes.find(hasText) === block ? item : block;
};

const hasText = (node: ChildNode): boolean =>
  isText(node) ? node.value.trim() !== '' : isElement(node) && collapsedText(node) !== '';

/** What has a number of its own, which the text names: it stays where it is. */
const isExhibit = (note: Element): boolean =>
  exhibits.has(note.tagName) || exhibitNames.test(classWords(note));
const exhibits = new Set(['table', 'tbody', 'figure', 'pre']);
const exhibitNames = / (?:math|equation|eqn|disp formula|fig|figure|table wrap) /;

const holdsHeading = (note: Element): boolean =>
  headingTags.has(note.tagName) || elements(note).some(({ tagName }) => headingTags.has(tagName));
