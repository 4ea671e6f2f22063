import { setTimeout as sleep } from 'node:timers/promises';
import type { PermitKey } from '../store/payments.ts';
import type { ChainReader } from './chain.ts';
import type { Facilitator, FacilitatorRequest, Settlement } from './facilitator.ts';
import { isNonceUsed } from './reasons.ts';

/** Calls to make, time for all of them, and the first pause between two. */
export interface SettleLimits {
  readonly tries: number;
  readonly budgetMs: number;
  readonly pauseMs: number;
}
export const standardSettleLimits: SettleLimits = { tries: 3, budgetMs: 90_000, pauseMs: 500 };

/**
 * Settles a permit. While the answer decides nothing the facilitator is asked again, with the same permit: the chain takes it
 * once. A refusal of a repeated call decides nothing either: an earlier call may have used the permit.
 */
export const settle = async (
  facilitator: Pick<Facilitator, 'settle'>,
  request: FacilitatorRequest,
  { tries, budgetMs, pauseMs }: SettleLimits,
): Promise<Settlement> => {
  const end = performance.now() + budgetMs;
  let doubt: Extract<Settlement, { kind: 'unknown' }> | undefined;
  for (let left = tries - 1; ; left--) {
    const answer = await facilitator.settle(request, Math.max(1, end - performance.now()));
    if (answer.kind === 'settled') return answer;
    const pause = pauseMs * 2 ** (tries - 1 - left);
    const isLast = left <= 0 || performance.now() + pause >= end;
    if (answer.kind === 'unknown') {
      const transaction = answer.transaction || (doubt?.transaction ?? '');
      doubt = { ...answer, transaction };
      if (isLast) return doubt;
    } else if (doubt || (left < tries - 1 && !answer.transient)) {
      return { kind: 'unknown', reason: 'settlement_unconfirmed', transaction: doubt?.transaction ?? '' };
    } else if (isLast || !answer.transient) return answer;
    await sleep(pause);
  }
};

/** The chain has canceled the authorization, or used its nonce for something else. */
export const spentReason = 'authorization_spent';

/**
 * Asks the chain where the facilitator does not know the outcome, or says that the permit was used already: that may have been
 * its own first call, somebody else who saw the permit, or another payment. Without a chain or its answer the settlement
 * stays as it is.
 */
export const confirm = async (
  settlement: Settlement,
  permit: Pick<PermitKey, 'payer' | 'nonce'>,
  chain: ChainReader | undefined,
): Promise<Settlement> => {
  const isOpen =
    settlement.kind === 'unknown' ||
    (settlement.kind === 'failed' && (settlement.transient || isNonceUsed(settlement.reason)));
  const record = isOpen ? await chain?.find(permit) : undefined;
  if (record?.kind === 'paid') return { kind: 'settled', transaction: record.transaction };
  if (record?.kind === 'spent')
    return { kind: 'failed', reason: spentReason, transaction: '', transient: false };
  return settlement;
};
