import type { z } from 'zod';
import type { crawlCreated, crawlRequest } from './crawl.ts';
import type { extractRequest, extractResponse } from './extract.ts';
import type { mapRequest, mapResponse } from './map.ts';
import type { EndpointName } from './routes.ts';
import type { scrapeRequests, scrapeResponse } from './scrape.ts';

/** Examples shown in the OpenAPI document; a test checks them against their schemas. */

const markdownRequest: z.input<typeof scrapeRequests.markdown> = { url: 'https://example.com/' };

const screenshotRequest: z.input<typeof scrapeRequests.screenshot> = {
  url: 'https://example.com/',
  output: 'screenshot',
  options: { format: 'jpeg', width: 390, height: 844 },
};

const visitorRequest: z.input<typeof scrapeRequests.markdown> = {
  url: 'https://example.com/search',
  mobile: true,
  locale: 'de-DE',
  timezone: 'Europe/Berlin',
  headers: { 'X-Tenant': 'blue' },
  cookies: [{ name: 'session', value: '4711', http_only: true, same_site: 'lax' }],
  actions: [
    { type: 'type', selector: 'input[name=q]', text: 'gannet' },
    { type: 'press', key: 'Enter' },
    { type: 'wait', selector: '.results' },
  ],
};

const timings: z.infer<typeof scrapeResponse>['metadata']['timings'] = [
  { phase: 'turn', start_ms: 0, end_ms: 0 },
  { phase: 'tab', start_ms: 0, end_ms: 4 },
  { phase: 'load', start_ms: 4, end_ms: 214 },
  { phase: 'wait', start_ms: 214, end_ms: 260 },
  { phase: 'read', start_ms: 260, end_ms: 281 },
  { phase: 'output', start_ms: 281, end_ms: 300 },
];

const markdownResponse: z.infer<typeof scrapeResponse> = {
  status: 200,
  url: 'https://example.com/',
  output: 'markdown',
  data: {
    title: 'Example Domain',
    markdown: '# Example Domain\n\nThis domain is for use in documentation examples.\n',
    character_count: 69,
  },
  execution_time_ms: 412,
  payment: null,
  metadata: {
    title: 'Example Domain',
    description: null,
    language: 'en',
    canonical_url: null,
    site_name: null,
    author: null,
    published_at: null,
    image: null,
    final_url: 'https://example.com/',
    status_code: 200,
    outcome: 'ok',
    content_type: 'text/html',
    engine: 'browser',
    engine_reason: 'script',
    wait: { ended_by: 'quiet', after_ms: 180 },
    attempts: 1,
    timings,
    cached: false,
    cached_at: null,
  },
};

const testDelivery = {
  delivery_id: '019a5a3e-7d6b-7c11-9c5e-0f5d3a1b2c4d',
  event: 'test.webhook',
  callback_url: 'https://example.com/hooks/gannet',
  status: 'delivered',
  attempts: 1,
  max_attempts: 1,
  last_attempt_at: '2026-01-31T12:00:00.000Z',
  next_attempt_at: null,
  response_status: 204,
  response_body: null,
  error: null,
  created_at: '2026-01-31T12:00:00.000Z',
};

const schemaRequest: z.input<typeof extractRequest> = {
  url: 'https://shop.example/mug',
  schema: {
    type: 'object',
    properties: { name: { type: 'string' }, price: { type: 'number', description: 'What it costs now.' } },
    required: ['name'],
  },
};

const selectorsRequest: z.input<typeof extractRequest> = {
  url: 'https://shop.example/',
  selectors: {
    heading: 'h1',
    products: {
      selector: '.card',
      type: 'list',
      fields: { name: 'h3', link: { selector: 'a', attribute: 'href' } },
    },
  },
};

const xpathsRequest: z.input<typeof extractRequest> = {
  url: 'https://shop.example/mug',
  xpaths: { heading: '//h1', links: '//a/@href', count: 'count(//li)' },
  options: { wait_for: 'h1', timeout: 20_000 },
};

const pageRead = {
  final_url: 'https://shop.example/mug',
  status_code: 200,
  outcome: 'ok',
  content_type: 'text/html',
  engine: 'response',
  engine_reason: 'no_script',
  wait: { ended_by: 'response', after_ms: 95 },
  attempts: 1,
  timings,
  cached: false,
  cached_at: null,
} as const;

