import { type Clutter, clutterRules, littleProse, type Rule, short } from './clutter-rules.ts';
import type { Measure } from './measure.ts';
import type { Element } from './tree.ts';
import { attr } from './tree.ts';
import { wordsOf } from './words.ts';

/** Element names and roles that say the same. */
const frameTags = new Set(['nav', 'footer', 'aside', 'menu']);
const frameRoles = new Set([
  'navigation',
  'banner',
  'contentinfo',
  'complementary',
  'search',
  'menu',
  'menubar',
  'toolbar',
  'dialog',
  'alertdialog',
  'tablist',
]);

/** Attributes by which scripts find the places to fill with advertisements. */
const isAdvertised = ({ attrs }: Element): boolean =>
  attrs.some(({ name }) =>
    /^data-(?:ad|ads|adunit|ad-(?:slot|unit|client|name)|google-query-id|dfp)$/.test(name),
  );

/** Judges elements of one page; the same names come back many times, so what they mean is remembered. */
export const createClutter = (
  page: Readonly<Measure>,
): ((element: Element, own: Readonly<Measure>) => Clutter | undefined) => {
  const known = new Map<string, readonly Rule[]>();
  const rulesFor = (names: string): readonly Rule[] => {
    let found = known.get(names);
    if (found === undefined) {
      const words = wordsOf(names);
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
    if (frameTags.has(element.tagName) && littleProse(own, page)) return 'frame';
    const role = attr(element, 'role');
    return role !== undefined && frameRoles.has(role) && littleProse(own, page) ? 'frame' : undefined;
  };
};
