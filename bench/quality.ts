import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { zstdDecompressSync } from 'node:zlib';
import { z } from 'zod';
import { renderText } from '../src/output/text.ts';
import { markdownOptions as options, shared, snapshotOf } from './quality/corpus.ts';
import { scoreMetadata } from './quality/metadata.ts';

/**
 * How good the text outputs are, on saved pages and on the test web; the browser is not involved. The main content of
 * saved pages has a measure of its own, `quality/content.ts`.
 * `node bench/quality.ts [share]`: 0.1 takes every tenth saved page. Needs the folder `shared` beside the repository.
 */

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

const mean = (values: readonly number[]): string =>
  (values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)).toFixed(3);

const savedPage = z.object({
  url: z.string().nullish(),
  html: z.string(),
  truth: z.object({
    text: z.string().nullish(),
    title: z.string().nullish(),
    author: z.string().nullish(),
    published: z.string().nullish(),
  }),
});

const same = (truth: string, found: string | null): boolean =>
  wordsOf(truth).join(' ') === wordsOf(found ?? '').join(' ');

/** How many of the fields are exact. */
const scoreSavedPages = (file: string, share: number): void => {
  const lines = zstdDecompressSync(readFileSync(file)).toString('utf8').trim().split('\n');
  const fields = { title: [] as number[], author: [] as number[], published: [] as number[] };
  let milliseconds = 0;
  let pages = 0;
  for (const [index, line] of lines.entries()) {
    if (Math.floor(index * share) === Math.floor((index - 1) * share)) continue;
    const { url, html, truth } = savedPage.parse(JSON.parse(line));
    if (!truth.text) continue;
    pages++;
    const started = performance.now();
    const { metadata } = renderText(snapshotOf(html, url || 'https://example.com/'), 'markdown', options);
    milliseconds += performance.now() - started;
    if (truth.title) fields.title.push(Number(same(truth.title, metadata.title)));
    if (truth.author) fields.author.push(Number(same(truth.author, metadata.author)));
    if (truth.published)
      fields.published.push(Number(metadata.published_at?.startsWith(truth.published) ?? false));
  }
  for (const [name, right] of Object.entries(fields))
    console.log(`${name.padEnd(14)} exact ${mean(right)} of ${right.length}`);
  console.log(`${(milliseconds / Math.max(1, pages)).toFixed(1)} ms a page, parsing included`);
};

const truthOf = z.object({ url: z.string(), tables: z.array(z.unknown()).optional() }).loose();
const servedPage = z.object({ type: z.string(), body: z.instanceof(Buffer), truth: truthOf });
const testWeb = z.object({
  Web: z.custom<
    new (
      options: object,
    ) => { page(site: number, path: string): unknown; origin(site: number): string }
  >(),
});
const judge = z.object({
  scoreMarkdown: z.custom<(markdown: string, truth: object) => unknown>(),
  scoreTables: z.custom<(tables: readonly string[], truth: object) => unknown>(),
});
const markdownScore = z.object({
  recall: z.number(),
  noise: z.number(),
  structure: z.number(),
  order: z.number(),
  dup: z.number(),
});
const tableScore = z.object({ cells: z.number(), shape: z.number() });

const paths = (): [number, string, string][] => [
  ...[0, 1, 2, 3, 4, 5, 6, 7].flatMap((site) =>
    Array.from({ length: 12 }, (_, n): [number, string, string] => [
      site,
      `/a/${n}/x`,
      `article theme ${site}`,
    ]),
  ),
  ...Array.from({ length: 24 }, (_, n): [number, string, string] => [1, `/p/${n}`, 'product']),
  ...Array.from({ length: 36 }, (_, n): [number, string, string] => [1, `/t/${n}`, 'table']),
  ...Array.from({ length: 6 }, (_, n): [number, string, string] => [1, `/d/${n}`, 'documentation']),
  ...['/', '/s/1/1', '/page/a', '/nope'].map((path): [number, string, string] => [
    2,
    path,
    'listing, short, 404',
  ]),
];

/** Recall and noise of marked words, structure and tables, on pages made for it. */
const scoreTestWeb = async (folder: string): Promise<void> => {
  const load = async (file: string): Promise<unknown> => import(pathToFileURL(join(folder, file)).href);
  const { Web } = testWeb.parse(await load('lib/web.mjs'));
  const { scoreMarkdown, scoreTables } = judge.parse(await load('score.mjs'));
  const web = new Web({ seed: 'quality', pages: 1000 });
  const scores = new Map<string, Record<string, number>[]>();
  for (const [site, path, label] of paths()) {
    const { type, body, truth } = servedPage.parse(web.page(site, path));
    const snapshot = snapshotOf(body.toString('utf8'), web.origin(site) + path, type.replace(/;.*/, ''));
    const { markdown } = renderText(snapshot, 'markdown', options).data;
    const given: Record<string, number> = markdownScore.parse(scoreMarkdown(markdown, truth));
    const { tables } = renderText(snapshot, 'csv', { table_selector: 'table' }).data;
    const inTables = truth.tables === undefined ? {} : tableScore.parse(scoreTables(tables, truth));
    scores.set(label, [...(scores.get(label) ?? []), { ...given, ...inTables }]);
  }
  for (const [label, given] of scores) {
    const names = Object.keys(given[0] ?? {});
    console.log(
      label.padEnd(20),
      names.map((name) => `${name} ${mean(given.map((score) => score[name] ?? 0))}`).join('  '),
    );
  }
};

const corpus = join(shared, 'corpus/wcxb-dev.jsonl.zst');
const web = join(shared, 'bench/testweb');
if (existsSync(corpus)) {
  scoreSavedPages(corpus, Number(process.argv[2] ?? 1));
  scoreMetadata(Number(process.argv[2] ?? 1));
} else console.error(`Not measured: there are no saved pages at ${corpus}.`);
if (existsSync(web)) await scoreTestWeb(web);
else console.error(`Not measured: there is no test web at ${web}.`);
