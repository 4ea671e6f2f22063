import {
  ancestors,
  type ChildNode,
  type Element,
  hasWord,
  hold,
  isElement,
  isText,
  type ParentNode,
  replaceNodes,
} from '../tree/tree.ts';

/** `<li>` outside of lists. */

const lists = new Set(['ul', 'ol', 'menu', 'dir']);

/** Whatever frameworks put between a list and its items. */
const meansLittle = ({ tagName }: Element): boolean =>
  tagName === 'div' || tagName === 'span' || tagName === 'slot' || tagName.includes('-');
/** How far around an item its list is looked for. */
const farthest = 4;

/**
 * Has items stand in lists, in place: browsers show them as such wherever they are (HTML, "the li element"). Those inside other
 * elements of a list come to be its own, and two or more in a row without a list get one.
 */
export const listItems = (all: readonly Element[]): void => {
  const holders = new Set<ParentNode>();
  for (const { tagName, parentNode } of all)
    if (tagName === 'li' && parentNode !== null && !lists.has(parentNode.nodeName)) holders.add(parentNode);
  const wrappers = new Map<ChildNode, Element[]>();
  for (const holder of holders) {
    const around = isElement(holder) ? [holder, ...ancestors(holder, farthest)] : [];
    const at = around.findIndex((element) => !meansLittle(element));
    if (at > 0 && lists.has(around[at]?.tagName ?? '')) {
      const wrapper = around[at - 1];
      const items = wrapper && !wrappers.has(wrapper) ? itemsIn(wrapper) : undefined;
      if (wrapper && items) wrappers.set(wrapper, items);
    } else listRuns(holder);
  }
  replaceNodes(wrappers);
};

const isWrapper = (element: Element, depth: number): boolean => depth < farthest && meansLittle(element);

/** The items inside, where there is nothing else. */
const itemsIn = (wrapper: Element, depth = 1): Element[] | undefined => {
  const found: Element[] = [];
  for (const node of wrapper.childNodes) {
    if (isText(node) && hasWord(node.value)) return undefined;
    if (!isElement(node)) continue;
    const items =
      node.tagName === 'li' ? [node] : isWrapper(node, depth) ? itemsIn(node, depth + 1) : undefined;
    if (items === undefined) return undefined;
    found.push(...items);
  }
  return found;
};

const listRuns = (holder: ParentNode): void => {
  const nodes: ChildNode[] = [];
  let run: Element[] = [];
  const endRun = () => {
    const [first, second] = run;
    if (first !== undefined && second !== undefined) {
      const list: Element = { ...first, nodeName: 'ul', tagName: 'ul', attrs: [], parentNode: holder };
      hold(list, run);
      nodes.push(list);
    } else nodes.push(...run);
    run = [];
  };
  for (const node of holder.childNodes)
    if (isElement(node) && node.tagName === 'li') run.push(node);
    else if (run.length === 0 || !isText(node) || hasWord(node.value)) {
      endRun();
      nodes.push(node);
    }
  endRun();
  holder.childNodes = nodes;
};
