import type { Blocks } from '../../src/document/main-content/blocks.ts';
import { wordHashes } from '../../src/document/tree/scan.ts';
import { squeeze } from '../../src/document/tree/tree.ts';
import type { TruePage } from './pages.ts';

/** Of each block how much of it is content, 0 to 1; -1 where that is not known. */
export const label = (blocks: Blocks, page: TruePage): Float32Array =>
  page.text === '' ? bySnippets(blocks, page) : byText(blocks, wordHashes(page.text));

interface Match {
  readonly block: number;
  readonly at: number;
  readonly length: number;
}

/**
 * Aligns the blocks with the truth. Blocks whose words all stand there, in a row, are put in order: of the ways to
 * read them one after another the one with most words is right. Of longer blocks the share of trigrams counts.
 */
const byText = ({ all, words }: Blocks, truth: readonly number[]): Float32Array => {
  const places = placesOf(truth);
  const matches: Match[] = [];
  for (const { index, from, to } of all)
    for (const at of findRun(words.slice(from, to), truth, places))
      matches.push({ block: index, at, length: to - from });
  const labels = new Float32Array(all.length);
  const covered = new Uint8Array(truth.length);
  for (const { block, at, length } of bestChain(matches, truth.length)) {
    labels[block] = 1;
    covered.fill(1, at, at + length);
  }
  const trigrams = new Map<number, number>();
  for (let at = 0; at + 3 <= truth.length; at++)
    if (!covered[at] || !covered[at + 2]) {
      const trigram = trigramAt(truth, at);
      trigrams.set(trigram, (trigrams.get(trigram) ?? 0) + 1);
    }
  for (const { index, from, to } of all) {
    if (labels[index] === 1 || to - from < 3) continue;
    let found = 0;
    for (let at = from; at + 3 <= to; at++) {
      const trigram = trigramAt(words, at);
      const left = trigrams.get(trigram) ?? 0;
      if (left > 0) {
        found++;
        trigrams.set(trigram, left - 1);
      }
    }
    labels[index] = found / (to - from - 2);
  }
  return labels;
};

const trigramAt = (words: readonly number[], at: number): number =>
  (Math.imul(Math.imul(words[at] ?? 0, 31) + (words[at + 1] ?? 0), 31) + (words[at + 2] ?? 0)) | 0;

const placesOf = (words: readonly number[]): Map<number, number[]> => {
  const places = new Map<number, number[]>();
  words.forEach((word, at) => {
    const known = places.get(word);
    if (known === undefined) places.set(word, [at]);
    else known.push(at);
  });
  return places;
};

const mostPlaces = 40;

const findRun = (
  run: readonly number[],
  truth: readonly number[],
  places: Map<number, number[]>,
): number[] => {
  const [first] = run;
  if (first === undefined) return [];
  const found: number[] = [];
  for (const at of places.get(first) ?? []) {
    if (run.every((word, index) => truth[at + index] === word)) found.push(at);
    if (found.length >= mostPlaces) break;
  }
  return found;
};

/** The heaviest chain of matches that go forward in the page and in the truth, by a tree of maxima over the truth. */
const bestChain = (matches: readonly Match[], length: number): Match[] => {
  const weights = new Float64Array(length + 1);
  const owners = new Int32Array(length + 1).fill(-1);
  const before = new Int32Array(matches.length).fill(-1);
  const total = new Float64Array(matches.length);
  let start = 0;
  while (start < matches.length) {
    let end = start;
    while (end < matches.length && matches[end]?.block === matches[start]?.block) end++;
    for (let index = start; index < end; index++) {
      const match = matches[index];
      if (match === undefined) continue;
      // The best that ends at or before this place.
      let weight = 0;
      for (let node = match.at; node > 0; node -= node & -node)
        if ((weights[node] ?? 0) > weight) {
          weight = weights[node] ?? 0;
          before[index] = owners[node] ?? -1;
        }
      total[index] = weight + match.length - 0.01;
    }
    for (let index = start; index < end; index++) {
      const match = matches[index];
      if (match === undefined) continue;
      const own = total[index] ?? 0;
      for (let node = match.at + match.length; node <= length; node += node & -node)
        if (own > (weights[node] ?? 0)) {
          weights[node] = own;
          owners[node] = index;
        }
    }
    start = end;
  }
  let best = -1;
  for (let index = 0; index < matches.length; index++)
    if (best < 0 || (total[index] ?? 0) > (total[best] ?? 0)) best = index;
  const chain: Match[] = [];
  for (let index = best; index >= 0; index = before[index] ?? -1) {
    const match = matches[index];
    if (match !== undefined) chain.push(match);
  }
  return chain;
};

/** More copies than this of a snippet tell nothing. */
const mostCopies = 3;

const bySnippets = ({ all }: Blocks, { inside, outside }: TruePage): Float32Array => {
  const labels = new Float32Array(all.length).fill(-1);
  const texts = all.map(({ nodes }) => squeeze(nodes.map(({ value }) => value).join('')));
  const mark = (snippets: readonly string[], value: number) => {
    for (const snippet of snippets.map(squeeze)) {
      const found = texts.flatMap((text, index) =>
        text.includes(snippet) || (text.length > 20 && snippet.includes(text)) ? [index] : [],
      );
      if (found.length <= mostCopies) for (const index of found) labels[index] = value;
    }
  };
  mark(outside, 0);
  mark(inside, 1);
  return labels;
};
