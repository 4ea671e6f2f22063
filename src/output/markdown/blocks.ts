import type { BlockContent, Heading, Paragraph, PhrasingContent } from 'mdast';
import { headingTags, isBlock } from '../../document/tree/measure.ts';
import type { ChildNode, Element } from '../../document/tree/tree.ts';
import {
  attr,
  childElements,
  collapsedText,
  elements,
  hasAttr,
  isElement,
  isText,
  parentElement,
  walk,
} from '../../document/tree/tree.ts';
import { classWords } from '../../document/tree/words.ts';
import { callout } from './callout.ts';
import { choices } from './choices.ts';
import { codeBlock, isCodeBlock, isNumbersBeside } from './code.ts';
import { codeTable, fileNames } from './code-table.ts';
import { definitions, enumerated } from './definitions.ts';
import { equationRows } from './equations.ts';
import { fieldHead } from './field-head.ts';
import { displayedTex, type Inline, phrasing, plain, targetOf } from './inline.ts';
import { createJoin, mayGoOn } from './join.ts';
import { markdownLists } from './list.ts';
import { markedRows } from './marked-rows.ts';
import { formula, isDisplayMath, withoutDrawings } from './math.ts';
import { playerLink } from './media.ts';
import { namedItem } from './named-items.ts';
import { labelled } from './pairs.ts';
import { displayed, paragraphs, unwrap } from './paragraphs.ts';
import { quotedIn } from './quotation.ts';
import { rankedList } from './ranked-list.ts';
import { codeInHeading, isSignature, signature } from './signature.ts';
import { withStep } from './steps.ts';
import { dataTable } from './table.ts';
import { withNumber } from './typed-lists.ts';

export type Flow = Exclude<BlockContent, { type: 'definition' }>;

/** Where blocks stand. */
export interface Place extends Inline {
  /** Inline elements with blocks inside: they are walked through, not kept in one paragraph. */
  readonly holdsBlocks: ReadonlySet<Element>;
  /** Lists and quotes around: indentation repeats on every line, so the depth is bounded. */
  readonly depth: number;
  /** Written already, where it stands out of its place. */
  readonly omitted?: Element | undefined;
}

/** How blocks are written, handed to who writes what stands around them. */
export type Write = (nodes: readonly ChildNode[], place: Place) => Flow[];

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
export const flow: Write = (nodes, place) => {
  const blocks = createJoin();
  let run: ChildNode[] = [];
  const endRun = () => {
    if (run.length === 0) return;
    blocks.add(paragraphs(run, place));
    run = [];
  };
  for (const node of withoutDrawings(nodes)) {
    if (!isElement(node)) {
      // What is between blocks is mostly the layout of the source.
      if (isText(node) && (run.length > 0 || node.value.trim() !== '')) run.push(node);
      continue;
    }
    if (place.notes.isNote(node) || node === place.omitted) continue;
    if (isLine(node, place)) {
      if (!endsWithBreak(run)) endRun();
      for (const part of node.childNodes) run.push(part);
      continue;
    }
    const rule = blockRule(node, place);
    if (rule === undefined) unwrap(node, run);
    else {
      endRun();
      blocks.add(rule(node, place));
    }
  }
  endRun();
  return blocks.end();
};

/** In characters. */
const longestLine = 100;

/** A line of a poem, in a block without a name that a break ends: blank lines part the stanzas, not the ends of blocks. */
const isLine = (element: Element, place: Place): boolean => {
  const last = element.tagName === 'div' ? element.childNodes.at(-1) : undefined;
  return (
    last?.nodeName === 'br' &&
    !hasAttr(element, 'class') &&
    !childElements(element).some((part) => isBlock(part) || place.holdsBlocks.has(part)) &&
    collapsedText(element).length <= longestLine
  );
};

const endsWithBreak = (run: readonly ChildNode[]): boolean =>
  run.findLast((node) => !isText(node) || node.value.trim() !== '')?.nodeName === 'br';

type Rule = (element: Element, place: Place) => Flow[];

