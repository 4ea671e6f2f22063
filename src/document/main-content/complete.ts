import { headingTags } from '../tree/measure.ts';
import { type Element, hasAttr } from '../tree/tree.ts';
import { answers, attributions, questions, quotations } from './answers.ts';
import type { Block, Blocks } from './blocks.ts';
import { captions, isCaption, isCredit, leastCaptionChance, leastShortCaptionChance } from './captions.ts';
import { isHeading, isLink, lastParts, shortPage, tail } from './ends.ts';
import { written } from './page-builders.ts';
import { share } from './page-features.ts';
import type { Region } from './region.ts';
import { sectionHeadings } from './section-headings.ts';
import { ofSource } from './source-docs.ts';
import { between, sums } from './sums.ts';
import { wholes } from './whole-lists.ts';

/** What a reader would miss although little says that it is content: added to the blocks that were chosen. */
export const complete = (blocks: Blocks, chosen: ReadonlySet<Block>, chances: Float32Array): Set<Block> => {
  const all = new Set(chosen);
  const heading = mainHeading(blocks, chosen, chances);
  if (heading !== undefined) all.add(heading);
  for (const block of code(blocks, chosen, chances)) all.add(block);
  for (const block of captions(blocks, chosen, chances, leastCaptionChance)) all.add(block);
  for (const block of gaps(blocks, all, chances)) all.add(block);
  for (const block of sectionHeadings(blocks, all, chances)) all.add(block);
  for (const block of wholes(blocks, all, chances)) all.add(block);
  for (const block of pairs(blocks, all, chances)) all.add(block);
  for (const block of folded(blocks, all, chances)) all.add(block);
  for (const block of summaries(blocks, all)) all.add(block);
  for (const block of entries(blocks, all)) all.add(block);
  for (const block of lastParts(blocks, all)) all.add(block);
  for (const block of tail(blocks, all, chances)) all.add(block);
  for (const block of written(blocks, all, chances)) all.add(block);
  for (const block of ofSource(blocks, all)) all.add(block);
  for (const block of quotations(blocks, all)) all.add(block);
  for (const block of attributions(blocks, all)) all.add(block);
  for (const block of answers(blocks, all)) all.add(block);
  for (const block of questions(blocks, all)) all.add(block);
  if (blocks.root.characters < shortPage)
    for (const block of captions(blocks, all, chances, leastShortCaptionChance))
      if (!isCredit(block)) all.add(block);
  return all;
};

/** Likely enough to stay there where everything around stays. */
const leastChance = 0.03;
/** On any page likely enough to stay between chosen text. */
const likelyChance = 0.6;
/** On a short page a link is that when it is as likely as not; below a picture it says who took it. */
const leastLinkChance = 0.5;
/** Most blocks in a row, between chosen ones, that are filled in; code is, however much there is of it. */
const longestGap = 4;
/** The same for all of a section, from its heading to the next. */
const longestSection = 10;

/** In characters. */
const longestCodeLabel = 20;

/** Tabs of as many languages stand in a row before the first. */
const mostCodeLabels = 8;

const isCodeLabel = ({ index }: Block, all: readonly Block[]): boolean => {
  for (let at = index; at < index + mostCodeLabels; at++) {
    if (all[at + 1]?.region.inCode) return isShortLabel(all[at]);
    if (!isShortLabel(all[at])) return false;
  }
  return false;
};

const isShortLabel = (block: Block | undefined): boolean =>
  block !== undefined && block.characters <= longestCodeLabel;

/** A few blocks between two that were chosen: code, what is likely, and on a short page all but unlikely links. */
const gaps = ({ all, root }: Blocks, chosen: ReadonlySet<Block>, chances: Float32Array): Block[] => {
  const isShort = root.characters < shortPage;
  const longest = (isSection: boolean) => (isShort ? (isSection ? longestSection : longestGap) : 1);
  const least = (block: Block): number => {
    if (isLink(block)) return isShort && !isCaption(block.region) ? leastLinkChance : Infinity;
    return isShort ? leastChance : likelyChance;
  };
  const found: Block[] = [];
  let gap: Block[] = [];
  let isInside = false;
  let before: Block | undefined;
  for (const block of all) {
    if (chosen.has(block)) {
      const isSection = isHeading(before, gap[0]) && isHeading(block, gap.at(-1));
      const isFilled = gap.filter(({ region }) => !region.inCode).length <= longest(isSection);
      before = block;
      if (isInside && isFilled) for (const missing of gap) found.push(missing);
      gap = [];
      isInside = true;
    } else if (block.region.inCode || (chances[block.index] ?? 0) >= least(block)) gap.push(block);
    // What has no word, such as the sign of a link to a paragraph, parts nothing, nor does the label of code.
    else if (block.to > block.from && !isCodeLabel(block, all)) isInside = false;
  }
  return found;
};

/** What it says looks like no text, and the labels and buttons around it like none of its page. */
const leastCodeChance = 0.2;

