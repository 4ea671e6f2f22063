import { setTimeout as sleep } from 'node:timers/promises';
import type { PermitKey } from '../store/payments.ts';
import type { ChainReader } from './chain.ts';
import type { Facilitator, FacilitatorRequest, Settlement } from './facilitator.ts';
import { isNonceUsed } from './reasons.ts';

/** How often, how long in all, and how long between. */
export interface SettleLimits {
  readonly tries: number;
  readonly budgetMs: number;
  readonly pauseMs: number;
}
export const standardSettleLimits: SettleLimits = { tries: 3, budgetMs: 90_000, pauseMs: 500 };

/**
 * Has a permit settled: asked again with the same permit, which the chain takes only once, where the answer does not decide.
 * A refusal of a later call decides nothing: it may be an earlier one that has used the permit up.
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
 * What the chain itself says where the facilitator did not know, could not, or found the permit used up: by its own first
 * call, by whoever saw the permit, or for something else. Without a chain to ask, or an answer, it stays as it is.
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
