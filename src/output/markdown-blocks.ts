import type { BlockContent, Heading, List, ListItem, Paragraph, PhrasingContent, RootContent } from 'mdast';
import { resolveUrl } from '../document/links.ts';
import { isBlock } from '../document/measure.ts';
import type { ChildNode, Element } from '../document/tree.ts';
import { attr, childElements, elements, hasAttr, isElement, isText, walk } from '../document/tree.ts';
import { codeBlock, codeTable } from './markdown-code.ts';
import { embeddedVideo, type Inline, phrasing } from './markdown-inline.ts';
import { formula } from './markdown-math.ts';
import { paragraphs, unwrap } from './markdown-paragraphs.ts';
import { dataTable } from './markdown-table.ts';

export type Flow = Exclude<BlockContent, { type: 'definition' }>;

/** Where blocks stand. */
export interface Place extends Inline {
  /** Inline elements with blocks inside: they are walked through, not kept in one paragraph. */
  readonly holdsBlocks: ReadonlySet<Element>;
  /** Lists and quotes around: indentation repeats on every line, so the depth is bounded. */
  readonly depth: number;
}

/** Deeper lists and quotes are written flat. */
const maxDepth = 24;

/** Inline elements that have a block somewhere inside. */
export const blockHolders = (roots: readonly Element[]): ReadonlySet<Element> => {
  const holders = new Set<Element>();
  for (const root of roots) {
    const open: Element[] = [root];
    walk(
      root,
      (node) => {
        if (!isElement(node)) return false;
        if (isBlock(node))
          for (let index = open.length - 1; index >= 0; index--) {
            const outer = open[index];
            if (outer === undefined || isBlock(outer) || holders.has(outer)) break;
            holders.add(outer);
          }
        open.push(node);
        return true;
      },
      () => open.pop(),
    );
  }
  return holders;
};

/** Blocks of Markdown for what stands in `nodes`. */
export const flow = (nodes: readonly ChildNode[], place: Place): Flow[] => {
  const blocks: Flow[] = [];
  let run: ChildNode[] = [];
  const endRun = () => {
    if (run.length > 0) append(blocks, paragraphs(run, place));
    run = [];
  };
  for (const node of nodes) {
    if (!isElement(node)) {
      if (isText(node)) run.push(node);
      continue;
    }
    if (place.notes.isNote(node)) continue;
    const rule = blockRule(node, place);
    if (rule === undefined) unwrap(node, run);
    else {
      endRun();
      append(blocks, rule(node, place));
    }
  }
  endRun();
  return blocks;
};

/** One by one: a page of 100 000 blocks is more than a call takes arguments. */
const append = <T>(list: T[], more: readonly T[]): void => {
  for (const entry of more) list.push(entry);
};

type Rule = (element: Element, place: Place) => Flow[];

const blockRule = (element: Element, place: Place): Rule | undefined => {
  if (Object.hasOwn(rules, element.tagName)) return rules[element.tagName];
  if (isDisplayMath(element)) return displayMath;
  if (hasAttr(element, 'data-gn-frame')) return frame;
  // Documentation built with Mintlify has its paragraphs in spans.
  if (isBlock(element) || attr(element, 'data-as') === 'p') return inside;
  if (!place.holdsBlocks.has(element)) return undefined;
  return element.tagName === 'a' ? card : inside;
};

const inside: Rule = (element, place) => flow(element.childNodes, place);
const nothing: Rule = () => [];

const heading =
  (depth: Heading['depth']): Rule =>
  (element, place) => {
    const children = phrasing(element.childNodes, { ...place, inHeading: true });
    return children.length === 0 ? [] : [{ type: 'heading', depth, children }];
  };

const quote: Rule = (element, place) => {
  if (place.depth >= maxDepth) return inside(element, place);
  const children = flow(element.childNodes, { ...place, depth: place.depth + 1 });
  return children.length === 0 ? [] : [{ type: 'blockquote', children }];
};

const list: Rule = (element, place) => {
  if (place.depth >= maxDepth) return inside(element, place);
  const ordered = element.tagName === 'ol';
  const items: ListItem[] = [];
  const inItem = { ...place, depth: place.depth + 1 };
  for (const child of element.childNodes) {
    if (isElement(child) && place.notes.isNote(child)) continue;
    const isItem = isElement(child) && child.tagName === 'li';
    const last = items.at(-1);
    const children = flow(isItem ? child.childNodes : [child], inItem);
    if (children.length === 0) continue;
    // A list straight inside a list belongs to the item before it.
    if (!isItem && last !== undefined) append(last.children, children);
    else items.push({ type: 'listItem', checked: isItem ? checked(child) : null, children });
  }
  for (const item of items) item.spread = isSpread(item);
  if (items.length === 0) return [];
  const node: List = { type: 'list', ordered, spread: false, children: items };
  if (ordered) node.start = firstNumber(element);
  return [node];
};

/** Blocks that Markdown would run together without a blank line. */
const isSpread = ({ children }: ListItem): boolean =>
  children.some((block, index) => index > 0 && block.type !== 'list' && block.type !== 'code');

const checked = (item: Element): boolean | null => {
  const box = elements(item).find(({ tagName }) => tagName === 'input');
  return box !== undefined && attr(box, 'type') === 'checkbox' ? hasAttr(box, 'checked') : null;
};

