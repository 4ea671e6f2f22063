import type { SkipReason } from '../contract/crawl.ts';
import type { FrontierUrl, SkippedUrl } from '../store/frontier.ts';
import { withoutWay } from '../url.ts';
import { type Candidate, type Frontier, hashOf, idOf } from './frontier.ts';
import type { Entry } from './recorder.ts';
import type { Scope } from './scope.ts';

/** Takes in the addresses that were found: into the frontier, or with a reason into the ledger. */
export interface Intake {
  offer(candidates: Iterable<Candidate>): Taken;
  /** An entry for the ledger, if there is room. */
  skip(url: string, reason: SkipReason, foundOn: string | null): SkippedUrl[];
}

interface Taken extends Required<Pick<Entry, 'found' | 'nearer' | 'skipped' | 'unskipped'>> {
  /** What pages that have come lead to, by the shorter way to them that was found: to be offered again. */
  readonly led: readonly Candidate[];
}

interface Parts {
  readonly scope: Scope;
  readonly frontier: Frontier;
  readonly ledger: readonly { readonly urlHash: Buffer; readonly reason: SkipReason }[];
  /** Whether a sitemap has named pages of the job: then it need not be searched for others by way of pages that are none. */
  readonly isListed: boolean;
}

/** Addresses of a job that the ledger keeps: the pages of a shop can link to millions. */
const longestLedger = 5000;

/** Too far away by one path, an address may be near by another; and what matches no pattern may still lead on. */
const passing = new Set<SkipReason>(['depth', 'trap']);

const forbidden = ({ isForbidden }: Candidate): SkipReason | undefined =>
  isForbidden ? 'robots' : undefined;

export const createIntake = ({ scope, frontier, ledger, ...parts }: Parts): Intake => {
  let { isListed } = parts;
  const kept = new Map(ledger.map(({ urlHash, reason }) => [idOf(urlHash), reason]));

  const enter = (skip: SkippedUrl): SkippedUrl[] => {
    if (kept.size >= longestLedger) return [];
    kept.set(idOf(skip.urlHash), skip.reason);
    return [skip];
  };

  /** The same page leads on to many places. */
  const copied = ({ url }: Candidate): SkipReason | undefined => {
    const page = withoutWay(url);
    return page !== url && frontier.knows(hashOf(page)) ? 'duplicate' : undefined;
  };

  return {
    offer: (candidates) => {
      const found: FrontierUrl[] = [];
      const nearer: FrontierUrl[] = [];
      const skipped: SkippedUrl[] = [];
      const unskipped: Buffer[] = [];
      const led: Candidate[] = [];
      for (const candidate of candidates) {
        const { url, depth, parentUrl } = candidate;
        const urlHash = hashOf(url);
        const before = kept.get(idOf(urlHash));
        if (frontier.knows(urlHash)) {
          const entry = frontier.bringNearer(urlHash, candidate);
          if (entry !== undefined) nearer.push(entry);
          for (const link of frontier.shorten(urlHash, depth))
            led.push({ url: link, depth: depth + 1, parentUrl: url });
          continue;
        }
        const mayLead = !isListed && frontier.hasPassage() && scope.mayLead(url, depth, parentUrl);
        if (before !== undefined && !passing.has(before) && !(before === 'pattern' && mayLead)) continue;
        const reason = candidate.isStart
          ? undefined
          : (scope.judge(url, depth, parentUrl) ?? forbidden(candidate) ?? copied(candidate));
        isListed ||= reason === undefined && depth === 0 && !candidate.isStart;
        if (reason === undefined || (reason === 'pattern' && mayLead)) {
          if (frontier.isFull()) continue;
          found.push(frontier.add(candidate, urlHash));
          if (kept.delete(idOf(urlHash))) unskipped.push(urlHash);
        } else if (before === undefined) skipped.push(...enter({ url, urlHash, reason, foundOn: parentUrl }));
      }
      return { found, nearer, skipped, unskipped, led };
    },
    skip: (url, reason, foundOn) => enter({ url, urlHash: hashOf(url), reason, foundOn }),
  };
};
