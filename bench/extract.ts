import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { z } from 'zod';
import { readPage } from '../src/document/page.ts';
import { parseHtml } from '../src/document/tree/parse.ts';
import { extract } from '../src/extract/extraction.ts';
import { extractSchema } from '../src/extract/schema.ts';
import { snapshotOf } from '../test/support/snapshot.ts';

/**
 * How good extraction by schema is, on saved pages; the browser is not involved.
 * `npm run bench:extract [-- cost|products|metadata] [--show 0|1]`. Needs the folder `shared` beside the repository.
 */
const corpus = join(import.meta.dirname, '../../shared/corpus');

/** Right, wrong and missing answers: a wrong one counts twice, as what it is and as what it is not. */
class Score {
  right = 0;
  wrong = 0;
  missed = 0;

  add(isWanted: boolean, isGiven: boolean, isRight: boolean): void {
    if (isRight) this.right++;
    else {
      if (isGiven) this.wrong++;
      if (isWanted) this.missed++;
    }
  }

  get f1(): number {
    const { right, wrong, missed } = this;
    return right + wrong + missed === 0 ? 0 : (2 * right) / (2 * right + wrong + missed);
  }
}

/** Half of the sites, by the order of their names: rules are learned from one half and proved on the other. */
const halves = (urls: readonly string[]) => {
  const siteOf = (url: string) =>
    new URL(url).hostname
      .split('.')
      .slice(0, -1)
      .reduce((longest, part) => (part.length > longest.length ? part : longest), '');
  const sites = [...new Set(urls.map(siteOf))].sort();
  return (url: string) => sites.indexOf(siteOf(url)) % 2;
};

const read = <T>(file: string, line: z.ZodType<T>): T[] =>
  zstdDecompressSync(readFileSync(join(corpus, file)))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((text) => line.parse(JSON.parse(text)));

type Same = (truth: string, found: string) => boolean;
const exact: Same = (truth, found) => truth.trim() === found;
const amount: Same = (truth, found) => Number(truth) === Number(found);
const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
const folded: Same = (truth, found) => letters(truth) === letters(found);
const words = (text: string) =>
  text
    .toLowerCase()
    .match(/[\p{L}\p{N}_]+/gu)
    ?.join(' ') ?? '';
const sameWords: Same = (truth, found) => words(truth) === words(found);

interface Field {
  readonly schema: object;
  readonly same: Same;
  /** F1 of the best published systems on all pages of the corpus, of which these are a half; of metadata none is published. */
  readonly published?: string;
}

interface Saved {
  readonly url: string;
  readonly html: string;
  readonly truth: Readonly<Record<string, readonly string[]>>;
}

const measure = (title: string, pages: readonly Saved[], fields: Readonly<Record<string, Field>>): void => {
  const shown = process.argv.includes('--show') ? Number(process.argv.at(-1)) : undefined;
  const schema = {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])),
  } as const;
  const halfOf = halves(pages.map(({ url }) => url));
  const scores = Object.fromEntries(
    Object.keys(fields).map((name) => [name, [new Score(), new Score(), new Score(), new Score()]]),
  );
  let milliseconds = 0;
  for (const { url, html, truth } of pages) {
    const started = performance.now();
    const { data, fields: evidence } = extract(snapshotOf(html, url), { method: 'schema', schema });
    milliseconds += performance.now() - started;
    for (const [name, { same }] of Object.entries(fields)) {
      const wanted = truth[name] ?? [];
      const found = data[name] === null || data[name] === undefined ? undefined : String(data[name]);
      const isRight = found !== undefined && wanted.some((value) => same(value, found));
      for (const which of [halfOf(url), 2, ...(wanted.length > 0 ? [3] : [])])
        scores[name]?.[which]?.add(wanted.length > 0, found !== undefined, isRight);
      if (shown === halfOf(url) && !isRight && (found !== undefined || wanted.length > 0))
        console.log(
          name,
          JSON.stringify(wanted),
          '≠',
          JSON.stringify(found?.slice(0, 100)),
          url.slice(0, 120),
          JSON.stringify(evidence[name]),
        );
    }
  }
  console.log(
    `\n${title}: ${pages.length} pages, ${(milliseconds / Math.max(1, pages.length)).toFixed(1)} ms a page, parsing included`,
  );
  console.log('field          F1 all   one half  other half  where known  published');
  for (const [name, [one, other, all, known]] of Object.entries(scores))
    console.log(
      `${name.padEnd(14)} ${all?.f1.toFixed(3)}    ${one?.f1.toFixed(3)}     ${other?.f1.toFixed(3)}       ${known?.f1.toFixed(3)}        ${fields[name]?.published ?? ''}`,
    );
};

