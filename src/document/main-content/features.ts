import type { Block, Blocks } from './blocks.ts';
import { type Context, contextOf, depthTags, regionWidth, saidIn, sharedDepth } from './context.ts';
import { type Lexicon, nameColumns, nameWidth, wordColumns, wordWidth } from './lexicon.ts';
import { log, type PageFacts, share } from './page-features.ts';
import type { Region } from './region.ts';

/** How many elements away those are that are described; elements that hold no more than the one inside do not count. */
const levels = [0, 1, 2, 3, 4, 6];

/** How many numbers describe a block. */
export const width = 178;

/** Numbers written one after another. */
class Row {
  readonly values: Float32Array;
  private at = 0;
  constructor(length: number) {
    this.values = new Float32Array(length);
  }
  put(value: number): void {
    this.values[this.at++] = value;
  }
  /** `count` numbers out of a table. */
  copy(table: Float32Array, from: number, count: number): void {
    for (let index = from; index < from + count; index++) this.values[this.at++] = table[index] ?? 0;
  }
  get length(): number {
    return this.at;
  }
}

/** Describes blocks of a page in `width` numbers each, row by row. */
export const describe = (
  blocks: Blocks,
  facts: PageFacts,
  lexicon: Lexicon,
  wanted: readonly Block[] = blocks.all,
): Float32Array => {
  if (wanted.length === 0) return new Float32Array();
  const context = contextOf(blocks, facts, lexicon);
  const rows = new Row(wanted.length * width);
  for (const block of wanted) describeBlock(block, context, rows);
  if (rows.length !== rows.values.length)
    throw new Error(`a block is described by ${rows.length / wanted.length} numbers, not ${width}`);
  return rows.values;
};

const describeBlock = (block: Block, context: Context, row: Row): void => {
  ownText(block, context, row);
  place(block, context, row);
  order(block, context, row);
  neighbours(block, context, row);
  surroundings(block, context, row);
  nameOdds(block, context, row);
  wordOdds(block, context, row);
  row.copy(context.page, 0, context.page.length);
};

const ownText = (block: Block, context: Context, row: Row): void => {
  const { characters, from, to } = block;
  const { words } = context.blocks;
  let inTitle = 0;
  let told = 0;
  let stored = 0;
  for (let index = from; index < to; index++) {
    const places = context.said.get(words[index] ?? 0);
    if (places === undefined) continue;
    if ((places & saidIn.title) !== 0) inTitle++;
    if ((places & saidIn.told) !== 0) told++;
    if ((places & saidIn.stored) !== 0) stored++;
  }
  const count = to - from;
  row.put(log(characters));
  row.put(count);
  row.put(share(characters, count));
  row.put(share(block.linked, characters));
  row.put(share(block.bold, characters));
  row.put(share(block.digits, characters));
  row.put(share(block.capitals, count));
  row.put(share(block.stops, count));
  row.put(block.stops);
  row.put(share(inTitle, count));
  row.put(share(inTitle, context.titleWords));
  row.put(share(told, count));
  row.put(share(told, context.toldWords));
  row.put(context.storedWords === 0 ? -1 : share(stored, count));
  row.put(block.level);
  row.put(endOf(block));
  row.put(context.copies[block.index] ?? 0);
  row.put(block.nodes.length);
};

/** How the text ends: 2 as a sentence, 1 with a colon, 0 otherwise. */
const endOf = ({ nodes }: Block): number => {
  const text = nodes.at(-1)?.value ?? '';
  let at = text.length - 1;
  while (at > 0 && text.charCodeAt(at) <= 32) at--;
  const character = text[at] ?? ' ';
  return sentenceEnds.has(character) ? 2 : character === ':' || character === '：' ? 1 : 0;
};

const sentenceEnds = new Set('.!?。！？…"”’»');

/** Where it stands among the elements. */
const place = ({ index, offset, region }: Block, context: Context, row: Row): void => {
  const { firstHeading, longest, best, headings } = context;
  const { characters } = context.blocks.root;
  const { depth } = region;
  const heading = headings[index];
  const withBest = sharedDepth(region, best);
  row.put(
    firstHeading === undefined
      ? 0
      : Math.sign(index - firstHeading.index) * log(Math.abs(offset - firstHeading.offset)),
  );
  row.put(firstHeading === undefined ? -1 : sharedDepth(region, firstHeading.region));
  row.put(sharedDepth(region, longest.region));
  row.put(depth);
  row.put(depth - withBest);
  row.put(best.depth - withBest);
  row.put(share(best.characters, characters));
  row.put(share(region.parent?.merit ?? 0, best.merit));
  row.put(heading === undefined ? 0 : heading.level);
  row.put(heading === undefined ? -1 : index - heading.index);
  row.put(heading === undefined ? -1 : depth - sharedDepth(region, heading.region));
  const tags = region.id * depthTags.length;
  for (let tag = 0; tag < depthTags.length; tag++) {
    const around = context.tags[tags + tag] ?? -1;
    row.put(around < 0 ? -1 : depth - around);
  }
};

