import type { DomReaders } from './dom.ts';

/**
 * Text that a script cut into lines, words or letters, to move each by itself: boxes that lie in a line, of which a parser
 * would make blocks. Self-contained: runs in the page.
 */
export const createPieces = ({
  attribute,
  firstChild,
  nextSibling,
  nodeType,
  nodeValue,
  localName,
}: DomReaders) => {
  /** Nodes looked at in the page, and for one word. */
  let left = 200_000;
  const mostInWord = 100;

  /** What an element says that holds nothing but such boxes. */
  const cutText = (element: Element, most: number): string | undefined => {
    const open = [firstChild(element)];
    let text = '';
    for (let seen = 0; open.length > 0; ) {
      const node = open.pop() ?? null;
      if (node === null) continue;
      if (++seen > most || left-- <= 0) return undefined;
      if (nodeType(node) === 3) text += nodeValue(node);
      else if (nodeType(node) === 1 && !/^(div|span)$/.test(localName(node as Element))) return undefined;
      open.push(nextSibling(node), firstChild(node));
    }
    return text;
  };

  const mostInText = 5000;
  const bare = (text: string) => text.replace(/\s+/g, '');
  const isUnsaid = (node: Node | null) =>
    node !== null && nodeType(node) === 1 && attribute(node as Element, 'aria-hidden') === 'true';

  /** The whole of a text whose pieces are hidden from those who hear it, by its label. */
  const wholeOf = (element: Element): string | undefined => {
    const label = attribute(element, 'aria-label');
    if (!label || !isUnsaid(firstChild(element))) return undefined;
    const text = cutText(element, mostInText);
    return text !== undefined && bare(text) === bare(label) ? label : undefined;
  };

  /** A word or a letter in a box that its own style lays in the line. */
  const isPiece = (element: Element, name: string): boolean =>
    name === 'div' &&
    /(?:^|[;\s])display:\s*inline/.test(attribute(element, 'style') ?? '') &&
    /^\S+$/.test(cutText(element, mostInWord) ?? '');

  return { wholeOf, isPiece };
};

export type Pieces = ReturnType<typeof createPieces>;
