import type { Root, RootContent, Table } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { defaultHandlers, type Options as Style, toMarkdown } from 'mdast-util-to-markdown';
import type { Data, Options } from '../contract/scrape.ts';
import { readContent } from '../document/content.ts';
import { readLinks } from '../document/links.ts';
import type { Page } from '../document/page.ts';
import { type Element, squeeze } from '../document/tree.ts';
import { blockHolders, flow, type Place, wordsOfNode } from './markdown-blocks.ts';
import { findNotes } from './markdown-notes.ts';

/**
 * The content of the page as GitHub Flavored Markdown. Main content without a heading of the first level gets the
 * page's title as one, for most pages keep it outside the article; the same words are never a heading twice.
 * @throws ServiceError `invalid_request` for a selector that is none.
 */
export const renderMarkdown = (page: Page, options: Options['markdown']): Data['markdown'] => {
  const roots = readContent(page, options);
  const { title } = page.metadata;
  const blocks = toBlocks(roots, page.base);
  const titled = options.only_main_content && options.include_selectors.length === 0;
  const markdown = serialize(titled ? withTitle(blocks, title) : blocks);
  return {
    ...markdownData(title, markdown),
    ...(options.links ? { links: readLinks(roots, page.base) } : {}),
  };
};

export const markdownData = (title: string, markdown: string): Data['markdown'] => ({
  title,
  markdown,
  character_count: markdown.length,
});

const toBlocks = (roots: readonly Element[], base: string): RootContent[] => {
  const notes = findNotes(roots);
  const place: Place = { base, notes, holdsBlocks: blockHolders(roots), depth: 0 };
  const blocks: RootContent[] = flow(roots, place);
  if (notes.all.length === 0) return blocks;
  while (isNotesHeading(blocks.at(-1))) blocks.pop();
  for (const { label, element } of notes.all)
    blocks.push({
      type: 'footnoteDefinition',
      identifier: label,
      label,
      children: flow(element.childNodes, place),
    });
  return blocks;
};

/** What stood over the notes before they were moved to the end. */
const isNotesHeading = (block: RootContent | undefined): boolean =>
  block?.type === 'thematicBreak' ||
  (block?.type === 'heading' &&
    /^(?:(?:foot|end)?notes?|references|citations|sources)$/i.test(wordsOfNode(block)));

const withTitle = (blocks: RootContent[], title: string): RootContent[] => {
  if (title === '' || blocks.some((block) => block.type === 'heading' && block.depth === 1)) return blocks;
  const heading: RootContent = { type: 'heading', depth: 1, children: [{ type: 'text', value: title }] };
  const [first, ...rest] = blocks;
  const repeats = first !== undefined && comparable(wordsOfNode(first)) === comparable(title);
  return [heading, ...(repeats ? rest : blocks)];
};

const comparable = (text: string): string => squeeze(text).toLowerCase();

/** Text in which nothing can be taken for Markdown, wherever it stands: most of it, and checking once is quick. */
const harmless = /^(?![\s\d#+\-=:.)(|>])[^\\`*_[\]<>&~|!#\n\t\r]*$/;

const delimiters = { left: ':--', right: '--:', center: ':-:', none: '---' } as const;

const style: Style = {
  bullet: '-',
  emphasis: '*',
  rule: '-',
  listItemIndent: 'one',
  fences: true,
  resourceLink: true,
  handlers: {
    text: (node, parent, state, info) =>
      harmless.test(node.value) ? node.value : defaultHandlers.text(node, parent, state, info),
    table: (node: Table, _parent, state, info) => {
      const exit = state.enter('table');
      const lines = node.children.map(
        (row) => `| ${row.children.map((cell) => state.handle(cell, row, state, info)).join(' | ')} |`,
      );
      const rule =
        node.children[0]?.children.map((_, column) => delimiters[node.align?.[column] ?? 'none']) ?? [];
      exit();
      return [lines[0], `| ${rule.join(' | ')} |`, ...lines.slice(1)].join('\n');
    },
    break: (_node, _parent, state) =>
      state.stack.includes('headingAtx') || state.stack.includes('tableCell') ? ' ' : '  \n',
  },
  // Without the extension that escapes bare addresses: they are wanted as they stand. It alone has no handlers.
  extensions: gfmToMarkdown().extensions?.filter(({ handlers }) => handlers) ?? [],
};

export const serialize = (blocks: readonly RootContent[]): string => {
  const root: Root = { type: 'root', children: [...blocks] };
  return toMarkdown(root, style).trim();
};
