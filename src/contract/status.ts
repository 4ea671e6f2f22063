import { z } from 'zod';
import { payment } from './access.ts';
import { attempt } from './outcome.ts';
import { deliveryRecord } from './webhook.ts';

/** Public status records: health and the proxy pool. */

export const healthRecord = z.object({
  status: z.enum(['ok', 'degraded', 'draining']),
  browser_active: z.boolean(),
  browser_contexts: z.int(),
  uptime_seconds: z.number(),
  x402_enabled: z.boolean(),
  version: z.string(),
  queue_depth: z.int().describe('Requests waiting for a browser tab.'),
});
export type HealthRecord = z.infer<typeof healthRecord>;

/** One upstream proxy. No host and no credential: the record is public. */
export const proxyState = z.object({
  id: z.string(),
  scheme: z.enum(['http', 'socks5']),
  state: z.enum(['healthy', 'cooling', 'dead']),
  successes: z.int(),
  failures: z.int(),
  success_rate: z.number().nullable().describe('Of late: each new outcome counts for a fifth.'),
  latency_ms: z.number().nullable().describe('Until a connection through it stands, of late.'),
  cooling_until: z.string().nullable(),
});

export const proxyStatus = z.object({
  enabled: z.boolean(),
  total: z.int(),
  healthy: z.int(),
  strategy: z.string(),
  proxies: z.array(proxyState),
});
export type ProxyStatus = z.infer<typeof proxyStatus>;

/** Version 1 of x402: what a permit must be for. */
const paymentRequirements = z.object({
  scheme: z.literal('exact'),
  network: z.string(),
  maxAmountRequired: z.string().describe("In the token's smallest unit."),
  asset: z.string(),
  payTo: z.string(),
  resource: z.string(),
  description: z.string(),
  mimeType: z.string(),
  maxTimeoutSeconds: z.int(),
  extra: z
    .object({ name: z.string(), version: z.string() })
    .describe('Of the token, for the signature (EIP-712).'),
});

export const errorBody = z.object({
  detail: z.object({
    error: z.string(),
    message: z.string(),
    url: z.string().optional(),
    payment_charged: z.boolean().optional(),
    reason: z.string().optional(),
    blocked_by: z.string().optional().describe('Whose wall it was, for the reason `blocked`.'),
    attempts: z.array(attempt).optional().describe('How each attempt at the page ended.'),
    delivery: deliveryRecord.optional().describe('What became of a test webhook.'),
    payment: payment.optional().describe('What became of the payment, where one was tried.'),
    retry_after: z.int().optional(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  }),
  x402Version: z
    .literal(1)
    .optional()
    .describe('With `error` and `accepts`: an offer of x402, where a permit would do.'),
  error: z.string().optional(),
  accepts: z.array(paymentRequirements).optional(),
});
