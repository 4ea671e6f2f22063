import { type Block, type Blocks, readBlocks } from '../../src/document/main-content/blocks.ts';
import { findDropped } from '../../src/document/main-content/choose.ts';
import { elements, prune, type TextNode } from '../../src/document/tree/tree.ts';

/** Numbers from 0 to 1, the same in every run. */
export const createRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

interface Labelled {
  readonly blocks: Blocks;
  readonly labels: Float32Array;
}

/**
 * Makes a small page of a large one, in place: some of its content and some of what is around it, half of them without
 * names. Real pages are long; without such pages short ones would be judged badly.
 */
export const crop = ({ blocks, labels }: Labelled, random: () => number): Labelled | undefined => {
  const { all, root } = blocks;
  const isContent = ({ index }: Block) => (labels[index] ?? 0) >= 0.5;
  const content = all.filter(isContent);
  const rest = all.filter((block) => !isContent(block));
  if (content.length === 0) return undefined;
  const kept = new Set<Block>(runOf(content, 2 + random() ** 2 * 25, random));
  for (let runs = Math.floor(random() * 5); runs > 0; runs--)
    for (const block of runOf(rest, 1 + random() ** 2 * 12, random)) kept.add(block);
  const known = new Map<TextNode, number>();
  for (const { index, nodes } of kept) for (const node of nodes) known.set(node, labels[index] ?? -1);
  const dropped = findDropped(blocks, kept);
  prune(root.element, (node) => dropped.has(node));
  if (random() < 0.5)
    for (const element of elements(root.element))
      element.attrs = element.attrs.filter(({ name }) => name !== 'class' && name !== 'id');
  const cropped = readBlocks(root.element);
  return {
    blocks: cropped,
    labels: Float32Array.from(cropped.all, ({ nodes: [node] }) => (node && known.get(node)) ?? -1),
  };
};

const runOf = (blocks: readonly Block[], length: number, random: () => number): readonly Block[] => {
  const from = Math.floor(random() * blocks.length);
  return blocks.slice(from, from + Math.round(length));
};
