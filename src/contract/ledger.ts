/** A payment in the ledger, as the operator sees it. */

/**
 * `claimed`: the work is under way. `unsettled`: it came to nothing, or to nothing that is paid for. `settling`: the
 * facilitator is asked. `settled`: paid. `failed`: refused for certain, nothing was delivered unless the row was uncertain before.
 * `uncertain`: the facilitator did not say; the reconciler asks on.
 */
export const paymentStates = ['claimed', 'unsettled', 'settling', 'settled', 'failed', 'uncertain'] as const;
export type PaymentState = (typeof paymentStates)[number];

export interface LedgerEntry {
  readonly network: string;
  readonly asset: string;
  readonly payer: string;
  readonly nonce: string;
  /** In the token's smallest unit. */
  readonly amount: string;
  readonly validBefore: Date;
  readonly state: PaymentState;
  /** Hash of the transaction. */
  readonly transaction: string | null;
  readonly reason: string | null;
  readonly endpoint: string;
  readonly requestId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
