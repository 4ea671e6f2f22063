import { elements } from '../tree/tree.ts';
import type { Block, Blocks } from './blocks.ts';
import type { PageFacts } from './page-features.ts';
import { isAmountOfMoney, textOf, written } from './price.ts';
import { commonRegion, type Region } from './region.ts';
import { charactersOf } from './sums.ts';

/** Listings of shops: names and prices of goods that the model left out. */

/** Fewest parts of a list, each with a price, that are what a page has to offer. */
const fewest = 8;
/** Where so many of them are chosen, the list was judged as a list. */
const judged = 0.3;
/** How far up from a price the part of the list is looked for that it belongs to. */
const farthest = 8;

/** A part of a list, with the blocks that tell its price. */
type Offers = ReadonlyMap<Region, readonly Block[]>;

/**
 * What a shop shows on a page of many goods, where little of it was chosen: their names and prices are why a reader came,
 * though annotators of main content often take the words above them alone, or leave the prices out. Not on a page of one
 * product, where others are advertised, nor beside a text.
 */
export const goods = (blocks: Blocks, chosen: ReadonlySet<Block>, { prices, types }: PageFacts): Block[] => {
  if (types.some((type) => written.test(type)) || isOfOne(types) || prices.length === 1) return [];
  const list = priceList(blocks, chosen);
  if (list.length > 0) return list;
  const offers = offersOn(blocks);
  const blocksOf = ({ first, last }: Region) => blocks.all.slice(first, last + 1);
  const shareWith = (of: (part: Region) => readonly Block[]) =>
    [...offers.keys()].filter((part) => of(part).some((block) => chosen.has(block))).length / offers.size;
  const amountsOf = (part: Region) => offers.get(part) ?? [];
  if (offers.size < fewest || shareWith(amountsOf) >= judged || isBeside(chosen, offers)) return [];
  return shareWith(blocksOf) >= judged
    ? [...offers.values()].flat()
    : saidOnce([...offers.keys()].map(blocksOf));
};

/** Fewest prices that look alike, and most blocks for each of them, of a price list. */
const fewestInList = 5;
const mostForEach = 6;
/** Where something is to be chosen or sold, prices are those of options and goods. */
const controls = new Set(['button', 'form', 'input', 'label', 'select']);

/** A price list, such as the menu of a restaurant, with what it says: it leads nowhere, and nothing in it can be chosen. */
const priceList = ({ all }: Blocks, chosen: ReadonlySet<Block>): Block[] => {
  const prices = all.filter((block) => block.linked === 0 && isAmountOfMoney(block));
  const [alike = []] = [...Map.groupBy(prices, ({ region }) => region.look).values()].sort(
    (one, other) => other.length - one.length,
  );
  if (alike.length < fewestInList) return [];
  const around = alike.map(({ region }) => region).reduce(commonRegion);
  const { blocks, characters, linked, first, last } = around;
  const outside = [...chosen].filter(({ index }) => index < first || index > last);
  return blocks > mostForEach * alike.length ||
    linked * 4 > characters ||
    charactersOf(outside) > 2 * characters ||
    mayAct(around)
    ? []
    : all.slice(first, last + 1).filter((block) => block.linked * 2 <= block.characters);
};

const mayAct = (region: Region): boolean => {
  for (let around: Region | undefined = region; around !== undefined; around = around.parent)
    if (controls.has(around.tag)) return true;
  return elements(region.element).some(({ tagName }) => controls.has(tagName));
};

/** What a text beside it takes more room than is not what the page is for. */
const isBeside = (chosen: ReadonlySet<Block>, offers: Offers): boolean => {
  const parts = [...offers.keys()];
  const within = new Set(
    parts.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, n) => first + n)),
  );
  const outside = [...chosen].filter(({ index }) => !within.has(index));
  return charactersOf(outside) > 2 * charactersOf(parts);
};

/** The parts of the longest list of parts with prices. */
const offersOn = ({ all, kinds }: Blocks): Offers => {
  const lists = new Map<Region, Map<Region, Block[]>>();
  for (const block of all) {
    const part = isAmountOfMoney(block) ? partAround(block, kinds) : undefined;
    // Options of a product have prices, too, and lead nowhere.
    if (part?.parent === undefined || part.linked === 0) continue;
    const parts = lists.get(part.parent) ?? new Map<Region, Block[]>();
    lists.set(part.parent, parts);
    const known = parts.get(part);
    if (known === undefined) parts.set(part, [block]);
    else known.push(block);
  }
  return [...lists.values()].reduce<Offers>((most, one) => (one.size > most.size ? one : most), new Map());
};

/** Lists may describe each of their goods. */
const isOfOne = (types: readonly string[]): boolean =>
  types.some((type) => /^ProductGroup$|Discussion/.test(type)) ||
  types.filter((type) => type === 'Product').length === 1;

/** The nearest element around a price that is one of many of its kind. */
const partAround = ({ region }: Block, kinds: ReadonlyMap<number, number>): Region | undefined => {
  let part: Region | undefined = region;
  for (let steps = 0; steps < farthest && part !== undefined; steps++, part = part.parent)
    if ((kinds.get(part.kind) ?? 0) >= fewest) return part;
  return undefined;
};

/** Without what most parts say alike: Add to cart, Quick view. */
const saidOnce = (parts: readonly (readonly Block[])[]): Block[] => {
  const counts = new Map<string, number>();
  for (const part of parts)
    for (const text of new Set(part.map(textOf))) counts.set(text, (counts.get(text) ?? 0) + 1);
  return parts.flat().filter((block) => (counts.get(textOf(block)) ?? 0) * 2 < parts.length);
};
