import type { List, ListItem } from 'mdast';
import {
  attr,
  childElements,
  collapsedText,
  type Element,
  firstElement,
  isElement,
} from '../../document/tree/tree.ts';
import type { Flow, Place, Write } from './blocks.ts';
import { checked } from './fields.ts';
import { phrasing } from './inline.ts';
import { append, mayGoOn } from './join.ts';
import { type Numbered, numberedLists, numbersOf } from './list-numbers.ts';
import { letterItems, signItems } from './named-items.ts';
import { labelled } from './pairs.ts';
import { dropTypedMarks, withMark } from './typed-lists.ts';

/** A list, in as many as its numbers take. Undefined for one that only arranges what is in it. */
export const markdownLists = (element: Element, place: Place, flow: Write): List[] | undefined => {
  if (isOfSections(element) || isDate(element)) return undefined;
  const ordered = element.tagName === 'ol' || isCounted(element);
  const entries: Numbered[] = [];
  const inItem = { ...place, depth: place.depth + 1 };
  for (const child of element.childNodes) {
    if (isElement(child) && place.notes.isNote(child)) continue;
    const isItem = isElement(child) && child.tagName === 'li';
    const last = entries.at(-1)?.item;
    const pair = isItem ? labelled(child, (nodes) => phrasing(nodes, inItem)) : undefined;
    const children = pair
      ? [pair]
      : withMark(withoutRules(flow(isItem ? child.childNodes : [child], inItem)));
    if (children.length === 0 && !(ordered && isItem && isBare(child))) continue;
    // A list straight inside a list, or alone in an item of it, belongs to the item before it.
    if (last !== undefined && (!isItem || (!ordered && isOnlyList(children)))) {
      append(last.children, children);
      last.spread ||= runTogether(children);
    } else {
      const spread = runTogether(children) || (isItem && children.length > 1 && holdsParagraph(child));
      const item: ListItem = { type: 'listItem', spread, checked: isItem ? checked(child) : null, children };
      entries.push({ item, element: isItem ? child : undefined });
    }
  }
  const items = entries.map(({ item }) => item);
  if (items.every(({ children }) => children.length === 0)) return [];
  const [first, ...others] = entries;
  // It has no items, and holds another list, as templates nest them.
  if (first?.element === undefined && others.length === 0 && first?.item.children.every(isList))
    return first.item.children;
  const spread = childElements(element).some(holdsParagraph);
  const start = dropTypedMarks(items, ordered);
  signItems(element, entries);
  const kind = attr(element, 'type') ?? '';
  const isLettered = ordered && start === undefined && /^[aAiI]$/.test(kind);
  if (isLettered) letterItems(items, numbersOf(element, entries), kind);
  if (ordered && !isLettered && start === undefined)
    return numberedLists(element, entries, spread).map((numbered) => mayGoOn(numbered, element));
  const node: List = { type: 'list', ordered: start !== undefined, spread, children: items };
  if (start !== undefined) node.start = start;
  return [mayGoOn(node, element)];
};

/** By a style of its own, or of its items, as recipes have the steps. */
const isCounted = (list: Element): boolean =>
  [list, ...childElements(list).slice(0, 1)].some((element) =>
    /(?:^|[;\s])list-style(?:-type)?\s*:[^;]*\bdecimal/i.test(attr(element, 'style') ?? ''),
  );

/** Parts of a page, which have headings, are no items. */
const isOfSections = (list: Element): boolean => {
  const items = childElements(list);
  return (
    items.length > 0 &&
    items.every((item) => {
      const [only, ...others] = childElements(item);
      return only?.tagName === 'section' && others.length === 0;
    })
  );
};

/** When something was written, alone: the rest of such a list, which the style sheet lays out in a line, is what can be done with it. */
const isDate = (list: Element): boolean => {
  const [only, ...others] = childElements(list);
  const time = only === undefined || others.length > 0 ? undefined : firstElement(only, 'time');
  return time !== undefined && collapsedText(time) === collapsedText(list);
};

const isList = (block: { readonly type: string }): block is List => block.type === 'list';

const isOnlyList = ([only, ...others]: readonly Flow[]): boolean =>
  only !== undefined && isList(only) && others.length === 0;

/** Lists part their items by themselves. */
const withoutRules = (blocks: Flow[]): Flow[] => {
  const first = blocks.findIndex(({ type }) => type !== 'thematicBreak');
  const last = blocks.findLastIndex(({ type }) => type !== 'thematicBreak');
  return first < 0 ? blocks : blocks.slice(first, last + 1);
};

/** Empty as written: the numbers count it. Others have lost what they showed. */
const isBare = ({ childNodes }: Element): boolean => childNodes.length === 0;

/** Paragraphs in a list ask for blank lines between its items. */
const holdsParagraph = (item: Element): boolean => item.childNodes.some(({ nodeName }) => nodeName === 'p');

/** What runs on through the line after it, and what would be taken for its going on. */
const runsOn: ReadonlySet<string> = new Set(['paragraph', 'blockquote', 'list', 'table', 'html']);
const goesOn: ReadonlySet<string> = new Set(['paragraph', 'table', 'html']);

/** Whether blocks would run together without a blank line. */
const runTogether = (children: readonly Flow[]): boolean =>
  children.some((block, index) => {
    const last = children[index - 1];
    return last !== undefined && runsOn.has(last.type) && goesOn.has(block.type);
  });
