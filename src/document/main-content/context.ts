import { wordHashes } from '../tree/scan.ts';
import type { Block, Blocks } from './blocks.ts';
import {
  type Lexicon,
  nameColumns,
  nameWidth,
  rateNames,
  rateWords,
  wordColumns,
  wordWidth,
} from './lexicon.ts';
import { describePage, type PageFacts, share } from './page-features.ts';
import type { Region } from './region.ts';

/** What is known of one page while its blocks are described. Lists go by the indices of blocks or the ids of regions. */
export interface Context extends Places {
  readonly blocks: Blocks;
  /** Of regions, `nameWidth` numbers each. */
  readonly names: Float32Array;
  /** Of blocks, `wordWidth` numbers each. */
  readonly words: Float32Array;
  /** Of blocks: the odds of their place and words together. */
  readonly odds: Float32Array;
  readonly page: Float32Array;
  /** The highest odds of any block's place, and the share of the text whose place has good odds. */
  readonly bestOdds: number;
  readonly goodShare: number;
  /** What was found of regions, `regionWidth` numbers each; 0 until then. */
  readonly numbers: Float32Array;
  /** For each region how deep the nearest element of each of `depthTags` around it is; -1 for none. */
  readonly tags: Int16Array;
  /** For words that the page says of itself, where: bits of `saidIn`. */
  readonly said: ReadonlyMap<number, number>;
  /** How many words it says there, each once. */
  readonly titleWords: number;
  readonly toldWords: number;
  readonly storedWords: number;
  readonly looks: ReadonlyMap<number, Look>;
  /** Of blocks: how often the text stands on the page. */
  readonly copies: Uint32Array;
  readonly best: Region;
  readonly sums: Sums;
}

/** Characters of all blocks before each, and at the end of all. */
interface Sums {
  readonly characters: Float64Array;
  readonly linked: Float64Array;
  readonly prose: Float64Array;
}

/** Blocks that look the same. */
interface Look {
  blocks: number;
  characters: number;
  linked: number;
  prose: number;
  /** The sum of the odds of their words. */
  odds: number;
}

/** Elements whose distance tells something. */
export const depthTags = 'article main section aside nav footer header form ul ol table li figure p'.split(
  ' ',
);
/** Numbers of an element that are the same for all blocks inside. */
export const regionWidth = 7;

const depthColumns = new Map(depthTags.map((tag, column) => [tag, column]));

export const contextOf = (blocks: Blocks, facts: PageFacts, lexicon: Lexicon): Context => {
  const { all, regions, root } = blocks;
  const words = rateWords(blocks, lexicon);
  const names = rateNames(regions, lexicon);
  // `Float32Array.from` takes twenty times as long.
  const odds = new Float32Array(all.length);
  for (const { index, region } of all) odds[index] = totalOf(region, names) + meanOf(index, words);
  return {
    blocks,
    words,
    names,
    ...placesOf(all),
    ...oddsOf(blocks, names),
    odds,
    looks: looksOf(all, words),
    copies: copiesOf(blocks),
    best: bestOf(regions, root),
    sums: sumsOf(all),
    ...saidOf(facts),
    page: Float32Array.from(describePage(blocks, facts)),
    numbers: new Float32Array(regions.length * regionWidth),
    tags: tagDepths(regions),
  };
};

/** In its title, in its description, in its linked data. */
export const saidIn = { title: 1, told: 2, stored: 4 };

const saidOf = (facts: PageFacts) => {
  const said = new Map<number, number>();
  const note = (text: string, place: number): number => {
    let count = 0;
    for (const word of wordHashes(text)) {
      const places = said.get(word) ?? 0;
      if ((places & place) !== 0) continue;
      said.set(word, places | place);
      count++;
    }
    return count;
  };
  return {
    said,
    titleWords: note(facts.title, saidIn.title),
    toldWords: note(facts.description, saidIn.told),
    storedWords: note(facts.stored.slice(0, 20_000), saidIn.stored),
  };
};

const totalOf = ({ id }: Region, names: Float32Array): number =>
  names[id * nameWidth + nameColumns.total] ?? 0;
const meanOf = (block: number, words: Float32Array): number =>
  words[block * wordWidth + wordColumns.mean] ?? 0;

interface Places {
  readonly firstHeading: Block | undefined;
  readonly longest: Block;
  readonly firstProse: number;
  readonly lastProse: number;
  /** For each block the heading before it, how much prose there is before it, and how many headings of the first level. */
  readonly headings: readonly (Block | undefined)[];
  readonly proseBefore: Float64Array;
  readonly titlesBefore: Uint16Array;
}

