import {
  attr,
  type ChildNode,
  type Element,
  firstNode,
  isElement,
  isText,
  type ParentNode,
  squeeze,
  walk,
} from '../tree/tree.ts';
import { wordsOf } from '../tree/words.ts';

/** Responsive variants: the same text twice, of which style sheets show one. */

/** Shorter texts are repeated for other reasons: prices, labels, options. */
const leastCharacters = 10;
/** What is longer or has more nodes is no variant of a part: looking at each part to its end would take too long. */
const most = { characters: 4000, nodes: 500 };

/** Names of what is there for one kind of screen, or for one kind of reader. */
const variant =
  / (?:mobile|mob|desktop|tablet|phone|web|pc|mo|sm|md|lg|xl|ssr|clipped|off ?screen|sr only|visually ?hidden|(?:x )?(?:hidden|hide|show|visible)) /;

/**
 * Neighbours, within one of `parents`, that say the same twice: one for wide screens, the other for narrow ones, or one for eyes, the other for
 * ears. Style sheets show one of them; where none were applied, both stand there. The one that stays is for ears where
 * that is said, else the first.
 */
export const variantsIn = (parents: readonly ParentNode[]): Set<ChildNode> => {
  const found = new Set<ChildNode>();
  const look = ({ childNodes }: ParentNode) => {
    let before: Element | undefined;
    /** The beginning of the one before, once it was looked at. */
    let known: string | undefined;
    for (const node of childNodes) {
      if (isText(node) && node.value.trim() === '') continue;
      const element = isElement(node) && mayVary.has(node.tagName) ? node : undefined;
      // Asked first: it takes the least time.
      const beginning = element && before && firstText(element);
      const isSame = beginning !== undefined && before && beginning === (known ?? firstText(before));
      known = beginning;
      if (element && before && isSame && areToldApart(before, element) && saySame(before, element)) {
        const isForEyes = attr(before, 'aria-hidden') === 'true';
        found.add(isForEyes ? before : element);
        if (isForEyes) before = element;
      } else before = element;
    }
  };
  for (const parent of parents) if (parent.childNodes.length > 1) look(parent);
  return found;
};

const mayVary = new Set(
  'a article aside blockquote button div figure h1 h2 h3 h4 h5 h6 nav p section span ul'.split(' '),
);

const firstText = (element: Element): string | undefined => {
  let nodes = most.nodes;
  const found = firstNode(element, (node) => --nodes < 0 || (isText(node) && node.value.trim() !== ''));
  return found !== undefined && isText(found) ? found.value.trim().slice(0, leastCharacters) : undefined;
};

/** A style sheet that hides one of them needs a mark for that: `col-md-4` on both is how they are laid out. */
const areToldApart = (one: Element, other: Element): boolean => marksOf(one) !== marksOf(other);

const marksOf = (element: Element): string => {
  const names = (attr(element, 'class') ?? '').split(/\s+/);
  const marks = names.filter((name) => name !== '' && variant.test(wordsOf(name))).sort();
  return `${attr(element, 'aria-hidden') ?? ''} ${marks.join(' ')}`;
};

const saySame = (one: Element, other: Element): boolean => {
  const text = wordsIn(one);
  return text.length >= leastCharacters && text.includes(' ') && text === wordsIn(other);
};

/** With a space between; empty where there is too much. */
const wordsIn = (element: Element): string => {
  const words: string[] = [];
  let { characters, nodes } = most;
  walk(element, (node) => {
    if (isText(node)) {
      words.push(node.value);
      characters -= node.value.length;
    }
    return --nodes > 0 && characters > 0;
  });
  return nodes > 0 && characters > 0 ? squeeze(words.join(' ')) : '';
};
