import type { ChildNode, Element } from '../tree/tree.ts';
import { isElement, walk } from '../tree/tree.ts';
import type { Block, Blocks } from './blocks.ts';
import { share } from './page-features.ts';
import type { Region } from './region.ts';

/**
 * The blocks that make the expected F1 of the words greatest: the likeliest first, as long as each adds more than it
 * costs. Never none.
 */
export const choose = (blocks: Blocks, chances: Float32Array): Set<Block> => {
  const doubt = Math.exp(-doubtOf(proseShare(blocks, chances)));
  const rated = settleRows(
    blocks,
    chances.map((chance) => (chance * doubt) / (1 - chance + chance * doubt)),
  );
  const chanceOf = ({ index }: Block) => rated[index] ?? 0;
  const order = [...blocks.all].sort((a, b) => chanceOf(b) - chanceOf(a));
  let expected = 0;
  for (const block of order) expected += sizeOf(block) * chanceOf(block);
  let right = 0;
  let taken = 0;
  let best = 0;
  let count = 0;
  for (const [index, block] of order.entries()) {
    right += sizeOf(block) * chanceOf(block);
    taken += sizeOf(block);
    const score = right / (taken + expected);
    if (score <= best) continue;
    best = score;
    count = index + 1;
  }
  return new Set(order.slice(0, count));
};

/** In words. */
const sizeOf = ({ from, to }: Pick<Block, 'from' | 'to'>): number => Math.max(1, to - from);

/** How much of what is likely to be content is written in sentences; nearly all of it in articles. */
const proseShare = ({ all }: Blocks, chances: Float32Array): number => {
  let prose = 0;
  let likely = 0;
  for (const block of all) {
    const own = block.characters * (chances[block.index] ?? 0);
    likely += own;
    if (block.isProse) prose += own;
  }
  return share(prose, likely);
};

/**
 * What is doubtful beside an article is seldom part of it: up to one unit of log odds less. On pages of other kinds what
 * is doubtful is as good as its chance.
 */
const doubtOf = (prose: number): number => Math.max(0, (prose - 0.8) / 0.2);

/** A row of a table of data is content as a whole or not at all: its cells get the mean of their chances. */
const settleRows = ({ all, regions, isLayout }: Blocks, chances: Float32Array): Float32Array => {
  const settled = chances.slice();
  let table: Region | undefined;
  /** Judged when a row of several cells comes: a long list in a table has none. */
  let isData: boolean | undefined;
  for (const region of regions) {
    if (region.blocks < 2) continue;
    if (region.tag === 'table') {
      table = region;
      isData = undefined;
    }
    if (region.tag !== 'tr' || table === undefined) continue;
    isData ??= !isLayout(table.element);
    if (!isData) continue;
    let sum = 0;
    let size = 0;
    for (let index = region.first; index <= region.last; index++) {
      const own = sizeOf(all[index] ?? { from: 0, to: 0 });
      sum += own * (chances[index] ?? 0);
      size += own;
    }
    settled.fill(sum / size, region.first, region.last + 1);
  }
  return settled;
};

/**
 * What has to go so that the chosen blocks are left, with the pictures among them.
 * @param pictures stay wherever they are, with the elements around them.
 */
export const findDropped = (
  blocks: Blocks,
  chosen: ReadonlySet<Block>,
  pictures: ReadonlySet<Element> = new Set(),
): Set<ChildNode> => {
  const { root, all, regions } = blocks;
  const dropped = new Set<ChildNode>();
  for (const block of all) if (!chosen.has(block)) for (const node of block.nodes) dropped.add(node);
  const kept = keptIn(blocks, chosen);
  /** Cells keep the places of those beside them, as long as their row is there. */
  const emptied = new Set<ChildNode>();
  const drop = (element: Element): void => {
    if (element.tagName !== 'td' && element.tagName !== 'th') {
      dropped.add(element);
      return;
    }
    emptied.add(element);
    for (const node of element.childNodes) dropped.add(node);
  };
  let next = 1;
  /** The regions around; those that hold whole blocks decide about the pictures in them. */
  const open: Region[] = [root];
  /** Pictures among kept text stay, and what holds nothing else; what is said below them is judged like other text. */
  const isIllustration = ({ blocks, captions }: Region): boolean =>
    blocks === captions && isAmongText(open, kept);
  const isWanted = (element: Element): boolean => {
    const region = regions[next];
    const isPicture = pictures.has(element);
    if (region?.element !== element)
      return isPicture || !media.has(element.tagName) || isAmongText(open, kept);
    next++;
    if (!isPicture && region.blocks > 0 && kept[region.id] === 0 && !isIllustration(region)) {
      while ((regions[next]?.depth ?? 0) > region.depth) next++;
      return false;
    }
    open.push(region);
    return true;
  };
  walk(
    root.element,
    (node) => {
      if (!isElement(node)) return false;
      const wanted = isWanted(node);
      if (!wanted) drop(node);
      return wanted;
    },
    (element) => {
      if (open.at(-1)?.element === element) open.pop();
      const { childNodes } = element;
      if (childNodes.length > 0 && childNodes.every((node) => dropped.has(node) || emptied.has(node)))
        drop(element);
    },
  );
  return dropped;
};

/** What shows something without text. */
const media = new Set('img picture svg math video audio iframe frame canvas hr input button'.split(' '));

/** Whether most of the text around, in the nearest element that has more than captions, is kept. */
const isAmongText = (open: readonly Region[], kept: Float64Array): boolean => {
  const around = open.findLast(({ blocks, captions }) => blocks > captions);
  return around === undefined || (kept[around.id] ?? 0) * 2 >= around.characters;
};

/** How many characters of each region, by its id, are chosen. */
const keptIn = ({ regions }: Blocks, chosen: ReadonlySet<Block>): Float64Array => {
  const kept = new Float64Array(regions.length);
  for (const { region, characters } of chosen) kept[region.id] = (kept[region.id] ?? 0) + characters;
  for (let id = regions.length - 1; id > 0; id--) {
    const outer = regions[id]?.parent;
    if (outer !== undefined) kept[outer.id] = (kept[outer.id] ?? 0) + (kept[id] ?? 0);
  }
  return kept;
};
