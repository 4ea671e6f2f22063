import type { ChildNode, Document, Element } from './tree.ts';
import {
  attr,
  collapsedText,
  elements,
  hasAttr,
  isElement,
  isText,
  prune,
  replaceNode,
  walk,
} from './tree.ts';

/** Elements that never hold what a reader sees. Mathematics in scripts is kept: it is the formula's source. */
const unseen = new Set(
  'script style template link meta base title object embed applet noframes noembed datalist select textarea param track'.split(
    ' ',
  ),
);

const styleHides = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))/i;

/** What the serialiser marked, and what raw HTML says by itself. */
const isHidden = (element: Element): boolean => {
  for (const { name, value } of element.attrs) {
    if (name === 'data-gn-hidden') return true;
    if (name === 'hidden') return value !== 'until-found';
    if (name === 'style' && styleHides.test(value)) return true;
  }
  return element.tagName === 'dialog' && !hasAttr(element, 'open');
};

const isUnseen = (node: ChildNode): boolean => {
  if (!isElement(node)) return !isText(node);
  if (!unseen.has(node.tagName)) return false;
  return !(node.tagName === 'script' && (attr(node, 'type') ?? '').trim().startsWith('math/'));
};

/** A page that shows this little beside much that is hidden has not started yet: the hidden part is the page. */
const fewCharacters = 40;

/** Removes, in place, everything that a reader does not see: scripts, styles, comments, hidden elements. */
export const removeUnseen = (document: Document): void => {
  prune(document, isUnseen);
  settleNoscript(document);
  const { shown, hidden } = textLengths(document);
  if (shown >= fewCharacters || hidden < 10 * shown)
    prune(document, (node) => isElement(node) && isHidden(node));
};

const textLengths = (document: Document): { shown: number; hidden: number } => {
  let shown = 0;
  let hidden = 0;
  let hiddenDepth = 0;
  walk(
    document,
    (node) => {
      if (isText(node)) {
        const length = node.value.trim().length;
        if (hiddenDepth > 0) hidden += length;
        else shown += length;
      } else if (isElement(node) && (hiddenDepth > 0 || isHidden(node))) hiddenDepth++;
      return true;
    },
    () => {
      if (hiddenDepth > 0) hiddenDepth--;
    },
  );
  return { shown, hidden };
};

/**
 * Without a script engine `<noscript>` may hold the whole page, or the real image beside a lazy one;
 * otherwise it tells the reader to switch scripts on.
 */
const settleNoscript = (document: Document): void => {
  const found = elements(document).filter(({ tagName }) => tagName === 'noscript');
  if (found.length === 0) return;
  const inside = found.map((element) => collapsedText(element).length);
  const total = collapsedText(document).length;
  const within = inside.reduce((sum, length) => sum + length, 0);
  found.forEach((element, index) => {
    const length = inside[index] ?? 0;
    const holdsThePage = length > fewCharacters && length > total - within;
    const holdsAnImage = length === 0 && elements(element).some(({ tagName }) => tagName === 'img');
    replaceNode(element, holdsThePage || holdsAnImage ? element.childNodes : []);
  });
};
