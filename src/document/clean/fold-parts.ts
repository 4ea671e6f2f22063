import {
  attr,
  type ChildNode,
  collapsedText,
  type Element,
  isElement,
  isText,
  squeeze,
  walk,
} from '../tree/tree.ts';

/** What tells parts of a page that fold from what else is hidden. */

export const says = (node: ChildNode): boolean =>
  isElement(node) || (isText(node) && node.value.trim() !== '');

/** Nodes beside an element: of more, none is looked for. */
export const mostBeside = 500;

export const elementBefore = (element: Element, { childNodes }: Element): Element | undefined => {
  if (childNodes.length > mostBeside) return undefined;
  const before = childNodes.slice(0, childNodes.indexOf(element)).findLast(says);
  return before !== undefined && isElement(before) ? before : undefined;
};

/** In characters. */
const shortestProse = 40;

/** Says something in sentences: not a list of links, nor a form. */
export const isProse = (element: Element): boolean => {
  const { text, linked, asks } = partsOf(element);
  return !asks && linked * 2 < text.length && text.length >= shortestProse && sentence.test(text);
};

export const asksNothing = (element: Element): boolean => !partsOf(element).asks;

const sentence = /[\p{L}\p{N})"”’»][.!?](?:\s|$)|[。！？]/u;

const asking = new Set('input select textarea form dialog'.split(' '));
/** Nodes: beyond these, nothing changes what a part is taken for. */
const mostNodes = 400;
/** Of each text. */
const mostCharacters = 4000;

/** What it says, how much of that leads elsewhere, and whether it asks for something. */
const partsOf = (root: Element) => {
  const texts: string[] = [];
  let linked = 0;
  let leads = leadsElsewhere(root);
  let asks = asking.has(root.tagName);
  let nodes = 0;
  walk(root, (node) => {
    if (++nodes > mostNodes) return false;
    if (isText(node)) texts.push(node.value.slice(0, mostCharacters));
    if (!isElement(node)) return false;
    asks ||= asking.has(node.tagName);
    if (leadsElsewhere(node)) {
      leads = true;
      linked += collapsedText(node).length;
    }
    return true;
  });
  return { text: squeeze(texts.join(' ')), linked, leads, asks };
};

/** Few words that lead nowhere and ask for nothing. */
export const isLabel = (label: Element, longest: number): boolean => {
  const { text, leads, asks } = partsOf(label);
  return text.length <= longest && /\p{L}/u.test(text) && !leads && !asks;
};

/** Not where scripts do something instead. */
const leadsElsewhere = (element: Element): boolean =>
  element.tagName === 'a' && !/^(?:#.*|javascript:.*|)$/is.test(attr(element, 'href')?.trim() ?? '');
