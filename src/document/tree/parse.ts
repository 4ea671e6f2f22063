import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { part, type Seam, seamsIn } from './apart.ts';
import { parseDocument } from './lexer.ts';
import { newStreamed, noteStreamed, settleStreamed } from './streamed.ts';
import type { ChildNode, Document, Element } from './tree.ts';
import {
  attr,
  firstElement,
  isElement,
  isTemplate,
  isText,
  parentElement,
  replaceNodes,
  walk,
} from './tree.ts';

/** Deepest element that Chromium's own parser makes; what is deeper becomes a sibling there, and here. */
const maxDepth = 512;

/**
 * HTML text → Document. Reads `<noscript>` as markup, unfolds declarative shadow roots, puts what was streamed in its
 * place, parts words that touch, and bounds the depth, so that code further on may recurse.
 */
export const parseHtml = (html: string): Document => {
  const document = parseDocument(html);
  const shadowRoots: Tree.Template[] = [];
  const tooDeep: Element[] = [];
  const streamed = newStreamed();
  const seams: Seam[] = [];
  let depth = 0;
  let inlines = 0;
  walk(
    document,
    (node) => {
      if (!isElement(node)) return false;
      if (inlineTags.has(node.tagName)) inlines++;
      if (isTemplate(node) && isShadowRoot(node)) {
        shadowRoots.push(node);
        node.childNodes = node.content.childNodes;
        for (const child of node.childNodes) child.parentNode = node;
      } else if (node.tagName === 'template' || node.tagName === 'div') noteStreamed(node, streamed);
      if (node.childNodes.length > 1) for (const seam of seamsIn(node)) seams.push(seam);
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
  part(seams);
  for (const element of tooDeep) flatten(element);
  if (inlines > maxInline) dissolve(document);
  settleStreamed(streamed);
  replaceNodes(new Map(shadowRoots.map((root) => [root, root.childNodes])));
  return document;
};

/** Of an element; a template right in another belongs to none. */
const isShadowRoot = (template: Tree.Template): boolean =>
  attr(template, 'shadowrootmode') !== undefined && parentElement(template)?.tagName !== 'template';

/** `<body>`; of a frameset page, the frameset. */
export const bodyOf = (document: Document): Element => {
  const root = firstElement(document, 'body') ?? firstElement(document, 'html');
  if (root === undefined) throw new Error('the parser makes an html element for every input');
  return root;
};

/** Elements of running text beyond this many give way to their text: no page for readers has so many. */
const maxInline = 30_000;

const inlineTags = new Set(
  'abbr acronym b bdi bdo big br cite code del dfn em font i ins kbd mark nobr q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

const dissolve = (document: Document): void => {
  let count = 0;
  const surplus = new Set<Element>();
  const holders = new Set<Element>();
  walk(
    document,
    (node) => {
      if (!isElement(node)) return false;
      if (inlineTags.has(node.tagName) && ++count > maxInline) {
        surplus.add(node);
        if (node.parentNode !== null && isElement(node.parentNode)) holders.add(node.parentNode);
      }
      return true;
    },
    (element) => {
      if (holders.has(element)) element.childNodes = withoutSurplus(element, surplus);
    },
  );
};

/** The children, with those of surplus elements in their place and neighbouring texts as one. */
const withoutSurplus = (parent: Element, surplus: ReadonlySet<Element>): ChildNode[] => {
  const kept: ChildNode[] = [];
  let words: string[] = [];
  const endText = () => {
    const value = words.join('');
    if (value !== '') kept.push({ nodeName: '#text', value, parentNode: parent });
    words = [];
  };
  const take = (node: ChildNode) => {
    if (isText(node)) words.push(node.value);
    else if (isElement(node) && surplus.has(node)) {
      if (node.tagName === 'br') words.push(' ');
      node.childNodes.forEach(take);
    } else {
      endText();
      node.parentNode = parent;
      kept.push(node);
    }
  };
  parent.childNodes.forEach(take);
  endText();
  return kept;
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
