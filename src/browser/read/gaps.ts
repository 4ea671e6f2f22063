import type { DomReaders } from './dom.ts';

/**
 * Where a reader sees a gap although there is no space: between inline elements that a style sheet sets apart, such as the
 * items of a flex box. Self-contained: runs in the page.
 */
export const createGaps = ({
  firstChild,
  previousSibling,
  nextSibling,
  nodeType,
  nodeValue,
  localName,
  isHtml,
}: DomReaders) => {
  const inline =
    /^(a|abbr|b|bdi|bdo|big|cite|data|del|dfn|em|font|i|ins|label|mark|output|q|s|samp|small|span|strong|strike|time|tt|u|var|.+-.+)$/;
  /** Measuring takes a moment for each. */
  let left = 5000;

  const isInline = (node: Node): node is Element =>
    nodeType(node) === 1 && isHtml(node as Element) && inline.test(localName(node as Element));

  const isBesideOthers = ({ display, cssFloat }: CSSStyleDeclaration) =>
    cssFloat !== 'none' || /^(inline|contents|ruby|none)/.test(display);

  const range = Document.prototype.createRange.call(document);
  const boxOf = Range.prototype.getBoundingClientRect;
  /** Of what an element holds: its own box may be wider. */
  const extentOf = (element: Element): DOMRect => {
    Range.prototype.selectNodeContents.call(range, element);
    return boxOf.call(range);
  };

  /** A share of the height of letters: spaces are a quarter of it, what is spread letter by letter is nearer. */
  const least = 0.2;

  const areApart = (one: Element, other: Element): boolean => {
    const [a, b] = [extentOf(one), extentOf(other)];
    if (a.width === 0 || b.width === 0) return false;
    const [style, otherStyle] = [getComputedStyle(one), getComputedStyle(other)];
    const isOneLine = a.top < b.bottom && b.top < a.bottom;
    if (!isOneLine) return !isBesideOthers(style) || !isBesideOthers(otherStyle);
    const gap = Math.max(b.left - a.right, a.left - b.right);
    return gap > least * Number.parseFloat(otherStyle.fontSize);
  };

  /** Between a text and an element that stands on lines of its own. */
  const standsAlone = (element: Element): boolean =>
    extentOf(element).width > 0 && !isBesideOthers(getComputedStyle(element));

  const endsInText = (node: Node) => nodeType(node) === 3 && /\S$/.test(nodeValue(node));
  const beginsInText = (node: Node) => nodeType(node) === 3 && /^\S/.test(nodeValue(node));

  /** Frameworks put comments between texts. */
  const nodeBefore = (node: Node): Node | null => {
    let before = previousSibling(node);
    while (before !== null && nodeType(before) === 8) before = previousSibling(before);
    return before;
  };

  /** What holds much takes long to measure, and is mostly parted by what it holds. */
  const mostNodes = 30;
  const isSmall = (element: Element): boolean => {
    const open = [firstChild(element)];
    for (let seen = 0; open.length > 0; ) {
      const node = open.pop() ?? null;
      if (node === null) continue;
      seen += 1;
      if (seen > mostNodes) return false;
      open.push(nextSibling(node), firstChild(node));
    }
    return true;
  };
  const mayMeasure = (element: Element): boolean => left-- > 0 && isSmall(element);

  /** Whether a gap is seen before a node, where what stands before it touches it. */
  return (node: Node): boolean => {
    const before = nodeBefore(node);
    if (before === null) return false;
    if (isInline(node)) {
      if (isInline(before)) return mayMeasure(before) && mayMeasure(node) && areApart(before, node);
      return endsInText(before) && mayMeasure(node) && standsAlone(node);
    }
    return isInline(before) && beginsInText(node) && mayMeasure(before) && standsAlone(before);
  };
};

export type Gaps = ReturnType<typeof createGaps>;
