import { hashOf, nameHashes } from '../tree/scan.ts';
import { attr } from '../tree/tree.ts';
import type { Block, Blocks } from './blocks.ts';
import type { Region } from './region.ts';

/**
 * What words and names say of the text that they are, or stand around: the log odds that it is main content, learned
 * from pages (bench/train). Words count in short blocks alone: nearly all long ones are content.
 */
export interface Lexicon {
  get(token: number): number | undefined;
}

/** Longest block, in words, whose words tell what it is. */
const shortBlock = 12;

/** The tokens under which a short block is looked up: its words, the first once more as such, and all together. */
export const wordTokens = (words: readonly number[], { from, to }: Block): number[] => {
  if (to - from > shortBlock || to === from) return [];
  const own = words.slice(from, to);
  return [...own, firstToken(own[0] ?? 0), wholeToken(words, from, to)];
};

const firstToken = (word: number): number => Math.imul(word, 0x9e3779b1) ^ 0x51;
const wholeToken = (words: readonly number[], from: number, to: number): number => {
  let hash = wholeSeed;
  for (let index = from; index < to; index++) hash = Math.imul(hash, 31) + (words[index] ?? 0);
  return hash | 0;
};
const wholeSeed = hashOf('whole text');

/**
 * What is told of the words of a block, as columns: mean, highest and lowest odds, those of the first word and of all
 * together, and the share of the words that the lexicon has.
 */
export const wordColumns = { mean: 0, high: 1, low: 2, first: 3, whole: 4, known: 5 };
export const wordWidth = 6;

/** Rates the words of each block, in their order: `wordWidth` numbers each. */
export const rateWords = ({ all, words }: Blocks, lexicon: Lexicon): Float32Array => {
  const rated = new Float32Array(all.length * wordWidth);
  for (const { index, from, to } of all) {
    const count = to - from;
    if (count > shortBlock || count === 0) continue;
    let sum = 0;
    let known = 0;
    let high = -9;
    let low = 9;
    for (let at = from; at < to; at++) {
      const odds = lexicon.get(words[at] ?? 0);
      if (odds === undefined) continue;
      known++;
      sum += odds;
      if (odds > high) high = odds;
      if (odds < low) low = odds;
    }
    const row = index * wordWidth;
    if (known > 0) {
      rated[row + wordColumns.mean] = sum / known;
      rated[row + wordColumns.high] = high;
      rated[row + wordColumns.low] = low;
    }
    rated[row + wordColumns.first] = lexicon.get(firstToken(words[from] ?? 0)) ?? 0;
    rated[row + wordColumns.whole] = lexicon.get(wholeToken(words, from, to)) ?? 0;
    rated[row + wordColumns.known] = known / count;
  }
  return rated;
};

/**
 * What is told of the names of an element, as columns: highest, lowest and sum of their odds; the same over itself and
 * all elements around it, and how deep the highest and the lowest are.
 */
export const nameColumns = {
  high: 0,
  low: 1,
  sum: 2,
  highest: 3,
  lowest: 4,
  total: 5,
  highestDepth: 6,
  lowestDepth: 7,
};
export const nameWidth = 8;

/** Rates every region, in their order, `nameWidth` numbers each: outer ones come first, so each builds on what is around it. */
export const rateNames = (regions: readonly Region[], lexicon: Lexicon): Float32Array => {
  const { high, low, sum, highest, lowest, total, highestDepth, lowestDepth } = nameColumns;
  const rated = new Float32Array(regions.length * nameWidth);
  const known = new Map<readonly number[], OwnOdds>();
  const dishes = menusOfDishes(regions);
  for (const region of regions) {
    const { id, names, parent, depth } = region;
    let own = dishes.has(region) ? oddsOf(withoutMenu(region), lexicon) : known.get(names);
    if (own === undefined) {
      own = oddsOf(names, lexicon);
      known.set(names, own);
    }
    const row = id * nameWidth;
    if (parent !== undefined)
      for (let column = 0; column < nameWidth; column++)
        rated[row + column] = rated[parent.id * nameWidth + column] ?? 0;
    rated[row + high] = own.high;
    rated[row + low] = own.low;
    rated[row + sum] = own.sum;
    rated[row + total] = (rated[row + total] ?? 0) + own.sum;
    if (parent === undefined || own.high >= (rated[row + highest] ?? 0)) {
      rated[row + highest] = own.high;
      rated[row + highestDepth] = depth;
    }
    if (parent === undefined || own.low <= (rated[row + lowest] ?? 0)) {
      rated[row + lowest] = own.low;
      rated[row + lowestDepth] = depth;
    }
  }
  return rated;
};

const [menu = 0] = nameHashes('menu');
/** A bar with the name of the site holds less. */
const fewestDishes = 4;

/** What is called a menu, or a part of one, that leads nowhere and has nothing to press: it is one of dishes. */
const menusOfDishes = (regions: readonly Region[]): ReadonlySet<Region> => {
  const acting = new Set<Region>();
  for (const region of regions.toReversed())
    if (region.parent !== undefined && (region.tag === 'button' || acting.has(region)))
      acting.add(region.parent);
  const within = new Set<Region>();
  const found = new Set<Region>();
  for (const region of regions) {
    const { names, parent, linked, characters, blocks } = region;
    const isMenu = names.includes(menu);
    const isOwn = isMenu && blocks >= fewestDishes && linked * 10 < characters && !acting.has(region);
    if (isOwn || (parent !== undefined && within.has(parent))) {
      within.add(region);
      if (isMenu) found.add(region);
    }
  }
  return found;
};

const withoutMenu = ({ names, element }: Region): readonly number[] => {
  const called = `${attr(element, 'class') ?? ''} ${attr(element, 'id') ?? ''}`.split(/\s+/);
  const menus = new Set(called.filter((name) => /menu/i.test(name)).flatMap(nameHashes));
  return names.filter((name) => !menus.has(name));
};

interface OwnOdds {
  readonly high: number;
  readonly low: number;
  readonly sum: number;
}

const oddsOf = (names: readonly number[], lexicon: Lexicon): OwnOdds => {
  let high = 0;
  let low = 0;
  let sum = 0;
  for (const name of names) {
    const odds = lexicon.get(name) ?? 0;
    sum += odds;
    high = Math.max(high, odds);
    low = Math.min(low, odds);
  }
  return { high, low, sum };
};