/** Where it stands in the order of the page. */
const order = ({ index, offset }: Block, context: Context, row: Row): void => {
  const { firstProse, lastProse, best } = context;
  const { all, root } = context.blocks;
  row.put(index);
  row.put(all.length - index);
  row.put(share(index, all.length));
  row.put(share(offset, root.characters));
  row.put(firstProse - index);
  row.put(index - lastProse);
  row.put(index - best.first);
  row.put(best.last - index);
  row.put(share(context.proseBefore[index] ?? 0, root.prose));
  row.put(context.titlesBefore[index] ?? 0);
};

/** The blocks before and after: the nearest ones, what is said of more of them, and how much they hold together. */
const neighbours = ({ index, region }: Block, context: Context, row: Row): void => {
  const { all } = context.blocks;
  for (const step of [-1, 1]) {
    const other = all[index + step];
    row.put(other === undefined ? -1 : log(other.characters));
    row.put(other === undefined ? 0 : share(other.linked, other.characters));
    row.put(other === undefined ? 0 : region.depth - sharedDepth(region, other.region));
  }
  for (const step of [-3, -2, -1, 1, 2, 3]) row.put(context.odds[index + step] ?? 0);
  const { characters, linked, prose } = context.sums;
  for (const reach of [4, 10]) {
    const from = Math.max(0, index - reach);
    const to = Math.min(all.length, index + reach + 1);
    const within = (sums: Float64Array) => (sums[to] ?? 0) - (sums[from] ?? 0);
    const whole = within(characters);
    row.put(log(whole));
    row.put(share(within(linked), whole));
    row.put(share(within(prose), whole));
  }
};

/** The elements around, and the blocks that look the same. */
const surroundings = ({ index, region }: Block, context: Context, row: Row): void => {
  let around = region;
  let level = 0;
  for (const wanted of levels) {
    for (; level < wanted; level++) around = outer(around) ?? around;
    row.copy(context.numbers, numbersAt(around, context), regionWidth);
    row.put(index - around.first);
    row.put(around.last - index);
  }
  row.put(context.blocks.kinds.get(region.kind) ?? 1);
  row.put(region.turn);
  const look = context.looks.get(region.look);
  row.put(look?.blocks ?? 0);
  row.put(share(look?.linked ?? 0, look?.characters ?? 0));
  row.put(share(look?.prose ?? 0, look?.characters ?? 0));
  row.put(log(share(look?.characters ?? 0, look?.blocks ?? 0)));
  row.put(share(look?.odds ?? 0, look?.blocks ?? 0));
};

/** Where the numbers of a region are, found when they are asked for. */
const numbersAt = (region: Region, { numbers, names, blocks }: Context): number => {
  const at = region.id * regionWidth;
  // A region that is described holds text, and the logarithm of that is not 0.
  if (numbers[at] !== 0) return at;
  const { characters, linked, prose, commas } = region;
  numbers[at] = log(characters);
  numbers[at + 1] = share(linked, characters);
  numbers[at + 2] = share(prose, characters);
  numbers[at + 3] = share(characters, blocks.root.characters);
  numbers[at + 4] = log(region.blocks);
  numbers[at + 5] = share(commas, characters);
  numbers[at + 6] = names[region.id * nameWidth + nameColumns.sum] ?? 0;
  return at;
};

const outer = (region: Region): Region | undefined => {
  for (let next = region.parent; next !== undefined; next = next.parent)
    if (next.blocks > region.blocks) return next;
  return undefined;
};

const nameOdds = ({ region: { id, depth } }: Block, context: Context, row: Row): void => {
  const { names, bestOdds, goodShare } = context;
  const own = (column: number) => names[id * nameWidth + column] ?? 0;
  row.put(own(nameColumns.high));
  row.put(own(nameColumns.low));
  row.put(own(nameColumns.highest));
  row.put(own(nameColumns.lowest));
  row.put(own(nameColumns.total));
  row.put(depth - own(nameColumns.highestDepth));
  row.put(depth - own(nameColumns.lowestDepth));
  row.put(bestOdds);
  row.put(bestOdds - own(nameColumns.total));
  row.put(goodShare);
};

const wordOdds = ({ index }: Block, { words, headings }: Context, row: Row): void => {
  row.copy(words, index * wordWidth, wordWidth);
  const heading = headings[index];
  const above = (column: number) =>
    heading === undefined ? 0 : (words[heading.index * wordWidth + column] ?? 0);
  row.put(above(wordColumns.mean));
  row.put(above(wordColumns.low));
  row.put(above(wordColumns.whole));
};
