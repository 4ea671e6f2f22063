import { file, type Page, startSite } from '../../test/support/site.ts';
import { articlePage, pageFiles, tokenOf } from '../pages.ts';

/** A site of articles that lead to each other, as a tree and across: whoever follows the links finds all of them. */
export interface ArticleSite extends AsyncDisposable {
  readonly start: string;
  readonly pages: number;
  /** A word that is in the page at an address, and in no other. */
  tokenOf(url: string): string;
}

interface Options {
  readonly pages: number;
  readonly scripts: boolean;
}

/** Links to deeper pages that each page has. */
const branches = 10;

export const startArticleSite = async ({ pages, scripts }: Options): Promise<ArticleSite> => {
  const routes: Record<string, Page> = {
    '/robots.txt': file('text/plain', 'User-agent: *\nDisallow: /private/\n'),
    ...Object.fromEntries(
      Object.entries(pageFiles).map(([path, { type, body }]) => [path, file(type, body)]),
    ),
  };
  for (let n = 0; n < pages; n++) routes[pathOf(n)] = articlePage(n, linksOf(n, pages), scripts).html;
  const site = await startSite(routes);
  return {
    start: `${site.origin}/`,
    pages,
    tokenOf: (url) => tokenOf(Number(/\d+$/.exec(new URL(url).pathname)?.[0] ?? 0)),
    [Symbol.asyncDispose]: site[Symbol.asyncDispose],
  };
};

const pathOf = (n: number) => (n === 0 ? '/' : `/articles/${n}`);

const linksOf = (n: number, pages: number) => {
  const children = Array.from({ length: branches }, (_, k) => n * branches + k + 1).filter((k) => k < pages);
  const others = Array.from({ length: 12 }, (_, k) => (n * 7 + k * 31) % pages);
  return {
    menu: (k: number) => pathOf(k % pages),
    more: [...children, ...others].map((k) => ({ href: pathOf(k), text: `Article ${k}` })),
  };
};
