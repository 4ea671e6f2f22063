import {
  attr,
  childElements,
  type Element,
  firstElement,
  isElement,
  isText,
  prune,
} from '../../document/tree/tree.ts';

/**
 * What is quoted in an element that is no `<blockquote>`, as forums by vBulletin have it: a box by its name, or a table of one cell
 * below a label. Undefined for others; without the icons beside who is quoted.
 */
export const quotedIn = (element: Element): Element | undefined => {
  const quoted = isNamed(element) ? element : cellBelowLabel(element);
  if (quoted !== undefined)
    prune(
      quoted,
      (node) => isElement(node) && icons.test(node.tagName === 'img' ? (attr(node, 'alt') ?? '') : ''),
    );
  return quoted;
};

const icons = /^(?:view post|quote)$/i;

const isNamed = (element: Element): boolean =>
  /(?:^|\s)bbcode_quote(?:\s|$)/.test(attr(element, 'class') ?? '');

const label = /^(?:quote|zitat|cita|citation|citazione|citaat|citat|цитата)\s?:?$/i;

const cellBelowLabel = ({ childNodes }: Element): Element | undefined => {
  // Asked first: most hold more or less than two elements.
  if (childNodes.length > mostNodes) return undefined;
  const [title, table, ...others] = childNodes.filter(isElement);
  const [words] = title?.childNodes ?? [];
  if (table?.tagName !== 'table' || others.length > 0 || words === undefined) return undefined;
  if (!isText(words) || !label.test(words.value.trim())) return undefined;
  const row = firstElement(table, 'tr');
  const [cell, ...cells] = row === undefined ? [] : childElements(row);
  return cells.length === 0 ? cell : undefined;
};
/** With the layout of the source between them. */
const mostNodes = 5;