const firstNumber = (element: Element): number => {
  const item = childElements(element).find(({ tagName }) => tagName === 'li');
  const number = Number.parseInt(
    attr(element, 'start') ?? (item === undefined ? '' : (attr(item, 'value') ?? '')),
    10,
  );
  return number >= 0 && number <= 999_999_999 ? number : 1;
};

const code: Rule = (element) => {
  const block = codeBlock(element);
  return block === undefined ? [] : [block];
};

const table: Rule = (element, place) => {
  const lines = codeTable(element);
  if (lines !== undefined) return [lines];
  const data = dataTable(element, place);
  if (data === undefined) return inside(element, place);
  const caption = childElements(element).find(({ tagName }) => tagName === 'caption');
  const words = caption === undefined ? [] : plain(caption, place);
  return words.length === 0 ? [data] : [bold(words), data];
};

const bold = (children: PhrasingContent[]): Paragraph => ({
  type: 'paragraph',
  children: [{ type: 'strong', children }],
});

const plain = (element: Element, place: Place): PhrasingContent[] =>
  phrasing(element.childNodes, { ...place, inStrong: true, inEmphasis: true });

const caption: Rule = (element, place) => {
  const children = plain(element, place);
  return children.length === 0 ? [] : [{ type: 'paragraph', children: [{ type: 'emphasis', children }] }];
};

const summary: Rule = (element, place) => {
  const children = phrasing(element.childNodes, { ...place, inHeading: true });
  return children.length === 0 ? [] : [bold(children)];
};

/** Terms in bold, what they mean after a colon: `**term**: meaning`. */
const definitions: Rule = (element, place) => {
  const blocks: Flow[] = [];
  let terms: PhrasingContent[] = [];
  const takeTerms = (): PhrasingContent[] => {
    const taken = terms;
    terms = [];
    return taken.length === 0
      ? []
      : [
          { type: 'strong', children: taken },
          { type: 'text', value: ': ' },
        ];
  };
  const flush = () => {
    const [label] = takeTerms();
    if (label !== undefined) blocks.push({ type: 'paragraph', children: [label] });
  };
  for (const part of definitionParts(element)) {
    if (part.tagName === 'dt') {
      const words = plain(part, place);
      if (words.length > 0 && terms.length > 0) terms.push({ type: 'text', value: ', ' });
      append(terms, words);
      continue;
    }
    if (part.tagName !== 'dd') {
      flush();
      append(blocks, flow([part], place));
      continue;
    }
    const [first, ...rest] = flow(part.childNodes, place);
    if (first?.type === 'paragraph')
      blocks.push({ type: 'paragraph', children: [...takeTerms(), ...first.children] });
    else {
      flush();
      if (first !== undefined) blocks.push(first);
    }
    append(blocks, rest);
  }
  flush();
  return blocks;
};

/** Groups of a definition list may be wrapped in `<div>`. */
const definitionParts = (element: Element): Element[] =>
  childElements(element).flatMap((child) => (child.tagName === 'div' ? childElements(child) : [child]));

const isDisplayMath = (element: Element): boolean =>
  (element.tagName === 'math' && attr(element, 'display') === 'block') ||
  /(?:^|\s)(?:katex-display|MathJax_Display|mwe-math-element-block)(?:\s|$)/.test(
    attr(element, 'class') ?? '',
  ) ||
  (element.tagName === 'script' && /mode=display/.test(attr(element, 'type') ?? '')) ||
  (element.tagName === 'mjx-container' && attr(element, 'display') === 'true');

const displayMath: Rule = (element, place) => {
  const found = formula(element);
  return found === undefined ? inside(element, place) : [{ type: 'html', value: `$$\n${found.tex}\n$$` }];
};

/** A frame whose document stands in its place, or a player in it. */
const frame: Rule = (element, place) => {
  const video = embeddedVideo(attr(element, 'data-gn-frame'), attr(element, 'title'));
  return video === undefined ? inside(element, place) : [{ type: 'paragraph', children: [video] }];
};

/** A link around blocks leads on from its heading, else from its first words; the rest is text. */
const card: Rule = (element, place) => {
  const url = resolveUrl(attr(element, 'href') ?? '', place.base);
  const blocks = flow(element.childNodes, { ...place, inLink: url !== undefined || (place.inLink ?? false) });
  const target =
    blocks.find((block) => block.type === 'heading') ?? blocks.find((block) => block.type === 'paragraph');
  if (url === undefined || place.inLink || (target?.type !== 'heading' && target?.type !== 'paragraph'))
    return blocks;
  target.children = [{ type: 'link', url, children: target.children }];
  return blocks;
};

const rules: Readonly<Record<string, Rule>> = {
  blockquote: quote,
  button: nothing,
  dl: definitions,
  dir: list,
  figcaption: caption,
  h1: heading(1),
  h2: heading(2),
  h3: heading(3),
  h4: heading(4),
  h5: heading(5),
  h6: heading(6),
  hr: () => [{ type: 'thematicBreak' }],
  li: inside,
  listing: code,
  menu: list,
  ol: list,
  plaintext: code,
  pre: code,
  summary,
  table,
  ul: list,
  xmp: code,
};

/** The words of a block, for comparing. */
export const wordsOfNode = (node: RootContent | PhrasingContent): string => {
  if ('value' in node) return node.value;
  if ('children' in node) return (node.children as RootContent[]).map(wordsOfNode).join('');
  return '';
};
