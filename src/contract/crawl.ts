import { z } from 'zod';
import { urlKey } from '../url.ts';
import { type ErrorExtras, ServiceError } from './error.ts';
import { toldOfWords } from './patterns.ts';
import { bodyObject, check, invalidRequest, notStorable, type Parsed, storable } from './request.ts';
import { receiverUrl, webhookEvents, webhookSecret } from './webhook.ts';

/** Crawl jobs: request and views (docs/crawling.md). */

export const crawlModes = ['sitemap', 'link', 'pattern', 'batch'] as const;
export type CrawlMode = (typeof crawlModes)[number];
const sentModes = ['auto', ...crawlModes] as const;

export const jobStatuses = ['pending', 'running', 'completed', 'failed', 'canceled'] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** Why an address was found and not fetched, or fetched and not kept. */
export const skipReasons = ['robots', 'pattern', 'external', 'duplicate', 'depth', 'trap', 'type'] as const;
export type SkipReason = (typeof skipReasons)[number];

/** What each page is made into; its Markdown comes in any case. Pictures and PDFs are for single pages. */
const pageOutputs = ['markdown', 'html', 'csv'] as const;
export type PageOutput = (typeof pageOutputs)[number];

const maxPagesLimit = 1000;
const defaultPages = 100;
const defaultDepth = 3;
const maxUrl = 8192;

/** An absolute address, in the form that browsers give it. */
export const webUrl = z
  .string()
  .max(maxUrl)
  .transform((text, context) => {
    const url = URL.parse(text.trim());
    if (url !== null && ['http:', 'https:'].includes(url.protocol)) return url.href;
    context.addIssue('must be an absolute http:// or https:// URL');
    return z.NEVER;
  });

const pattern = z.string().min(1).max(1000).refine(storable, notStorable);
export const patterns = z.array(pattern).max(100).default([]);
/** The rules of all patterns, told once. */
export const firstPatterns = z
  .array(
    pattern.describe(
      'A glob of the path (`/a/*`), of the address (with `://`), else of host and path, or a regular expression (RE2), if it ' +
        'begins with `^`, ends with `$` or holds `\\`, `|`, `[`, `(?`, `.*` or `.+`: found anywhere, slashes around it count. ' +
        '`glob:` or `regex:` before it decides.',
    ),
  )
  .max(100)
  .default([]);

const crawlOptions = z.object({
  respect_robots_txt: z.boolean().default(true).describe('Honour robots.txt, its Crawl-delay included.'),
  delay_ms: z
    .int()
    .min(0)
    .max(60_000)
    .default(1000)
    .describe('Between two pages of one host, from the end of one to the start of the next.'),
  timeout_per_page: z.int().min(1000).max(120_000).default(30_000).describe('Milliseconds for one page.'),
  parallel: z
    .int()
    .min(1)
    .max(50)
    .default(5)
    .describe('Pages under way at once; several of one host only without a delay.'),
  follow_external: z.boolean().default(false).describe('Link mode: follow links to other sites, too.'),
  include_patterns: firstPatterns.describe('Link mode: follow only what matches one of these.'),
  exclude_patterns: patterns.describe('Link mode: do not follow what matches one of these.'),
  only_main_content: z.boolean().default(true).describe('Leave out navigation, sidebars and footers.'),
  output: z
    .enum(pageOutputs)
    .default('markdown')
    .describe(
      'What each result holds beside its Markdown, as `data`: `html` the page sanitised, `csv` its tables.',
    ),
});

export const crawlRequest = z.object({
  start_url: webUrl.optional().describe('Where to start; not in batch mode.'),
  mode: z.enum(sentModes).default('auto').describe('auto: batch with `urls`, else link.'),
  max_pages: z
    .int()
    .min(1)
    .max(maxPagesLimit)
    .optional()
    .describe('Most results; by default 100, in batch mode the number of `urls` if that is more.'),
  depth: z
    .int()
    .min(0)
    .max(10)
    .default(defaultDepth)
    .describe('Most links between the start page and a page.'),
  url_pattern: pattern
    .optional()
    .describe('Pattern mode: a glob or a regular expression, as `options.include_patterns`.'),
  urls: z.array(webUrl).min(1).max(maxPagesLimit).optional().describe('Batch mode: the pages.'),
  options: crawlOptions.prefault({}),
  callback_url: receiverUrl.optional().describe('Receives the webhooks.'),
  webhook_secret: webhookSecret.optional().describe('Signs the webhooks with HMAC-SHA256.'),
  webhook_events: z
    .array(z.enum(webhookEvents))
    .min(1)
    .max(webhookEvents.length)
    .default(['crawl.completed'])
    .describe('Which events are sent; `crawl.page` is one for each result.'),
});

/** A checked request: the mode is known, and what it needs is there. */
export interface CrawlRequest extends Omit<z.infer<typeof crawlRequest>, 'mode' | 'max_pages' | 'urls'> {
  readonly mode: CrawlMode;
  readonly max_pages: number;
  readonly urls: readonly string[];
}

