import { base64Of } from './bytes.ts';
import { GannetError } from './errors.ts';
import type { PaymentOffer } from './offer.ts';

/** Payments by x402: an offer of the service becomes a permit, signed by whoever holds the key. */

/** `PaymentPayload` of x402, or the same as base64 of its JSON. */
export type PaymentPermit = string | { readonly x402Version: number };

// biome-ignore lint/suspicious/noExplicitAny: libraries for x402 have types of their own for the same JSON
type Sign = (offer: any) => Promise<PaymentPermit> | PaymentPermit;

/** Signs permits: an `x402Client` of `@x402/core`, or a function that is given a `PaymentOffer`. */
export type Payer = Sign | { readonly createPaymentPayload: Sign };

export type PermitHeaders = Readonly<Record<string, string>>;

/** @returns the header that carries the permit. @throws GannetError `payment_not_signed` */
export const signPermit = async (payer: Payer, offer: PaymentOffer): Promise<PermitHeaders> => {
  try {
    const permit = typeof payer === 'function' ? await payer(offer) : await payer.createPaymentPayload(offer);
    if (typeof permit === 'string') return { 'X-PAYMENT': permit };
    const name = permit.x402Version === 1 ? 'X-PAYMENT' : 'PAYMENT-SIGNATURE';
    return { [name]: base64Of(new TextEncoder().encode(JSON.stringify(permit))) };
  } catch (cause) {
    throw new GannetError('payment_not_signed', { cause });
  }
};
