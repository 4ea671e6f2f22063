import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signalsOf, siteName } from '../../src/document/metadata/metadata.ts';
import { isForumPage } from '../../src/document/metadata/signals.ts';
import { readStructured } from '../../src/document/metadata/structured.ts';
import { titleCandidates, unseenOn } from '../../src/document/metadata/title.ts';
import type { TitleFeature } from '../../src/document/metadata/title-mentions.ts';
import { titleWeights } from '../../src/document/metadata/title-weights.ts';
import { parseHtml } from '../../src/document/tree/parse.ts';
import { elements } from '../../src/document/tree/tree.ts';
import { round } from '../statistics.ts';
import { readCorpus } from './corpus.ts';
import { domainOf, type SavedPage, savedPage, wordsOf } from './metadata.ts';

/**
 * Learns what speaks for a text as the title of its page, and writes `src/document/metadata/title-weights.ts`: a softmax over the
 * candidates of each page, fitted by gradient ascent with a little shrinkage. Takes a minute, and gives the same each time.
 * Each fifth of the domains tells what is learned from the others, divided in four ways; then all of them teach.
 */

const names = Object.keys(titleWeights) as TitleFeature[];
const shrinkage = 0.001;
const rounds = 150;
const step = 0.1;

interface Example {
  readonly page: SavedPage;
  /** What is so of each candidate: places among the names, with values. */
  readonly rows: readonly (readonly (readonly [number, number])[])[];
  readonly right: readonly boolean[];
}

const exampleOf = (page: SavedPage): Example => {
  const document = parseHtml(page.html);
  const all = elements(document);
  const base = page.url || 'https://example.com/';
  const structured = readStructured(document, all, base);
  const signals = signalsOf({
    all,
    base,
    title: '',
    structured,
    isForum: isForumPage(base, structured.meta, all),
  });
  const candidates = titleCandidates(signals, siteName(signals, structured));
  const isUnseen = unseenOn(signals);
  return {
    page,
    rows: candidates.map(({ text, features }) => [
      ...features.map(([name, value]) => [names.indexOf(name), value] as const),
      [names.indexOf('unseen'), isUnseen(text) ? 1 : 0] as const,
    ]),
    right: candidates.map(({ text }) => wordsOf(text) === wordsOf(page.truth.title ?? '')),
  };
};

const scoresOf = (rows: Example['rows'], weights: readonly number[]): number[] =>
  rows.map((row) => row.reduce((sum, [at, value]) => sum + value * (weights[at] ?? 0), 0));

const sharesOf = (scores: readonly number[], counted: (index: number) => boolean): number[] => {
  const top = Math.max(...scores);
  const powers = scores.map((score, index) => (counted(index) ? Math.exp(score - top) : 0));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
};

/** Gradient ascent with a step of its own for each weight (Adam). */
const learn = (examples: readonly Example[]): number[] => {
  const usable = examples.filter(({ right }) => right.includes(true));
  const weights = names.map(() => 0);
  const [mean, square] = [names.map(() => 0), names.map(() => 0)];
  for (let turn = 1; turn <= rounds; turn++) {
    const slope = weights.map((weight) => -shrinkage * weight);
    for (const { rows, right } of usable) {
      const scores = scoresOf(rows, weights);
      const [given, wanted] = [
        sharesOf(scores, () => true),
        sharesOf(scores, (index) => right[index] === true),
      ];
      for (const [index, row] of rows.entries()) {
        const pull = ((wanted[index] ?? 0) - (given[index] ?? 0)) / usable.length;
        for (const [at, value] of row) slope[at] = (slope[at] ?? 0) + pull * value;
      }
    }
    for (const [at, value] of slope.entries()) {
      mean[at] = 0.9 * (mean[at] ?? 0) + 0.1 * value;
      square[at] = 0.999 * (square[at] ?? 0) + 0.001 * value * value;
      const [first, second] = [(mean[at] ?? 0) / (1 - 0.9 ** turn), (square[at] ?? 0) / (1 - 0.999 ** turn)];
      weights[at] = (weights[at] ?? 0) + (step * first) / (Math.sqrt(second) + 1e-8);
    }
  }
  return weights;
};

const isRight = ({ rows, right }: Example, weights: readonly number[]): boolean => {
  const scores = scoresOf(rows, weights);
  return right[scores.indexOf(Math.max(...scores))] === true;
};

const parts = 5;
/** One way of dividing them is off by half a percent or more. */
const ways = [1, 2, 3, 4];
/** Which fifth a page is in; there are as many ways to divide them as a digest has bytes. */
const partOf = ({ page }: Example, way: number): number =>
  (createHash('md5').update(domainOf(page.url)).digest()[way] ?? 0) % parts;

const examples = readCorpus('wcxb-dev', savedPage).map(exampleOf);
const trials = ways.flatMap((way) => Array.from({ length: parts }, (_, part) => ({ way, part })));
const verdicts = trials.flatMap(({ way, part }) => {
  const weights = learn(examples.filter((example) => partOf(example, way) !== part));
  return examples
    .filter((example) => partOf(example, way) === part)
    .map((example) => ({ type: example.page.type, right: isRight(example, weights) }));
});
const share = (given: readonly { readonly right: boolean }[]): string =>
  (given.filter(({ right }) => right).length / given.length).toFixed(3);
for (const [type, given] of Map.groupBy(verdicts, ({ type }) => type)) console.log(type, share(given));
console.log(`on domains that did not teach: ${share(verdicts)}`);
const weights = learn(examples);
console.log(`on those that did: ${share(examples.map((example) => ({ right: isRight(example, weights) })))}`);
writeFileSync(
  join(import.meta.dirname, '../../src/document/metadata/title-weights.ts'),
  [
    '/** What speaks for a text as the title of its page, and against it: written by `node bench/quality/train-title.ts`. */',
    'export const titleWeights = {',
    ...names.map((name, index) => `  ${name}: ${round(weights[index] ?? 0, 2)},`),
    '};\n',
  ].join('\n'),
);
