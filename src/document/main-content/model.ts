import { readFileSync } from 'node:fs';
import type { Lexicon } from './lexicon.ts';

/** The learned model: gradient-boosted trees and the lexicon, read from the file that bench/train made. */

/**
 * Gradient-boosted trees in one piece of memory, two words for each node: the threshold, and where to go on when the
 * value is not below it (when it is: at the next node), with the feature in the last eight bits. A leaf has its value,
 * and -1.
 */
interface Trees {
  /** The place of the first node of each tree. */
  readonly roots: Int32Array;
  readonly values: Float32Array;
  readonly links: Int32Array;
}

/** What was learned from pages, by bench/train. */
export interface Model {
  /** How many numbers describe a block. */
  readonly width: number;
  /** Log odds before any tree. */
  readonly base: number;
  readonly trees: Trees;
  readonly lexicon: Lexicon;
}

/**
 * Reads what bench/train/train.py wrote, all in little-endian: width, base, counts, then the lexicon and the nodes of
 * the trees in preorder, with 255 for the feature of a leaf.
 */
export const readModel = (file: Buffer): Model => {
  const { buffer } = Uint8Array.from(file);
  const [width = 0, treeCount = 0, nodeCount = 0, wordCount = 0] = new Uint32Array(buffer, 0, 4);
  const [base = 0] = new Float32Array(buffer, 16, 1);
  let at = 20;
  const place = (bytes: number): number => {
    const from = at;
    at += bytes;
    return from;
  };
  const tokens = new Int32Array(buffer, place(wordCount * 4), wordCount);
  const values = new Float32Array(buffer, place(nodeCount * 4), nodeCount);
  const features = new Uint8Array(buffer, place(nodeCount), nodeCount);
  const odds = new Int8Array(buffer, place(wordCount), wordCount);
  const lexicon = tableOf(tokens, odds);
  return { width, base, trees: link(treeCount, values, features), lexicon };
};

/** A token stands in its slot, or in the next one that was free: half the time of a `Map`. Slots hold places, from 1. */
const tableOf = (tokens: Int32Array, odds: Int8Array): Lexicon => {
  if (tokens.length > 0xffff) throw new Error(`${tokens.length} tokens do not fit into the table`);
  const shift = Math.clz32(tokens.length) - 1;
  const slots = new Uint16Array(2 ** (32 - shift));
  const mask = slots.length - 1;
  const slotOf = (token: number): number => {
    let slot = Math.imul(token, 0x9e3779b1) >>> shift;
    for (let place = slots[slot]; place && tokens[place - 1] !== token; place = slots[slot])
      slot = (slot + 1) & mask;
    return slot;
  };
  for (let place = 0; place < tokens.length; place++) slots[slotOf(tokens[place] ?? 0)] = place + 1;
  return {
    get: (token) => {
      const place = slots[slotOf(token)] ?? 0;
      return place === 0 ? undefined : (odds[place - 1] ?? 0) / 32;
    },
  };
};

const leaf = 255;

/** Nodes in preorder → the same with links: the second child of a node comes after all that is below the first. */
const link = (count: number, given: Float32Array, features: Uint8Array): Trees => {
  const memory = new ArrayBuffer(given.length * 8);
  const values = new Float32Array(memory);
  const links = new Int32Array(memory);
  const roots = new Int32Array(count);
  /** Nodes whose second child is still to come. */
  const waiting: number[] = [];
  let tree = 0;
  let isSecond = false;
  for (const [node, feature] of features.entries()) {
    const at = node * 2;
    const parent = isSecond ? waiting.pop() : undefined;
    if (parent !== undefined) links[parent + 1] = (at << 8) | (links[parent + 1] ?? 0);
    else if (!isSecond && (node === 0 || features[node - 1] === leaf)) roots[tree++] = at;
    values[at] = given[node] ?? 0;
    links[at + 1] = feature === leaf ? -1 : feature;
    if (feature !== leaf) waiting.push(at);
    isSecond = feature === leaf && waiting.length > 0;
  }
  return { roots, values, links };
};

let shipped: Model | undefined;

/** The weights that belong to this version, read once. */
export const shippedModel = (): Model => {
  shipped ??= readModel(readFileSync(new URL('./content-model.bin', import.meta.url)));
  return shipped;
};

/** After each so many trees, a row that is certain is done with. */
const round = 25;
/** Log odds; 0.97 and 0.03. */
const certain = 3.5;
/** Trees after which two thirds of what all of them say is said: each corrects those before, and says less. */
const pace = 65;

/**
 * The chance that each row of `rows` describes content, 0 to 1. All rows go through a tree before the next one: it is still at
 * hand for the processor then, which foresees the way of a row by those before, for blocks that follow each other are alike.
 */
export const rate = ({ width, base, trees }: Model, rows: Float32Array): Float32Array => {
  const odds = new Float32Array(rows.length / width).fill(base);
  const said = new Float64Array(odds.length);
  let unsure = Array.from(odds.keys());
  for (let tree = 0; tree < trees.roots.length && unsure.length > 0; tree += round) {
    const end = Math.min(tree + round, trees.roots.length);
    for (const row of unsure) said[row] = 0;
    addOdds(trees, trees.roots.subarray(tree, end), { rows, width, unsure }, said);
    for (const row of unsure) odds[row] = (odds[row] ?? 0) + (said[row] ?? 0);
    // A row that is certain gets what all trees would give it, about.
    const share = 1 - Math.exp(-end / pace);
    if (end < trees.roots.length)
      unsure = unsure.filter((row) => {
        const expected = (odds[row] ?? 0) / share;
        const isCertain = Math.abs(expected) >= certain;
        if (isCertain) odds[row] = expected;
        return !isCertain;
      });
  }
  return odds.map((own) => 1 / (1 + Math.exp(-own)));
};

interface Rows {
  readonly rows: Float32Array;
  readonly width: number;
  /** Those that are asked for. */
  readonly unsure: readonly number[];
}

/** Adds the log odds that the trees at `roots` give rows. */
const addOdds = (
  { values, links }: Trees,
  roots: Int32Array,
  { rows, width, unsure }: Rows,
  said: Float64Array,
): void => {
  for (let tree = 0; tree < roots.length; tree++) {
    const root = roots[tree] ?? 0;
    for (const row of unsure) {
      const start = row * width;
      let at = root;
      for (let to = links[at + 1] ?? -1; to >= 0; to = links[at + 1] ?? -1)
        at = (rows[start + (to & 0xff)] ?? 0) < (values[at] ?? 0) ? at + 2 : to >> 8;
      said[row] = (said[row] ?? 0) + (values[at] ?? 0);
    }
  }
};