const placesOf = (all: readonly Block[]): Places => {
  const headings: (Block | undefined)[] = [];
  const proseBefore = new Float64Array(all.length);
  const titlesBefore = new Uint16Array(all.length);
  let prose = 0;
  let titles = 0;
  let heading: Block | undefined;
  let firstHeading: Block | undefined;
  let longest: Block | undefined;
  let firstProse = all.length;
  let lastProse = -1;
  for (const block of all) {
    headings.push(heading);
    proseBefore[block.index] = prose;
    titlesBefore[block.index] = titles;
    if (block.level > 0) heading = block;
    if (block.level === 1) {
      firstHeading ??= block;
      titles++;
    }
    if (longest === undefined || unlinked(block) > unlinked(longest)) longest = block;
    if (!block.isProse) continue;
    prose += block.characters;
    firstProse = Math.min(firstProse, block.index);
    lastProse = block.index;
  }
  if (longest === undefined) throw new Error('a page without blocks is not described');
  return { headings, proseBefore, titlesBefore, firstHeading, longest, firstProse, lastProse };
};

const sumsOf = (all: readonly Block[]): Sums => {
  const characters = new Float64Array(all.length + 1);
  const linked = new Float64Array(all.length + 1);
  const prose = new Float64Array(all.length + 1);
  for (const block of all) {
    const { index } = block;
    characters[index + 1] = (characters[index] ?? 0) + block.characters;
    linked[index + 1] = (linked[index] ?? 0) + block.linked;
    prose[index + 1] = (prose[index] ?? 0) + (block.isProse ? block.characters : 0);
  }
  return { characters, linked, prose };
};

const unlinked = ({ characters, linked }: Block): number => characters - linked;

const oddsOf = ({ all, root }: Blocks, names: Float32Array): Pick<Context, 'bestOdds' | 'goodShare'> => {
  let bestOdds = -Infinity;
  let good = 0;
  for (const { region, characters } of all) {
    const total = totalOf(region, names);
    bestOdds = Math.max(bestOdds, total);
    if (total > 0) good += characters;
  }
  return { bestOdds, goodShare: share(good, root.characters) };
};

const looksOf = (all: readonly Block[], words: Float32Array): Map<number, Look> => {
  const looks = new Map<number, Look>();
  for (const { index, region, characters, linked, isProse } of all) {
    let look = looks.get(region.look);
    if (look === undefined) {
      look = { blocks: 0, characters: 0, linked: 0, prose: 0, odds: 0 };
      looks.set(region.look, look);
    }
    look.blocks++;
    look.odds += meanOf(index, words);
    look.characters += characters;
    look.linked += linked;
    if (isProse) look.prose += characters;
  }
  return looks;
};

const copiesOf = ({ all, words }: Blocks): Uint32Array => {
  const counts = new Map<number, number>();
  const texts = all.map((block) => textOf(block, words));
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return Uint32Array.from(texts, (text) => counts.get(text) ?? 0);
};

/** The element that looks most like the holder of an article. */
const bestOf = (regions: readonly Region[], root: Region): Region => {
  const meritOf = ({ merit, linked, characters }: Region) => merit * (1 - share(linked, characters));
  let best = root;
  let most = meritOf(root);
  for (const region of regions) {
    const merit = meritOf(region);
    if (merit > most) [best, most] = [region, merit];
  }
  return best;
};

/** One number for the words of a block. */
const textOf = ({ from, to }: Block, words: readonly number[]): number => {
  let hash = to - from;
  for (let index = from; index < to; index++) hash = (Math.imul(hash, 31) + (words[index] ?? 0)) | 0;
  return hash;
};

/** How deep the innermost element around both stands. */
export const sharedDepth = (a: Region, b: Region): number => {
  let one = a;
  let two = b;
  while (one !== two && one.parent !== undefined && two.parent !== undefined) {
    if (one.depth > two.depth) one = one.parent;
    else if (two.depth > one.depth) two = two.parent;
    else {
      one = one.parent;
      two = two.parent;
    }
  }
  return one.depth;
};

const tagDepths = (regions: readonly Region[]): Int16Array => {
  const columns = depthTags.length;
  const depths = new Int16Array(regions.length * columns).fill(-1);
  for (const { id, parent, tag, depth } of regions) {
    if (parent !== undefined)
      for (let column = 0; column < columns; column++)
        depths[id * columns + column] = depths[parent.id * columns + column] ?? -1;
    const column = depthColumns.get(tag);
    if (column !== undefined) depths[id * columns + column] = depth;
  }
  return depths;
};
