import { defaultTreeAdapter, serialize } from 'parse5';
import { type Element, isElement } from '../document/tree/tree.ts';

const dropped = new Set(['script', 'style', 'template', 'noscript']);

/** Whether an element is neither in the markup nor in the text of what is around it. */
export const isDropped = ({ tagName }: Element): boolean => dropped.has(tagName);

/** As it stands in the page, without scripts and styles, and without the marks that a snapshot adds. */
const adapter = {
  ...defaultTreeAdapter,
  getAttrList: (element: Element) => element.attrs.filter(({ name }) => !name.startsWith('data-gn-')),
  getChildNodes: (node: Parameters<typeof defaultTreeAdapter.getChildNodes>[0]) =>
    node.childNodes.filter((child) => !isElement(child) || !isDropped(child)),
};

/** The markup inside an element. */
export const innerHtml = (element: Element): string => serialize(element, { treeAdapter: adapter });
