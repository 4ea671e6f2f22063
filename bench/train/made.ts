import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { shared } from '../quality/corpus.ts';
import { folds, type TruePage } from './pages.ts';

const truthOf = z.object({
  keep: z.array(z.object({ t: z.string() })).optional(),
  drop: z.array(z.object({ t: z.string() })).optional(),
});
const servedPage = z.object({ body: z.instanceof(Buffer), truth: truthOf.loose() });
const testWeb = z.object({
  Web: z.custom<
    new (
      options: object,
    ) => { page(site: number, path: string): unknown; origin(site: number): string }
  >(),
});

/** Short pages of many kinds that are made, not saved: words of theirs are known to be content or not. */
export const makePages = async (seeds: readonly string[]): Promise<TruePage[]> => {
  const { Web } = testWeb.parse(await import(pathToFileURL(join(shared, 'bench/testweb/lib/web.mjs')).href));
  return seeds.flatMap((seed, index) => {
    const web = new Web({ seed, pages: 1000 });
    return paths().map(([site, path]) => {
      const { body, truth } = servedPage.parse(web.page(site, path));
      return {
        corpus: 'made',
        type: 'made',
        url: web.origin(site) + path,
        html: body.toString('utf8'),
        text: '',
        inside: (truth.keep ?? []).map(({ t }) => t),
        outside: (truth.drop ?? []).map(({ t }) => t),
        fold: index % folds,
      };
    });
  });
};

const paths = (): [number, string][] => [
  ...[0, 1, 2, 3, 4, 5, 6, 7].flatMap((site) => [0, 1, 2].map((n): [number, string] => [site, `/a/${n}/x`])),
  ...[0, 1, 2, 3, 4, 5, 6, 7].flatMap((n): [number, string][] => [
    [1, `/p/${n}`],
    [1, `/t/${n}`],
  ]),
  [1, '/d/0'],
  [1, '/d/1'],
  [2, '/'],
  [2, '/s/1/1'],
];
