import { z } from 'zod';
import { type Payment, payment } from './access.ts';
import { ServiceError } from './error.ts';
import { pageOutcomes } from './outcome.ts';
import { pageFields, pageFieldsAgree, phoneRatio } from './page.ts';
import { bodyObject, check, cssSelector, type Parsed, proxyUrl, targetUrl, warningsOf } from './request.ts';
import { scrapeOptions, unusedOptions, withoutForeign } from './scrape-options.ts';

/** POST /v1/scrape: request and response. */

export const outputNames = ['markdown', 'screenshot', 'pdf', 'csv', 'html'] as const;
export type OutputName = (typeof outputNames)[number];

export const waitStrategies = ['automatic', 'default', 'spa', 'heavy', 'cloudflare'] as const;
export type WaitStrategy = (typeof waitStrategies)[number];

/** More pixels would take the browser's memory, and come back as a picture of half a gigabyte. */
export const maxPicturePixels = 100_000_000;

const base = z.object({
  url: targetUrl,
  wait_for_selector: cssSelector.optional().describe('CSS selector awaited before the page is read.'),
  timeout_ms: z.int().min(1000).max(120_000).default(20_000).describe('Time budget in milliseconds.'),
  block_media: z.boolean().default(true).describe('Do not request images, fonts and video.'),
  proxy_url: proxyUrl.optional(),
  wait_strategy: z.enum(waitStrategies).default('automatic'),
  retry: z.boolean().default(true).describe('Retry transient failures with exponential backoff.'),
  bypass_cache: z.boolean().default(false).describe('Skip the 5-minute response cache.'),
  max_age_ms: z
    .int()
    .min(0)
    .max(300_000)
    .optional()
    .describe('Oldest cached answer accepted, in milliseconds; 0 skips the cache.'),
  javascript: z.string().max(100_000).optional().describe('Script run in the page after load; it may await.'),
  ...pageFields,
});

const withOptions = <N extends OutputName, S extends z.ZodObject>(output: N, options: S) =>
  base
    .extend({ output: z.literal(output).default(output as never), options: options.prefault({} as never) })
    .superRefine(pageFieldsAgree);

interface Pictured {
  readonly mobile: boolean;
  readonly options: { readonly width?: number | undefined; readonly height?: number | undefined };
}

/** Of a desktop every window fits, and with one side alone of a phone, too. */
const windowFits = ({ mobile, options: { width = 1, height = 1 } }: Pictured): boolean =>
  !mobile || width * height * phoneRatio ** 2 <= maxPicturePixels;

/** One schema for each output, so that options match the output. */
export const scrapeRequests = {
  markdown: withOptions('markdown', scrapeOptions.markdown),
  screenshot: withOptions('screenshot', scrapeOptions.screenshot).refine(windowFits, {
    path: ['options', 'width'],
    message: `with mobile the window has ${phoneRatio} pixels for each CSS pixel, ${maxPicturePixels} in all at most`,
  }),
  pdf: withOptions('pdf', scrapeOptions.pdf),
  csv: withOptions('csv', scrapeOptions.csv),
  html: withOptions('html', scrapeOptions.html),
} as const satisfies Record<OutputName, z.ZodObject>;

type RequestOf<N extends OutputName> = z.infer<(typeof scrapeRequests)[N]> & { output: N };
export type ScrapeRequest = { [N in OutputName]: RequestOf<N> }[OutputName];
/** How a page is obtained, whatever is made of it. */
export type PageQuery = Omit<ScrapeRequest, 'output' | 'options'>;
export type Options = { [N in OutputName]: RequestOf<N>['options'] };

/** @throws ServiceError `invalid_output`, `invalid_request`, or `connection_failed` for an impossible host. */
export const parseScrape = (body: unknown): Parsed<ScrapeRequest> => {
  const object = bodyObject(body);
  const output = object.output ?? 'markdown';
  if (!isOutput(output)) throw new ServiceError('invalid_output');
  const { body: own, warnings: foreign } = withoutForeign(object, output);
  const { request: checked, warnings } = check(scrapeRequests[output], own);
  const request = checked as ScrapeRequest;
  const unused = request.output === 'screenshot' ? unusedOptions(request.options, object.options) : [];
  return { request, warnings: [...warnings, ...foreign, ...unused] };
};

const isOutput = (value: unknown): value is OutputName => outputNames.some((name) => name === value);

