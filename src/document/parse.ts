import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import type { ChildNode, Document, Element } from './tree.ts';
import { attr, firstElement, isElement, isTemplate, replaceNode, walk } from './tree.ts';

/** Deepest element that Chromium's own parser makes; what is deeper becomes a sibling there, and here. */
const maxDepth = 512;

/**
 * HTML text → Document. Reads `<noscript>` as markup, unfolds declarative shadow roots and bounds the depth,
 * so that code further on may recurse.
 */
export const parseHtml = (html: string): Document => {
  const document = parse(html, { scriptingEnabled: false });
  const shadowRoots: Tree.Template[] = [];
  const tooDeep: Element[] = [];
  let depth = 0;
  walk(
    document,
    (node) => {
      if (!isElement(node)) return false;
      if (isTemplate(node) && attr(node, 'shadowrootmode') !== undefined) shadowRoots.push(node);
      if (depth === maxDepth - 1) {
        tooDeep.push(node);
        return false;
      }
      depth++;
      return true;
    },
    () => {
      depth--;
    },
  );
  for (const element of tooDeep) flatten(element);
  for (const root of shadowRoots) replaceNode(root, root.content.childNodes);
  return document;
};

/** `<body>`; of a frameset page, the frameset. */
export const bodyOf = (document: Document): Element => {
  const root = firstElement(document, 'body') ?? firstElement(document, 'html');
  if (root === undefined) throw new Error('the parser makes an html element for every input');
  return root;
};

/** Everything below becomes a child, in document order; text stays in place. */
const flatten = (element: Element): void => {
  const flat: ChildNode[] = [];
  walk(element, (node) => {
    flat.push(node);
    return true;
  });
  for (const node of flat) {
    node.parentNode = element;
    if (isElement(node)) node.childNodes = [];
  }
  element.childNodes = flat;
};
