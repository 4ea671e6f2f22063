import type { Mapped, MapRequest, MapResponse } from '../contract/map.ts';
import { Deadline, raceSignal } from '../deadline.ts';
import { uuidv7 } from '../store/uuid.ts';
import { urlKey, withoutAnchor } from '../url.ts';
import { type FetchPage, fetchAlone } from './fetch-page.ts';
import type { ReadListed } from './listed.ts';
import { createManners } from './manners.ts';
import type { Politeness } from './politeness.ts';
import type { RobotsOf } from './robots.ts';
import { createScope, isFile } from './scope.ts';

/**
 * The addresses of a site, from its sitemaps and from one of its pages: what a crawl would begin with.
 * @throws the signal's reason, as soon as it aborts.
 */
export type MapSite = (request: MapRequest, owner: string, signal: AbortSignal) => Promise<Mapped>;

interface Parts {
  readonly robotsOf: RobotsOf;
  readonly readListed: ReadListed;
  readonly fetchPage: FetchPage;
  readonly politeness: Politeness;
}

type Source = MapResponse['links'][number]['source'];

/** Links whose hosts' robots.txt are looked at side by side: one that does not answer must not hold up the others. */
const atOnce = 50;

export const createMapSite =
  ({ robotsOf, readListed, fetchPage, politeness }: Parts): MapSite =>
  async (request, owner, signal) => {
    const { url, limit, timeout_ms } = request;
    using deadline = new Deadline(timeout_ms, signal);
    const scope = createScope(rulesOf(request), '');
    const links = new Map<string, { url: string; source: Source }>();
    const warnings = new Set<string>();
    const jobId = uuidv7();
    /** Hosts that want to be left alone between two requests, which takes time. */
    const slow = new Map<string, number>();
    let isCut = false;
    const take = async (found: string, source: Source) => {
      const key = urlKey(found);
      if (isCut || links.has(key) || scope.judge(found, 0, null) !== undefined) return;
      if (source === 'link' && isFile(found)) return;
      if (request.respect_robots_txt && !(await robotsOf(found, deadline.signal)).allows(found)) return;
      // Others have come meanwhile.
      if (isCut || links.has(key)) return;
      isCut = links.size >= limit;
      if (isCut) warnings.add(`there are more than ${limit} addresses: limit leaves out the others`);
      else links.set(key, { url: withoutAnchor(found), source });
    };

    const fromPage = async () => {
      const job = { id: jobId, owner, startUrl: url, options: optionsOf(request) };
      const fetched = await fetchAlone(fetchPage, job, url, deadline.signal);
      if (fetched.kind !== 'page')
        return void warnings.add(`${url}: ${'error' in fetched ? fetched.error : 'robots.txt forbids it'}`);
      const { page } = fetched;
      if (page.status >= 400)
        return void warnings.add(
          `${url}: the site answered with status ${page.status}: its addresses are left out`,
        );
      if (scope.judgeFinal(page.url, true) === 'external')
        warnings.add(`${url}: leads to another site, ${page.url}: its addresses are left out`);
      const found = [page.url, ...page.links];
      for (let at = 0; at < found.length; at += atOnce)
        await Promise.all(found.slice(at, at + atOnce).map((link) => take(link, 'link')));
    };
    const fromSitemaps = async () => {
      const reader = {
        jobId,
        isRespected: request.respect_robots_txt,
        signal: deadline.signal,
        onDelay: (host: string, delayMs: number) => void slow.set(host, delayMs),
      };
      const manners = {
        ...createManners({ robotsOf, politeness }, reader),
        mostRestMs: deadline.remaining,
      };
      for await (const news of readListed(new URL('/', url).href, deadline.signal, manners)) {
        if (news.kind === 'problem') warnings.add(`${news.url}: ${news.message}`);
        else await take(news.url, 'sitemap');
        if (isCut) return;
      }
    };
    /** What is found by the deadline is answered. */
    const inTime = async (work: Promise<void>) => {
      try {
        await work;
      } catch (error) {
        signal.throwIfAborted();
        if (!deadline.signal.aborted) throw error;
        warnings.add(`the time was up before everything was looked into${becauseOf(slow)}`);
      }
    };
    await raceSignal(Promise.all([inTime(fromPage()), inTime(fromSitemaps())]), signal);
    return { links: [...links.values()], warnings: [...warnings] };
  };

const becauseOf = (slow: ReadonlyMap<string, number>): string => {
  const delays = [...slow].map(
    ([host, ms]) => `the robots.txt of ${host} asks for ${ms / 1000} s between two requests`,
  );
  return delays.length === 0 ? '' : `: ${delays.join(', ')}`;
};

const optionsOf = (request: MapRequest) => ({
  respect_robots_txt: request.respect_robots_txt,
  delay_ms: 0,
  timeout_per_page: request.timeout_ms,
  only_main_content: true,
  output: 'markdown' as const,
});

const rulesOf = (request: MapRequest) => ({
  mode: 'link' as const,
  start_url: request.url,
  depth: 0,
  url_pattern: undefined,
  options: request,
});
