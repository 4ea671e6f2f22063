import type { PageRequest } from '../browser/arrive/page-request.ts';
import type { Visit } from '../browser/visit.ts';
import type { Visited } from '../browser/visited.ts';
import { ServiceError } from '../contract/error.ts';
import type { Attempt, PageOutcome, WallOutcome } from '../contract/outcome.ts';
import type { WaitStrategy } from '../contract/scrape.ts';
import type { Deadline } from '../deadline.ts';
import type { LivePage } from '../page.ts';
import { classify, type Verdict } from './outcome/classify.ts';
import { isPage, isPassingError, isWorthAnother, policies, restMs } from './outcome/policy.ts';
import { type createRetry, type Judgement, maxAttempts } from './retry.ts';

/** A page that is worth answering with, and what became of it. */
export interface Obtained<T> extends Visited<T> {
  readonly outcome: PageOutcome;
  readonly attempts: number;
}

export type Obtain = ReturnType<typeof createObtain>;

interface Parts {
  readonly visit: Visit;
  readonly retry: ReturnType<typeof createRetry>;
}

interface Judged<T> extends Visited<T> {
  readonly verdict: Verdict;
}

/**
 * Visits a page, again where its outcome says so, and gives the best answer.
 *
 * The caller's script may have effects elsewhere, so it is started once at most: it is not run on an error page of the site
 * while another attempt may follow, and no attempt follows one in which it has run.
 * @throws ServiceError `scrape_failed` with reason `blocked` for a wall, or as the last attempt ended.
 */
export const createObtain =
  ({ visit, retry }: Parts) =>
  async <T>(
    page: PageRequest,
    read: (page: LivePage) => Promise<T>,
    { retries, deadline }: { readonly retries: boolean; readonly deadline: Deadline },
  ): Promise<Obtained<T>> => {
    let scriptBegan = false;
    const work = async (time: Deadline, before: readonly Attempt[], deaths: number): Promise<Judged<T>> => {
      const isLast = !retries || before.length + 1 >= maxAttempts;
      const attempt: PageRequest = {
        ...page,
        waitStrategy: strategyAfter(before, page),
        // Another attempt begins in a context that nobody has used.
        holder: before.length === 0 ? page.holder : undefined,
        deaths,
        avoidProxies: before.flatMap(({ outcome, proxy }) => (isWall(outcome) && proxy ? [proxy] : [])),
        isFinal: (status) => isLast || !isPassingError(status),
        onScript: () => {
          scriptBegan = true;
        },
      };
      const visited = await visit(attempt, read, time);
      return { ...visited, verdict: classify(visited.snapshot) };
    };
    const { answer, attempts } = await retry(work, {
      retry: retries,
      deadline,
      judge,
      mayRepeat: () => !scriptBegan,
    });
    const { outcome, by } = answer.verdict;
    if (!isPage(outcome))
      throw new ServiceError('scrape_failed', {
        reason: 'blocked',
        message: refusal[outcome],
        ...(by !== undefined && { blocked_by: by }),
        attempts,
      });
    // The selector was not waited for on a page that was to be asked for again, and then was not.
    if (answer.cutShort && page.waitForSelector !== undefined)
      throw new ServiceError('timeout', { attempts });
    const { warning } = policies[outcome];
    const warnings = warning === undefined ? answer.warnings : [...answer.warnings, warning];
    return { ...answer, warnings, outcome, attempts: attempts.length };
  };

/** A page that showed nothing gets more time in the next attempt: some are filled by frames, workers or late timers. */
const strategyAfter = (before: readonly Attempt[], { waitStrategy }: PageRequest): WaitStrategy =>
  waitStrategy === 'automatic' && before.at(-1)?.outcome === 'empty' ? 'spa' : waitStrategy;

const refusal: Readonly<Record<WallOutcome, string>> = {
  challenge: 'The site answered with a bot check that did not clear.',
  blocked: 'The site refused the request as one of a bot.',
};

const isWall = (outcome: string) => Object.hasOwn(refusal, outcome);

const judge = <T>(
  { snapshot: { status, headers }, verdict: { outcome, reason }, proxy }: Judged<T>,
  before: readonly Attempt[],
): Judgement => ({
  outcome,
  ...(reason !== undefined && { reason }),
  ...(proxy !== undefined && { proxy }),
  worthless: !isPage(outcome),
  isError: isPage(outcome) && isPassingError(status),
  again: isWorthAnother(outcome, status, before.length)
    ? restMs(outcome, headers['retry-after'], Date.now())
    : undefined,
});
