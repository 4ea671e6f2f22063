import { setTimeout as delay } from 'node:timers/promises';
import type { CrawlRequest } from '../contract/crawl.ts';
import { invalidCertificate } from '../contract/error.ts';
import { withCredentialsOf } from '../net/credentials.ts';
import type { FrontierUrl } from '../store/frontier.ts';
import type { Attempted, MakeAttempt } from './attempt.ts';
import type { Robots, RobotsOf } from './robots.ts';

/** Fetches one address of a job if robots.txt allows it; puts it back where a later attempt may help. */

export interface Cost {
  /** Times that it was asked for. */
  readonly attempts: number;
  readonly durationMs: number;
}
export type FetchedPage = Extract<Attempted['got'], { kind: 'page' }> & Cost;
export type FetchedNothing = Extract<Attempted['got'], { error: string }> & Cost;
/** `copy`: it is believed to be one of a page that came before, and was not asked for. */
export type Fetched =
  | FetchedPage
  | FetchedNothing
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'copy' };
/** To be asked for later; what it has cost so far. */
export type Postponed = { readonly kind: 'postponed' } & Cost;

interface Parts {
  readonly attempt: MakeAttempt;
  readonly robotsOf: RobotsOf;
}

interface JobOfPage {
  readonly id: string;
  readonly owner: string;
  readonly startUrl: string | undefined;
  readonly options: Pick<
    CrawlRequest['options'],
    'respect_robots_txt' | 'delay_ms' | 'timeout_per_page' | 'only_main_content' | 'output'
  >;
}

interface Page extends Pick<FrontierUrl, 'url'> {
  /** On it, before it was postponed. */
  readonly spent?: Cost | undefined;
}

/** What a page has to do with others of its job. */
export interface Neighbours {
  /** Whether it is its turn. @param delayMs that the host wants between two. */
  mayAsk(delayMs: number): boolean;
  /** Whether the job has the page of another address already. */
  hasCome(url: string): boolean;
  /** The host is left alone for so long from now on. */
  onRest(restMs: number): void;
}

/** @throws the signal's reason, and whatever is not the page's fault. */
export type FetchPage = (
  job: JobOfPage,
  page: Page,
  signal: AbortSignal,
  neighbours?: Neighbours,
) => Promise<Fetched | Postponed>;

const mostAttempts = 3;
/** All tabs were taken by others. */
const crowdedMs = 1000;

export const createFetchPage =
  ({ attempt, robotsOf }: Parts): FetchPage =>
  async ({ id, owner, startUrl, options }, { url, spent = nothingSpent }, signal, neighbours) => {
    const robots = options.respect_robots_txt ? await robotsOf(url, signal) : undefined;
    let refused = robots && refusalBy(robots, url);
    if (refused) return refused;
    const { timeout_per_page: timeoutMs, only_main_content: mainContent, output } = options;
    // A site whose address names a user is asked for all of its pages by that one: their links do not say so.
    const address = withCredentialsOf(startUrl ?? url, url);
    const refusalOf = async (to: string) => robots && refusalBy(await robotsOf(to, signal), to);
    /** Redirects may lead where robots.txt allows nothing, and to what is there already. */
    const mayFollow = async (to: string) => {
      refused = neighbours?.hasCome(to) ? { kind: 'copy' } : await refusalOf(to);
      return refused === undefined;
    };
    const request = { url: address, owner, session: id, timeoutMs, mainContent, output, mayFollow };
    const delayMs = Math.max(options.delay_ms, robots?.crawlDelayMs ?? 0);
    const attempts = spent.attempts + 1;
    const isWanted = () => neighbours?.mayAsk(delayMs) !== false;
    const asked = { jobId: id, delayMs, isRepeat: attempts > 1, isWanted };

    const startedAt = performance.now();
    for (;;) {
      const attempted = await attempt(request, asked, signal);
      if (attempted === undefined) return { kind: 'postponed', ...spent };
      const { got, again, restMs } = attempted;
      neighbours?.onRest(restMs);
      // A page may go on by its script, too.
      if (got.kind === 'page' && got.page.url !== url) refused = await refusalOf(got.page.url);
      const durationMs = spent.durationMs + Math.round(performance.now() - startedAt);
      const cost = { attempts, durationMs };
      if (refused) return atCost(refused, cost);
      if (again === 'crowded') await delay(crowdedMs, undefined, { signal });
      else return again && attempts < mostAttempts ? { kind: 'postponed', ...cost } : { ...got, ...cost };
    }
  };

const nothingSpent: Cost = { attempts: 0, durationMs: 0 };

/** A page that has no others beside it: what is postponed is asked for again as soon as its host allows. */
export const fetchAlone = async (
  fetchPage: FetchPage,
  job: JobOfPage,
  url: string,
  signal: AbortSignal,
): Promise<Fetched> => {
  for (let spent: Cost | undefined; ; ) {
    const fetched = await fetchPage(job, { url, spent }, signal);
    if (fetched.kind !== 'postponed') return fetched;
    spent = fetched;
  }
};

const refusalBy = ({ state, isDeserted, isDistrusted, allows }: Robots, url: string): Fetched | undefined => {
  const { host } = new URL(url);
  if (isDeserted) return notAsked(`connection_failed: ${host} could not be reached.`);
  if (isDistrusted) return notAsked(`${invalidCertificate.reason}: ${invalidCertificate.message}`);
  // Whether it forbids anything is not known: then it must be taken for forbidding everything (RFC 9309, 2.3.1.4).
  if (state === 'unreachable')
    return notAsked(
      `robots_unreachable: The robots.txt of ${host} could not be read, so nothing may be fetched there.`,
    );
  return allows(url) ? undefined : { kind: 'forbidden' };
};

/** What is refused only where the page led was asked for itself. */
const atCost = (refusal: Fetched, cost: Cost): Fetched =>
  refusal.kind === 'failure' ? { ...refusal, ...cost } : refusal;

const notAsked = (error: string): Fetched => ({ kind: 'failure', error, attempts: 0, durationMs: 0 });
