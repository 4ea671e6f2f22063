import { attr, collapsedText, type Element } from '../tree/tree.ts';
import { wordsOf } from '../tree/words.ts';
import { type Block, type Blocks, textOf } from './blocks.ts';
import type { Region } from './region.ts';

/** Fewest labels that look alike: a single one may be anything that stands before a text, unless it says what it is. */
const fewest = 2;
/** In characters. */
const longest = 200;
/** Elements around a label that may say that it is pressed. */
const farthest = 3;

/**
 * What is pressed to unfold text that was chosen: the labels of an accordion are often links that lead nowhere, and look
 * like no text.
 */
export const foldLabels = ({ all }: Blocks, chosen: ReadonlySet<Block>): Block[] => {
  const labels = all.filter((block) => isFoldLabel(block, all[block.index + 1], chosen));
  if (labels.length === 0) return [];
  const looks = Map.groupBy(all, ({ region }) => region.look);
  return [...Map.groupBy(labels, ({ region }) => region.look)]
    .filter(
      ([look, alike]) =>
        alike.some(saysSo) ||
        (alike.length * 2 > (looks.get(look)?.length ?? 0) && new Set(alike.map(textOf)).size >= fewest),
    )
    .flatMap(([, alike]) => alike.filter((block) => !chosen.has(block)));
};

const isFoldLabel = (block: Block, next: Block | undefined, chosen: ReadonlySet<Block>): boolean => {
  if (block.level > 0 || block.characters > longest || next === undefined || !chosen.has(next)) return false;
  // What is unfolded says something: other links to nowhere stand between names.
  if (next.level > 0 || next.stops === 0 || next.linked * 2 > next.characters) return false;
  const holder = holderOf(block);
  return isPressed(block, next, holder) && stepsTo(next, holder.parent) !== undefined;
};

/** The outermost element that holds nothing else. */
const holderOf = ({ region, index }: Block): Region => {
  let holder = region;
  while (holder.parent?.first === index && holder.parent.last === index) holder = holder.parent;
  return holder;
};

/** The elements from a block out to one around it that begin with it; undefined where it does not stand in that one. */
const stepsTo = ({ region, index }: Block, around: Region | undefined): Element[] | undefined => {
  const steps: Element[] = [];
  let step: Region | undefined = region;
  for (; step !== undefined && step !== around && step.first === index; step = step.parent)
    steps.push(step.element);
  return step === around ? steps : undefined;
};

const isPressed = (block: Block, next: Block, holder: Region): boolean => {
  const { link } = block;
  if (link !== undefined && collapsedText(link) !== textOf(block)) return false;
  const target = link === undefined ? '' : (attr(link, 'href')?.trim() ?? '');
  if (!/^(?:#.*|javascript:.*|)$/is.test(target)) return false;
  const unfolds = stepsTo(next, holder.parent)?.some((element) => `#${attr(element, 'id')}` === target);
  if (target.startsWith('#') && target !== '#' && !unfolds) return false;
  if (link !== undefined) return true;
  return elementsAround(block, holder.parent).some(
    (element) => pressed.has(attr(element, 'role') ?? '') || isNamedLabel(element),
  );
};
const pressed = new Set(['button', 'tab']);

/** The nearest elements around a block, up to one of them. */
const elementsAround = ({ region }: Block, end: Region | undefined): Element[] => {
  const found: Element[] = [];
  let around: Region | undefined = region;
  for (; found.length < farthest && around !== undefined && around !== end; around = around.parent)
    found.push(around.element);
  return found;
};

/** Others of its accordion may have nothing in the page until they are unfolded. */
const saysSo = (block: Block): boolean =>
  elementsAround(block, holderOf(block).parent).some(
    (element) =>
      isNamedLabel(element) || (attr(element, 'aria-expanded') === 'true' && attr(element, 'aria-controls')),
  );

const isNamedLabel = (element: Element): boolean => labelName.test(wordsOf(attr(element, 'class') ?? ''));
const labelName = / (?:accordion|collapse|expansion)(?: item)? (?:header|title|summary) /;
