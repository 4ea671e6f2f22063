import type { Block, Blocks } from './blocks.ts';
import type { Region } from './region.ts';

/** Fewest elements of one kind in a row that are parts of a list, whatever it is made of. */
const fewest = 3;
/** How far up from a block the part of a list that it belongs to is looked for. */
const farthest = 6;
/** What is said of all blocks alike counts this much, what is said of each by itself the rest. */
const common = 0.75;

/**
 * Blocks in the same place of the parts of a list, such as the headings of its entries, are judged much alike: the log
 * odds of each come nearer to the mean of all of them.
 */
export const settleAlike = (blocks: Blocks, chances: Float32Array): Float32Array => {
  const groupOf = createGroups(blocks);
  const groups = blocks.all.map(groupOf);
  const sums = new Map<number, { odds: number; weight: number; count: number }>();
  for (const { index, from, to } of blocks.all) {
    const group = groups[index];
    if (group === undefined) continue;
    const sum = sums.get(group) ?? { odds: 0, weight: 0, count: 0 };
    const weight = Math.sqrt(to - from + 1);
    sum.odds += weight * oddsOf(chances[index] ?? 0);
    sum.weight += weight;
    sum.count++;
    sums.set(group, sum);
  }
  return chances.map((chance, index) => {
    const sum = sums.get(groups[index] ?? -1);
    if (sum === undefined || sum.count < fewest) return chance;
    const odds = (1 - common) * oddsOf(chance) + (common * sum.odds) / sum.weight;
    return 1 / (1 + Math.exp(-odds));
  });
};

const oddsOf = (chance: number): number => Math.log((chance + 1e-6) / (1 - chance + 1e-6));

/** Cells are settled by rows. */
const cells = new Set(['td', 'th']);

/**
 * Tells of a block which others are alike: those that are reached from the same list by elements of the same tags and
 * first names. Of several names the first says what it is: `card`, the others how it is shown: `card wide`.
 */
const createGroups = ({ regions }: Blocks): ((block: Block) => number | undefined) => {
  const sorts = regions.map(sortOf);
  const sortAt = ({ id }: Region): number => sorts[id] ?? 0;
  /** How many elements of a sort hold text in an element, by both. */
  const counts = new Map<number, number>();
  const kindOf = (region: Region, parent: Region) => Math.imul(parent.id + 1, 0x9e3779b1) ^ sortAt(region);
  for (const region of regions) {
    if (region.parent === undefined || region.blocks === 0) continue;
    const kind = kindOf(region, region.parent);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return ({ region }) => {
    let path = 0;
    let part = region;
    for (let steps = 0; steps < farthest && part.parent !== undefined; steps++) {
      path = Math.imul(path, 31) + sortAt(part);
      if (!cells.has(part.tag) && (counts.get(kindOf(part, part.parent)) ?? 0) >= fewest)
        return part.parent.id * 2 ** 32 + (path >>> 0);
      part = part.parent;
    }
    return undefined;
  };
};

const sortOf = ({ names }: Region): number => Math.imul(names[0] ?? 0, 31) + (names.at(-1) ?? 0);
