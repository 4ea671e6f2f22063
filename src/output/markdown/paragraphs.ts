import type { Heading, Html, Paragraph, PhrasingContent, ThematicBreak } from 'mdast';
import type { ChildNode, Element } from '../../document/tree/tree.ts';
import { attr, collapsedText, isElement, isText } from '../../document/tree/tree.ts';
import { displayedTex, type Inline, phrasing } from './inline.ts';

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
export const paragraphs = (run: readonly ChildNode[], place: Inline): Written[] => {
  const blocks: Written[] = [];
  let lines: ChildNode[] = [];
  let blank = false;
  const end = () => {
    const depth = onlyFontDepth(lines);
    const content = phrasing(lines, depth === undefined ? place : { ...place, inHeading: true });
    const tex = displayedTex(content[0]);
    if (tex !== undefined && content.length === 1) blocks.push(displayed(tex));
    else if (depth !== undefined && content.length > 0)
      blocks.push({ type: 'heading', depth, children: content });
    else for (const block of ruled(content)) blocks.push(block);
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

type Written = Paragraph | Heading | Html | ThematicBreak;

/** A row of one sign, as typewriters draw a line: `-----`, `___`, `* * *`. */
const typedRule = /^\s*([-_*–—•])(?:\s*\1){2,}\s*$/;

/** A paragraph, parted where it draws a line. */
const ruled = (content: PhrasingContent[]): (Paragraph | ThematicBreak)[] => {
  if (!content.some(isTypedRule))
    return content.length === 0 ? [] : [{ type: 'paragraph', children: content }];
  const blocks: (Paragraph | ThematicBreak)[] = [];
  let children: PhrasingContent[] = [];
  const end = () => {
    if (children.at(-1)?.type === 'break') children.pop();
    if (children.length > 0) blocks.push({ type: 'paragraph', children });
    children = [];
  };
  content.forEach((node, index) => {
    const isLine = [content[index - 1], content[index + 1]].every(
      (one) => one === undefined || one.type === 'break',
    );
    if (isLine && isTypedRule(node)) {
      end();
      blocks.push({ type: 'thematicBreak' });
    } else if (children.length > 0 || node.type !== 'break') children.push(node);
  });
  end();
  return blocks;
};

const isTypedRule = (node: PhrasingContent): boolean => node.type === 'text' && typedRule.test(node.value);

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
  if (font?.tagName !== 'font') return undefined;
  const size = (attr(font, 'size') ?? '').trim();
  const isSetOff = isBold(element) || (inner !== undefined && isBold(inner));
  if (!isSetOff && !(veryLarge.test(size) && isLabel(collapsedText(element)))) return undefined;
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

/** Larger than emphasis in a text. */
const veryLarge = /^(?:[5-7]|\+[2-4])$/;
/** In characters. */
const longestHeading = 80;
/** What is not bold may be a text in large type: that is longer, or ends as a sentence. */
const isLabel = (text: string): boolean =>
  text.length <= longestHeading && !/[.!?:;,…。！？]["'”’)]*$/.test(text);
