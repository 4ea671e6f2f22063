import type { Block } from './blocks.ts';

/** What all blocks before each one have together. */
export const sums = (all: readonly Block[], amountOf: (block: Block) => number): Float64Array => {
  const before = new Float64Array(all.length + 1);
  all.forEach((block, index) => {
    before[index + 1] = (before[index] ?? 0) + amountOf(block);
  });
  return before;
};

/** Of blocks, or of regions. */
export const charactersOf = (all: readonly { readonly characters: number }[]): number =>
  all.reduce((sum, { characters }) => sum + characters, 0);

/** What the blocks from `first` to `last` have together. */
export const between = (before: Float64Array, first: number, last: number): number =>
  (before[last + 1] ?? 0) - (before[first] ?? 0);

/** What is more than half of the text is what the page is about, a list that is sorted by what is most popular. */
export const isMost = (found: readonly Block[], kept: readonly Block[]): boolean =>
  charactersOf(found) * 2 > charactersOf(kept);