const link = z.object({ url: z.string(), text: z.string() });
const base64 = z.string().meta({ contentEncoding: 'base64' });

/** `data` of the response, by output. */
export const scrapeData = {
  markdown: z.object({
    title: z.string(),
    markdown: z.string(),
    character_count: z.int().describe('Length of `markdown` in UTF-16 code units.'),
    links: z.array(link).optional(),
  }),
  screenshot: z.object({ data: base64, format: z.enum(['png', 'jpeg']), size_bytes: z.int() }),
  pdf: z.object({ data: base64, format: z.literal('pdf'), size_bytes: z.int() }),
  csv: z.object({
    format: z.literal('csv'),
    tables: z.array(z.string()),
    table_count: z.int(),
    data: z.string().describe('All tables, separated by blank lines.'),
  }),
  html: z.object({
    html: z.string(),
    format: z.literal('html'),
    size_bytes: z.int().describe('Length of `html` in UTF-8 bytes.'),
    links: z.array(link).optional(),
  }),
} as const satisfies Record<OutputName, z.ZodObject>;

export type Data = { [N in OutputName]: z.infer<(typeof scrapeData)[N]> };

const text = z.string().nullable();

/** What the page says of itself. */
export const pageMetadata = z.object({
  title: z.string(),
  description: text,
  language: text,
  canonical_url: text,
  site_name: text,
  author: text,
  published_at: text,
  image: text,
});
export type PageMetadata = z.infer<typeof pageMetadata>;

/** What follows one another until a page is answered. */
const phases = ['turn', 'tab', 'load', 'wait', 'read', 'output'] as const;

const timings = z
  .array(z.object({ phase: z.enum(phases), start_ms: z.int(), end_ms: z.int() }))
  .describe(
    'Where the time went: `turn` waits for a slot of the owner, `tab` for a tab and through earlier attempts. ' +
      'From the cache: of when it was made.',
  );
export type Timings = z.infer<typeof timings>;

/** The extra `metadata` object of a scrape response: the page's own words and how it was fetched. */
export const scrapeMetadata = pageMetadata.extend({
  final_url: z.string(),
  status_code: z.int(),
  outcome: z
    .enum(pageOutcomes)
    .describe('What became of the page; `ok` is the answer of the site, whatever its status.'),
  content_type: z.string(),
  engine: z
    .enum(['response', 'browser'])
    .describe('Whether the page was read from the response alone or shown in a browser.'),
  engine_reason: z.string().describe('Why: `no_script`, `learned`, `text`, `document`, `script`, `asked`, …'),
  wait: z.object({
    ended_by: z.string().describe('What ended the wait.'),
    after_ms: z.int(),
  }),
  stopped_by: z
    .literal('deadline')
    .optional()
    .describe('Present when the budget ended before the page was done.'),
  attempts: z.int(),
  timings,
  cached: z.boolean(),
  cached_at: z.string().nullable(),
});
export type ScrapeMetadata = z.infer<typeof scrapeMetadata>;

export const scrapeResponse = z.object({
  status: z.literal(200),
  url: z.string(),
  output: z.enum(outputNames),
  data: z.union(outputNames.map((name) => scrapeData[name])),
  execution_time_ms: z.int(),
  payment: payment.nullable(),
  metadata: scrapeMetadata,
  warnings: z.array(z.string()).optional(),
});
export type ScrapeResponse = z.infer<typeof scrapeResponse>;

/** What a scrape gives: the `data` of the response and what is known of the page. */
export interface Scraped {
  readonly data: Data[OutputName];
  readonly metadata: ScrapeMetadata;
  /** What the caller should know of how it went. */
  readonly warnings: readonly string[];
}

/** What is said of an answer beside its content. */
export interface Circumstances {
  /** On the clock of `performance.now()`. */
  readonly started: number;
  readonly payment: Payment | null;
  /** Sentences for fields that mean nothing. */
  readonly unknown: readonly string[];
}

export const scrapeAnswer = (
  { url, output }: ScrapeRequest,
  { data, metadata, warnings: met }: Scraped,
  { started, payment, unknown }: Circumstances,
): ScrapeResponse => ({
  status: 200,
  url,
  output,
  data,
  execution_time_ms: Math.round(performance.now() - started),
  payment,
  metadata,
  ...warningsOf(unknown, met),
});
