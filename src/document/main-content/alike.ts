import type { Block, Blocks } from './blocks.ts';
import type { Region } from './region.ts';

/** Fewest elements of one kind in a row that are parts of a list, whatever it is made of. */
export const fewest = 3;
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
  for (const { index, from, to } of blocks.all) {
    const group = groups[index];
    if (group === undefined) continue;
    const weight = Math.sqrt(to - from + 1);
    group.odds += weight * oddsOf(chances[index] ?? 0);
    group.weight += weight;
    group.count++;
  }
  return chances.map((chance, index) => {
    const group = groups[index];
    if (group === undefined || group.count < fewest) return chance;
    const odds = (1 - common) * oddsOf(chance) + (common * group.odds) / group.weight;
    return 1 / (1 + Math.exp(-odds));
  });
};

/** Blocks that are alike, and the sum of their odds by weight. */
export interface Group {
  readonly list: Region;
  odds: number;
  weight: number;
  count: number;
}

const oddsOf = (chance: number): number => Math.log((chance + 1e-6) / (1 - chance + 1e-6));

/** Cells are settled by rows. */
const cells = new Set(['td', 'th']);

/**
 * Tells of a block which others are alike: those that are reached from the same list by elements of the same tags and
 * first names. Of several names the first says what it is: `card`, the others how it is shown: `card wide`.
 */
export const createGroups = ({ regions }: Blocks): ((block: Block) => Group | undefined) => {
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
  /** By the id of the list, then by the path from it. */
  const groups: (Map<number, Group> | undefined)[] = [];
  const groupAt = (list: Region, path: number): Group => {
    const inList = groups[list.id] ?? new Map<number, Group>();
    groups[list.id] = inList;
    const group = inList.get(path) ?? { list, odds: 0, weight: 0, count: 0 };
    inList.set(path, group);
    return group;
  };
  return ({ region }) => {
    let path = 0;
    let part = region;
    for (let steps = 0; steps < farthest && part.parent !== undefined; steps++) {
      path = (Math.imul(path, 31) + sortAt(part)) | 0;
      if (!cells.has(part.tag) && (counts.get(kindOf(part, part.parent)) ?? 0) >= fewest)
        return groupAt(part.parent, path);
      part = part.parent;
    }
    return undefined;
  };
};

const sortOf = ({ names }: Region): number => Math.imul(names[0] ?? 0, 31) + (names.at(-1) ?? 0);
