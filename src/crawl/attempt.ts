import type { Slots } from '../browser/tab/slots.ts';
import { ServiceError } from '../contract/error.ts';
import { isOwnError, isWorthAnother, policies } from '../engine/outcome/policy.ts';
import type { Retrieve, Retrieved, RetrieveRequest } from '../engine/retrieve.ts';
import { longestRestMs } from '../store/hosts.ts';
import { type Asked, calm, type HostAnswer, type Politeness } from './politeness.ts';

/** One request for a page, at the host's pace, and what to make of how it ended. */

export interface Attempted {
  readonly got:
    | { readonly kind: 'page'; readonly page: Retrieved }
    /** `file`: the address holds a file, not a page. */
    | { readonly kind: 'failure' | 'file'; readonly error: string };
  /** Whether another attempt may bring more; `crowded`: this one was none, all tabs were taken. */
  readonly again: boolean | 'crowded';
  /** For how long the host is left alone from now on. */
  readonly restMs: number;
}

type Judged = Omit<Attempted, 'restMs'> & { readonly host: HostAnswer };

/** @returns undefined when it was given up before the host's turn came. */
export type MakeAttempt = (
  request: RetrieveRequest,
  asked: Asked,
  signal: AbortSignal,
) => Promise<Attempted | undefined>;

interface Parts {
  readonly retrieve: Retrieve;
  readonly politeness: Politeness;
  /** For the pages of all jobs of this process: owners take turns, whatever their jobs ask for. */
  readonly slots: Pick<Slots, 'take'>;
}

/** @throws the signal's reason, and whatever is not the page's fault. */
export const createAttempt =
  ({ retrieve, politeness, slots }: Parts): MakeAttempt =>
  async (request, asked, signal) => {
    const turn = await politeness.turn(new URL(request.url).host, asked, signal);
    if (turn === undefined) return undefined;
    const ask = async () => {
      const giveBack = await slots.take(signal, { owner: request.owner, yields: false });
      const attempted = await judged(retrieve(request, signal)).finally(giveBack);
      signal.throwIfAborted();
      return attempted;
    };
    const { got, again, host } = await ask().catch(async (error: unknown) => {
      await turn.done(calm);
      throw error;
    });
    return { got, again, restMs: await turn.done(host) };
  };

const judged = async (retrieving: Promise<Retrieved>): Promise<Judged> => {
  try {
    const page = await retrieving;
    if (!isWebAddress(page.url)) return { ...failed('scrape_failed', noPage), again: false, host: calm };
    return {
      got: { kind: 'page', page },
      again: isWorthAnother(page.outcome, page.status, 1) && page.restMs <= longestRestMs,
      host: hostOf(page),
    };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { code, message, extras } = error;
    if (code === 'overloaded') return { ...failed(code, message), again: 'crowded', host: calm };
    const rule = (extras.reason && byReason[extras.reason]) || byCode[code];
    if (rule === undefined) throw error;
    const { got } = failed(extras.reason ?? code, message);
    return {
      got: rule.file ? { ...got, kind: 'file' } : got,
      again: rule.again,
      host: { inTrouble: rule.inTrouble, restMs: 0 },
    };
  }
};

/** A few broken pages do not make a crawl slower and slower; each is asked for again after a moment all the same. */
const hostOf = ({ outcome, status, restMs }: Retrieved): HostAnswer => {
  if (policies[outcome].retries <= 1) return calm;
  return isOwnError(status)
    ? { inTrouble: false, restMs: Math.max(restMs, ownErrorMs) }
    : { inTrouble: true, restMs };
};
const ownErrorMs = 500;

/** A page can lead to `about:blank`, `data:` and the like by itself. */
const isWebAddress = (url: string) => /^https?:/i.test(url);
const noPage = 'The address led to no page.';

const failed = (token: string, message: string) => ({
  got: { kind: 'failure' as const, error: `${token}: ${message}` },
});

interface FailureRule {
  readonly again: boolean;
  readonly inTrouble: boolean;
  readonly file?: true;
}

/** What follows from a page that did not come. Any other failure is not the page's. */
const byCode: Readonly<Record<string, FailureRule>> = {
  connection_failed: { again: true, inTrouble: true },
  timeout: { again: false, inTrouble: true },
  scrape_failed: { again: true, inTrouble: false },
};
const byReason: Readonly<Record<string, FailureRule>> = {
  blocked: { again: false, inTrouble: true },
  invalid_certificate: { again: false, inTrouble: false },
  // Its own host has answered.
  leads_nowhere: { again: true, inTrouble: false },
  unsupported_content_type: { again: false, inTrouble: false, file: true },
  empty_response: { again: false, inTrouble: false },
  too_many_redirects: { again: false, inTrouble: false },
  redirect_refused: { again: false, inTrouble: false },
  redirect_forbidden: { again: false, inTrouble: false },
  too_large: { again: false, inTrouble: false },
  document_locked: { again: false, inTrouble: false },
  document_broken: { again: false, inTrouble: false },
  document_too_large: { again: false, inTrouble: false },
};
