import type { Block, Blocks } from './blocks.ts';
import type { Region } from './region.ts';

/** In words: shorter ones are labels, which repeat on every page. */
const leastWords = 6;
/** By so much the log odds of what stands there again are less. */
const doubt = Math.exp(-1.5);

/**
 * Pages say the same again in teasers, variants for other screens, signatures and notices: of blocks with the same words
 * the likeliest stays as likely as it is, the others become less so. What is content without doubt stays content: the
 * chorus of a song.
 */
export const doubtRepeated = ({ all, words }: Blocks, chances: Float32Array): Float32Array => {
  const best = new Map<number, Block>();
  const repeated: Block[] = [];
  const chanceOf = ({ index }: Block) => chances[index] ?? 0;
  for (const block of all) {
    if (block.to - block.from < leastWords || isExact(block.region)) continue;
    const said = hashOf(words, block);
    const before = best.get(said);
    if (before === undefined || chanceOf(block) > chanceOf(before)) best.set(said, block);
    if (before !== undefined) repeated.push(chanceOf(block) > chanceOf(before) ? before : block);
  }
  const doubted = chances.slice();
  for (const block of repeated) {
    const chance = chanceOf(block);
    doubted[block.index] = (chance * doubt) / (1 - chance + chance * doubt);
  }
  return doubted;
};

/** Of all words in their order, 32 bits, and their number. */
const hashOf = (words: readonly number[], { from, to }: Block): number => {
  let hash = 0;
  for (let index = from; index < to; index++) hash = Math.imul(hash ^ (words[index] ?? 0), 0x9e3779b1);
  return (hash >>> 0) * 4096 + Math.min(to - from, 4095);
};

const exact = new Set(['td', 'th', 'pre', 'blockquote']);

/** Tables, code and quotations say things as often as they do. */
const isExact = (region: Region): boolean => {
  for (let around: Region | undefined = region; around !== undefined; around = around.parent)
    if (exact.has(around.tag)) return true;
  return false;
};
