import { type Entity, everyEntity, isEntity, textsOf, type Value, valuesOf } from '../metadata/entity.ts';
import type { Structured } from '../metadata/structured.ts';
import { wordHashes } from '../tree/scan.ts';
import type { Block, Blocks } from './blocks.ts';
import { isLink } from './ends.ts';
import { type PageFacts, share } from './page-features.ts';
import { type Region, regionAround } from './region.ts';
import { isBesideHeading } from './section-headings.ts';
import { between, sums } from './sums.ts';

/** What a page lists of its subject, and lists as data too: the ingredients and the steps of a recipe. */

const listing = ['recipeIngredient', 'ingredients', 'recipeInstructions', 'step', 'supply', 'tool'];
const listed = /^(?:Recipe|HowTo)$/;

/** The text of each list that the page's data have. */
export const readLists = ({ jsonld, microdata, rdfa }: Structured): string[] =>
  everyEntity([...jsonld, ...microdata, ...rdfa])
    .filter(({ types }) => types.some((type) => listed.test(type)))
    .flatMap((entity) => listing.map((name) => sayingOf(valuesOf(entity, name))))
    .filter((text) => text !== '')
    .slice(0, mostLists);

/** A page of more is a list of recipes. */
const mostLists = 8;

/** All that is said in values, and in the parts of those that have some: sections have steps. */
const sayingOf = (values: readonly Value[], depth = 0): string =>
  values
    .flatMap(({ value }) => (isEntity(value) ? sayingOfEntity(value, depth) : [String(value)]))
    .join('\n')
    // Of a program that wrote its HTML into the data.
    .replace(/<[^>]*>/g, ' ');

const sayingOfEntity = (entity: Entity, depth: number): string[] => {
  const parts = valuesOf(entity, 'itemListElement');
  if (parts.length > 0 && depth < deepest) return [sayingOf(parts, depth + 1)];
  const text = textsOf(valuesOf(entity, 'text'));
  return text.length > 0 ? text : textsOf(valuesOf(entity, 'name'));
};
const deepest = 3;

/** In words: a shorter one is found in too many places. */
const shortest = 8;
/** How much of a list stands in its place, and how much of the text there is its own. */
const leastThere = 0.75;
const leastOwn = 0.6;
/** How much of a block or item has to be of the list. */
const leastOfItem = 0.5;
/** The words of more, which are steps, are found in any sentence about its subject: they have to follow each other. */
const mostWords = 100;
/** In words: an amount, or a unit, in an element of its own. */
const longestAmount = 4;
/** Elements around a block among which its item is. */
const farthestItem = 4;
/** Blocks between the heading of a list and its beginning: how many it is for. */
const farthestHeading = 4;

/**
 * What a page lists of its subject, as its data tell, with the heading over it: short lines, links to what they name and amounts
 * in elements of their own look like no text.
 */
export const stated = (
  blocks: Blocks,
  chosen: ReadonlySet<Block>,
  { lists }: Pick<PageFacts, 'lists'>,
): Block[] => lists.flatMap((text) => missingOf(blocks, chosen, wordHashes(text)));

/** What was not chosen of a list of these words. */
const missingOf = (blocks: Blocks, chosen: ReadonlySet<Block>, said: readonly number[]): Block[] => {
  const { all, words } = blocks;
  const own = new Set(said);
  if (own.size < shortest) return [];
  const ownIn = ({ from, to }: Block): number => {
    let count = 0;
    for (let at = from; at < to; at++) if (own.has(words[at] ?? 0)) count++;
    return count;
  };
  const matched = sums(all, ownIn);
  const sizes = sums(all, sizeOf);
  const ownShare = ({ first, last }: Region) =>
    share(between(matched, first, last), between(sizes, first, last));
  const isLikely = (region: Region) =>
    region.blocks > 0 &&
    between(matched, region.first, region.last) >= leastThere * own.size &&
    ownShare(region) >= leastOwn;
  const place = placeOf(blocks, chosen, own, isLikely);
  if (place === undefined) return [];
  const pairs = new Set(said.slice(1).map((word, index) => pairOf(said[index], word)));
  const isListed = (block: Block): boolean => {
    const { from, to } = block;
    // A fraction is of no word: it goes with what follows.
    if (from === to) return own.has(words[to] ?? 0);
    if (own.size <= mostWords || to - from === 1) return ownIn(block) >= leastOfItem * (to - from);
    const inPairs = words.slice(from + 1, to).filter((word, at) => pairs.has(pairOf(words[from + at], word)));
    return inPairs.length >= leastOfItem * (to - from - 1);
  };
  const isOf = (block: Block): boolean => {
    if (isListed(block)) return true;
    if (sizeOf(block) > longestAmount || isLink(block)) return false;
    const item = regionAround(block.region, ({ tag }) => items.has(tag), farthestItem);
    return (
      item !== undefined &&
      item.first >= place.first &&
      item.last <= place.last &&
      ownShare(item) >= leastOfItem
    );
  };
  const found = all.slice(place.first, place.last + 1).filter((block) => !chosen.has(block) && isOf(block));
  const heading = all
    .slice(0, place.first)
    .filter((block) => !isBesideHeading(block, all))
    .slice(-farthestHeading)
    .findLast(({ level }) => level > 0);
  return found.length === 0 || heading === undefined ? found : [heading, ...found];
};

/** Of two words that follow each other. */
const pairOf = (one: number | undefined, other: number): number => Math.imul(one ?? 0, 31) ^ other;
const sizeOf = ({ from, to }: Block): number => to - from;
const items = new Set(['li', 'tr', 'dd', 'dt']);

/** Words that are looked at for the place of a list: elements may be nested as deeply as a page likes. */
const mostLooked = 1_000_000;

/** The smallest element that holds so much of a list, and little else; of several that one of which most was chosen. */
const placeOf = (
  { regions, all, words }: Blocks,
  chosen: ReadonlySet<Block>,
  own: ReadonlySet<number>,
  isLikely: (region: Region) => boolean,
): Region | undefined => {
  const places: Region[] = [];
  let looked = 0;
  for (const region of regions) {
    if (!isLikely(region)) continue;
    const here = words.slice(all[region.first]?.from, all[region.last]?.to);
    looked += here.length + own.size;
    if (looked > mostLooked) break;
    const there = new Set(here);
    if ([...own].filter((word) => there.has(word)).length < leastThere * own.size) continue;
    const before = places.at(-1);
    // The one around comes before those in it.
    if (before !== undefined && region.last <= before.last) places.pop();
    places.push(region);
  }
  const kept = sums(all, (block) => (chosen.has(block) ? block.characters : 0));
  const keptIn = ({ first, last, characters }: Region) => between(kept, first, last) / characters;
  return places.reduce<Region | undefined>(
    (best, place) => (best === undefined || keptIn(place) > keptIn(best) ? place : best),
    undefined,
  );
};
