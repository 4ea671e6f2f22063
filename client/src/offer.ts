import type { ErrorBody } from './contract.ts';

/** What the service asks for a request, as `PaymentRequired` of x402: version 2 where it says so, else version 1. */
export interface PaymentOffer {
  readonly x402Version: number;
  readonly error?: string;
  readonly accepts: readonly Readonly<Record<string, unknown>>[];
  readonly [field: string]: unknown;
}

/** The offers of an answer: those of version 2 are in a header, those of version 1 in the body. */
export const offerOf = (headers: Headers, body: ErrorBody | undefined): PaymentOffer | undefined => {
  const encoded = headers.get('payment-required');
  if (encoded !== null) return JSON.parse(atob(encoded));
  if (body?.x402Version === undefined || body.accepts === undefined) return undefined;
  const { x402Version, error, accepts } = body;
  return { x402Version, accepts, ...(error !== undefined && { error }) };
};
