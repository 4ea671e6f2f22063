import { escapeHtml } from '../document/escape.ts';
import { pageBreak } from './pdf-tagged-pages.ts';
import { placesOf } from './pdf-tagged-rows.ts';

/**
 * PDFs that tell their structure (ISO 32000, 14.8), as word processors and browsers write them: a tree of roles whose
 * leaves are pieces of the page's content.
 */
export interface TagNode {
  readonly role: string;
  readonly children: readonly (TagNode | TagLeaf)[];
}

export interface TagLeaf {
  readonly type: string;
  readonly id: string;
}

/** What the leaves of a page's tree stand for, by their ids. */
export interface TaggedContent {
  readonly texts: ReadonlyMap<string, string>;
  readonly links: ReadonlyMap<string, string>;
  /** Where the pieces of a text begin and end. */
  readonly extents: ReadonlyMap<string, readonly { readonly left: number; readonly right: number }[]>;
}

const elements: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['H1', 'H2', 'H3', 'H4', 'H5', 'H6'].map((role) => [role, role.toLowerCase()])),
  H: 'h2',
  Title: 'h1',
  P: 'p',
  L: 'ul',
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

/** The structure of a page as HTML. */
export const taggedHtml = (root: TagNode, content: TaggedContent): string => {
  const places = placesOf(root, content);
  const htmlOf = (node: TagNode, parent: string, depth: number): string => {
    if (depth > maxDepth) return '';
    // The sign of an item is that of its list.
    if (node.role === 'Lbl') return '';
    const children = places.get(node) ?? node.children;
    const inside = children
      .map((child) =>
        child === undefined
          ? '<td></td>'
          : isNode(child)
            ? htmlOf(child, node.role, depth + 1)
            : child === pageBreak
              ? '\n'
              : escapeHtml(content.texts.get(child.id) ?? ''),
      )
      .join('');
    if (inside.trim() === '' && node.role !== 'TD' && node.role !== 'TH') return '';
    // Browsers repeat the rows of a table on each page that it reaches, without what stands on the others.
    if (node.role === 'TR' && !/>[^<]*[^<\s][^<]*</.test(inside)) return '';
    if (node.role === 'Link') return linked(inside, node, content);
    const element = node.role === 'L' && isOrdered(node, content) ? 'ol' : elements[node.role];
    if (element !== undefined) return `<${element}>${inside}</${element}>`;
    return containers.has(parent) && !containers.has(node.role) && !inline.has(node.role)
      ? `<div>${inside}</div>`
      : inside;
  };
  return htmlOf(root, '', 0);
};

const linked = (inside: string, { children }: TagNode, { links }: TaggedContent): string => {
  const url = children
    .map((child) => (isNode(child) ? undefined : links.get(child.id)))
    .find((found) => found !== undefined);
  return url === undefined ? inside : `<a href="${escapeHtml(url)}">${inside}</a>`;
};

/** Whether the first item of a list has a number for its sign. */
const isOrdered = (list: TagNode, content: TaggedContent): boolean => {
  const item = list.children.find(isNode);
  const label = item?.children.find((child) => isNode(child) && child.role === 'Lbl');
  return label !== undefined && isNode(label) && /^\s*[\dA-Za-z]{1,4}[.)]/.test(textOf(label, content, 0));
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
