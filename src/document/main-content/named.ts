import { headingTags } from '../tree/measure.ts';
import { attr, childElements, collapsedText, type Element, isElement, parentElement } from '../tree/tree.ts';
import { keyOf, wordsOf } from '../tree/words.ts';
import type { Region } from './region.ts';

/** Elements by what their class or id says. */

/** A heading stands no deeper in what it names. */
const headingDepth = 3;
/** Shorter ids may say what an element is for even where its heading says the same: `leave-a-comment`. */
const leastWords = 4;
/** Nodes at each end of what is around, among which others are looked for that have the words of their headings for ids. */
const mostBeside = 16;

/**
 * The id of an element, empty where it only repeats what its heading says, to lead there: `social-benefits` of a heading,
 * `respond-to-review-comments` of a section, `comments` of one of many sections that are named so.
 */
export const telling = (element: Element): string => {
  if (headingTags.has(element.tagName)) return '';
  const id = attr(element, 'id') ?? '';
  if (!repeatsHeading(element)) return id;
  return wordsOf(id).trim().split(' ').length >= leastWords || besideOf(element).some(repeatsHeading)
    ? ''
    : id;
};

const repeatsHeading = (element: Element): boolean => {
  const words = wordsOf(attr(element, 'id') ?? '').trim();
  const heading = words === '' ? undefined : headingOf(element);
  return heading !== undefined && keyOf(collapsedText(heading)) === words;
};

const besideOf = (element: Element): readonly Element[] => {
  const nodes = parentElement(element)?.childNodes ?? [];
  return [...nodes.slice(0, mostBeside), ...nodes.slice(-mostBeside)]
    .filter(isElement)
    .filter((one) => one !== element);
};

/** What an element begins with; others have a mark to lead to before it. */
const headingOf = (element: Element): Element | undefined => {
  let around: Element | undefined = element;
  for (let depth = 0; depth < headingDepth && around !== undefined; depth++) {
    const first: readonly Element[] = childElements(around).slice(0, 2);
    const heading = first.find(({ tagName }) => headingTags.has(tagName));
    if (heading !== undefined) return heading;
    around = first[0];
  }
  return undefined;
};

/**
 * Names that tell what else is on the page or what a text is about, not what the element is: `has-sidebar`, `no-comments`,
 * `category-social-media`, `tag-ads`, and the utilities of Tailwind that hold a selector or a value: `[&>.share]:mt-2`.
 */
const topics =
  /(?<=^|\s)(?:[^\s[]*\[|(?:has|with|without|no|not|is|hide|show)[-_](?!visually|for[-_]sr)|(?:(?:product|post)[-_])?(?:category|cat|tag)-)\S+/g;

export const withoutTopics = (names: string): string => names.replace(topics, ' ');

/**
 * Tells of elements whether their class or id says what `names` looks for, or that of an element around.
 * @param likely a cheaper test.
 */
export const createNamed = (names: RegExp, likely: RegExp): ((region: Region) => boolean) => {
  /** Regions that are called the same share the list of their names. */
  const judged = new Map<Region['names'], boolean>();
  const isNamedSo = ({ element, parent, names: shared }: Region): boolean => {
    // What is said of the whole page, that it has comments, says nothing of its parts.
    if (parent === undefined) return false;
    let is = judged.get(shared);
    if (is === undefined) {
      const classes = attr(element, 'class') ?? '';
      const mayBe = likely.test(`${classes} ${attr(element, 'id') ?? ''}`);
      is = mayBe && names.test(wordsOf(withoutTopics(`${classes} ${telling(element)}`)));
      judged.set(shared, is);
    }
    return is;
  };
  /** By the id of the region. */
  const known: (boolean | undefined)[] = [];
  const path: Region[] = [];
  return (region) => {
    let around: Region | undefined = region;
    for (; around !== undefined && known[around.id] === undefined; around = around.parent) path.push(around);
    let is = around !== undefined && known[around.id] === true;
    for (let inner = path.pop(); inner !== undefined; inner = path.pop()) {
      is ||= isNamedSo(inner);
      known[inner.id] = is;
    }
    return is;
  };
};
