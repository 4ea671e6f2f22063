import { z } from 'zod';
import { readPage } from '../../src/document/page.ts';
import { renderMarkdown } from '../../src/output/markdown/markdown.ts';
import { foldOf } from '../train/pages.ts';
import { markdownOptions, readCorpus } from './corpus.ts';
import { modelsIn } from './models.ts';
import { loadConverters } from './peers.ts';
import { saveResults } from './results.ts';
import { type Kind, kinds, structureOf } from './structure.ts';

/**
 * How much of the structure of the main content is in the Markdown: headings, list items, table rows, code blocks.
 * `node bench/quality/markdown.ts [share] [folder] [alone]`: as in `content.ts`. A page counts for a kind when its truth
 * has it; an item counts when its words are the same.
 */
const [share = '1', folder, alone] = process.argv.slice(2);
const models = modelsIn(folder);

const page = z.object({
  url: z.string().nullish(),
  html: z.string(),
  truth: z.object({ markdown: z.string().nullish() }),
});

const compare = (wanted: readonly string[], given: readonly string[]): number => {
  const left = new Map<string, number>();
  for (const item of wanted) left.set(item, (left.get(item) ?? 0) + 1);
  let right = 0;
  for (const item of given) {
    const count = left.get(item) ?? 0;
    if (count > 0) right++;
    left.set(item, count - 1);
  }
  return right === 0 ? 0 : (2 * right) / (wanted.length + given.length);
};

/**
 * Without a title of the page above everything where the truth has none: systems give it as a field of its own, as a
 * heading, or both, and that is not what is compared.
 */
const untitled = (markdown: string, truth: string): string =>
  /^# /m.test(truth) ? markdown : markdown.replace(/^\s*# .*\n/, '');

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const own = {
  name: folder === undefined ? 'gannet' : 'gannet, cross-validated',
  toMarkdown: async (html: string, url: string) =>
    renderMarkdown({ ...readPage(html, url), model: models.of(foldOf(url)) }, markdownOptions).markdown,
};
const peers = alone === 'alone' ? [] : (await loadConverters()).converters;

const pages = readCorpus('wcxb-dev', page, Number(share)).filter(({ truth }) => truth.markdown);
const results: object[] = [];
for (const { name, toMarkdown } of [own, ...peers]) {
  const scores: Record<Kind, number[]> = {
    headings: [],
    'list items': [],
    'table rows': [],
    'code blocks': [],
  };
  let milliseconds = 0;
  for (const { html, url, truth } of pages) {
    const started = performance.now();
    const markdown = await toMarkdown(html, url || 'https://example.com/').catch((error: unknown) => {
      // Pages that break another system count as empty; ours has to read them all.
      if (name === own.name) throw error;
      return '';
    });
    milliseconds += performance.now() - started;
    const wanted = structureOf(truth.markdown ?? '');
    const given = structureOf(untitled(markdown, truth.markdown ?? ''));
    for (const kind of kinds)
      if (wanted[kind].length > 0) scores[kind].push(compare(wanted[kind], given[kind]));
  }
  const f1 = Object.fromEntries(kinds.map((kind) => [kind, mean(scores[kind])]));
  const whole = mean(Object.values(f1));
  console.log(
    `${name.padEnd(24)} ${kinds.map((kind) => `${kind} ${f1[kind]?.toFixed(3)} (${scores[kind].length})`).join('  ')}  mean ${whole.toFixed(3)}  ${(milliseconds / pages.length).toFixed(1)} ms`,
  );
  results.push({ name, f1, mean: whole, milliseconds: milliseconds / pages.length });
}
saveResults('markdown', { pages: pages.length, share: Number(share), systems: results });
