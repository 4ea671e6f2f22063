import { isMenu } from '../clean/folded.ts';
import {
  attr,
  type ChildNode,
  type Element,
  firstNode,
  hasAttr,
  hasWord,
  isElement,
  isText,
} from '../tree/tree.ts';

/** Elements that hold an entry's button alone, nodes beside each of them, and nodes of a list: more are not looked at. */
const mostHolders = 6;
const mostBeside = 8;
const longestList = 1000;
/** Others in a list. */
const leastOthers = 2;

/**
 * Whether a button is one of a list of entries that each begin with one that folds out: what it folds out may not be there before
 * it is asked for. Menus are rows of such buttons, too, and so is what filters a list: there, nothing is around each of them.
 */
export const isOfFoldedList = (button: Element, around: readonly Element[]): boolean => {
  if (!isFold(button) || !says(button) || around.some(isMenu)) return false;
  let entry = button;
  for (const holder of around.slice(0, mostHolders)) {
    const { childNodes } = holder;
    if (childNodes.length > longestList) return false;
    const at = childNodes.indexOf(entry);
    const beside = [
      ...childNodes.slice(Math.max(0, at - mostBeside), at),
      ...childNodes.slice(at + 1, at + 1 + mostBeside),
    ].filter(says);
    if (beside.length > 0) return entry !== button && beside.filter(beginsWithFold).length >= leastOthers;
    entry = holder;
  }
  return false;
};

const isFold = (element: Element): boolean =>
  element.tagName === 'button' &&
  (attr(element, 'role') ?? 'button') === 'button' &&
  hasAttr(element, 'aria-expanded') &&
  !hasAttr(element, 'aria-haspopup');

const beginsWithFold = (entry: ChildNode): boolean => {
  let first: ChildNode | undefined = entry;
  for (let depth = 0; depth < mostHolders && first !== undefined && isElement(first); depth++) {
    // Those before have been named.
    if (isFold(first) || (first.tagName === 'summary' && hasAttr(first, 'aria-expanded'))) return true;
    first = first.childNodes.find(says);
  }
  return false;
};

/** Whether there is a word in it. */
export const says = (node: ChildNode): boolean =>
  isText(node)
    ? hasWord(node.value)
    : isElement(node) && firstNode(node, (inner) => isText(inner) && hasWord(inner.value)) !== undefined;