const products = () =>
  measure(
    'Products',
    read(
      'products.jsonl.zst',
      z.object({
        url: z.string(),
        html: z.string(),
        truth: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
      }),
    ).map(({ truth, ...page }) => ({
      ...page,
      truth: Object.fromEntries(Object.entries(truth).map(([name, values]) => [name, [values].flat()])),
    })),
    {
      price: { schema: { type: 'number' }, same: amount, published: '.918' },
      sku: { schema: { type: 'string' }, same: exact, published: '.841' },
      availability: {
        schema: { type: 'string', enum: ['InStock', 'OutOfStock'] },
        same: exact,
        published: '.957',
      },
      brand: { schema: { type: 'string' }, same: folded },
      gtin: { schema: { type: 'string' }, same: exact },
      mpn: { schema: { type: 'string' }, same: exact },
    },
  );

const texts = z.string().nullish();
const metadata = () =>
  measure(
    'Metadata',
    read(
      'wcxb-dev.jsonl.zst',
      z.object({
        url: texts,
        html: z.string(),
        truth: z.object({ title: texts, author: texts, published: texts }),
      }),
    ).map(({ url, html, truth }) => ({
      url: url || 'https://example.com/',
      html,
      truth: Object.fromEntries(Object.entries(truth).map(([name, value]) => [name, value ? [value] : []])),
    })),
    {
      title: { schema: { type: 'string' }, same: sameWords },
      author: { schema: { type: 'string' }, same: sameWords },
      published: {
        schema: { type: 'string', format: 'date' },
        same: (truth, found) => truth.startsWith(found),
      },
    },
  );

const thirty =
  'name description price currency sku gtin mpn brand availability color size material weight rating review_count image url category seller condition title author published tags language shipping_cost original_price warranty delivery_time return_policy';

/** Processor time of this thread, in milliseconds. */
const cpu = (work: () => void): number => {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** What a schema of thirty properties adds to reading a page of 300 KB, beside what its parsing alone takes. */
const cost = () => {
  const pages = read('products.jsonl.zst', z.object({ url: z.string(), html: z.string() })).filter(
    ({ html }) => html.length > 220_000 && html.length < 420_000,
  );
  const properties = Object.fromEntries(
    thirty
      .split(' ')
      .map((name) => [name, { type: /price|rating|count|cost/.test(name) ? 'number' : 'string' }]),
  );
  const measured = Array.from({ length: 14 }, () =>
    pages.map(({ url, html }) => {
      const page = readPage(html, url);
      return [
        cpu(() => parseHtml(html)),
        cpu(() => readPage(html, url)),
        cpu(() => extractSchema(page, url, { properties })),
      ];
    }),
  ).slice(5);
  // The median of its rounds for every page, so that what else runs on the machine matters little.
  const [parsing = 0, reading = 0, searching = 0] = [0, 1, 2].map((step) => {
    const each = pages.map((_, page) => median(measured.map((round) => round[page]?.[step] ?? 0)));
    return each.reduce((sum, one) => sum + one, 0) / each.length;
  });
  console.log(
    `\nCost: ${pages.length} pages of 300 KB, ms of processor time a page when warm: parsing ${parsing.toFixed(1)}, reading in all ${reading.toFixed(1)}, a schema of 30 properties ${searching.toFixed(1)} more (${(searching / parsing).toFixed(2)} of parsing)`,
  );
};

if (existsSync(corpus)) {
  const only = process.argv[2];
  if (only === undefined || only === 'cost') cost();
  if (only === undefined || only === 'products') products();
  if (only === undefined || only === 'metadata') metadata();
} else console.error(`Not measured: there are no saved pages at ${corpus}.`);
