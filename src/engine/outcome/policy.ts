import { type Outcome, type PageOutcome, pageOutcomes } from '../../contract/outcome.ts';

/** What follows from an outcome: whether it is tried again, cached, charged for, warned of. */
export interface Policy {
  /** How often another attempt is made for it, always in a fresh context; 0 takes the answer as it is. */
  readonly retries: number;
  /** Milliseconds before the next attempt, at least. */
  readonly pauseMs: number;
  /** Whether a later caller may be given the same. */
  readonly kept: boolean;
  /** Whether it is what a caller pays for: the site's own answer to the address. */
  readonly chargeable: boolean;
  /** Said to the caller along with the page. */
  readonly warning?: string;
}

const own = { retries: 0, pauseMs: 0, kept: true, chargeable: true } as const;
const passing = { retries: 3, pauseMs: 0, kept: false, chargeable: false } as const;
/** Tried once more, after a pause and through another proxy where there is one: more would be a burden on the site. */
const wall = { retries: 1, pauseMs: 1000, kept: false, chargeable: false } as const;

/** The one place that says what becomes of an outcome. `challenge` and `blocked` are answered `scrape_failed`. */
export const policies: Readonly<Record<Outcome, Policy>> = {
  ok: own,
  login_wall: { ...own, warning: 'the site asks for a login' },
  soft_404: {
    ...own,
    warning: 'the page says that there is nothing at this address, its status that there is',
  },
  parked: {
    ...own,
    chargeable: false,
    warning: 'the domain is for sale or parked: this is not the page of a site',
  },
  empty: { ...passing, retries: 1, warning: 'the page shows no text' },
  rate_limited: { ...passing, warning: 'the site answered that it was asked too often' },
  origin_error: { ...passing, warning: 'the site answered with an error of its own' },
  cdn_error: { ...passing, warning: 'the network in front of the site answered that it could not reach it' },
  challenge: wall,
  blocked: wall,
};

/** Errors that a moment does not mend: not implemented, certificates and names that Cloudflare does not accept. */
const lasting = new Set([501, 505, 508, 525, 526, 530]);

/** Whether a status is most often an error of the page, not of a site that has too much to do. */
export const isOwnError = (status: number): boolean => status === 500 || lasting.has(status);

/** Whether another attempt may bring a better answer. @param before attempts made already. */
export const isWorthAnother = (outcome: Outcome, status: number, before: number): boolean =>
  before < policies[outcome].retries && !lasting.has(status);

/** The same by the status alone, while the page is still open. */
export const isPassingError = (status: number): boolean =>
  (status === 429 || status >= 500) && !lasting.has(status);

/** Milliseconds to let the site rest: what it asks for (RFC 9110, section 10.2.3), at least what the policy says. */
export const restMs = (outcome: Outcome, retryAfter: string | undefined, now: number): number => {
  const asked =
    retryAfter === undefined || retryAfter.trim() === ''
      ? 0
      : /^\s*\d+\s*$/.test(retryAfter)
        ? Number(retryAfter) * 1000
        : Date.parse(retryAfter) - now;
  return Math.max(policies[outcome].pauseMs, Number.isFinite(asked) ? asked : 0);
};

/** Whether a caller who pays by the page pays for it. */
export const isOwed = (outcome: Outcome): boolean => policies[outcome].chargeable;

/** Whether the caller is given the page. */
export const isPage = (outcome: Outcome): outcome is PageOutcome =>
  pageOutcomes.some((name) => name === outcome);