const blockRule = (element: Element, place: Place): Rule | undefined => {
  const named = rules.get(element.tagName);
  if (named !== undefined) return named;
  if (element.tagName === 'cite' && isSource(element)) return caption;
  if (isDisplayMath(element)) return displayMath;
  if (isCodeBlock(element)) return code;
  if (isSignature(element)) return declaration;
  if (hasAttr(element, 'data-gn-frame')) return frame;
  // Documentation built with Mintlify has its paragraphs in spans.
  if (isBlock(element) || attr(element, 'data-as') === 'p') return inside;
  if (!place.holdsBlocks.has(element)) return undefined;
  return element.tagName === 'a' ? card : inside;
};

const inside: Rule = (element, place) => {
  if (isCopyLabel(element) || isNumbersBeside(element)) return [];
  if (isExpander(element)) return summary(element, place);
  const head = fieldHead(element);
  if (head !== undefined) return [{ type: 'paragraph', children: head }];
  if (place.depth >= maxDepth) return flow(element.childNodes, place);
  const item = namedItem(element, () => flow(element.childNodes, { ...place, depth: place.depth + 1 }));
  if (item !== undefined) return [mayGoOn(item, element)];
  const line = choices(element);
  if (line !== undefined) return [line];
  const pair = labelled(element, (nodes) => phrasing(nodes, place));
  if (pair !== undefined) return [pair];
  const quoted = quotedIn(element);
  if (quoted !== undefined) return quotation(quoted, place);
  return callout(element, place, flow) ?? withStep(element, withNumber(flow(element.childNodes, place)));
};
const nothing: Rule = () => [];

/** What Confluence folds text behind. */
const isExpander = (element: Element): boolean => {
  const classes = attr(element, 'class');
  return classes === 'expand-control' || classes?.startsWith('expand-control ') === true;
};

/** What the buttons over a block of code say: to copy it, to ask about it. */
const isCopyLabel = (element: Element): boolean =>
  (attr(element, 'aria-hidden') === 'true' || /cop(?:y|ied)/i.test(attr(element, 'class') ?? '')) &&
  /^(?:cop(?:y|ied)!?|copy (?:code|to clipboard|link)|ask ai)$/i.test(collapsedText(element));

const heading =
  (depth: Heading['depth']): Rule =>
  (element, place) => {
    const nodes = element.childNodes;
    const end = headingEnd(nodes);
    const children = codeInHeading(element) ?? phrasing(nodes.slice(0, end), { ...place, inHeading: true });
    const below = end < nodes.length ? flow(nodes.slice(end), place) : [];
    if (children.length === 0) return below;
    const isHeading = depth === 1 || collapsedText(element) !== '' || !isPhotograph(element);
    return [isHeading ? { type: 'heading', depth, children } : { type: 'paragraph', children }, ...below];
  };

/** In pixels: words of a heading that are drawn are not as high. */
const highestWords = 150;

/** What editors leave of a heading when the words in it are replaced by a picture. */
const isPhotograph = (heading: Element): boolean =>
  elements(heading).some((part) => part.tagName === 'img' && Number(attr(part, 'height')) > highestWords);

const notInHeadings = new Set('blockquote dl figure ol p pre table ul'.split(' '));

/** Where the text of a heading ends that was not closed, or that an editor put the text below it into. */
const headingEnd = (nodes: readonly ChildNode[]): number => {
  let hasText = false;
  for (const [index, node] of nodes.entries()) {
    if (isText(node)) hasText ||= node.value.trim() !== '';
    else if (hasText && notInHeadings.has(node.nodeName)) return index;
  }
  return nodes.length;
};

/** Forums of old keep what was written in the element for quotations. */
const isPost = (element: Element): boolean => / (?:post ?content|message text) /.test(classWords(element));

const quote: Rule = (element, place) =>
  place.depth >= maxDepth || isPost(element)
    ? inside(element, place)
    : (callout(element, place, flow) ?? quotation(element, place));

const quotation: Rule = (element, place) => {
  const children = flow(element.childNodes, { ...place, depth: place.depth + 1 });
  return children.length === 0 ? [] : [{ type: 'blockquote', children }];
};

const code: Rule = (element) => {
  const block = codeBlock(element);
  return block === undefined ? [] : [block];
};

const declaration: Rule = (element) => {
  const block = signature(element);
  return block === undefined ? [] : [block];
};