/** Code among chosen text, and that which follows its end. */
const code = ({ all }: Blocks, chosen: ReadonlySet<Block>, chances: Float32Array): Block[] => {
  const first = all.findIndex((block) => chosen.has(block));
  const end = all.findLastIndex((block) => chosen.has(block)) + 1;
  const isLikely = (block: Block, least: number) =>
    (chances[block.index] ?? 0) >= least && !isLink(block) && block.region.inCode;
  const tail = all.slice(end);
  const behind = tail.findIndex((block) => !isLikely(block, leastChance) && !isCodeLabel(block, all));
  return [
    ...all.slice(first, end).filter((block) => isLikely(block, leastCodeChance)),
    ...tail.slice(0, behind === -1 ? undefined : behind).filter((block) => isLikely(block, leastChance)),
  ];
};

/** Most blocks between the heading and the text: who wrote it, when, and what may be done with it. */
const longestLead = 8;

/** The heading of the first level that stands shortly before the first chosen block. */
const mainHeading = (
  { all }: Blocks,
  chosen: ReadonlySet<Block>,
  chances: Float32Array,
): Block | undefined => {
  const first = all.findIndex((block) => chosen.has(block));
  return all
    .slice(Math.max(0, first - longestLead), first)
    .findLast(({ index, level }) => level === 1 && (chances[index] ?? 0) >= leastChance);
};

/** As likely, the value of a label is content with it. */
const leastPairChance = 0.3;
/** The same where the markup says that it is one. */
const leastTermChance = 0.1;
/** In characters. */
const longestValue = 60;

/** The value of a label that was chosen, where the two are all that an element holds: `SKU`, `OC-1`. */
const pairs = ({ all, regions }: Blocks, chosen: ReadonlySet<Block>, chances: Float32Array): Block[] =>
  regions.flatMap(({ blocks, first, last }) => {
    const [label, value] = blocks === 2 ? [all[first], all[last]] : [];
    if (label === undefined || value === undefined || !chosen.has(label) || chosen.has(value)) return [];
    const isPair = [label, value].every(
      (block) => block.level === 0 && block.linked === 0 && block.characters <= longestValue,
    );
    const least = label.region.tag === 'dt' ? leastTermChance : leastPairChance;
    return isPair && (chances[value.index] ?? 0) >= least ? [value] : [];
  });

/** What the text behind chosen text folds out is seldom less likely than this, where it is a part of it. */
const leastFoldedChance = 0.25;

/** What a reader opens right behind chosen text, of which nothing was chosen: its question, which is a label, and its answer. */
const folded = ({ all, regions }: Blocks, chosen: ReadonlySet<Block>, chances: Float32Array): Block[] => {
  const details = regions.filter(({ tag }) => tag === 'details');
  if (details.length === 0) return [];
  const likely = sums(all, ({ index, characters }) => characters * (chances[index] ?? 0));
  const size = sums(all, ({ characters }) => characters);
  const found = new Set<Block>();
  for (const { first, last } of details) {
    const before = all[first - 1];
    if (before === undefined || !(chosen.has(before) || found.has(before))) continue;
    if (share(between(likely, first, last), between(size, first, last)) < leastFoldedChance) continue;
    const parts = all.slice(first, last + 1);
    if (parts.some((part) => chosen.has(part))) continue;
    const said = parts.filter((part) => part.to > part.from && !isLink(part));
    // A question alone leads elsewhere.
    if (said.length > 1) for (const part of said) found.add(part);
  }
  return [...found];
};

/** What is pressed to fold out what was chosen, most of it. */
const summaries = ({ all, regions }: Blocks, chosen: ReadonlySet<Block>): Block[] => {
  const labels = regions.filter(
    ({ tag, parent, blocks }) =>
      tag === 'summary' && parent?.tag === 'details' && blocks > 0 && blocks <= mostPieces,
  );
  if (labels.length === 0) return [];
  const size = sums(all, ({ characters }) => characters);
  const kept = sums(all, (block) => (chosen.has(block) ? block.characters : 0));
  return labels.flatMap(({ parent, first, last }) => {
    const end = parent?.last ?? last;
    const isKept = share(between(kept, last + 1, end), between(size, last + 1, end)) > 0.5;
    const parts = all.slice(first, last + 1);
    // Beside a label that was chosen stand links to the source and the like.
    return isKept && !parts.some((part) => chosen.has(part)) ? parts.filter((part) => !isLink(part)) : [];
  });
};

/**
 * What is one piece to a reader, where a part of it was chosen: a heading of several, and an entry that is folded out, such as
 * the method, address and summary of an operation.
 */
const entries = ({ all, regions }: Blocks, chosen: ReadonlySet<Block>): Block[] => {
  const pieces = regions.filter(
    ({ tag, blocks, element }) =>
      blocks >= 2 &&
      blocks <= mostPieces &&
      (headingTags.has(tag) || (tag === 'button' && hasAttr(element, 'aria-expanded'))),
  );
  return pieces.flatMap(({ tag, first, last, element }) => {
    const parts = all.slice(first, last + 1);
    return parts.some((part) => chosen.has(part))
      ? parts.filter((part) => !chosen.has(part) && (tag === 'button' || !isPressed(part.region, element)))
      : [];
  });
};
const mostPieces = 6;

/** Whether it stands on a button within an element. */
const isPressed = (region: Region, within: Element): boolean => {
  let around: Region | undefined = region;
  while (around !== undefined && around.element !== within && around.tag !== 'button') around = around.parent;
  return around?.tag === 'button';
};
