import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** Markdown read as its users' programs read it; code stands in fences, headings begin with signs. */
export const readMarkdown = (markdown: string): Root =>
  fromMarkdown(markdown, {
    extensions: [gfm(), { disable: { null: ['codeIndented', 'setextUnderline'] } }],
    mdastExtensions: [gfmFromMarkdown()],
  });

/** The words of a node: no marks, no addresses, no white space. */
export const wordsOf = (node: Nodes): string => {
  if ('value' in node) return node.type === 'html' ? node.value.replace(/<[^>]*>/g, ' ') : node.value;
  if (node.type === 'image') return '';
  if (node.type === 'break') return ' ';
  if ('children' in node) return (node.children as Nodes[]).map(wordsOf).join(isInline(node) ? '' : ' ');
  return '';
};

const isInline = ({ type }: Nodes): boolean =>
  ['paragraph', 'heading', 'emphasis', 'strong', 'delete', 'link', 'tableCell'].includes(type);

const plain = (text: string): string =>
  text
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(' ') ?? '';

export const kinds = ['headings', 'list items', 'table rows', 'code blocks'] as const;
export type Kind = (typeof kinds)[number];

const kindOf: Readonly<Record<string, Kind>> = {
  heading: 'headings',
  listItem: 'list items',
  tableRow: 'table rows',
  code: 'code blocks',
};

/** The words of each heading, list item (without the lists in it), row and code block. */
export const structureOf = (markdown: string): Readonly<Record<Kind, string[]>> => {
  const found: Record<Kind, string[]> = {
    headings: [],
    'list items': [],
    'table rows': [],
    'code blocks': [],
  };
  const visit = (node: Nodes): void => {
    const kind = kindOf[node.type];
    if (kind !== undefined) {
      const own =
        node.type === 'listItem'
          ? { ...node, children: node.children.filter(({ type }) => type !== 'list') }
          : node;
      const words = plain(wordsOf(own));
      if (words !== '') found[kind].push(words);
    }
    if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(readMarkdown(markdown));
  return found;
};