/** @throws ServiceError `invalid_mode`, `invalid_request`. */
export const parseCrawl = (body: unknown): Parsed<CrawlRequest> => {
  const object = bodyObject(body);
  if (object.mode !== undefined && !sentModes.some((mode) => mode === object.mode))
    throw new ServiceError('invalid_mode');
  const { request, warnings } = check(crawlRequest, object);
  const { urls: asked = [] } = request;
  const urls = oneOfEach(asked);
  const mode = request.mode === 'auto' ? (request.urls === undefined ? 'link' : 'batch') : request.mode;
  const issues = missing(mode, request);
  if (issues.length > 0) throw invalidRequest(issues);
  const max_pages = request.max_pages ?? Math.max(defaultPages, mode === 'batch' ? urls.length : 0);
  const isCut = mode === 'batch' && urls.length > max_pages;
  const told = [
    ...unused(mode, request).map((field) => `${field} is not used in ${mode} mode`),
    ...withoutReceiver(request).map((field) => `${field} is not used without callback_url`),
    ...(urls.length < asked.length ? [namedAgain(asked.length - urls.length)] : []),
    ...(isCut ? [`urls has ${urls.length} entries: those beyond max_pages are not fetched`] : []),
    ...toldOfWords(patternsOf(mode, request), request.start_url),
  ];
  const start_url = mode === 'batch' ? undefined : request.start_url;
  return { request: { ...request, start_url, mode, max_pages, urls }, warnings: [...warnings, ...told] };
};

const namedAgain = (pages: number) =>
  `urls names ${pages === 1 ? '1 page' : `${pages} pages`} again: each is fetched once`;

/** Each page once, by the first of its spellings. */
const oneOfEach = (urls: readonly string[]): string[] => {
  const seen = new Set<string>();
  return urls.filter((url) => {
    const key = urlKey(url);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
};

type Issues = NonNullable<ErrorExtras['issues']>;
type Sent = z.infer<typeof crawlRequest>;

/** What each mode starts from, and cannot do without. */
const starts = {
  sitemap: ['start_url'],
  link: ['start_url'],
  pattern: ['start_url', 'url_pattern'],
  batch: ['urls'],
} as const satisfies Readonly<Record<CrawlMode, readonly (keyof Sent)[]>>;

const missing = (mode: CrawlMode, request: Sent): Issues =>
  starts[mode]
    .filter((field) => request[field] === undefined)
    .map((field) => ({ path: field, message: `is required in ${mode} mode` }));

/** What each mode can use of what is not for all. */
const uses: Readonly<Record<CrawlMode, readonly string[]>> = {
  sitemap: [...starts.sitemap, 'options.include_patterns', 'options.exclude_patterns'],
  link: [
    ...starts.link,
    'depth',
    'options.follow_external',
    'options.include_patterns',
    'options.exclude_patterns',
  ],
  pattern: [...starts.pattern, 'depth', 'options.include_patterns', 'options.exclude_patterns'],
  batch: starts.batch,
};

/** The fields that were sent for other modes. One with its default asks for nothing. */
const unused = (mode: CrawlMode, request: Sent): readonly string[] => {
  const { depth, options } = request;
  const asked: Readonly<Record<string, boolean>> = {
    ...Object.fromEntries(
      Object.values(starts)
        .flat()
        .map((field) => [field, request[field] !== undefined]),
    ),
    depth: depth !== defaultDepth,
    'options.follow_external': options.follow_external,
    'options.include_patterns': options.include_patterns.length > 0,
    'options.exclude_patterns': options.exclude_patterns.length > 0,
  };
  return Object.keys(asked).filter((field) => asked[field] && !uses[mode].includes(field));
};

/** The patterns that the mode uses, by field. */
const patternsOf = (mode: CrawlMode, { url_pattern, options }: Sent): Record<string, readonly string[]> => {
  const all = {
    url_pattern: url_pattern === undefined ? [] : [url_pattern],
    'options.include_patterns': options.include_patterns,
    'options.exclude_patterns': options.exclude_patterns,
  };
  return Object.fromEntries(Object.entries(all).filter(([field]) => uses[mode].includes(field)));
};

/** The fields about webhooks that were sent although no webhook will be. One with its default asks for nothing. */
const withoutReceiver = ({ callback_url, webhook_secret, webhook_events }: Sent): readonly string[] => {
  if (callback_url !== undefined) return [];
  return [
    ...(webhook_secret === undefined ? [] : ['webhook_secret']),
    ...(webhook_events.includes('crawl.page') ? ['webhook_events'] : []),
  ];
};

export const time = z.string().describe('ISO 8601, UTC.');

/** The creation view, and a job in the list of those created. */
const jobFields = z.object({
  job_id: z.uuid(),
  status: z.enum(jobStatuses),
  mode: z.enum(crawlModes),
  start_url: z.string().optional().describe('Not in batch mode.'),
  max_pages: z.int(),
  depth: z.int(),
  created_at: time,
});

export const crawlCreated = jobFields.extend({ warnings: z.array(z.string()).optional() });
export type CrawlCreated = z.infer<typeof crawlCreated>;

export const crawlStatus = jobFields.extend({
  progress: z.object({
    pages_crawled: z.int(),
    pages_total: z.int().describe('Pages done or known so far, at most `max_pages`.'),
    pages_failed: z.int(),
    skipped: z.int().describe('Addresses found and not fetched; those beyond `max_pages` do not count.'),
    current_url: z.string().describe('A page under way, a few seconds ago; empty when there is none.'),
  }),
  skipped_reasons: z.object(Object.fromEntries(skipReasons.map((reason) => [reason, z.int()]))),
  result_count: z.int(),
  error_count: z.int(),
  error: z.string().nullable(),
  warnings: z
    .array(z.string())
    .describe('What may be missing: sitemaps that could not be read, and the like.'),
  callback_url: z.string().nullable(),
  started_at: time.nullable(),
  completed_at: time.nullable(),
  expires_at: time.describe('When the job and its results are removed.'),
});
export type CrawlStatus = z.infer<typeof crawlStatus>;

export const crawlList = z.object({
  count: z.int(),
  jobs: z.array(crawlStatus),
  warnings: z.array(z.string()).optional(),
});
export type CrawlList = z.infer<typeof crawlList>;