const table: Rule = (element, place) => {
  const lines = codeTable(element);
  if (lines !== undefined)
    return [...fileNames(element).flatMap((name) => paragraphOf(plain(name, place))), lines];
  const equations = equationRows(element, (cell) => phrasing(cell.childNodes, place));
  if (equations !== undefined) return equations.flatMap(paragraphOf);
  const marked = place.depth < maxDepth ? markedRows(element, place, flow) : undefined;
  if (marked !== undefined) return marked;
  const data = dataTable(element, place);
  if (data === undefined) {
    const listed = place.depth < maxDepth ? rankedList(element, place, flow) : undefined;
    return listed ?? inside(element, place);
  }
  const caption = childElements(element).find(({ tagName }) => tagName === 'caption');
  const words = caption === undefined ? [] : plain(caption, place);
  return words.length === 0 ? [data] : [bold(words), data];
};

/** What is nothing but a formula for a line of its own has one. */
const paragraphOf = (children: PhrasingContent[]): Flow[] => {
  const tex = children.length === 1 ? displayedTex(children[0]) : undefined;
  if (tex !== undefined) return [displayed(tex)];
  return children.length === 0 ? [] : [{ type: 'paragraph', children }];
};

const bold = (children: PhrasingContent[]): Paragraph => ({
  type: 'paragraph',
  children: [{ type: 'strong', children }],
});

const caption: Rule = (element, place) => {
  const children = plain(element, place);
  return children.length === 0 ? [] : [{ type: 'paragraph', children: [{ type: 'emphasis', children }] }];
};

/** Who is quoted stands on a line of its own, above the quotation or below it. */
const isSource = (cite: Element): boolean => {
  const parent = parentElement(cite);
  const quoted = parent?.tagName === 'div' ? parentElement(parent) : parent;
  if (quoted?.tagName !== 'blockquote' || (parent !== quoted && quoted.childNodes.find(isElement) !== parent))
    return false;
  const isShown = (node: ChildNode) => !isText(node) || node.value.trim() !== '';
  const nodes = parent?.childNodes ?? [];
  return nodes.find(isShown) === cite || nodes.findLast(isShown) === cite;
};

const summary: Rule = (element, place) => {
  if (holdsHeading(element)) return flow(element.childNodes, place);
  const children = phrasing(element.childNodes, { ...place, inHeading: true });
  return children.length === 0 || control.test(collapsedText(element)) ? [] : [bold(children)];
};
/** A heading stands no deeper in what it folds out. */
const headingDepth = 3;
const holdsHeading = (element: Element, depth = headingDepth): boolean =>
  childElements(element).some(
    (part) => headingTags.has(part.tagName) || (depth > 1 && holdsHeading(part, depth - 1)),
  );
/** What opens more and does not say what. */
const control =
  /^(?:(?:expand|show|read|see|view)(?: (?:description|details?|more|all|less))+|(?:show|view|see) \d+ more(?: \p{L}+)?|click (?:here )?to (?:expand|show|open))\W*$/iu;

const displayMath: Rule = (element, place) => {
  const found = formula(element);
  return found === undefined ? inside(element, place) : [displayed(found.tex)];
};

/** A frame whose document stands in its place, or a player in it. */
const frame: Rule = (element, place) => {
  const children = playerLink(element, place.base);
  return children.length === 0 ? inside(element, place) : [{ type: 'paragraph', children }];
};

/** A link around blocks leads on from its heading, else from its first words; the rest is text. */
const card: Rule = (element, place) => {
  const url = targetOf(element, place.base);
  const blocks = flow(element.childNodes, { ...place, inLink: url !== undefined || (place.inLink ?? false) });
  const target =
    blocks.find((block) => block.type === 'heading') ?? blocks.find((block) => block.type === 'paragraph');
  if (url === undefined || place.inLink || (target?.type !== 'heading' && target?.type !== 'paragraph'))
    return blocks;
  target.children = [{ type: 'link', url, children: target.children }];
  return blocks;
};

const list: Rule = (element, place) =>
  (place.depth < maxDepth ? markdownLists(element, place, flow) : undefined) ?? inside(element, place);

const defined: Rule = (element, place) =>
  (place.depth < maxDepth ? enumerated(element, place, flow) : undefined) ??
  definitions(element, place, flow);

const rules: ReadonlyMap<string, Rule> = new Map(
  Object.entries({
    blockquote: quote,
    button: nothing,
    dl: defined,
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
  } satisfies Record<string, Rule>),
);
