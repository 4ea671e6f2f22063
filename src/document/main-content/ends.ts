import { type Block, type Blocks, textOf } from './blocks.ts';
import { regionAround } from './region.ts';

/** In characters. What is left out of a page this short is missed more than what is too much is minded. */
export const shortPage = 1500;

export const isHeading = (...blocks: readonly (Block | undefined)[]): boolean =>
  blocks.some((block) => block !== undefined && block.level > 0);

export const isLink = ({ linked, characters }: Block): boolean => linked * 2 > characters;

/** What ends the entries of a list ends the last of them: as many must end so, and all. */
const fewestEnds = 2;

/** What follows the last chosen block as it follows each that looks like it: the date of the last of some cards. */
export const lastParts = ({ all }: Blocks, chosen: ReadonlySet<Block>): Block[] => {
  const last = all.findLast((block) => chosen.has(block));
  const next = last === undefined ? undefined : all[last.index + 1];
  if (last === undefined || next === undefined || next.level > 0 || next.region.look === last.region.look)
    return [];
  const like = (block: Block | undefined, other: Block) =>
    block !== undefined && block.region.look === other.region.look && block.level === other.level;
  const alike = all
    .slice(0, last.index)
    .filter((block) => like(block, last) && like(all[block.index + 1], next));
  const isChosen = ({ index }: Block) => chosen.has(all[index + 1] ?? next);
  return alike.length >= fewestEnds && alike.every(isChosen) ? [next] : [];
};

/** As likely, what follows the text of a short page within its `main` or `article` is a part of it. */
const leastTailChance = 0.3;
const leastTailHeadingChance = 0.2;

/** What follows the last chosen text of a short page, up to what is unlikely. Links are no text, and end none. */
export const tail = ({ all, root }: Blocks, chosen: ReadonlySet<Block>, chances: Float32Array): Block[] => {
  const last = root.characters < shortPage ? all.findLast((block) => chosen.has(block)) : undefined;
  const whole = last && regionAround(last.region, ({ tag }) => tag === 'main' || tag === 'article');
  if (last === undefined || whole === undefined) return [];
  const found: Block[] = [];
  for (const block of all.slice(last.index + 1, whole.last + 1)) {
    if (isLink(block) || block.to === block.from) continue;
    const least = isHeading(block) ? leastTailHeadingChance : leastTailChance;
    if ((chances[block.index] ?? 0) < least) break;
    found.push(block);
  }
  // A heading or a label is none without what it is over.
  while (isHeading(found.at(-1)) || isOver(found.at(-1))) found.pop();
  return found;
};

/** A label, or one whose value a script was to write: `FPS: --`. */
const isOver = (block: Block | undefined): boolean =>
  block !== undefined && /[:：][\s–—-]*$/.test(textOf(block));
