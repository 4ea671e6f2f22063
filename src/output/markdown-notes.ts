import { isBlock } from '../document/measure.ts';
import { ancestors, attr, collapsedText, type Element, elements } from '../document/tree.ts';

/** Footnotes of a page: links with a number that lead to a block further on. */
export interface Notes {
  /** The label of the note that a link leads to. */
  labelOf(link: Element): string | undefined;
  /** Whether the element is the text of a note. */
  isNote(element: Element): boolean;
  /** Whether a link inside a note leads back to where it is cited. */
  isReturn(link: Element): boolean;
  readonly all: readonly { readonly label: string; readonly element: Element }[];
}

/** `1`, `[12]`, `(a)`, `*`: what a reader sees of a reference. */
const mark = /^[[(]?\s*(?:\d{1,3}|[a-z]|[ivx]{1,4}|[*†‡§]{1,3}|note \d{1,3})\s*[\])]?[.:]?$/i;
const returnMark =
  /^(?:[[(]?\s*(?:\d{1,3}|[a-z]|[ivx]{1,4}|[*†‡§]{1,3})\s*[\])]?[.:]?|[\^↩↵↑⤴⏎←\s]+|(?:back|return|jump)(?: (?:up|to .*))?)$/i;
/** Names of notes and of references to them. */
const named =
  /(?:^|[^a-z])(?:fn|fnref|ftn|ftnt|footnote|footnotes|endnote|edn|note|noteref|cite|cite_note|citation|bib|ref|reference|sdfootnote)(?:[^a-z]|$)/i;

export const findNotes = (roots: readonly Element[]): Notes => {
  const all = roots.flatMap((root) => [root, ...elements(root)]);
  const targets = new Map<string, { readonly element: Element; readonly index: number }>();
  all.forEach((element, index) => {
    for (const id of [attr(element, 'id'), element.tagName === 'a' ? attr(element, 'name') : undefined])
      if (id && !targets.has(id)) targets.set(id, { element, index });
  });
  const isTarget = (link: Element) =>
    targets.get(attr(link, 'id') ?? attr(link, 'name') ?? '')?.element === link;
  const labels = new Map<Element, string>();
  const cited = new Map<Element, string>();
  all.forEach((link, index) => {
    const target = targets.get(fragment(link) ?? '');
    if (target === undefined || target.index <= index || !mark.test(collapsedText(link)) || !looksCited(link))
      return;
    const note = blockOf(target.element);
    if (note === undefined || ancestors(link).includes(note) || roots.includes(note) || holdsHeading(note))
      return;
    const label = labels.get(note) ?? String(labels.size + 1);
    labels.set(note, label);
    cited.set(link, label);
  });
  return {
    labelOf: (link) => cited.get(link),
    isNote: (element) => labels.has(element),
    isReturn: (link) =>
      (fragment(link) !== undefined || isTarget(link)) &&
      returnMark.test(plainSigns(collapsedText(link))) &&
      ancestors(link).some((element) => labels.has(element)),
    all: [...labels].map(([element, label]) => ({ label, element })),
  };
};

const fragment = (link: Element): string | undefined => {
  const href = link.tagName === 'a' ? attr(link, 'href')?.trim() : undefined;
  if (href === undefined || href.length < 2 || !href.startsWith('#')) return undefined;
  try {
    return decodeURIComponent(href.slice(1));
  } catch (error) {
    if (error instanceof URIError) return href.slice(1);
    throw error;
  }
};

/** Raised, in brackets, or by name. */
const looksCited = (link: Element): boolean =>
  /^[[(]/.test(collapsedText(link)) ||
  ancestors(link)
    .slice(0, 2)
    .some(({ tagName }) => tagName === 'sup') ||
  elements(link).some(({ tagName }) => tagName === 'sup') ||
  ['href', 'id', 'class', 'role', 'rel'].some((name) => named.test(attr(link, name) ?? ''));

const blockOf = (element: Element): Element | undefined => [element, ...ancestors(element)].find(isBlock);

const holdsHeading = (note: Element): boolean =>
  /^h[1-6]$/.test(note.tagName) || elements(note).some(({ tagName }) => /^h[1-6]$/.test(tagName));

/** Signs without the selector that asks for their text or picture form. */
export const plainSigns = (text: string): string => text.replace(/[\ufe0e\ufe0f]/g, '');
