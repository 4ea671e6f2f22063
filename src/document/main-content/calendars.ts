import { type Block, type Blocks, textOf } from './blocks.ts';

/** Most blocks between a month and its days: what leads to other months, and how they are shown. */
const longestBar = 8;
/** In characters. */
const longest = 20;
const month = /^(?:\p{L}{3,12}\.?,? \d{4}|\d{4}[ .-]?年? ?\d{1,2} ?月)$/u;

/** The month that the days of a chosen calendar are of: without it, they are none. */
export const months = ({ all }: Blocks, chosen: ReadonlySet<Block>): Block[] =>
  all.filter((block) => {
    if (block.digits === 0 || block.characters > longest || block.linked > 0 || chosen.has(block))
      return false;
    if (!month.test(textOf(block).trim())) return false;
    const next = all
      .slice(block.index + 1, block.index + 1 + longestBar)
      .find(({ region }) => region.inTable);
    return next !== undefined && chosen.has(next);
  });
