import { type Block, type Blocks, textOf } from './blocks.ts';
import { isLink } from './ends.ts';
import { share } from './page-features.ts';
import type { Region } from './region.ts';
import { between, sums } from './sums.ts';

/** Who reads a part of a list or table misses the rest: where so much of one was chosen, all of it is. */
const leastShare = 0.35;
/** Cells and items are short and look like no text: those of a part beside chosen text are seldom less likely than this. */
const leastPartChance = 0.15;

/**
 * Lists and tables of data, each as a whole: of which enough was chosen, tables right above or below chosen text, lists
 * between such, and what a sentence leads to.
 */
export const wholes = (
  { all, regions, isLayout }: Blocks,
  chosen: ReadonlySet<Block>,
  chances: Float32Array,
): Block[] => {
  const likelyWholes = regions.filter(
    ({ tag, blocks }) => (blocks >= 2 && tag === 'table') || (blocks >= 1 && lists.has(tag)),
  );
  if (likelyWholes.length === 0) return [];
  const kept = sums(all, (block) => (chosen.has(block) ? block.characters : 0));
  const likely = sums(all, ({ index, characters }) => characters * (chances[index] ?? 0));
  const size = sums(all, ({ characters }) => characters);
  const found: Block[] = [];
  /** What is inside a whole is a part of it: nested lists are as many as their depth. */
  let end = -1;
  let announced: Region | undefined;
  for (const whole of likelyWholes) {
    const { tag, first, last, element } = whole;
    const isTable = tag === 'table';
    if (first <= end) continue;
    const shareIn = (part: Float64Array) => share(between(part, first, last), between(size, first, last));
    const beside = [all[first - 1], all[last + 1]].filter((block) => block && chosen.has(block));
    const isLikely = beside.length >= (isTable ? 1 : 2) && shareIn(likely) >= leastPartChance;
    const [before] = beside;
    const isAnnounced =
      (before !== undefined && before.index < first && announces(before)) || goesOn(announced, whole);
    if (!isAnnounced && (whole.blocks < 2 || (!isLikely && shareIn(kept) < leastShare))) continue;
    if (isTable && isLayout(element)) continue;
    announced = isAnnounced ? whole : undefined;
    end = last;
    const missing = all.slice(first, last + 1).filter((part) => !chosen.has(part));
    const acts = isTable ? new Set() : saidAgain(missing.filter(isLink));
    for (const part of missing) if (!acts.has(part)) found.push(part);
  }
  return found;
};

/** Editors make a list of each item, one below the other. */
const goesOn = (list: Region | undefined, next: Region): boolean =>
  list !== undefined &&
  list.last + 1 === next.first &&
  list.tag === next.tag &&
  list.element.parentNode === next.element.parentNode;

/** Links of a list that say the same so often tell what can be done with its parts: Add to cart, Reply. */
const fewestAlike = 3;

const saidAgain = (links: readonly Block[]): Set<Block> =>
  new Set([...Map.groupBy(links, textOf).values()].filter(({ length }) => length >= fewestAlike).flat());

/** A sentence that ends with a colon is none without what follows, be it all links. */
const announces = ({ isProse, level, nodes }: Block): boolean =>
  isProse && level === 0 && /[:：]\s*$/.test(nodes.at(-1)?.value ?? '');

const lists = new Set(['ul', 'ol', 'dl']);
