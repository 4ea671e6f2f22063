import { junkRules, type Rule, short } from './clutter-rules.ts';
import type { ChildNode, Element } from './tree.ts';
import { attr, isElement, walk } from './tree.ts';
import { wordsOf } from './words.ts';

/** Attributes by which scripts find the places to fill with advertisements. */
const isAdvertised = ({ attrs }: Element): boolean => attrs.some(({ name }) => advertised.has(name));

const advertised = new Set(
  'data-ad data-ads data-adunit data-ad-slot data-ad-unit data-ad-client data-ad-name data-google-query-id data-dfp'.split(
    ' ',
  ),
);

/** Names that tell what else is on the page, not what the element is: `has-sidebar`, `no-comments`. */
const stateNames = /(?<=^|\s)(?:has|with|without|no|not|is|hide|show)[-_]\S+/g;

/** Never junk as a whole, whatever they are called. */
const essential = new Set('html body main article h1 pre code table thead tbody tr td th math'.split(' '));

/**
 * Advertisements, consent banners, share buttons and the like below `root`.
 * @param charactersOf how much text an element holds.
 * @param dropped what is not looked at.
 */
export const findJunk = (
  root: Element,
  charactersOf: (element: Element) => number,
  dropped?: ReadonlySet<ChildNode>,
): Set<Element> => {
  const isJunk = createJudge(charactersOf);
  const found = new Set<Element>();
  walk(root, (node) => {
    if (!isElement(node) || dropped?.has(node)) return false;
    if (essential.has(node.tagName) || !isJunk(node)) return true;
    found.add(node);
    return false;
  });
  return found;
};

/** The same names come back many times on a page, so what they mean is remembered. */
const createJudge = (charactersOf: (element: Element) => number): ((element: Element) => boolean) => {
  const known = new Map<string, readonly Rule[]>();
  const rulesFor = (names: string): readonly Rule[] => {
    let found = known.get(names);
    if (found === undefined) {
      const words = wordsOf(names.replace(stateNames, ' '));
      found = junkRules.filter((rule) => rule.words.test(words));
      known.set(names, found);
    }
    return found;
  };
  const isNamedSo = (names: string, element: Element): boolean =>
    names !== '' && rulesFor(names).some(({ limit }) => limit(charactersOf(element)));
  return (element) => {
    if (element.attrs.length === 0) return false;
    const id = attr(element, 'id');
    const classes = attr(element, 'class') ?? '';
    const names = id === undefined ? classes : `${id} ${classes}`;
    return isNamedSo(names, element) || (isAdvertised(element) && short(charactersOf(element)));
  };
};
