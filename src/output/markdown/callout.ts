import type { Blockquote, PhrasingContent } from 'mdast';
import { attr, childElements, collapsedText, type Element, elements } from '../../document/tree/tree.ts';
import { classWords, wordsOf } from '../../document/tree/words.ts';
import type { Flow, Place, Write } from './blocks.ts';
import { phrasing } from './inline.ts';
import { withNumber } from './typed-lists.ts';

/** Callouts and admonitions: notes, tips, warnings. */

/** Kinds that documentation systems know, by any of their names. */
const kinds =
  / (note|info|tip|hint|important|warning|caution|danger|error|success|question|example|abstract|summary|bug|quote|todo|attention|seealso|faq|failure|deprecated|experimental|nonstandard) /;

/** Classes of the boxes that such systems draw. */
const boxes =
  / (?:admonition(?:block)?|callout|alert|notecard|starlight aside|custom (?:block|container)|confluence information macro|plugin note|plugin wrap|hint (?:info|success|warning|danger)|hint bg (?:info|success|warning|danger)|hint container) /;
const titles =
  / (?:(?:admonition|alert|callout|starlight aside|custom (?:block|container)|hint container) (?:title|heading)(?: inner)?|details summary) /;

/** GitBook, DokuWiki, Confluence and ReadMe have names of their own for them. */
const ownKinds = [
  / callout callout (info|warn|okay|error) /,
  / hint (?:bg )?(info|success|warning|danger) /,
  / plugin note note(important|tip|warning) /,
  / confluence information macro (info|note|tip|warning)(?:rmation)? /,
];
/** What Microsoft's documentation calls them, and says above their text. */
const bareKinds = /^(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)$/;

/** Most elements are seen at once to be none. */
const anyBox =
  /admonition|callout|alert|notecard|starlight|custom-|information-macro|plugin_|\bhint\b|^(?:note|tip|important|warning|caution)$/i;

const commonNames = new Map([
  ['warn', 'warning'],
  ['okay', 'success'],
]);
const holders = new Set(['div', 'aside', 'blockquote']);

/** What a note set apart from the text is: `info`, `warning`; undefined for everything else. */
const kindOf = (element: Element): string | undefined => {
  const classes = attr(element, 'class');
  if (classes === undefined || !anyBox.test(classes)) return undefined;
  const given = (attr(element, 'data-callout') ?? attr(element, 'data-callout-type'))?.trim().toLowerCase();
  if (given !== undefined && /^[\w-]+$/.test(given)) return given;
  const names = wordsOf(classes);
  if (element.tagName === 'figure' ? / callout $/.test(names) : / callout block $/.test(names)) return 'note';
  if (!holders.has(element.tagName)) return undefined;
  if (bareKinds.test(classes)) return bareTitle(element, names) && names.trim();
  if (!boxes.test(names) || titles.test(names)) return undefined;
  const own = ownKinds.map((kind) => kind.exec(names)?.[1]).find(Boolean);
  return (
    commonNames.get(own ?? '') ??
    own ??
    kinds.exec(names)?.[1] ??
    (hasOwnTitle(element, names) ? 'note' : undefined)
  );
};

/** Notes of no kind are named by their authors. */
const hasOwnTitle = (element: Element, names: string): boolean => {
  const [first] = childElements(element);
  return / admonition /.test(names) && first !== undefined && titles.test(classWords(first));
};

/** The first paragraph, where it says no more than the name of the box. */
const bareTitle = (element: Element, names: string): Element | undefined => {
  const [first] = childElements(element);
  return first?.tagName === 'p' && collapsedText(first).toLowerCase() === names.trim() ? first : undefined;
};

const titleOf = (element: Element): Element | undefined => {
  const names = classWords(element);
  const [first] = childElements(element);
  if (/ confluence information macro /.test(names) && first && classWords(first) === ' title ') return first;
  return elements(element).find((inner) => titles.test(classWords(inner))) ?? bareTitle(element, names);
};

/**
 * A note as a quotation that names its kind, as Obsidian and GitHub read it: `> [!info] Title`.
 * Nothing where it says nothing; undefined if the element is none.
 */
export const callout = (element: Element, place: Place, flow: Write): Blockquote[] | undefined => {
  const kind = kindOf(element);
  if (kind === undefined) return undefined;
  const title = titleOf(element);
  const words = title === undefined ? [] : phrasing(title.childNodes, { ...place, inHeading: true });
  const within = { ...place, depth: place.depth + 1, omitted: title ?? place.omitted };
  const [first, ...rest] = withNumber(flow(contentOf(element).childNodes, within));
  if (first === undefined && words.length === 0) return [];
  const collapsed = / is collapsed /.test(classWords(element)) ? '-' : '';
  const head: PhrasingContent[] = [
    { type: 'html', value: `[!${kind}]${collapsed}${words.length === 0 ? '' : ' '}` },
    ...words,
  ];
  if (first?.type !== 'paragraph')
    return quotation([
      { type: 'paragraph', children: head },
      ...(first === undefined ? [] : [first]),
      ...rest,
    ]);
  const children: PhrasingContent[] = [...head, { type: 'html', value: '\n' }, ...first.children];
  return quotation([{ type: 'paragraph', children }, ...rest]);
};

/** Asciidoctor has a table around it, with the kind in a cell of its own. */
const contentOf = (element: Element): Element =>
  (/ admonitionblock /.test(classWords(element)) &&
    elements(element).find((cell) => cell.tagName === 'td' && attr(cell, 'class') === 'content')) ||
  element;

const quotation = (children: Flow[]): Blockquote[] => [{ type: 'blockquote', children }];
