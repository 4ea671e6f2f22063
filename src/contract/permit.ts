import { z } from 'zod';

/** Payment permits of x402, scheme `exact`: an EIP-3009 authorization and its signature, in the envelopes of versions 1 and 2. */

/** Hexadecimal in any case; the same bytes in lower case are the same to the chain, and to us. */
const hex = (pattern: RegExp) => z.string().regex(pattern).toLowerCase();
const address = hex(/^0x[0-9a-f]{40}$/i);
/** Decimal without sign, point, exponent or leading zero: one spelling for each number. */
const uint = z.string().regex(/^(?:0|[1-9]\d{0,77})$/);

const payload = z.object({
  /** 65 bytes of a key, more of a contract's wallet (ERC-1271, ERC-6492). */
  signature: hex(/^0x(?:[0-9a-f]{2}){1,4096}$/i),
  authorization: z.object({
    from: address,
    to: address,
    value: uint,
    validAfter: uint,
    validBefore: uint,
    nonce: hex(/^0x[0-9a-f]{64}$/i),
  }),
});
export type SignedAuthorization = z.infer<typeof payload>;

/** Unknown fields are dropped: only what is listed here goes on to the facilitator. */
export const permitEnvelopes = {
  1: z.object({ scheme: z.string(), network: z.string(), payload }),
  2: z.object({
    accepted: z.object({
      scheme: z.string(),
      network: z.string(),
      amount: uint,
      asset: address,
      payTo: address,
    }),
    payload,
  }),
} as const;

export type PermitVersion = keyof typeof permitEnvelopes;

/** A permit that offers what we ask for. The signature covers the authorization only, so both versions say the same. */
export interface Permit extends SignedAuthorization {
  readonly version: PermitVersion;
}
