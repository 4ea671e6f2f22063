import { z } from 'zod';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Database } from '../store/database.ts';
import {
  abandonPayments,
  type Change,
  changePayment,
  type DuePayment,
  releasePayments,
  takeDuePayment,
} from '../store/payments.ts';
import type { ChainReader } from './chain.ts';
import type { Facilitator, FacilitatorRequest, Settlement } from './facilitator.ts';
import { isNonceUsed } from './reasons.ts';
import { confirm, spentReason } from './settle.ts';

/** Payments in doubt, whose settlement gave no answer: asked about again until it is known what became of them. */

export interface Reconciler {
  /** Once over everything that is due. @returns how many payments it decided. */
  pass(): Promise<number>;
  /** From now on every few seconds. */
  start(): Promise<void>;
  /** Waits for the pass under way, to the end of its current payment. */
  close(): Promise<void>;
}

interface Parts {
  readonly database: Database;
  readonly facilitator: Pick<Facilitator, 'settle' | 'learn'>;
  readonly chain: ChainReader | undefined;
  /** Whether answers with an uncertain payment were delivered. One that was withheld must not be paid for. */
  readonly uncertain: 'deliver' | 'withhold';
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly everyMs?: number;
}

/** How long an attempt keeps a payment from others; doubled with each attempt, to half an hour. */
const leaseSeconds = 30;
const settleMs = 20_000;
/** How far the clock of the chain and that of this machine may differ. */
const skewMs = 60_000;
const learnMs = 600_000;

/** Finds out what became of payments that nobody waits for any more, or that nobody got an answer about. */
export const createReconciler = ({
  database,
  facilitator,
  chain,
  uncertain,
  log,
  metrics,
  everyMs = 5_000,
}: Parts): Reconciler => {
  const timers: NodeJS.Timeout[] = [];
  const running = new Set<Promise<unknown>>();
  let closed = false;

  /** Asking the facilitator settles the payment while the permit is valid: not for an answer that was withheld. */
  const ask = async ({ request }: DuePayment, isOver: boolean): Promise<Settlement> =>
    uncertain === 'withhold' && !isOver
      ? { kind: 'unknown', reason: 'settlement_unconfirmed', transaction: '' }
      : facilitator.settle(requestLine.parse(request) as FacilitatorRequest, settleMs);

  const decide = async (due: DuePayment): Promise<boolean> => {
    const isOver = due.validBefore * 1000 + skewMs <= Date.now();
    const settlement = await confirm(await ask(due, isOver), due, chain);
    const change = verdictOf(settlement, isOver);
    if (change === undefined) {
      // The request that was settling it has died. The hash may be known by now: it is kept.
      if (due.state === 'settling')
        await changePayment(database, due, {
          from: ['settling'],
          to: 'uncertain',
          reason: 'settlement_unconfirmed',
          transaction: settlement.transaction,
          dueSeconds: leaseSeconds,
        });
      return false;
    }
    // The request itself may have decided it meanwhile.
    if (!(await changePayment(database, due, change))) return false;
    const { network, asset, payer, nonce } = due;
    log.info(
      { network, asset, payer, nonce, state: change.to, reason: change.reason },
      'a payment is decided',
    );
    metrics.payments.inc({ state: change.to });
    return true;
  };

  const pass = async (): Promise<number> => {
    let decided = await abandonPayments(database);
    while (!closed) {
      const due = await takeDuePayment(database, leaseSeconds);
      if (due === undefined) break;
      if (await decide(due)) decided += 1;
    }
    return decided;
  };

  const every = (ms: number, what: string, work: () => Promise<unknown>) => {
    let current: Promise<unknown> | undefined;
    const tick = () => {
      if (current !== undefined) return;
      const done = work()
        .catch((error: unknown) => log.warn({ err: error }, `${what} failed`))
        .finally(() => {
          running.delete(done);
          current = undefined;
        });
      current = done;
      running.add(done);
    };
    tick();
    timers.push(setInterval(tick, ms).unref());
  };

  return {
    pass,
    start: async () => {
      if (database.kind === 'embedded') await releasePayments(database);
      every(learnMs, 'asking the payment facilitator what it supports', facilitator.learn);
      every(everyMs, 'the reconciliation of payments', pass);
    },
    close: async () => {
      closed = true;
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running);
    },
  };
};

const requestLine = z.object({
  x402Version: z.union([z.literal(1), z.literal(2)]),
  paymentPayload: z.looseObject({}),
  paymentRequirements: z.looseObject({}),
});

const open = ['settling', 'uncertain'] as const;

/** What an answer decides. Undefined: nothing yet. */
const verdictOf = (settlement: Settlement, isOver: boolean): Change | undefined => {
  const { kind, transaction } = settlement;
  if (kind === 'settled') return { from: open, to: 'settled', transaction };
  if (kind === 'failed' && settlement.reason === spentReason)
    return { from: open, to: 'failed', reason: spentReason };
  // The chain has taken it; by which transaction is not told.
  if (kind === 'failed' && isNonceUsed(settlement.reason))
    return { from: open, to: 'settled', reason: 'transaction_unknown', transaction };
  return isOver ? { from: open, to: 'failed', reason: 'permit_expired', transaction } : undefined;
};