const extractAnswer: z.infer<typeof extractResponse> = {
  status: 200,
  url: 'https://shop.example/mug',
  data: { name: 'Mug', price: 12.5 },
  metadata: {
    ...pageRead,
    extraction_method: 'schema',
    confidence: 0.97,
    processing_time_ms: 214,
    fields: {
      name: { source: 'jsonld', path: 'jsonld[0].name', snippet: 'Mug', confidence: 0.96 },
      price: { source: 'jsonld', path: 'jsonld[0].offers.price', snippet: '12.50', confidence: 0.98 },
    },
  },
  payment: null,
};

const siteRequest: z.input<typeof crawlRequest> = {
  start_url: 'https://example.com/',
  max_pages: 50,
  options: { exclude_patterns: ['/login*'] },
};

const batchRequest: z.input<typeof crawlRequest> = {
  urls: ['https://example.com/', 'https://example.com/about'],
  callback_url: 'https://example.com/hooks/gannet',
  webhook_secret: 'a long random text',
};

const crawlAnswer: z.infer<typeof crawlCreated> = {
  job_id: '019a5a3e-7d6b-7c11-9c5e-0f5d3a1b2c4d',
  status: 'pending',
  mode: 'link',
  start_url: 'https://example.com/',
  max_pages: 50,
  depth: 3,
  created_at: '2026-01-31T12:00:00.000Z',
};

const siteMapRequest: z.input<typeof mapRequest> = { url: 'https://example.com/', limit: 100 };

const siteMapAnswer: z.infer<typeof mapResponse> = {
  url: 'https://example.com/',
  count: 2,
  links: [
    { url: 'https://example.com/', source: 'sitemap' },
    { url: 'https://example.com/about', source: 'link' },
  ],
};

interface Example {
  readonly summary: string;
  readonly value: unknown;
}

type Examples = Readonly<Record<string, Example>>;

export const examples: {
  readonly [N in EndpointName]?: { readonly request: Examples; readonly response: Examples };
} = {
  scrape: {
    request: {
      markdown: { summary: 'A page as Markdown.', value: markdownRequest },
      visitor: { summary: 'A search on a phone, in German, with a session.', value: visitorRequest },
      screenshot: { summary: 'What a phone would show, as JPEG.', value: screenshotRequest },
    },
    response: { markdown: { summary: 'A page as Markdown.', value: markdownResponse } },
  },
  crawlCreate: {
    request: {
      site: { summary: 'What a page leads to.', value: siteRequest },
      batch: { summary: 'Pages that are known, with a webhook at the end.', value: batchRequest },
    },
    response: { site: { summary: 'The job is stored.', value: crawlAnswer } },
  },
  map: {
    request: { site: { summary: 'At most 100 addresses.', value: siteMapRequest } },
    response: { site: { summary: 'Each once.', value: siteMapAnswer } },
  },
  keyCreate: {
    request: {
      key: {
        summary: 'For an application that reads pages.',
        value: { name: 'reader', scopes: ['page:read'] },
      },
    },
    response: {
      key: {
        summary: 'The key is shown only here.',
        value: {
          key: `svc_live_${'0'.repeat(64)}`,
          id: '019a5a3e-7d6b-7c11-9c5e-0f5d3a1b2c4e',
          owner: 'ada',
          name: 'reader',
          scopes: ['page:read'],
          tier: 'free',
          created_at: '2026-01-31T12:00:00.000Z',
          last_used_at: null,
          expires_at: null,
          revoked_at: null,
        },
      },
    },
  },
  mcp: {
    request: {
      tools: { summary: 'The tools.', value: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
    },
    response: {},
  },
  webhookTest: {
    request: {
      webhook: {
        summary: 'A test of a receiver.',
        value: {
          url: 'https://example.com/hooks/gannet',
          secret: 'a long random text',
          data: { hello: 'world' },
        },
      },
    },
    response: {
      webhook: {
        summary: 'It was delivered.',
        value: { message: 'The webhook was delivered.', delivery: testDelivery },
      },
    },
  },
  extract: {
    request: {
      schema: { summary: 'By what properties mean.', value: schemaRequest },
      selectors: { summary: 'By CSS selectors.', value: selectorsRequest },
      xpaths: { summary: 'By XPath 1.0.', value: xpathsRequest },
    },
    response: { schema: { summary: 'Data, and what it is founded on.', value: extractAnswer } },
  },
};
