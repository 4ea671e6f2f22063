import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { removeUnseen } from '../../src/document/clean/clean.ts';
import { removeBanners } from '../../src/document/clean/consent.ts';
import { factsOf } from '../../src/document/content.ts';
import { type Blocks, readBlocks } from '../../src/document/main-content/blocks.ts';
import { describe, width } from '../../src/document/main-content/features.ts';
import type { PageFacts } from '../../src/document/main-content/page-features.ts';
import { readPage } from '../../src/document/page.ts';
import { bodyOf } from '../../src/document/tree/parse.ts';
import { wordHashes } from '../../src/document/tree/scan.ts';
import { type Counts, countPage, lexiconOf, newCounts } from './counts.ts';
import { createRandom, crop } from './crop.ts';
import { label } from './labels.ts';
import { makePages } from './made.ts';
import { folds, readPages, type TruePage } from './pages.ts';

/** Corpora → the files that train.py reads. `node bench/train/dump.ts <folder>`; see README.md. */

interface Sample {
  readonly blocks: Blocks;
  readonly facts: PageFacts;
  readonly labels: Float32Array;
}

const readSample = (page: TruePage): Sample => {
  const read = readPage(page.html, page.url);
  const facts = factsOf(read);
  removeUnseen(read.document);
  const body = bodyOf(read.document);
  removeBanners(body);
  const blocks = readBlocks(body);
  return { blocks, facts, labels: label(blocks, page) };
};

/** The page as it is and, where its whole content is known, a small page cropped of it. */
const forEachSample = (
  pages: readonly TruePage[],
  use: (sample: Sample, page: TruePage, corpus: string) => void,
): void => {
  for (const [seed, page] of pages.entries()) {
    const whole = readSample(page);
    use(whole, page, page.corpus);
    const small = page.text === '' ? undefined : crop(whole, createRandom(seed));
    if (small !== undefined) use({ facts: whole.facts, ...small }, page, 'cropped');
  }
};

type Lexicon = ReturnType<typeof lexiconOf>;

/** Lexicons of the corpus without one or two of its parts: no page is described by what itself has taught. */
const createLexicons = (pages: readonly TruePage[]) => {
  const counts: Counts[] = Array.from({ length: folds }, newCounts);
  forEachSample(pages, ({ blocks, labels }, { fold }, corpus) => {
    const part = counts[fold];
    if (part !== undefined && corpus !== 'cropped' && corpus !== 'made') countPage(part, blocks, labels);
  });
  const known = new Map<string, Lexicon>();
  return (...left: readonly number[]): Lexicon => {
    const key = left.toSorted().join(' ');
    const lexicon = known.get(key) ?? lexiconOf(counts.filter((_, fold) => !left.includes(fold)));
    known.set(key, lexicon);
    return lexicon;
  };
};

const [folder = ''] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const file = (name: string) => openSync(join(folder, name), 'w');
const seeds = ['one', 'two', 'three', 'four', 'five'];
const pages = [
  ...['wcxb-dev', 'articles', 'snippets'].flatMap((name) => readPages(name)),
  ...(await makePages(seeds)),
];
const lexiconWithout = createLexicons(pages);
const save = (name: string, lexicon: Lexicon) =>
  writeFileSync(join(folder, name), JSON.stringify([...lexicon].sort(([a], [b]) => a - b)));
save('lexicon.json', lexiconWithout());
for (let fold = 0; fold < folds; fold++) save(`lexicon-${fold}.json`, lexiconWithout(fold));

const features = Array.from({ length: folds }, (_, fold) => file(`features-${fold}.f32`));
const [words, truths, labelled] = [file('words.i32'), file('truth.i32'), file('labels.f32')];
const index: object[] = [];
forEachSample(pages, ({ blocks, facts, labels }, page, corpus) => {
  if (blocks.all.length === 0 && corpus !== 'wcxb-dev') return;
  for (const [fold, target] of features.entries())
    writeSync(target, describe(blocks, facts, lexiconWithout(...new Set([fold, page.fold]))));
  writeSync(labelled, labels);
  writeSync(words, Int32Array.from(blocks.words));
  const truth = Int32Array.from(corpus === 'cropped' ? [] : wordHashes(page.text));
  writeSync(truths, truth);
  const { type, url, fold } = page;
  const lengths = blocks.all.map(({ from, to }) => to - from);
  index.push({
    corpus,
    type,
    url,
    fold,
    blocks: lengths.length,
    words: blocks.words.length,
    lengths,
    truth: truth.length,
  });
});
for (const open of [...features, words, truths, labelled]) closeSync(open);
writeFileSync(join(folder, 'index.json'), JSON.stringify({ width, pages: index }));
console.log(`${index.length} pages, ${width} features, lexicon of ${lexiconWithout().size}`);
