import { once } from 'node:events';
import type { Caller, Payment, PermitCaller } from '../contract/access.ts';
import { type ErrorCode, ServiceError } from '../contract/error.ts';
import type { PageOutcome } from '../contract/outcome.ts';
import { Deadline, raceSignal } from '../deadline.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Database } from '../store/database.ts';
import { type Change, changePayment, claimPayment, type PermitKey } from '../store/payments.ts';
import type { ChainReader } from './chain.ts';
import type { Facilitator, FacilitatorRequest } from './facilitator.ts';
import { refusal, secondsToMs, settleReserveMs } from './permit.ts';
import { isInsufficient } from './reasons.ts';
import { type Receipt, receiptOf, waived } from './receipt.ts';
import { confirm, type SettleLimits, settle, standardSettleLimits } from './settle.ts';
import { checkStanding, maxOpen } from './standing.ts';
import { offers, type Terms } from './terms.ts';

/** A request, as the ledger names it. */
export interface Job {
  readonly endpoint: string;
  readonly requestId: string;
  /** Aborted when the client has left. A settlement that has begun goes on. */
  readonly signal: AbortSignal;
}

/** What is charged for: an answer made of a page, whose outcome decides whether it is paid for. */
export interface Goods {
  readonly metadata: { readonly outcome: PageOutcome };
}

/** @param budgetMs milliseconds that it may take; infinite where nothing but the request bounds it. */
export type Work<T extends Goods> = (signal: AbortSignal, budgetMs: number) => Promise<T>;

export interface Charged<T extends Goods> {
  readonly result: T;
  /** Null, as is the receipt, for the holder of a key. */
  readonly payment: Payment | null;
  readonly receipt: Receipt | null;
}

export interface Charge {
  /**
   * Does the work for a caller. A permit is verified and claimed before it, and settled after it has succeeded, before anybody
   * sees the result; it is not settled if the outcome of the page is not one that is paid for. @param work must end within
   * `budgetMs`, and with its signal: after that nobody waits for it.
   * @throws what the work throws: nothing is settled then. ServiceError `unauthorized` for a permit that is not valid or was
   * used, `payment_insufficient`, `payment_failed`, `payment_unavailable`, `payment_unconfirmed`, `rate_limited`.
   */
  run<T extends Goods>(caller: Caller, job: Job, work: Work<T>): Promise<Charged<T>>;
  /** Waits for settlements under way, for some seconds: what is left then is the reconciler's. */
  close(): Promise<void>;
}

interface Payments {
  readonly database: Database;
  readonly terms: Terms;
  readonly facilitator: Facilitator;
  /** Asked where the facilitator does not know. */
  readonly chain: ChainReader | undefined;
  /** Whether a page with this outcome is paid for. */
  readonly isOwed: (outcome: PageOutcome) => boolean;
  /** What becomes of an answer whose payment is uncertain. */
  readonly uncertain: 'deliver' | 'withhold';
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly settleLimits?: SettleLimits;
}

/** A paid request, retries included, takes no longer: together with its settlement it stays within `maxTimeoutSeconds`. */
const longestWorkMs = 240_000;
/** Milliseconds by which an answer may be later than its budget. */
const lateMs = 500;
/** Seconds for writing down what became of the work. */
const writeSeconds = 10;
const closeMs = 10_000;

/** @param payments undefined where they are off: then there are no permits. */
export const createCharge = (payments: Payments | undefined): Charge => {
  const underWay = new Set<Promise<unknown>>();
  const till = payments && createTill(payments);

  return {
    run: async (caller, job, work) => {
      if (caller.kind === 'key') {
        const result = await raceSignal(work(job.signal, Number.POSITIVE_INFINITY), job.signal);
        return { result, payment: null, receipt: null };
      }
      if (payments === undefined || till === undefined)
        throw new Error('a permit was let in where payments are off');
      const bill = await till.open(caller, job);
      const result = await bill.during(work);
      const { outcome } = result.metadata;
      if (!payments.isOwed(outcome)) return { result, ...(await bill.waive(outcome)) };
      const settled = bill.settle();
      underWay.add(settled);
      try {
        return { result, ...(await settled) };
      } finally {
        underWay.delete(settled);
      }
    },
    close: async () => {
      using patience = new Deadline(closeMs);
      const late = once(patience.signal, 'abort');
      await Promise.race([Promise.allSettled(underWay), late]);
    },
  };
};

