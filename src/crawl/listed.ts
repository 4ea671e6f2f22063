import { withCredentialsOf } from '../net/credentials.ts';
import { isSameSite } from '../url.ts';
import type { RobotsOf } from './robots.ts';
import type { Manners, ReadSitemaps, SitemapNews } from './sitemap.ts';

/** Where a site lists its own pages: sitemaps named in robots.txt, or in their usual places. */

/**
 * What the sitemap at an address names; at the root of a site, what those name that its robots.txt names or, where these have
 * no page of the site, being gone or another site's, the first of those at the usual places.
 * @throws only the signal's reason.
 */
export type ReadListed = (place: string, signal: AbortSignal, manners: Manners) => ReturnType<ReadSitemaps>;

interface ListParts {
  readonly robotsOf: RobotsOf;
  readonly readSitemaps: ReadSitemaps;
}

export const createReadListed = ({ robotsOf, readSitemaps }: ListParts): ReadListed =>
  async function* (place, signal, manners) {
    const { pathname, search } = new URL(place);
    if (pathname !== '/' || search !== '') return yield* readSitemaps([place], signal, manners);
    const { sitemaps } = await robotsOf(place, signal);
    let isListed = false;
    const noted = (news: SitemapNews) => {
      isListed ||= news.kind === 'page' && isSameSite(place, news.url);
      return news;
    };
    const named = sitemaps.map((url) => withCredentialsOf(place, url));
    for await (const news of readSitemaps(named, signal, manners)) yield noted(news);
    let missing: SitemapNews | undefined;
    for (const usual of usualPlaces) {
      if (isListed) return;
      let isAbsent = false;
      for await (const news of readSitemaps([new URL(usual, place).href], signal, manners))
        if (news.kind === 'page' || !news.isAbsent) yield noted(news);
        else {
          isAbsent = true;
          missing ??= news;
        }
      if (!isAbsent) return;
    }
    // Where others are named, nobody has said that there is one here.
    if (missing !== undefined && named.length === 0) yield missing;
  };

/** The second and the last are where WordPress has them, the third where Astro has. */
export const usualPlaces = [
  '/sitemap.xml',
  '/sitemap_index.xml',
  '/sitemap-index.xml',
  '/wp-sitemap.xml',
] as const;
