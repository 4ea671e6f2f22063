import { decodeHTML } from 'entities';
import { isApart } from './measure.ts';
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
        if (isApart(node) || node.tagName === 'br') parts.push(' ');
        if (node.tagName === 'img') parts.push(attr(node, 'alt') ?? '');
        if (skip?.(node)) return false;
      }
      return true;
    },
    (element) => {
      if (isApart(element)) parts.push(' ');
    },
  );
  return squeeze(parts.join(''));
};

/** Signs without the selector that asks for their text or picture form. */
export const plainSigns = (text: string): string => text.replace(/[\ufe0e\ufe0f]/g, '');

/** What nobody sees: soft hyphen, zero-width space, word joiner, byte order mark; and what only an icon font draws. */
export const withoutUnseen = (text: string): string =>
  text.replace(/[\u00ad\u200b\u2060\ufeff\ue000-\uf8ff]/g, '');

const reference = /&(?:[a-z][a-z\d]{1,9}|#\d{2,6}|#x[\da-f]{2,5});/gi;
const paired = /<\/(?:p|a|b|i|em|strong|span|div|li|h[1-6])>/i;

/** The words of a name or summary that software has made: it may be markup still, or escaped twice. */
export const wordsOfMarkup = (text = ''): string => {
  const plain = text.replace(reference, decodeHTML);
  return paired.test(plain) ? plain.replace(/<\/?[a-z][^<>]*>/gi, '') : plain;
};
