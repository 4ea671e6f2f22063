import { isWebUrl } from '../tree/links.ts';
import { ancestors, attr, childElements, type Element, elements, parentElement } from '../tree/tree.ts';
import type { Block, Blocks } from './blocks.ts';
import type { PageFacts } from './page-features.ts';
import { showsMoney, written } from './price.ts';
import type { Region } from './region.ts';
import { between, sums } from './sums.ts';

/** Pictures with the elements around them, and what holds them together with the heading. */
export interface ProductPictures {
  readonly pictures: ReadonlySet<Element>;
  readonly around: Region;
}

/** In characters: what is said beside pictures, such as how to enlarge them, and for each of them. */
const longestSaying = 60;
const longestForEach = 40;

/**
 * The pictures of what a page sells. They stand beside its name and price, in a part of their own that has hardly a word, and
 * so is not chosen with the text.
 */
export const productPictures = (
  { all, regions, root }: Blocks,
  chosen: ReadonlySet<Block>,
  { prices, types, url }: Pick<PageFacts, 'prices' | 'types' | 'url'>,
): ProductPictures | undefined => {
  const heading = all.find((block) => block.level === 1 && chosen.has(block));
  if (heading === undefined || types.some((type) => written.test(type))) return undefined;
  const isSold = prices.length > 0 || isPriced(all.slice(heading.index + 1), chosen);
  if (!isSold) return undefined;
  const kept = sums(all, (block) => (chosen.has(block) ? block.characters : 0));
  const known = new Map(regions.map((region) => [region.element, region]));
  const keptIn = (region: Region | undefined) =>
    region === undefined ? 0 : between(kept, region.first, region.last);
  const picturesOf = (element: Element) => (apart.has(element.tagName) ? [] : picturesIn(element, url));
  const shownIn = (element: Element): Element[] => {
    const region = known.get(element);
    if (keptIn(region) > 0) return [];
    const pictures = picturesOf(element);
    return (region?.characters ?? 0) <= longestSaying + longestForEach * pictures.length ? pictures : [];
  };
  let inner = heading.region.element;
  for (let outer = parentElement(inner); outer !== undefined; inner = outer, outer = parentElement(outer)) {
    const around = known.get(outer);
    const children = childElements(outer);
    if (around === undefined || around === root || children.some(isFrame)) return undefined;
    const place = children.indexOf(inner);
    const before = children.slice(0, place);
    const first = before.flatMap(shownIn);
    const found = first.length > 0 ? first : firstOf(children.slice(place + 1), shownIn);
    if (found.length > 0) return { pictures: withAncestors(found, outer), around };
    // Among what was chosen they are known.
    if (before.some((element) => keptIn(known.get(element)) > 0 && picturesOf(element).length > 0))
      return undefined;
  }
  return undefined;
};

/** A price comes before what is said of the goods; one that is named in a text does not. */
export const isPriced = (behind: readonly Block[], chosen: ReadonlySet<Block>): boolean => {
  const first = behind.find((block) => chosen.has(block) && (block.isProse || showsMoney(block)));
  return first !== undefined && showsMoney(first);
};

const apart = new Set(['aside', 'footer', 'header', 'nav']);

/** What stands around the content of a page. */
const isFrame = ({ tagName }: Element): boolean => tagName === 'footer' || tagName === 'nav';

const firstOf = (all: readonly Element[], of: (one: Element) => Element[]): Element[] => {
  for (const one of all) {
    const found = of(one);
    if (found.length > 0) return found;
  }
  return [];
};

const decoration = /\b(?:icons?|logos?|avatar|badge|flag|stars?|payment|spinner|loader)\b/i;

/** Without what adorns the page or leads to another one. */
const picturesIn = (element: Element, url: string): Element[] => {
  const found: Element[] = [];
  const linked = new Set<Element>();
  for (const part of elements(element))
    if (part.tagName === 'a' && leadsElsewhere(attr(part, 'href'), url))
      for (const inside of elements(part)) linked.add(inside);
    else if (part.tagName === 'img' && !linked.has(part) && !isDecoration(part)) found.push(part);
  return found;
};

const isDecoration = (picture: Element): boolean =>
  ['alt', 'class', 'src'].some((name) => decoration.test(attr(picture, name) ?? ''));

const pictureFile = /\.(?:avif|gif|jpe?g|png|webp)$/i;

/** Not to a larger picture. */
const leadsElsewhere = (href: string | undefined, url: string): boolean => {
  const target = href === undefined ? null : URL.parse(href, url);
  if (target === null || !isWebUrl(target.href)) return false;
  return target.pathname !== URL.parse(url)?.pathname && !pictureFile.test(target.pathname);
};

const withAncestors = (pictures: readonly Element[], around: Element): Set<Element> => {
  const found = new Set(pictures);
  for (const picture of pictures)
    for (const outer of ancestors(picture)) {
      if (outer === around || found.has(outer)) break;
      found.add(outer);
    }
  return found;
};
