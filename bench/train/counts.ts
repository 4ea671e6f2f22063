import type { Blocks } from '../../src/document/main-content/blocks.ts';
import { wordTokens } from '../../src/document/main-content/lexicon.ts';
import type { Region } from '../../src/document/main-content/region.ts';

/** Of a token: on how many pages it stands, and the sum over them of the share that is content. */
interface Count {
  pages: number;
  content: number;
}
export interface Counts {
  readonly names: Map<number, Count>;
  readonly words: Map<number, Count>;
}

export const newCounts = (): Counts => ({ names: new Map(), words: new Map() });

/** Each page counts once for each token, however often it stands there. */
export const countPage = (counts: Counts, blocks: Blocks, labels: Float32Array): void => {
  addShares(counts.names, nameShares(blocks, labels));
  addShares(counts.words, wordShares(blocks, labels));
};

type Shares = Map<number, { all: number; content: number }>;

const add = (shares: Shares, token: number, all: number, content: number): void => {
  const share = shares.get(token);
  if (share === undefined) shares.set(token, { all, content });
  else {
    share.all += all;
    share.content += content;
  }
};

const nameShares = ({ all, regions }: Blocks, labels: Float32Array): Shares => {
  const known = new Map<Region, { all: number; content: number }>();
  for (const { index, region, characters } of all) {
    const own = labels[index] ?? -1;
    if (own < 0) continue;
    for (let at: Region | undefined = region; at !== undefined; at = at.parent) {
      const sum = known.get(at) ?? { all: 0, content: 0 };
      sum.all += characters;
      sum.content += characters * own;
      known.set(at, sum);
    }
  }
  const shares: Shares = new Map();
  for (const region of regions) {
    const sum = known.get(region);
    if (sum !== undefined) for (const name of region.names) add(shares, name, sum.all, sum.content);
  }
  return shares;
};

const wordShares = (blocks: Blocks, labels: Float32Array): Shares => {
  const shares: Shares = new Map();
  for (const block of blocks.all) {
    const own = labels[block.index] ?? -1;
    if (own >= 0) for (const token of new Set(wordTokens(blocks.words, block))) add(shares, token, 1, own);
  }
  return shares;
};

const addShares = (counts: Map<number, Count>, shares: Shares): void => {
  for (const [token, { all, content }] of shares) {
    if (all === 0) continue;
    const count = counts.get(token) ?? { pages: 0, content: 0 };
    count.pages++;
    count.content += content / all;
    counts.set(token, count);
  }
};

/** Tokens on fewer pages than this are left out. */
const leastPages = { names: 8, words: 12 };
/** Pages' worth of doubt. */
const doubt = 3;

/** Log odds of all tokens of several parts of the corpus, as they will be packed: in 32nds. */
export const lexiconOf = (parts: readonly Counts[]): Map<number, number> => {
  const lexicon = new Map<number, number>();
  for (const kind of ['names', 'words'] as const) {
    const sums = new Map<number, Count>();
    for (const part of parts)
      for (const [token, { pages, content }] of part[kind]) {
        const sum = sums.get(token) ?? { pages: 0, content: 0 };
        sum.pages += pages;
        sum.content += content;
        sums.set(token, sum);
      }
    let pages = 0;
    let content = 0;
    for (const sum of sums.values()) {
      pages += sum.pages;
      content += sum.content;
    }
    const prior = content / pages;
    for (const [token, sum] of sums) {
      if (sum.pages < leastPages[kind]) continue;
      const share = (sum.content + doubt * prior) / (sum.pages + doubt);
      const odds = Math.log(share / (1 - share)) - Math.log(prior / (1 - prior));
      const packed = Math.max(-127, Math.min(127, Math.round(odds * 32)));
      if (Math.abs(packed) >= 8) lexicon.set(token, packed / 32);
    }
  }
  return lexicon;
};
