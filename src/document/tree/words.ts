import { attr, type Element } from './tree.ts';

/** `navBar-mainMenu site_nav` → ` nav bar main menu site nav `. */
export const wordsOf = (names: string): string => {
  const parted = hump.test(names) ? names.replace(humps, '$1 $2') : names;
  const small = parted.toLowerCase();
  // Nearly all are ASCII: a third of the time that the classes of Unicode take.
  return ` ${small.replace(isAscii.test(small) ? /[^a-z0-9]+/g : /[^\p{L}\p{N}]+/gu, ' ').trim()} `;
};

/** The words of the classes of an element. */
export const classWords = (element: Element): string => wordsOf(attr(element, 'class') ?? '');

const hump = /[a-z][A-Z]/;
const humps = /([a-z])([A-Z])/g;
const isAscii = /^[\0-\x7F]*$/;

/** The words of a text in lower case, to compare it by: `What’s new? | Owls` → `whats new owls`. */
export const keyOf = (text: string): string =>
  (
    text
      .toLowerCase()
      .replace(/['’\u00AD]/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ');
