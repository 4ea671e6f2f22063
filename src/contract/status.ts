import { z } from 'zod';

/** Public status records (spec, "Health record"; contract decisions for the proxy pool). */

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
  success_rate: z.number().nullable(),
  latency_ms: z.number().nullable(),
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

export const errorBody = z.object({
  detail: z.object({
    error: z.string(),
    message: z.string(),
    url: z.string().optional(),
    payment_charged: z.boolean().optional(),
    reason: z.string().optional(),
    retry_after: z.int().optional(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  }),
});
