import { createHash } from 'node:crypto';
import { z } from 'zod';
import { readPage } from '../../src/document/page.ts';
import { readCorpus } from './corpus.ts';

/**
 * Title, author and date of saved pages. `node bench/quality/metadata.ts [--misses title]` prints what is wrong in the
 * half of the domains that may be looked at; the other half tells whether a general rule was learned.
 */

export const savedPage = z.object({
  id: z.unknown(),
  url: z.string().nullish(),
  type: z.string(),
  html: z.string(),
  truth: z.object({
    title: z.string().nullish(),
    author: z.string().nullish(),
    published: z.string().nullish(),
  }),
});
export type SavedPage = z.infer<typeof savedPage>;

const fields = ['title', 'author', 'published'] as const;
type Field = (typeof fields)[number];

export const wordsOf = (text: string): string =>
  (text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).join(' ');

/** Whether a field is right, by words; a date by its day. */
const isRight = (field: Field, truth: string, found: string): boolean =>
  field === 'published' ? found.startsWith(truth) : wordsOf(truth) === wordsOf(found);

interface Verdict {
  readonly page: SavedPage;
  readonly field: Field;
  readonly truth: string | undefined;
  readonly found: string | undefined;
  readonly right: boolean;
}

const judge = (page: SavedPage): Verdict[] => {
  const { metadata } = readPage(page.html, page.url || 'https://example.com/');
  const given = { title: metadata.title, author: metadata.author, published: metadata.published_at };
  return fields.map((field) => {
    const [truth, found] = [page.truth[field] || undefined, given[field] || undefined];
    const right = truth !== undefined && found !== undefined && isRight(field, truth, found);
    return { page, field, truth, found, right };
  });
};

/** `a.b.example.com` → `example.com`: near enough for a division in halves. */
export const domainOf = (url: string | null | undefined): string =>
  URL.parse(url ?? '')
    ?.hostname.split('.')
    .slice(-2)
    .join('.') ?? '';

const mayBeLookedAt = ({ url }: SavedPage): boolean =>
  (createHash('md5').update(domainOf(url)).digest()[0] ?? 0) % 2 === 0;

/** How much of the words a title has in common with its truth: 1 is all of them, and no others. */
const likeness = ({ truth = '', found = '' }: Verdict): number => {
  const left = wordsOf(truth).split(' ');
  const given = wordsOf(found).split(' ');
  const wanted = left.length;
  const common = given.filter((word) => {
    const at = left.indexOf(word);
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  }).length;
  return (2 * common) / (wanted + given.length);
};

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** Share of the pages with a truth whose value is right; and F1, where a value on a page without a truth is wrong. */
const score = (verdicts: readonly Verdict[]) => {
  const right = verdicts.filter((verdict) => verdict.right).length;
  const wanted = verdicts.filter(({ truth }) => truth !== undefined).length;
  const given = verdicts.filter(({ found }) => found !== undefined).length;
  return { accuracy: right / wanted, f1: (2 * right) / (wanted + given), pages: wanted };
};

export type MetadataScores = Record<Field, { accuracy: number; f1: number; pages: number }>;

export const scoreMetadata = (share = 1, misses: string | undefined = undefined): MetadataScores => {
  const verdicts = readCorpus('wcxb-dev', savedPage, share).flatMap(judge);
  const print = (label: string, given: readonly Verdict[]) => {
    const columns = fields.map((field) => {
      const { accuracy, f1, pages } = score(given.filter((verdict) => verdict.field === field));
      return `${field} ${accuracy.toFixed(3)} (F1 ${f1.toFixed(3)}, ${pages})`;
    });
    console.log(label.padEnd(16), columns.join('  '));
  };
  for (const type of new Set(verdicts.map(({ page }) => page.type)))
    print(
      type,
      verdicts.filter(({ page }) => page.type === type),
    );
  print(
    'domains seen',
    verdicts.filter(({ page }) => mayBeLookedAt(page)),
  );
  print(
    'domains unseen',
    verdicts.filter(({ page }) => !mayBeLookedAt(page)),
  );
  print('all', verdicts);
  const titles = verdicts.filter(({ field }) => field === 'title');
  const wrong = titles.filter(({ right }) => !right);
  console.log(
    `words of titles  F1 ${mean(titles.map(likeness)).toFixed(3)}, of those that are wrong ${mean(wrong.map(likeness)).toFixed(3)}`,
  );
  for (const { page, field, truth, found, right } of verdicts)
    if (field === misses && !right && (truth ?? found) !== undefined && mayBeLookedAt(page))
      console.log(`${page.id} ${page.type} ${page.url}\n  is    ${truth ?? '-'}\n  found ${found ?? '-'}`);
  const of = (field: Field) => score(verdicts.filter((verdict) => verdict.field === field));
  return { title: of('title'), author: of('author'), published: of('published') };
};

if (import.meta.main) {
  const at = process.argv.indexOf('--misses');
  scoreMetadata(1, at === -1 ? undefined : process.argv[at + 1]);
}
