import type { EndpointName } from './routes.ts';

/** Parts of the OpenAPI document that do not come from schemas: tags, headers, ways to authenticate. */

export const tags = [
  { name: 'Pages', description: 'One page in, text, data or a picture of it out.' },
  { name: 'Crawls', description: 'Jobs over many pages.' },
  { name: 'Webhooks', description: 'What is sent when a job ends, and what became of it.' },
  { name: 'Agents', description: 'The Model Context Protocol.' },
  {
    name: 'Operation',
    description: 'Keys, usage, payments and the state of the process, for those who run it.',
  },
  { name: 'Service', description: 'How the service is, and what it understands.' },
] as const;

/** The first that fits the beginning of a path. */
const tagsByPath: readonly (readonly [string, (typeof tags)[number]['name']])[] = [
  ['/v1/scrape', 'Pages'],
  ['/v1/extract', 'Pages'],
  ['/v1/map', 'Pages'],
  ['/v1/crawl', 'Crawls'],
  ['/v1/webhooks', 'Webhooks'],
  ['/v1/keys', 'Operation'],
  ['/v1/usage', 'Operation'],
  ['/v1/payments', 'Operation'],
  ['/v1/system', 'Operation'],
  ['/mcp', 'Agents'],
  ['/', 'Service'],
];

export const tagOf = (path: string): string =>
  tagsByPath.find(([beginning]) => path.startsWith(beginning))?.[1] ?? 'Service';

const ofOneEndpoint: { readonly [N in EndpointName]?: string } = {
  crawlCreate: 'IdempotencyKey',
  crawlEvents: 'LastEventId',
};

/** Request headers of an endpoint, beside those that authenticate. */
export const requestHeaders = (name: EndpointName): { readonly $ref: string }[] =>
  ['RequestId', ofOneEndpoint[name]].flatMap((header) =>
    header === undefined ? [] : [{ $ref: `#/components/parameters/${header}` }],
  );

const requestId = { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' };
const base64 = { type: 'string', contentEncoding: 'base64' };

export const components = {
  parameters: {
    RequestId: {
      name: 'X-Request-ID',
      in: 'header',
      description: 'Echoed in the answer; replaced when it is not of this form.',
      schema: requestId,
    },
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description: 'A repeat with the same key is the same job.',
      schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
    },
    LastEventId: {
      name: 'Last-Event-ID',
      in: 'header',
      description: 'The same as `last_event_id`, and counts more: browsers send it when a connection broke.',
      schema: { type: 'integer', minimum: 0, maximum: 1_000_000 },
    },
  },
  headers: {
    RequestId: { description: 'Names this request in the log.', required: true, schema: requestId },
    RateLimit: {
      description: 'What is left of each quota: `"key";r=58;t=12`. Not where limits are off.',
      schema: { type: 'string' },
    },
    RateLimitPolicy: {
      description: 'The quotas: `"key";q=60;w=60`, requests and seconds.',
      schema: { type: 'string' },
    },
    XPAYMENTRESPONSE: {
      description: 'Receipt of x402, version 1: base64 of JSON. Only where a permit of that version paid.',
      schema: base64,
    },
    PAYMENTRESPONSE: { description: 'The same for version 2.', schema: base64 },
    PAYMENTREQUIRED: { description: 'The offers of x402, version 2: base64 of JSON.', schema: base64 },
    RetryAfter: { description: 'Seconds to wait, where known.', schema: { type: 'integer', minimum: 0 } },
  },
  securitySchemes: {
    key: { type: 'http', scheme: 'bearer', description: 'API key: `svc_live_` and 64 hex digits.' },
    permit: {
      type: 'apiKey',
      in: 'header',
      name: 'X-PAYMENT',
      description: 'Payment permit, where GET /v1/pricing says that payments are on.',
    },
    permit2: {
      type: 'apiKey',
      in: 'header',
      name: 'PAYMENT-SIGNATURE',
      description: 'The same, as version 2 of x402 names it.',
    },
  },
} as const;
