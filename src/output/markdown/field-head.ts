import type { PhrasingContent } from 'mdast';
import {
  attr,
  collapsedText,
  type Element,
  firstNode,
  hasWord,
  isElement,
  isText,
  walk,
} from '../../document/tree/tree.ts';
import { wordsOf } from '../../document/tree/words.ts';

/** What reference documentation has above the description of each field: its name, its type, whether it is required. */
const heads = / (?:param|parameter|property|field) (?:head|header|heading) /;
/** Most elements are seen at once to be none. */
const anyHead = /head/i;
/** In characters: what is longer is a text. */
const longest = 200;

/**
 * The parts of such a head in one line, the name as code: the style sheet sets them beside each other. Undefined for other
 * elements, and for one that holds more than words.
 */
export const fieldHead = (element: Element): PhrasingContent[] | undefined => {
  const names = attr(element, 'class') ?? '';
  if (!anyHead.test(names) || !heads.test(wordsOf(names)) || holdsMore(element)) return undefined;
  const parts = partsOf(element);
  const [name, ...rest] = parts;
  if (name === undefined || rest.length === 0 || parts.join(' ').length > longest) return undefined;
  return [
    { type: 'strong', children: [{ type: 'inlineCode', value: name }] },
    { type: 'text', value: ` ${rest.join(', ').replaceAll(':, ', ': ')}` },
  ];
};

const more = new Set('p ul ol dl table pre h1 h2 h3 h4 h5 h6 img'.split(' '));
/** Nodes inside: one that holds others as large as a page would be read as often as they nest. */
const mostNodes = 80;

const holdsMore = (element: Element): boolean => {
  let nodes = 0;
  const found = firstNode(
    element,
    (node) => ++nodes > mostNodes || (isElement(node) && more.has(node.tagName)),
  );
  return found !== undefined;
};

/** The words of each innermost element that has a text of its own; not what leads to the field itself. */
const partsOf = (head: Element): string[] => {
  const parts: string[] = [];
  walk(head, (node) => {
    if (isText(node)) {
      const text = node.value.replace(/\u200B/g, '').trim();
      if (hasWord(text)) parts.push(text);
    }
    if (!isElement(node) || node.tagName === 'button') return false;
    if (node.tagName === 'a' && attr(node, 'href')?.startsWith('#') && collapsedText(node).length <= 1)
      return false;
    if (!node.childNodes.some((inner) => isText(inner) && hasWord(inner.value))) return true;
    const text = collapsedText(node);
    if (text !== '') parts.push(text);
    return false;
  });
  return parts;
};
