import { z } from 'zod';
import { skipReasons, time } from './crawl.ts';
import { pageMetadata, scrapeData } from './scrape.ts';
import { windowQuery } from './window.ts';

/** What a crawl job has found: results, errors and the ledger (docs/crawling.md). */

export const resultMetadata = pageMetadata.partial().extend({
  final_url: z.string().optional(),
  content_type: z.string().optional(),
  outcome: z.string().optional(),
  depth: z.int(),
  parent_url: z.string().nullable().describe('The page that led here first.'),
  attempts: z.int(),
  duration_ms: z.int(),
  content_hash: z.string().optional().describe('SHA-256 of the Markdown, hexadecimal.'),
  engine: z.enum(['response', 'browser']).optional(),
});
export type ResultMetadata = z.infer<typeof resultMetadata>;

const pageData = z.union([scrapeData.html, scrapeData.csv]);
export type PageData = z.infer<typeof pageData>;

export const crawlResult = z.object({
  id: z.string(),
  url: z.string(),
  status: z.int().describe('HTTP status of the page; 0 when there was no answer.'),
  markdown: z.string(),
  data: pageData
    .optional()
    .describe('With `options.output` html or csv: what a scrape with that output gives.'),
  metadata: resultMetadata,
  error: z.string().nullable(),
  crawled_at: time,
});
export type CrawlResult = z.infer<typeof crawlResult>;

export const crawlResults = z.object({
  job_id: z.uuid(),
  count: z.int(),
  results: z.array(crawlResult),
  warnings: z.array(z.string()).optional(),
});
export type CrawlResults = z.infer<typeof crawlResults>;

const crawlError = z.object({
  url: z.string(),
  status: z.int(),
  error: z.string(),
  attempts: z.int(),
  crawled_at: time,
});
const crawlSkip = z.object({ url: z.string(), reason: z.enum(skipReasons), found_on: z.string().nullable() });

export const crawlErrors = z.object({
  job_id: z.uuid(),
  count: z.int(),
  errors: z.array(crawlError),
  skipped: z.array(crawlSkip).describe('The ledger of addresses that were not fetched, in order of address.'),
  warnings: z.array(z.string()).optional(),
});
export type CrawlErrors = z.infer<typeof crawlErrors>;

export const resultsQuery = windowQuery.extend({
  format: z.enum(['json', 'ndjson']).default('json').describe('`ndjson`: one result on each line.'),
});
export const eventsQuery = z.object({
  last_event_id: z
    .int()
    .min(0)
    .max(1_000_000)
    .default(0)
    .describe('Go on behind this result; the header Last-Event-ID says the same.'),
});
