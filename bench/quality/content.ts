import { readPage } from '../../src/document/page.ts';
import { renderMarkdown } from '../../src/output/markdown/markdown.ts';
import { readPages, type TruePage } from '../train/pages.ts';
import { markdownOptions } from './corpus.ts';
import { modelsIn } from './models.ts';
import { loadConverters } from './peers.ts';
import { saveResults } from './results.ts';
import { mean, plainText, type Score, shingleScore, snippetScore, summary, wordScore } from './scores.ts';

/**
 * How much of the main content, and of nothing else, is in the Markdown.
 * `node bench/quality/content.ts [share] [folder] [alone]`: 0.1 takes every tenth page; with the folder that bench/train
 * wrote, a page is judged by a model that saw no page of its domain, else by the shipped one, which saw them all; `alone`
 * leaves the other systems out. Pages of parts without a model are left out.
 */
const [share = '1', folder, alone] = process.argv.slice(2);

/** A system, and what it made of each page. */
interface Answers {
  readonly name: string;
  readonly texts: Map<TruePage, string>;
  milliseconds: number;
  failures: number;
}

const models = modelsIn(folder);

const own = {
  name: folder === undefined ? 'gannet' : 'gannet, cross-validated',
  toMarkdown: async (page: TruePage) => {
    const model = models.of(page.fold);
    const started = performance.now();
    const { markdown } = renderMarkdown({ ...readPage(page.html, page.url), model }, markdownOptions);
    return { markdown, milliseconds: performance.now() - started };
  },
};
const peers = (alone === 'alone' ? [] : (await loadConverters()).converters).map(({ name, toMarkdown }) => ({
  name,
  toMarkdown: async ({ html, url }: TruePage) => {
    const started = performance.now();
    const markdown = await toMarkdown(html, url);
    return { markdown, milliseconds: performance.now() - started };
  },
}));

const pages = ['wcxb-dev', 'articles', 'snippets']
  .flatMap((name) => readPages(name, Number(share)))
  .filter(({ corpus, text }) => corpus === 'snippets' || text !== '')
  .filter(({ fold }) => models.has(fold));

const answers: Answers[] = [];
for (const { name, toMarkdown } of [own, ...peers]) {
  const answer: Answers = { name, texts: new Map(), milliseconds: 0, failures: 0 };
  for (const page of pages)
    try {
      const { markdown, milliseconds } = await toMarkdown(page);
      answer.texts.set(page, plainText(markdown));
      answer.milliseconds += milliseconds;
    } catch (error) {
      // Pages that break another system count as empty; ours has to read them all.
      if (name === own.name) throw error;
      answer.texts.set(page, '');
      answer.failures++;
    }
  answers.push(answer);
}

/** Without the page's title, which gannet puts over the content as a heading. */
const withoutTitle = (text: string): string => text.replace(/^# .*\n/, '');

const scoresOf = (
  { texts }: Answers,
  corpus: string,
  score: (truth: string, text: string) => Score,
  read = (text: string) => text,
): [TruePage, Score][] =>
  [...texts]
    .filter(([page]) => page.corpus === corpus)
    .map(([page, text]) => [page, score(page.text, read(text))]);

const rowsOf = (answer: Answers): Record<string, Score> => {
  const words = scoresOf(answer, 'wcxb-dev', wordScore);
  const rows: Record<string, Score> = {};
  const only = (scores: readonly [TruePage, Score][]) => scores.map(([, score]) => score);
  for (const type of new Set(words.map(([page]) => page.type)))
    rows[`wcxb-dev ${type}`] = summary(only(words.filter(([page]) => page.type === type)), 'mean');
  rows['wcxb-dev, words'] = summary(only(words), 'mean');
  rows['wcxb-dev, words, no title'] = summary(
    only(scoresOf(answer, 'wcxb-dev', wordScore, withoutTitle)),
    'mean',
  );
  rows['articles, shingles'] = summary(only(scoresOf(answer, 'articles', shingleScore)), 'of means');
  rows['articles, shingles, no title'] = summary(
    only(scoresOf(answer, 'articles', shingleScore, withoutTitle)),
    'of means',
  );
  const snippets = [...answer.texts].filter(([page]) => page.corpus === 'snippets');
  rows.snippets = snippetScore(snippets.map(([{ inside, outside }, text]) => ({ inside, outside, text })));
  return rows;
};

const results = answers.map((answer) => {
  const rows = rowsOf(answer);
  const ms = answer.milliseconds / Math.max(1, pages.length);
  console.log(`\n${answer.name}: ${pages.length} pages, ${ms.toFixed(1)} ms each, ${answer.failures} failed`);
  for (const [name, { f1, precision, recall }] of Object.entries(rows))
    console.log(
      `  ${name.padEnd(30)} F1 ${f1.toFixed(4)}  precision ${precision.toFixed(4)}  recall ${recall.toFixed(4)}`,
    );
  return { name: answer.name, milliseconds: ms, failures: answer.failures, scores: rows };
});
const longest = mean(pages.map(({ html }) => html.length));
saveResults('content', {
  pages: pages.length,
  share: Number(share),
  characters: Math.round(longest),
  systems: results,
});
