import type { RootContent } from 'mdast';
import type { Data, Options } from '../../contract/scrape.ts';
import { readContent } from '../../document/content.ts';
import type { Page } from '../../document/page.ts';
import { nameButtons } from '../../document/roles/buttons.ts';
import { nameByRole } from '../../document/roles/roles.ts';
import { readLinks } from '../../document/tree/links.ts';
import { type Element, squeeze } from '../../document/tree/tree.ts';
import { ignore, noneIncluded, type Tell } from '../warnings.ts';
import { blockHolders, type Flow, flow, type Place } from './blocks.ts';
import { findNotes } from './notes.ts';
import { withoutRepeatedPictures } from './pictures.ts';
import { serialize } from './style.ts';
import { wordsOfNode } from './words.ts';

/**
 * The content of the page as GitHub Flavored Markdown. Main content without a heading of the first level gets the
 * page's title as one, for most pages keep it outside the article; the same words are never a heading twice.
 * @throws ServiceError `invalid_request` for a selector that is none.
 */
export const renderMarkdown = (
  page: Page,
  options: Options['markdown'],
  tell: Tell = ignore,
): Data['markdown'] => {
  const roots = readContent(page, options);
  if (options.include_selectors.length > 0 && roots.length === 0) tell(noneIncluded);
  for (const root of roots) {
    nameByRole(root);
    nameButtons(root);
  }
  const { title } = page.metadata;
  const blocks = toBlocks(roots, page.base, tell);
  const titled = options.only_main_content && options.include_selectors.length === 0;
  const markdown = serialize(titled ? withTitle(withoutEdges(blocks), title) : blocks);
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

const toBlocks = (roots: readonly Element[], base: string, tell: Tell): RootContent[] => {
  const notes = findNotes(roots, base);
  const place: Place = { base, notes, tell, holdsBlocks: blockHolders(roots), depth: 0 };
  const blocks: RootContent[] = flow(roots, place);
  if (notes.all.length === 0) return blocks;
  for (let index = blocks.length - 1; index >= 0; index--)
    if (isNotesHeading(blocks[index]) && endsSection(blocks[index], blocks[index + 1]))
      blocks.splice(index, 1);
  const inNote: Place = { ...place, notes: { ...notes, isNote: () => false } };
  for (const { label, elements } of notes.all)
    blocks.push({
      type: 'footnoteDefinition',
      identifier: label,
      label,
      children: withoutNumber(
        elements.flatMap((element, index) => flow(index === 0 ? element.childNodes : [element], inNote)),
      ),
    });
  return blocks;
};

/** A note without the number that its label stands for. */
const withoutNumber = (blocks: Flow[]): Flow[] => {
  const [first] = blocks;
  const [text] = first?.type === 'paragraph' ? first.children : [];
  if (text?.type === 'text')
    text.value = text.value.replace(/^\s*(?:\[?\d{1,3}(?:\]|[.):]|\](?=\s))\s+|[.):]\s+)/, '');
  return blocks;
};

/** Whether nothing of its own follows a heading, or it is the last block. */
const endsSection = (heading: RootContent | undefined, next: RootContent | undefined): boolean =>
  next === undefined ||
  (heading?.type === 'heading' && next.type === 'heading' && next.depth <= heading.depth);

/** What stood over the notes before they were moved to the end. */
const isNotesHeading = (block: RootContent | undefined): boolean =>
  block?.type === 'thematicBreak' ||
  ((block?.type === 'heading' || block?.type === 'paragraph') &&
    /^(?:(?:foot|end|side)?notes?|references|citations|sources)$/i.test(wordsOfNode(block)));

/** Main content without repeated headings and pictures, rules at its ends and under its title, and without a last heading that nothing follows. */
const withoutEdges = (blocks: readonly RootContent[]): RootContent[] => {
  const notes = blocks.findIndex(({ type }) => type === 'footnoteDefinition');
  const content = withoutRepeatedPictures(withoutRepeats(notes < 0 ? blocks : blocks.slice(0, notes)));
  const first = content[0]?.type === 'heading' ? 1 : 0;
  while (content[first]?.type === 'thematicBreak') content.splice(first, 1);
  while (content.at(-1)?.type === 'thematicBreak' || isLoneHeading(content)) content.pop();
  return notes < 0 ? content : [...content, ...blocks.slice(notes)];
};

/**
 * Pages made for two widths have their headings twice: one of the first level, the first of a list's item, or the same right behind
 * itself, counts once, as do rules.
 */
const withoutRepeats = <B extends RootContent>(blocks: readonly B[], inItem = false): B[] => {
  const titles = new Set<string>();
  let last = '';
  let isRule = false;
  return blocks.filter((block) => {
    if (block.type === 'list')
      for (const item of block.children) item.children = withoutRepeats(item.children, true);
    const wasRule = isRule;
    isRule = block.type === 'thematicBreak';
    if (isRule && wasRule) return false;
    const text = block.type === 'heading' ? comparable(wordsOfNode(block)) : '';
    const repeats = text !== '' && (text === last || (titles.has(text) && (inItem || isFirstLevel(block))));
    last = text;
    if (text !== '' && (inItem ? titles.size === 0 : isFirstLevel(block))) titles.add(text);
    return !repeats;
  });
};

const isFirstLevel = (block: RootContent): boolean => block.type === 'heading' && block.depth === 1;

/** A heading under a heading may be a list of them. */
const isLoneHeading = (blocks: readonly RootContent[]): boolean => {
  const [before, last] = blocks.slice(-2);
  return last?.type === 'heading' && before?.type !== 'heading';
};

const withTitle = (blocks: RootContent[], title: string): RootContent[] => {
  if (title === '' || blocks.some((block, index) => isTitle(block, index, title))) return blocks;
  const heading: RootContent = { type: 'heading', depth: 1, children: [{ type: 'text', value: title }] };
  const [first, ...rest] = blocks;
  const repeats = first !== undefined && comparable(wordsOfNode(first)) === comparable(title);
  return [heading, ...(repeats ? rest : blocks)];
};

/** A heading of the first level further down may be that of a review: it is the page's if it shares words with the title. */
const isTitle = (block: RootContent, index: number, title: string): boolean => {
  if (block.type !== 'heading' || block.depth !== 1) return false;
  if (index < fewBlocks) return true;
  const [own, words] = [comparable(wordsOfNode(block)).split(' '), new Set(comparable(title).split(' '))];
  const shared = own.filter((word) => words.has(word)).length;
  return shared * 2 >= Math.min(own.length, words.size);
};
const fewBlocks = 8;

const comparable = (text: string): string => squeeze(text).toLowerCase();
