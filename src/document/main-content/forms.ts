import { attr, type Element, elements } from '../tree/tree.ts';
import type { Block, Blocks } from './blocks.ts';
import type { PageFacts } from './page-features.ts';
import { between, charactersOf, sums } from './sums.ts';

/** Fewest fields that somebody writes in, of a form that asks for more than a search or an address for letters. */
const fewestFields = 2;
/** A form that holds more than this share of what was chosen is what the page is about, or is around all of it. */
const largestShare = 0.6;

/** What is said within the form to answer on pages where people talk, and to apply for a job: beside its fields it tells nothing. */
export const forms = (
  { all, regions }: Blocks,
  chosen: ReadonlySet<Block>,
  { isTalk, types }: Pick<PageFacts, 'isTalk' | 'types'>,
): Block[] => {
  if (!isTalk && !types.includes('JobPosting')) return [];
  const size = sums(all, (block) => (chosen.has(block) ? block.characters : 0));
  const most = charactersOf([...chosen]) * largestShare;
  const found: Block[] = [];
  /** No form is within another, but in pages that are put together of several. */
  let end = -1;
  for (const { tag, element, first, last } of regions) {
    if (tag !== 'form' || first <= end || between(size, first, last) > most) continue;
    end = last;
    if (isToFillIn(element))
      for (const block of all.slice(first, last + 1)) if (chosen.has(block)) found.push(block);
  }
  return found;
};

const isToFillIn = (form: Element): boolean => elements(form).filter(isWritten).length >= fewestFields;

const isWritten = (element: Element): boolean =>
  element.tagName === 'textarea' ||
  (element.tagName === 'input' && writtenTypes.has((attr(element, 'type') ?? 'text').toLowerCase()));
const writtenTypes = new Set('text email tel url password file'.split(' '));
