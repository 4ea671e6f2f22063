import { z } from 'zod';
import { type LedgerEntry, paymentStates } from './ledger.ts';
import { proxyStatus } from './status.ts';

/** What the service has done and how it is, for those who run it. */

const time = z.string().describe('ISO 8601, UTC.');
const latency = z
  .object({ p50: z.number(), p90: z.number(), p99: z.number() })
  .nullable()
  .describe('Milliseconds, to an eighth; null where nothing was asked.');

/** What was asked in a stretch of time. */
const tally = z.object({
  requests: z.int(),
  errors: z.int().describe('Answers with a status of 400 or more, and those nobody waited for.'),
  latency_ms: latency,
});

export const usageRecord = z.object({
  owner: z.string().nullable().describe('Null: of every owner.'),
  since: time.describe('Since when there are figures: a day ago, or when this process started.'),
  until: time,
  step_seconds: z.int().describe('Length of an entry of `series`.'),
  totals: tally.extend({
    pages: z.int().describe('Answers with a page, of scrape and extract.'),
    cached: z.int().describe('Those of them that the response cache gave.'),
  }),
  series: z.array(tally.extend({ at: time, pages: z.int(), cached: z.int() })).describe('Oldest first.'),
  endpoints: z
    .array(tally.extend({ endpoint: z.string() }))
    .describe('By operation of the API, busiest first.'),
  outcomes: z
    .record(z.string(), z.int())
    .describe('What became of pages: `metadata.outcome`, or an error code.'),
  crawls: z.record(z.string(), z.int()).describe('Jobs of the last day, by status.'),
  deliveries: z.record(z.string(), z.int()).describe('Webhooks of the last day, by status.'),
  payments: z
    .array(
      z.object({
        state: z.enum(paymentStates),
        count: z.int(),
        amount: z.string().describe("In the token's smallest unit."),
      }),
    )
    .optional()
    .describe('Of the last day, by state; where every owner counts.'),
});
export type UsageRecord = z.infer<typeof usageRecord>;

export const paymentsQuery = z.object({
  state: z.enum(paymentStates).optional(),
  limit: z.int().min(1).max(1000).default(100).describe('Entries at most.'),
});

const paymentEntry = z.object({
  network: z.string(),
  asset: z.string(),
  payer: z.string(),
  nonce: z.string(),
  amount: z.string().describe("In the token's smallest unit."),
  valid_before: time,
  state: z.enum(paymentStates),
  transaction: z.string().nullable(),
  reason: z.string().nullable(),
  endpoint: z.string(),
  request_id: z.string(),
  created_at: time,
  updated_at: time,
});
export type PaymentEntry = z.infer<typeof paymentEntry>;

/** A permit of the ledger as it is told, over HTTP and by commands. */
export const paymentView = (entry: LedgerEntry): PaymentEntry => ({
  network: entry.network,
  asset: entry.asset,
  payer: entry.payer,
  nonce: entry.nonce,
  amount: entry.amount,
  valid_before: entry.validBefore.toISOString(),
  state: entry.state,
  transaction: entry.transaction,
  reason: entry.reason,
  endpoint: entry.endpoint,
  request_id: entry.requestId,
  created_at: entry.createdAt.toISOString(),
  updated_at: entry.updatedAt.toISOString(),
});

export const paymentList = z.object({
  count: z.int(),
  payments: z.array(paymentEntry),
  warnings: z.array(z.string()).optional(),
});

export const systemRecord = z.object({
  version: z.string(),
  node: z.string(),
  uptime_seconds: z.number(),
  memory_bytes: z.int().describe('Of this process, its browser not counted.'),
  cores: z.int(),
  browsers: z
    .array(z.object({ version: z.string(), age_seconds: z.int(), contexts: z.int(), served: z.int() }))
    .describe('Those that run: version, open contexts, contexts made so far.'),
  browser_launches: z.record(z.string(), z.int()).describe('Starts by cause: start, crash, recycle.'),
  pages: z.object({
    contexts: z.int().describe('Open browser contexts.'),
    shown_limit: z.int().describe('Pages shown at once at most.'),
    visits_limit: z.int().describe('Pages asked for at once at most.'),
    queued: z.int(),
    queue_limit: z.int(),
  }),
  crawl_jobs: z.int().describe('Under way in this process.'),
  store: z.object({
    kind: z.enum(['embedded', 'postgres']),
    version: z.string(),
    schema_version: z.int(),
    size_bytes: z.number(),
  }),
  proxies: proxyStatus,
});
export type SystemRecord = z.infer<typeof systemRecord>;
