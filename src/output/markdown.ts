import type { RootContent } from 'mdast';
import type { Data, Options } from '../contract/scrape.ts';
import { readContent } from '../document/content.ts';
import { readLinks } from '../document/links.ts';
import type { Page } from '../document/page.ts';
import { type Element, squeeze } from '../document/tree.ts';
import { blockHolders, flow, type Place, wordsOfNode } from './markdown-blocks.ts';
import { findNotes } from './markdown-notes.ts';
import { serialize } from './markdown-style.ts';

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
