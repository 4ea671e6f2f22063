import { type Clutter, clutterRules, littleProse, type Rule, short } from './clutter-rules.ts';
import type { Measure } from './measure.ts';
import type { Element } from './tree.ts';
import { ancestors, attr, firstElement } from './tree.ts';
import { wordsOf } from './words.ts';

/** Element names and roles that say the same. */
const frameTags = new Set(['nav', 'footer', 'aside', 'menu']);
const frameRoles = new Set(
  'navigation banner contentinfo complementary search menu menubar toolbar dialog alertdialog tablist'.split(
    ' ',
  ),
);

/** Attributes by which scripts find the places to fill with advertisements. */
const isAdvertised = ({ attrs }: Element): boolean =>
  attrs.some(({ name }) =>
    /^data-(?:ad|ads|adunit|ad-(?:slot|unit|client|name)|google-query-id|dfp)$/.test(name),
  );

/** Names that tell what else is on the page, not what the element is: `has-sidebar`, `no-comments`. */
const stateNames = /(?<=^|\s)(?:has|with|without|no|not|is|hide|show)[-_]\S+/g;

/** A header of the site, not of an article: it stands outside, and the page's title is not in it. */
const isSiteHeader = (element: Element): boolean =>
  element.tagName === 'header' &&
  firstElement(element, 'h1') === undefined &&
  !ancestors(element).some(({ tagName }) => ['main', 'article', 'section', 'blockquote'].includes(tagName));

/** Judges elements of one page; the same names come back many times, so what they mean is remembered. */
export const createClutter = (
  page: Readonly<Measure>,
): ((element: Element, own: Readonly<Measure>) => Clutter | undefined) => {
  const known = new Map<string, readonly Rule[]>();
  const rulesFor = (names: string): readonly Rule[] => {
    let found = known.get(names);
    if (found === undefined) {
      const words = wordsOf(names.replace(stateNames, ' '));
      found = clutterRules.filter((rule) => rule.words.test(words));
      known.set(names, found);
    }
    return found;
  };
  return (element, own) => {
    const names = `${attr(element, 'id') ?? ''} ${attr(element, 'class') ?? ''}`;
    const rule = names === ' ' ? undefined : rulesFor(names).find(({ limit }) => limit(own, page));
    if (rule !== undefined) return rule.clutter;
    if (isAdvertised(element) && short(own, page)) return 'junk';
    if ((frameTags.has(element.tagName) || isSiteHeader(element)) && littleProse(own, page)) return 'frame';
    const role = attr(element, 'role');
    return role !== undefined && frameRoles.has(role) && littleProse(own, page) ? 'frame' : undefined;
  };
};
