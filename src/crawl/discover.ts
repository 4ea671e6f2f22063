import type { CrawlMode, CrawlRequest } from '../contract/crawl.ts';
import { withoutCredentials } from '../net/credentials.ts';
import { isSameSite, withoutAnchor } from '../url.ts';
import type { Candidate } from './frontier.ts';
import { type ReadListed, usualPlaces } from './listed.ts';
import { createManners } from './manners.ts';
import type { Politeness } from './politeness.ts';
import type { RobotsOf } from './robots.ts';

/** Finds the first addresses of a job, in a way for each mode. */

/** @returns whether more are wanted. */
type Offer = (candidates: readonly Candidate[]) => Promise<boolean>;

/**
 * Finds the addresses to begin with and offers them, in batches.
 * @param warn told of each sitemap that could not be read.
 * @throws the signal's reason.
 */
export type Discover = (
  job: { readonly id: string; readonly request: CrawlRequest },
  offer: Offer,
  signal: AbortSignal,
  warn: (warning: string) => void,
) => Promise<void>;

interface Parts {
  readonly robotsOf: RobotsOf;
  readonly readListed: ReadListed;
  readonly politeness: Politeness;
}

/** Stored at once. */
const batchSize = 500;

export const createDiscover =
  ({ robotsOf, readListed, politeness }: Parts): Discover =>
  async ({ id, request }, offer, signal, warn) => {
    const { mode, start_url: start = '', urls, max_pages, options } = request;
    const offerStart = () => offer([{ url: start, depth: 0, parentUrl: null, isStart: true }]);
    const isForbidden = async (url: string) => {
      if (!options.respect_robots_txt || !isSameSite(start, url)) return false;
      const { state, allows } = await robotsOf(url, signal);
      // One that cannot be read fails its pages: it forbids them for now only.
      return state !== 'unreachable' && !allows(url);
    };
    const reader = { jobId: id, isRespected: options.respect_robots_txt, signal };
    const manners = createManners({ robotsOf, politeness }, reader);
    const offerListed = async (place: string) => {
      let batch: Candidate[] = [];
      for await (const news of readListed(place, signal, manners)) {
        if (news.kind === 'problem') {
          // Where links are followed, too, nothing is missing for want of a sitemap that nobody has named.
          if (mode === 'sitemap' || news.url !== withoutCredentials(new URL(usualPlaces[0], start).href))
            warn(`${news.url}: ${news.message}`);
        } else
          batch.push({
            url: withoutAnchor(news.url),
            depth: 0,
            parentUrl: news.sitemap,
            isForbidden: await isForbidden(news.url),
          });
        if (batch.length < batchSize) continue;
        if (!(await offer(batch))) return;
        batch = [];
      }
      await offer(batch);
    };
    const ways: Readonly<Record<CrawlMode, () => Promise<unknown>>> = {
      batch: () =>
        offer(urls.slice(0, max_pages).map((url) => ({ url, depth: 0, parentUrl: null, isStart: true }))),
      link: offerStart,
      sitemap: () => offerListed(start),
      pattern: async () => {
        await offerStart();
        // What links do not lead to within the depth, the sitemaps of the site may list; without them it goes, too.
        await offerListed(new URL('/', start).href);
      },
    };
    await ways[mode]();
  };
