import { escapeHtml } from '../document/tree/escape.ts';
import { type Fragment, scriptOf } from './pdf-lines.ts';
import { codeLines } from './pdf-tagged-code.ts';
import { piecesIn, type TaggedContent, type TagLeaf, type TagNode } from './pdf-tagged-content.ts';
import { pageBreak } from './pdf-tagged-pages.ts';
import { placesOf } from './pdf-tagged-rows.ts';

/** The structure of a PDF that tells it as HTML. */

const elements: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['H1', 'H2', 'H3', 'H4', 'H5', 'H6'].map((role) => [role, role.toLowerCase()])),
  H: 'h2',
  Title: 'h1',
  P: 'p',
  LI: 'li',
  TOC: 'ul',
  TOCI: 'li',
  Table: 'table',
  THead: 'thead',
  TBody: 'tbody',
  TFoot: 'tfoot',
  TR: 'tr',
  TH: 'th',
  TD: 'td',
  Caption: 'caption',
  BlockQuote: 'blockquote',
  Code: 'code',
  Em: 'em',
  Strong: 'strong',
};

/** Parts of a page that hold blocks: what stands in them without a role is a block of its own. */
const containers = new Set([
  'Root',
  'Document',
  'DocumentFragment',
  'Part',
  'Art',
  'Sect',
  'Div',
  'Aside',
  'Form',
  'Figure',
]);
const inline = new Set(['Link', 'Span', 'Em', 'Strong', 'Code', 'Reference', 'Note']);
const maxDepth = 100;

const isNode = (child: TagNode | TagLeaf): child is TagNode => 'role' in child;

/** Blocks of text: what stands in them is part of a line. */
const texts = /^(?:P|H[1-6]?|T[HD]|Caption)$/;

/** The structure of a page as HTML. */
export const taggedHtml = (root: TagNode, content: TaggedContent): string => {
  const places = placesOf(root, content);
  /** The last piece of a text that was neither raised nor lowered. */
  let main: Fragment | undefined;
  const textOfLeaf = (leaf: TagLeaf): string => {
    if (leaf === pageBreak) return '\n';
    const text = content.texts.get(leaf.id) ?? '';
    const pieces = content.pieces.get(leaf.id) ?? [];
    const script = main && scriptBeside(pieces, main);
    if (script === undefined) main = pieces.at(-1) ?? main;
    return script === undefined ? escapeHtml(text) : around(script, escapeHtml(text));
  };
  const htmlOf = (node: TagNode, parent: string, depth: number, inText: boolean): string => {
    if (depth > maxDepth) return '';
    // The sign of an item is that of its list.
    if (node.role === 'Lbl') return '';
    const within = inText || texts.test(node.role);
    if (within !== inText) main = undefined;
    const code = within ? [] : linesOfCode(node, content);
    if (code.length > 1) return `<pre><code>${escapeHtml(code.join('\n'))}</code></pre>`;
    const children = places.get(node) ?? node.children;
    const parts = children.map((child) => {
      if (child === undefined) return '<td></td>';
      return isNode(child) ? htmlOf(child, node.role, depth + 1, within) : textOfLeaf(child);
    });
    // Parts without a role that each begin a line, such as names and what is said of them.
    const areLines = !within && node.role === 'NonStruct' && parts.every((part) => /^\s*\n/.test(part));
    const inside = parts.join(areLines ? '<br>' : '');
    if (inside.trim() === '' && node.role !== 'TD' && node.role !== 'TH') return '';
    // Browsers repeat the rows of a table on each page that it reaches, without what stands on the others.
    if (node.role === 'TR' && !/>[^<]*[^<\s][^<]*</.test(inside)) return '';
    if (node.role === 'Link') return linked(inside, node, content);
    if (node.role === 'L') return listed(inside, node, content);
    const element = elements[node.role];
    if (element !== undefined)
      return inline.has(node.role) ? around(element, inside) : `<${element}>${inside}</${element}>`;
    return containers.has(parent) && !containers.has(node.role) && !inline.has(node.role)
      ? `<div>${inside}</div>`
      : inside;
  };
  return htmlOf(root, '', 0, false);
};

/** Of a part that holds nothing else, as browsers write what keeps its lines; none for everything else. */
const linesOfCode = ({ role, children }: TagNode, content: TaggedContent): string[] => {
  const [only, another] = children.filter((child) => isNode(child) || content.texts.has(child.id));
  const isCode = only !== undefined && another === undefined && isNode(only) && only.role === 'Code';
  return isCode && role === 'NonStruct' ? codeLines(piecesIn(only, content)) : [];
};

/** Spaces stand between the parts of a text. */
const around = (element: string, text: string): string => {
  const words = text.trim();
  const at = text.indexOf(words);
  return `${text.slice(0, at)}<${element}>${words}</${element}>${text.slice(at + words.length)}`;
};

/** Whether all of a text is raised or lowered beside another. */
const scriptBeside = (pieces: readonly Fragment[], main: Fragment): 'sup' | 'sub' | undefined => {
  const [first] = pieces;
  if (first === undefined || pieces.some(({ y }) => y !== first.y)) return undefined;
  return Math.abs(first.y - main.y) < 0.6 * main.size ? scriptOf(first, main) : undefined;
};

const linked = (inside: string, { children }: TagNode, { links }: TaggedContent): string => {
  const url = children
    .map((child) => (isNode(child) ? undefined : links.get(child.id)))
    .find((found) => found !== undefined);
  return url === undefined ? inside : `<a href="${escapeHtml(url)}">${inside}</a>`;
};

/** A list, with numbers where its first item has one. */
const listed = (inside: string, list: TagNode, content: TaggedContent): string => {
  const item = list.children.find(isNode);
  const label = item?.children.find((child) => isNode(child) && child.role === 'Lbl');
  const sign = label !== undefined && isNode(label) ? textOf(label, content, 0).trim() : '';
  if (!/^[\dA-Za-z]{1,4}[.)]/.test(sign)) return `<ul>${inside}</ul>`;
  const number = Number.parseInt(sign, 10);
  return `<ol${number >= 0 && number !== 1 ? ` start="${number}"` : ''}>${inside}</ol>`;
};

const textOf = (node: TagNode, content: TaggedContent, depth: number): string =>
  depth > maxDepth
    ? ''
    : node.children
        .map((child) =>
          isNode(child) ? textOf(child, content, depth + 1) : (content.texts.get(child.id) ?? ''),
        )
        .join('');

/** The leaves of a tree, and whether any role in it says more than "text". */
export const surveyOf = (
  root: TagNode,
): { readonly ids: ReadonlySet<string>; readonly hasStructure: boolean } => {
  const ids = new Set<string>();
  let hasStructure = false;
  const open: TagNode[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (/^(?:H[1-6]?|L|Table)$/.test(node.role)) hasStructure = true;
    for (const child of node.children)
      if (isNode(child)) open.push(child);
      else ids.add(child.id);
  }
  return { ids, hasStructure };
};
