import type { OwnParts } from '../tree/frames.ts';
import { type Line, readLines } from '../tree/lines.ts';
import { shownText } from '../tree/text.ts';
import type { Document, Element } from '../tree/tree.ts';
import { ancestors, attr, elements, parentElement } from '../tree/tree.ts';
import { wordsOf } from '../tree/words.ts';
import { isOfSite } from './site.ts';

/** Where a page says who wrote it and when. */

/** Lines of this length may hold a byline. */
const maxCharacters = 200;

/** Parts of a page where others speak, or other pages are named. */
const foreign =
  / (?:comments?|commentlist|respond|replies|reviews?|related(?:posts)?|recommended|sidebar|(?<! (?:entry|post) )footer|testimonials?|newsletter|cookie|copyright|carousel) /;

/** Spares most names the closer look. */
const mayBeForeign =
  /comment|respond|repl|review|relat|recommend|sidebar|footer|testimonial|newsletter|cookie|copyright|carousel/i;

const isNamedForeign = (element: Element): boolean => {
  const names = namesOf(element, ['class', 'id']);
  return mayBeForeign.test(names) && foreign.test(wordsOf(names));
};

/** Whether others talk in it, below a text however short. */
const isThread = (element: Element): boolean =>
  /^(?:comments?|comment-?list|comments?-(?:area|section|thread)|respond|disqus_thread)$/i.test(
    attr(element, 'id') ?? '',
  );

const namesOf = (element: Element, attributes: readonly string[]): string => {
  let names = '';
  for (const { name, value } of element.attrs) if (attributes.includes(name)) names += `${value} `;
  return names;
};

/** The lines that may tell of the page itself, the likeliest first: those behind its title, then those before. */
export interface Bylines {
  /** Those that are close to the title. */
  close(): readonly Line[];
  /** And the others. */
  all(): readonly Line[];
}

/** What is further behind the title than this, in lines, does not tell of the page as a whole. */
const maxBehind = 250;
/** Some of them may be the title's. */
const maxBehindClose = 20;

/** Read when they are asked for. */
export const bylinesOf = (document: Document, own: OwnParts, title: string): Bylines => {
  let close: readonly Line[] | undefined;
  let every: readonly Line[] | undefined;
  return {
    close() {
      close ??= every ?? readBylines(document, own, title, maxBehindClose);
      return close;
    },
    all() {
      every ??= readBylines(document, own, title, maxBehind);
      return every;
    },
  };
};

const readBylines = (
  document: Document,
  { all, isForeign: isOthers }: OwnParts,
  title: string,
  furthest: number,
): Line[] => {
  const headings = all.filter(({ tagName }) => tagName === 'h1').slice(0, fewHeadings);
  const heading =
    closestTo(title, headings) ??
    lesserHeadingsIn(all).find((element) => shownText(element) === title) ??
    headings.find((element) => !isOfSite(element));
  const inHeading = new Set(heading === undefined ? [] : [heading, ...elements(heading)]);
  const isTitle = ({ element, text }: Line) =>
    heading === undefined ? text === title : inHeading.has(element);
  const lines = readLines(document, isTitle, furthest, isOthers);
  const start = Math.max(0, lines.findIndex(isTitle));
  const first = lines[start]?.element;
  /** What is around the title is the page's own, whatever it is called. */
  const own = new Set(first === undefined ? [] : ancestors(first));
  const known = new Map<Element, boolean>();
  const isForeign = (element: Element): boolean => {
    const found = known.get(element) ?? false;
    if (found || own.has(element) || known.has(element)) return found;
    const parent = parentElement(element);
    const foreignHere =
      element.tagName === 'form' || isNamedForeign(element) || (parent !== undefined && isForeign(parent));
    known.set(element, foreignHere);
    return foreignHere;
  };
  const behind = lines.slice(start).filter((line) => !isTitle(line));
  const before = lines.slice(Math.max(0, start - maxBefore), start).reverse();
  const close = [...behind.slice(0, fewLines), ...before.slice(0, fewLines)];
  const far = [...behind.slice(fewLines), ...before.slice(fewLines)];
  const isTalk = ({ element }: Line) =>
    [element, ...ancestors(element)].some((at) => !own.has(at) && isThread(at));
  return [
    ...close.filter((line) => !isTalk(line)),
    ...far.filter(({ element }) => !isForeign(element)),
  ].filter(({ text }) => text.length <= maxCharacters);
};

/** The heading that holds the title, or a part of it, and the least beside it. */
const closestTo = (title: string, headings: readonly Element[]): Element | undefined =>
  headings
    .map((heading) => ({ heading, text: shownText(heading) }))
    .filter(({ text }) => title !== '' && text !== '' && (text.includes(title) || title.includes(text)))
    .sort((one, other) => apart(one.text, title) - apart(other.text, title))[0]?.heading;

const apart = (text: string, title: string): number => Math.abs(text.length - title.length);

const fewHeadings = 8;
const lesserHeadingsIn = (all: readonly Element[]): Element[] => {
  const found: Element[] = [];
  for (const element of all) {
    // Most names are longer.
    if (element.tagName.length === 2 && lesserHeadings.has(element.tagName)) found.push(element);
    if (found.length === maxLesserHeadings) break;
  }
  return found;
};
const lesserHeadings = new Set(['h2', 'h3', 'h4']);
const maxLesserHeadings = 30;
/** In lines: what stands so close to the title is the page's own. */
const fewLines = 10;
const maxBefore = 30;

const naming = ['class', 'id', 'itemprop', 'data-testid'];

/** Whether one of the three elements around a line has a name in which words stand. @param likely a cheaper test. */
export const isNamed = ({ element }: Line, words: RegExp, likely: RegExp): boolean => {
  let at: Element | undefined = element;
  for (let level = 0; level < 3 && at !== undefined; level++) {
    const names = namesOf(at, naming);
    if (likely.test(names) && words.test(wordsOf(names))) return true;
    at = parentElement(at);
  }
  return false;
};
