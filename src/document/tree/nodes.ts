import { setFlagsFromString } from 'node:v8';
import { type DefaultTreeAdapterMap, defaultTreeAdapter, type TreeAdapter } from 'parse5';

/**
 * V8 keeps strings in more than four ways (one byte a character or two; whole, cut out of another, joined), and looks `length`,
 * `charCodeAt` and every other property up anew each time where code has met more than four. Code here meets them all. It asks
 * for the limit whenever it meets another one, so that it may be set at any time.
 */
setFlagsFromString('--max-valid-polymorphic-map-count=8');

/**
 * How the parser makes the tree: as its own adapter does, but quicker to read. Whoever goes over it asks nodes of every kind
 * for their names, and of more than four shapes of objects the engine has to look up which one it is. So a template has the
 * shape of every element, and a doctype, which nobody asks for, is left out; and an element with one child has a list of one,
 * instead of room for seventeen.
 */
export const treeAdapter: TreeAdapter<DefaultTreeAdapterMap> = {
  ...defaultTreeAdapter,
  createElement: (tagName, namespaceURI, attrs) => {
    const content = undefined;
    return { nodeName: tagName, tagName, attrs, namespaceURI, childNodes: [], parentNode: null, content };
  },
  setDocumentType: () => undefined,
  appendChild: (parent, node) => {
    if (parent.childNodes.length === 0) parent.childNodes = [node];
    else parent.childNodes.push(node);
    node.parentNode = parent;
  },
  insertText: (parent, value) => {
    const last = parent.childNodes.at(-1);
    if (last !== undefined && defaultTreeAdapter.isTextNode(last)) last.value += value;
    else treeAdapter.appendChild(parent, defaultTreeAdapter.createTextNode(value));
  },
};
