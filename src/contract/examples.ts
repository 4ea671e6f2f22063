import type { z } from 'zod';
import type { EndpointName } from './routes.ts';
import type { scrapeRequests, scrapeResponse } from './scrape.ts';

/** Examples shown in the OpenAPI document; a test checks them against their schemas. */

const markdownRequest: z.input<typeof scrapeRequests.markdown> = { url: 'https://example.com/' };

const screenshotRequest: z.input<typeof scrapeRequests.screenshot> = {
  url: 'https://example.com/',
  output: 'screenshot',
  options: { format: 'jpeg', width: 390, height: 844 },
};

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
    content_type: 'text/html',
    engine: 'browser',
    wait: { ended_by: 'quiet', after_ms: 180 },
    attempts: 1,
    cached: false,
    cached_at: null,
  },
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
      screenshot: { summary: 'What a phone would show, as JPEG.', value: screenshotRequest },
    },
    response: { markdown: { summary: 'A page as Markdown.', value: markdownResponse } },
  },
};
