import { createGroups, fewest } from './alike.ts';
import { type Block, type Blocks, textOf } from './blocks.ts';
import { isAmountOfMoney } from './price.ts';
import { between, sums } from './sums.ts';

/**
 * What each part of a chosen list costs, such as plans that are compared or goods, and what stands for an amount: `Contact
 * us`. Annotators of main content leave it out, buyers do not.
 */
export const priceLists = (blocks: Blocks, chosen: ReadonlySet<Block>): Block[] => {
  const { all } = blocks;
  const amounts = new Set(all.filter(isPrice));
  // Most pages have none, and are not looked through.
  if (amounts.size < fewest - 1) return [];
  const kept = sums(all, (block) => (chosen.has(block) ? block.characters : 0));
  return [...Map.groupBy(all, createGroups(blocks))].flatMap(([group, alike]) => {
    if (group === undefined || alike.length < fewest) return [];
    const { first, last, characters } = group.list;
    const isOfPrices = alike.filter((block) => amounts.has(block)).length * 2 >= alike.length;
    return isOfPrices && between(kept, first, last) * 2 > characters ? alike : [];
  });
};

/** An amount alone: `$19/mo`, `ab 12,90 €`; not what something is dearer or cheaper by, nor from what to what it may cost. */
const isPrice = (block: Block): boolean => isAmountOfMoney(block) && price.test(textOf(block).trim());
const price =
  /^(?:(?:from|ab|dès|desde|da)\s)?(?:\p{Sc}\s?\d[\d.,\s]*|\d[\d.,\s]*(?:\p{Sc}|kr|zł|Kč))(?!.*(?:[–—-].*\d|\boff\b))/iu;
