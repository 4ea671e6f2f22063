import { isBlock } from './measure.ts';
import { attr, type Element, isElement, isText, squeeze, walk } from './tree.ts';

/**
 * The text of an element on one line, as shown: pictures by their description, lines and blocks apart by a space.
 * @param skip elements to leave out.
 */
export const shownText = (root: Element, skip?: (element: Element) => boolean): string => {
  const parts: string[] = [];
  walk(
    root,
    (node) => {
      if (isText(node)) parts.push(node.value);
      else if (isElement(node)) {
        if (isBlock(node) || node.tagName === 'br') parts.push(' ');
        if (node.tagName === 'img') parts.push(attr(node, 'alt') ?? '');
        if (skip?.(node)) return false;
      }
      return true;
    },
    (element) => {
      if (isBlock(element)) parts.push(' ');
    },
  );
  return squeeze(parts.join(''));
};

/** Signs without the selector that asks for their text or picture form. */
export const plainSigns = (text: string): string => text.replace(/[\ufe0e\ufe0f]/g, '');
