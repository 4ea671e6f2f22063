import type { Heading, Html, Paragraph } from 'mdast';
import type { ChildNode, Element } from '../document/tree.ts';
import { attr, isElement, isText } from '../document/tree.ts';
import { displayedTex, type Inline, phrasing } from './markdown-inline.ts';

/** Elements without a meaning of their own give way to their content, so that line breaks inside come to light. */
export const unwrap = (element: Element, into: ChildNode[]): void => {
  const isPlain =
    element.tagName === 'font'
      ? fontDepth(element) === undefined
      : element.tagName === 'span' && element.attrs.length === 0;
  if (!isPlain) into.push(element);
  else
    for (const node of element.childNodes)
      if (isElement(node)) unwrap(node, into);
      else into.push(node);
};

/** A run of inline content: blank lines between breaks part paragraphs, as in pages written without them. */
export const paragraphs = (run: readonly ChildNode[], place: Inline): (Paragraph | Heading | Html)[] => {
  const blocks: (Paragraph | Heading | Html)[] = [];
  let lines: ChildNode[] = [];
  let blank = false;
  const end = () => {
    const depth = onlyFontDepth(lines);
    const content = phrasing(lines, depth === undefined ? place : { ...place, inHeading: true });
    const tex = displayedTex(content[0]);
    if (tex !== undefined && content.length === 1) blocks.push(displayed(tex));
    else if (content.length > 0)
      blocks.push(
        depth === undefined
          ? { type: 'paragraph', children: content }
          : { type: 'heading', depth, children: content },
      );
    lines = [];
  };
  for (const node of run) {
    const isBreak = isElement(node) && node.tagName === 'br';
    if (isBreak && (blank || onlyFontDepth(lines) !== undefined)) end();
    else lines.push(node);
    blank = isBreak || (blank && isText(node) && node.value.trim() === '');
  }
  end();
  return blocks;
};

/** A formula on lines of its own. */
export const displayed = (tex: string): Html => ({ type: 'html', value: `$$\n${tex}\n$$` });

/** Large type alone on its line is a heading in pages from before style sheets: `<b><font size="4">…`. */
const onlyFontDepth = (nodes: readonly ChildNode[]): Heading['depth'] | undefined => {
  let only: Element | undefined;
  for (const node of nodes) {
    if (isText(node) ? node.value.trim() === '' : isElement(node) && node.tagName === 'br') continue;
    if (only !== undefined || !isElement(node)) return undefined;
    only = node;
  }
  return only === undefined ? undefined : fontDepth(only);
};

const fontDepth = (element: Element): Heading['depth'] | undefined => {
  const isBold = (node: Element) => node.tagName === 'b' || node.tagName === 'strong';
  const only = (node: Element) => {
    const parts = node.childNodes.filter((child) => !(isText(child) && child.value.trim() === ''));
    const [first] = parts;
    return parts.length === 1 && first !== undefined && isElement(first) ? first : undefined;
  };
  const inner = only(element);
  const font = element.tagName === 'font' ? element : inner;
  if (font?.tagName !== 'font' || !(isBold(element) || (inner !== undefined && isBold(inner))))
    return undefined;
  const size = (attr(font, 'size') ?? '').trim();
  const depths: Readonly<Record<string, Heading['depth']>> = {
    7: 1,
    6: 1,
    5: 2,
    4: 3,
    '+4': 1,
    '+3': 1,
    '+2': 2,
    '+1': 3,
  };
  return Object.hasOwn(depths, size) ? depths[size] : undefined;
};
