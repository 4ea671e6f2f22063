import { existsSync } from 'node:fs';
import { z } from 'zod';
import { renderText } from '../../src/output/text.ts';
import { atLeast, interleave, type Measure } from '../harness.ts';
import { articlePage, productPage, tablePage } from '../pages.ts';
import { corpusFile, markdownOptions, readCorpus, snapshotOf } from '../quality/corpus.ts';
import { type Converter, loadConverters } from '../quality/peers.ts';
import { mean, plainText, wordScore } from '../quality/scores.ts';
import { percentile, round } from '../statistics.ts';

interface Text {
  readonly html: string;
  readonly url: string;
  readonly holds: readonly string[];
  /** What a reader would call its content, where that is known. */
  readonly truth: string | undefined;
}

const savedPage = z.object({
  url: z.string().nullish(),
  html: z.string(),
  truth: z.object({ text: z.string().nullish() }),
});

const links = { menu: (k: number) => `/a/${k}`, more: [{ href: '/a/1', text: 'Another article' }] };
const madePages = (): Text[] =>
  Array.from({ length: 10 }, (_, n) => [articlePage(n, links, true), productPage(n), tablePage(n)])
    .flat()
    .map(({ html, holds }, n) => ({ html, holds, url: `https://example.com/${n}`, truth: undefined }));

const savedPages = (share: number): Text[] =>
  existsSync(corpusFile('wcxb-dev'))
    ? readCorpus('wcxb-dev', savedPage, share).flatMap(({ html, url, truth: { text } }) =>
        text ? [{ html, url: url || 'https://example.com/', holds: [], truth: text }] : [],
      )
    : [];

const own: Converter = {
  name: 'gannet',
  toMarkdown: async (html, url) =>
    renderText(snapshotOf(html, url), 'markdown', markdownOptions).data.markdown,
};

interface Converted {
  readonly ms: number;
  readonly whole: boolean;
  readonly f1: number | undefined;
}

const convert = async ({ toMarkdown }: Converter, { html, url, holds, truth }: Text): Promise<Converted> => {
  const before = process.threadCpuUsage();
  // A page that breaks a converter is empty.
  const markdown = await toMarkdown(html, url).catch(() => '');
  const { user, system } = process.threadCpuUsage(before);
  return {
    ms: (user + system) / 1000,
    whole: holds.every((word) => markdown.includes(word)),
    f1: truth === undefined ? undefined : wordScore(truth, plainText(markdown)).f1,
  };
};

/** HTML to Markdown of the main content, without a browser: how fast, how whole, how right. */
export const measureContent: Measure = async ({ quick }) => {
  const made = madePages();
  const saved = savedPages(quick ? 0.02 : 0.2);
  const { converters, missing } = await loadConverters();
  const found = new Map<string, Converted[]>();
  const all = [own, ...converters];
  for (const page of made.slice(0, 6)) for (const converter of all) await convert(converter, page);
  for (const [index, page] of [...made, ...saved].entries())
    await interleave(
      1,
      all.slice(index % all.length).concat(all.slice(0, index % all.length)),
      async (converter) => {
        found.set(converter.name, [...(found.get(converter.name) ?? []), await convert(converter, page)]);
      },
    );
  const of = (name: string) => found.get(name) ?? [];
  const f1 = (name: string) => mean(of(name).flatMap((one) => one.f1 ?? []));
  return {
    title: `Content: HTML to Markdown, ${made.length} pages of our own and ${saved.length} saved ones`,
    rows: all.map(({ name }) => ({
      converter: name,
      'CPU ms, mean': round(mean(of(name).map(({ ms }) => ms)), 1),
      'p50 ms': round(
        percentile(
          of(name).map(({ ms }) => ms),
          0.5,
        ),
        1,
      ),
      'p95 ms': round(
        percentile(
          of(name).map(({ ms }) => ms),
          0.95,
        ),
        1,
      ),
      'own pages whole %': round(
        (100 *
          of(name)
            .slice(0, made.length)
            .filter(({ whole }) => whole).length) /
          made.length,
      ),
      'word F1 of saved pages': saved.length === 0 ? '-' : round(f1(name), 3),
    })),
    musts: [
      atLeast(
        'own pages whole, %',
        (100 *
          of(own.name)
            .slice(0, made.length)
            .filter(({ whole }) => whole).length) /
          made.length,
        100,
      ),
    ],
    notes: [
      ...missing,
      ...(saved.length === 0 ? ['No saved pages: there is no corpus beside the repository.'] : []),
      'The shipped model has seen the saved pages: npm run bench:quality judges with models that have not. Single pages have no such advantage in speed.',
    ],
  };
};
