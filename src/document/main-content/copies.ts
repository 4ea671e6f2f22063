import { hashOf, nameHashes } from '../tree/scan.ts';
import type { Block, Blocks } from './blocks.ts';
import type { Region } from './region.ts';
import { between, sums } from './sums.ts';

/** In words: what is shorter is repeated for other reasons. */
const fewest = 10;

/** Names of what is there for one kind of screen. */
const variants = new Set(nameHashes('mobile mob desktop tablet phone pc ssr hidden hide visible'));

/**
 * What was chosen of parts all of which stands elsewhere, too: the page once more for narrow screens. Style sheets show
 * one of them; where none were applied, both stand there. Neighbours that say the same are known before (variants.ts).
 */
export const copies = (
  { root, all, regions, words }: Blocks,
  chosen: ReadonlySet<Block>,
): ReadonlySet<Block> => {
  const found = new Set<Block>();
  const marked = regions.filter(isVariant);
  if (marked.length === 0) return found;
  const size = sums(all, (block) => (chosen.has(block) ? sizeOf(block) : 0));
  const half = between(size, root.first, root.last) / 2;
  // More than a half cannot stand elsewhere as well.
  const parts = marked.filter(({ first, last }) => {
    const length = between(size, first, last);
    return length >= fewest && length <= half;
  });
  if (parts.length === 0) return found;
  const groups = groupsOf([...chosen], words);
  // Of two the first stays.
  for (const { first, last } of parts.toReversed()) {
    const own = all.slice(first, last + 1).filter((block) => chosen.has(block) && !found.has(block));
    if (!own.every((block) => standsBeyond(groups.get(block), first, last))) continue;
    for (const block of own) found.add(block);
    for (const block of own) forget(groups.get(block), found);
  }
  return found;
};

/** What a tab shows is missed below its name, whatever other tabs show. */
const panel = hashOf('role=tabpanel');

const isVariant = ({ blocks, names }: Region): boolean =>
  blocks > 0 && names.some((name) => variants.has(name)) && !names.includes(panel);

const sizeOf = ({ from, to }: Block): number => to - from;

/** Blocks that say the same, in document order, of which those from `start` to `end` count. */
interface Group {
  readonly blocks: readonly Block[];
  start: number;
  end: number;
}

const groupsOf = (chosen: readonly Block[], words: readonly number[]): ReadonlyMap<Block, Group> => {
  // Values are alike in many rows.
  const texts = chosen.filter(({ region }) => !region.inTable).sort((a, b) => a.index - b.index);
  const found = new Map<Block, Group>();
  for (const blocks of Map.groupBy(texts, ({ from, to }) => keyOf(words, from, to)).values()) {
    const group = { blocks, start: 0, end: blocks.length - 1 };
    if (blocks.length > 1) for (const block of blocks) found.set(block, group);
  }
  return found;
};

/** The same for the same words: two hashes of them in one number. */
const keyOf = (words: readonly number[], from: number, to: number): number => {
  let one = to - from;
  let other = 0;
  for (let index = from; index < to; index++) {
    const word = words[index] ?? 0;
    one = Math.imul(one ^ word, 0x85ebca6b);
    one ^= one >>> 15;
    other = Math.imul(other, 31) + word;
  }
  return (one >>> 0) * 0x100000 + (other & 0xfffff);
};

const standsBeyond = (group: Group | undefined, first: number, last: number): boolean => {
  const foremost = group?.blocks[group.start];
  const hindmost = group?.blocks[group.end];
  return (
    (foremost !== undefined && foremost.index < first) || (hindmost !== undefined && hindmost.index > last)
  );
};

/** Those at its ends that are gone. */
const forget = (group: Group | undefined, gone: ReadonlySet<Block>): void => {
  if (group === undefined) return;
  const isGone = (block: Block | undefined) => block !== undefined && gone.has(block);
  while (group.start < group.end && isGone(group.blocks[group.start])) group.start++;
  while (group.start < group.end && isGone(group.blocks[group.end])) group.end--;
};
