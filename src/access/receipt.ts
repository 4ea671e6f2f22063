import type { Payment } from '../contract/access.ts';
import type { Permit } from '../contract/permit.ts';
import type { Settlement } from './facilitator.ts';
import { type Terms, toBase64 } from './terms.ts';

/** What x402 clients look for: the settlement in the words of their version. */
export interface Receipt {
  readonly response: Readonly<Record<string, unknown>>;
  /** The same as headers of an HTTP answer. */
  readonly headers: Readonly<Record<string, string>>;
}

/** In place of a settlement: the page is delivered and not paid for. */
export const waived = { kind: 'waived', reason: 'not_charged', transaction: '' } as const;

/** A settlement as the payment object of our answers, and as x402 clients expect it. */
export const receiptOf = (
  terms: Terms,
  { version, authorization: { from: payer } }: Permit,
  settlement: Settlement | typeof waived,
): { readonly payment: Payment; readonly receipt: Receipt } => {
  const { transaction } = settlement;
  const error = settlement.kind === 'settled' ? null : settlement.reason;
  const success = error === null;
  const [header, network] =
    version === 1 ? ['x-payment-response', terms.network] : ['payment-response', terms.caip2];
  const response = { success, transaction, network, payer, ...(error !== null && { errorReason: error }) };
  return {
    payment: {
      settled: success,
      amount_usd: terms.priceUsd,
      transaction,
      network: terms.network,
      payer,
      error,
    },
    receipt: {
      response,
      headers: { [header]: toBase64(response), 'cache-control': 'private, no-store' },
    },
  };
};
