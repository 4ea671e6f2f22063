import { compile } from 'css-select';
import { ServiceError } from '../../contract/error.ts';
import type { ChildNode, Element, ParentNode } from './tree.ts';
import { attr, elements, hasAttr, isElement, parentElement, rawText } from './tree.ts';

/** CSS selectors on parsed documents. */

export type Matches = (element: Element) => boolean;

type Node = ChildNode | ParentNode;
const hasChildren = (node: Node): node is ParentNode => 'childNodes' in node;

const adapter = {
  isTag: (node: Node): node is Element => isElement(node),
  getName: (element: Element) => element.tagName,
  getAttributeValue: attr,
  hasAttrib: hasAttr,
  getChildren: (node: Node): Node[] => (hasChildren(node) ? node.childNodes : []),
  getParent: (element: Element): Node | null => parentElement(element) ?? null,
  getSiblings: (node: Node): Node[] =>
    'parentNode' in node && node.parentNode !== null ? node.parentNode.childNodes : [node],
  getText: (node: Node) => (hasChildren(node) ? rawText(node) : 'value' in node ? node.value : ''),
  removeSubsets: (nodes: Node[]) => nodes,
};

/**
 * A CSS selector as a test of elements.
 * @param path where the caller wrote it, for the message: `options.table_selector`.
 * @param scope what `:scope` and a leading combinator stand for; the root when not given.
 * @throws ServiceError `invalid_request` with one issue.
 */
export const compileSelector = (selector: string, path: string, scope?: Element): Matches => {
  // An end that is missing is not missed by the library.
  if (/^$|(?<!\\)[>+~,]$/.test(selector.trim())) throw refusal(selector, path);
  try {
    return compile<Node, Element>(selector, { adapter }, scope);
  } catch (cause) {
    throw refusal(selector, path, cause);
  }
};

const refusal = (selector: string, path: string, cause?: unknown): ServiceError => {
  const message = `is not a CSS selector: ${selector.slice(0, 200)}`;
  return new ServiceError('invalid_request', {
    message: `${path} ${message}`,
    issues: [{ path, message }],
    cause,
  });
};

/** What matches below `root`, in document order. */
export const selectAll = (root: ParentNode, matches: Matches): Element[] => elements(root).filter(matches);
