import { z } from 'zod';
import type { Permit } from './permit.ts';

/** Keys, scopes, pricing and the payment object (docs/access.md, docs/payments.md). */

/** `svc_live_` and 64 hexadecimal characters. */
export const apiKeyPattern = /^svc_live_[0-9a-f]{64}$/;

/**
 * `scrape:read` opens every functional endpoint, the others are for restricted keys. `admin` opens what is the operator's and
 * nothing else does but `*`, which bypasses the check.
 */
export const scopes = [
  'scrape:read',
  'page:read',
  'crawl:read',
  'crawl:write',
  'webhook:read',
  'webhook:write',
  'admin',
  '*',
] as const;
export type Scope = (typeof scopes)[number];

export const tiers = ['free', 'standard', 'pro'] as const;
export type Tier = (typeof tiers)[number];

/** What one key may say of itself; the key is shown at creation only. */
export interface ApiKey {
  readonly id: string;
  readonly owner: string;
  readonly name: string | null;
  readonly scopes: readonly string[];
  readonly tier: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

/** The holder of an API key: a subscription. */
export interface KeyCaller {
  readonly kind: 'key';
  readonly keyId: string;
  readonly owner: string;
  readonly scopes: readonly string[];
  readonly tier: string;
}

/** Who pays for this one request. */
export interface PermitCaller {
  readonly kind: 'permit';
  /** `payer:0x…`; a colon is in no other owner. */
  readonly owner: string;
  readonly permit: Permit;
  /** What is paid for, as an absolute address. */
  readonly resource: string;
}

export type Caller = KeyCaller | PermitCaller;

/** What became of the payment for an answer. */
export const payment = z.object({
  settled: z.boolean(),
  amount_usd: z.string(),
  transaction: z.string().describe('Hash of the transaction; empty while there is none.'),
  network: z.string(),
  payer: z.string(),
  error: z
    .string()
    .nullable()
    .describe(
      "Why not: `not_charged`, `settlement_pending`, `settlement_unconfirmed`, or the chain's reason.",
    ),
});
export type Payment = z.infer<typeof payment>;

export const pricingRecord = z.object({
  x402_enabled: z.boolean(),
  price_usd: z.string(),
  token_address: z.string(),
  network: z.string(),
  pay_to: z.string(),
  facilitator: z.string(),
  payment_header: z.literal('X-PAYMENT'),
  x402: z
    .object({
      versions: z.array(z.int()),
      scheme: z.literal('exact'),
      chain_id: z.int(),
      caip2: z.string().describe('The network as version 2 names it.'),
      amount: z.string().describe("The price in the token's smallest unit."),
      decimals: z.int(),
      token_name: z.string().describe('`name` of the EIP-712 domain of the token.'),
      token_version: z.string().describe('`version` of the same.'),
      max_timeout_seconds: z.int(),
    })
    .optional()
    .describe('What a client needs to sign a permit; present where payments are on.'),
});
export type PricingRecord = z.infer<typeof pricingRecord>;