/** Where permits are taken. */
const createTill = (payments: Payments) => {
  const { database, terms, facilitator, chain, log, metrics, uncertain } = payments;
  const { settleLimits = standardSettleLimits } = payments;

  const refuse = (resource: string, reason: string, code: ErrorCode = 'unauthorized') =>
    refusal(code, reason, offers(terms, resource, reason));

  const verify = async ({ permit, resource }: PermitCaller, request: FacilitatorRequest): Promise<void> => {
    const verification = await facilitator.verify(request, permit.authorization.from);
    if (verification.kind === 'valid') return;
    const { kind, reason } = verification;
    if (kind === 'unavailable') throw new ServiceError('payment_unavailable', { reason, retry_after: 5 });
    throw refuse(resource, reason, isInsufficient(reason) ? 'payment_insufficient' : 'unauthorized');
  };

  const claim = async (key: PermitKey, caller: PermitCaller, job: Job, request: FacilitatorRequest) => {
    const { permit, resource } = caller;
    const validBefore = secondsToMs(permit.authorization.validBefore);
    const workMs = Math.min(longestWorkMs, validBefore - Date.now() - settleReserveMs);
    // The verification has taken all of the time.
    if (workMs <= 0) throw refuse(resource, 'invalid_exact_evm_payload_authorization_valid_before');
    const { endpoint, requestId } = job;
    const dueSeconds = workMs / 1000 + writeSeconds;
    const payment = { ...key, amount: terms.amount, validBefore, endpoint, requestId, request, dueSeconds };
    const outcome = await claimPayment(database, payment, maxOpen);
    if (outcome === 'claimed') return workMs;
    if (outcome === 'used') throw refuse(resource, 'invalid_exact_evm_nonce_already_used');
    throw new ServiceError('rate_limited', {
      message: `A payer may have ${maxOpen} requests under way.`,
      reason: 'payer_busy',
      retry_after: 1,
    });
  };

  /** A write after which there is no way back: what was paid is paid, whatever the database says. */
  const record = async (key: PermitKey, change: Change): Promise<void> => {
    try {
      if (await changePayment(database, key, change)) metrics.payments.inc({ state: change.to });
    } catch (error) {
      log.error({ err: error, ...key, state: change.to }, 'the outcome of a payment was not written');
    }
  };

  const conclude = async (caller: PermitCaller, key: PermitKey, request: FacilitatorRequest) => {
    const told = await settle(facilitator, request, settleLimits);
    const settlement = await confirm(told, key, chain);
    const { transaction } = settlement;
    const { payment, receipt } = receiptOf(terms, caller.permit, settlement);
    if (settlement.kind === 'settled') {
      await record(key, { from: ['settling', 'uncertain'], to: 'settled', transaction });
      return { payment, receipt };
    }
    const { reason } = settlement;
    if (settlement.kind === 'failed') {
      await record(key, { from: ['settling'], to: 'failed', reason, transaction });
      const offered = offers(terms, caller.resource, reason);
      const headers = { ...offered.headers, ...receipt.headers };
      const envelope = { ...offered, headers, receipt: receipt.response };
      throw new ServiceError('payment_failed', { reason, payment, envelope });
    }
    log.warn({ ...key, reason }, 'a settlement is uncertain');
    await record(key, { from: ['settling'], to: 'uncertain', reason, transaction, dueSeconds: 5 });
    if (uncertain === 'withhold')
      throw new ServiceError('payment_unconfirmed', {
        reason,
        payment,
        envelope: { headers: receipt.headers, receipt: receipt.response },
      });
    return { payment, receipt };
  };

  return {
    /** Verifies and claims a permit. */
    open: async (caller: PermitCaller, job: Job) => {
      const { permit, resource } = caller;
      const { from: payer, nonce } = permit.authorization;
      const key: PermitKey = { network: terms.caip2, asset: terms.asset.toLowerCase(), payer, nonce };
      await checkStanding(database, payer);
      const request = facilitator.requestFor(permit, resource);
      await verify(caller, request);
      const workMs = await claim(key, caller, job, request);

      return {
        during: async <T extends Goods>(work: Work<T>): Promise<T> => {
          try {
            using deadline = new Deadline(workMs, job.signal);
            const result = await deadline.race(work(deadline.signal, Math.max(0, workMs - lateMs)));
            deadline.signal.throwIfAborted();
            return result;
          } catch (error) {
            const reason =
              error instanceof ServiceError ? error.code : job.signal.aborted ? 'client_left' : 'fault';
            await record(key, { from: ['claimed'], to: 'unsettled', reason });
            throw error;
          }
        },
        waive: async (reason: string) => {
          await record(key, { from: ['claimed'], to: 'unsettled', reason });
          return receiptOf(terms, permit, waived);
        },
        settle: async () => {
          const dueSeconds = settleLimits.budgetMs / 1000 + writeSeconds;
          // Before the call: if we die in it, the reconciler finds the row.
          if (!(await changePayment(database, key, { from: ['claimed'], to: 'settling', dueSeconds })))
            throw new Error('the claim of a permit was taken for abandoned');
          return conclude(caller, key, request);
        },
      };
    },
  };
};
