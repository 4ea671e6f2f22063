import type { DomReaders } from './dom.ts';

/**
 * What style sheets write into an element from its attributes, such as the label of a cell in a table that is shown as
 * cards, and the sign of a currency or share at a number. All else that they write is mostly signs, quotes and icons.
 * Self-contained: runs in the page.
 */
export const createGenerated = ({
  attribute,
  textContent,
  firstChild,
  nextSibling,
  nodeValue,
  localName,
}: DomReaders) => {
  const namesOf = Element.prototype.getAttributeNames;
  const sources = /^(?:data-.+|title|label|aria-label)$/;
  /** Text has no place in these. */
  const bare = /^(?:html|head|table|thead|tbody|tfoot|tr|colgroup|frameset)$/;
  /** Style sheets are asked of so many elements. */
  let left = 5000;

  const valuesOf = (element: Element): string[] =>
    namesOf
      .call(element)
      .filter((name) => sources.test(name))
      .map((name) => (attribute(element, name) ?? '').trim())
      .filter((value) => /[\p{L}\p{N}]/u.test(value));

  const isNumber = (element: Element): boolean => {
    const only = firstChild(element);
    if (only === null || nextSibling(only) !== null) return false;
    return /^[\d.,'\u00a0 ]*\d$/.test((nodeValue(only) ?? '').trim());
  };
  const sign = /^\s*[\p{Sc}%\u2030]\s*$/u;

  /** The texts of a computed `content`, as far as they are known: counters and pictures are not. */
  const textIn = (content: string): string =>
    Array.from(
      content
        .replace(/(?<=[")]) \/ ".*$/s, '')
        .replace(/url\("[^"]*"\)/g, '')
        .matchAll(/"((?:[^"\\]|\\.)*)"/gs),
      ([, text = '']) => text.replace(/\\(.)/gs, '$1'),
    ).join('');

  const isSeen = (style: CSSStyleDeclaration, own: CSSStyleDeclaration): boolean => {
    const { visibility, opacity, display, fontSize, width, height, overflow, transform, userSelect } = style;
    const isFolded = overflow !== 'visible' && [width, height].some((size) => Number.parseFloat(size) <= 1);
    if (visibility !== 'visible' || Number(opacity) === 0 || display === 'none' || fontSize === '0px')
      return false;
    if (isFolded || /^matrix\(0, 0, 0, 0,/.test(transform) || userSelect === 'none') return false;
    // In another font the words may be names of icons.
    return style.fontFamily === own.fontFamily;
  };

  const isApart = ({ display, marginLeft, marginRight, paddingLeft, paddingRight }: CSSStyleDeclaration) =>
    display !== 'inline' ||
    [marginLeft, marginRight, paddingLeft, paddingRight].some((width) => Number.parseFloat(width) > 0);

  /** What stands before and behind what an element holds. */
  return (element: Element): readonly [before: string, after: string] => {
    if (bare.test(localName(element))) return ['', ''];
    const values = valuesOf(element);
    const ofNumber = values.length === 0 && isNumber(element);
    if ((values.length === 0 && !ofNumber) || left-- <= 0) return ['', ''];
    const written = (place: '::before' | '::after'): { text: string; gap: string } => {
      const style = getComputedStyle(element, place);
      const text = style.content.includes('"') ? textIn(style.content) : '';
      const isText = ofNumber
        ? sign.test(text)
        : !/\p{Co}/u.test(text) && values.some((value) => text.includes(value));
      // Effects show the same once more.
      if (!isText || textContent(element)?.includes(text.trim()) || !isSeen(style, getComputedStyle(element)))
        return { text: '', gap: '' };
      return { text, gap: isApart(style) ? ' ' : '' };
    };
    const [before, after] = [written('::before'), written('::after')];
    return [before.text + before.gap, after.gap + after.text];
  };
};

export type Generated = ReturnType<typeof createGenerated>;
