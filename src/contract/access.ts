import { z } from 'zod';

/** Keys, scopes, pricing and the payment object (spec, "Authentication"; contract decisions, "Access"). */

/** `svc_live_` and 64 hexadecimal characters (spec, "API key"). */
export const apiKeyPattern = /^svc_live_[0-9a-f]{64}$/;

/** `scrape:read` opens every functional endpoint; the others are for restricted keys; `*` bypasses the check. */
export const scopes = [
  'scrape:read',
  'page:read',
  'crawl:read',
  'crawl:write',
  'webhook:read',
  'webhook:write',
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

/** Who is calling. Permits (pay per request) will be a second kind. */
export interface Caller {
  readonly kind: 'key';
  readonly keyId: string;
  readonly owner: string;
  readonly scopes: readonly string[];
  readonly tier: string;
}

export const payment = z.object({
  settled: z.boolean(),
  amount_usd: z.string(),
  transaction: z.string(),
  network: z.string(),
  payer: z.string(),
  error: z.string().nullable(),
});

export const pricingRecord = z.object({
  x402_enabled: z.boolean(),
  price_usd: z.string(),
  token_address: z.string(),
  network: z.string(),
  pay_to: z.string(),
  facilitator: z.string(),
  payment_header: z.literal('X-PAYMENT'),
});
export type PricingRecord = z.infer<typeof pricingRecord>;
