import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { crawlCreated, parseCrawl } from './crawl.ts';
import { examples } from './examples.ts';
import { extractResponse, parseExtract } from './extract.ts';
import { mapResponse, parseMap } from './map.ts';
import { openapiDocument } from './openapi.ts';
import { endpoints, endpointTable } from './routes.ts';
import { parseScrape, scrapeResponse } from './scrape.ts';
import { parseWebhookTest, webhookTestResponse } from './webhook.ts';

// As a client reads it.
const document = JSON.parse(JSON.stringify(openapiDocument('1.2.3')));
const scrape = document.paths['/v1/scrape'].post;

test('the document follows the rules of OpenAPI 3.1', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('every reference leads somewhere', () => {
  const references = [...JSON.stringify(document).matchAll(/"#(\/[^"]*)"/g)].map(([, path = '']) => path);
  const lost = references.filter(
    (path) =>
      path
        .split('/')
        .slice(1)
        .reduce((node, key) => node?.[key], document) === undefined,
  );
  expect(references.length).toBeGreaterThan(50);
  expect(lost).toEqual([]);
});

test('every endpoint is in it', () => {
  for (const [name, { method, path }] of Object.entries(endpoints))
    expect(document.paths[path][method.toLowerCase()].operationId).toBe(name);
});

test('only the default output may be left out of a scrape request', () => {
  const { anyOf } = scrape.requestBody.content['application/json'].schema;
  const required = anyOf.map(
    ({ $ref }: { $ref: string }) => document.components.schemas[$ref.replace(/.*\//, '')].required,
  );
  expect(required).toEqual([['url'], ...Array(4).fill(['url', 'output'])]);
});

test('each status lists its codes', () => {
  const { schema, headers } = {
    ...scrape.responses[503].content['application/json'],
    headers: scrape.responses[503].headers,
  };
  expect(schema.allOf[0].$ref).toMatch(/ChargeableError$/);
  expect(schema.allOf[1].properties.detail.properties.error.enum).toEqual([
    'overloaded',
    'payment_unavailable',
    'shutting_down',
  ]);
  expect(Object.keys(headers)).toEqual(['X-Request-ID', 'RateLimit', 'RateLimit-Policy', 'Retry-After']);
  expect(Object.keys(document.paths['/health'].get.responses)).toEqual(['200', '500']);
});

test.each([
  ['scrape', parseScrape, scrapeResponse],
  ['extract', parseExtract, extractResponse],
  ['crawlCreate', parseCrawl, crawlCreated],
  ['map', parseMap, mapResponse],
  ['webhookTest', parseWebhookTest, webhookTestResponse],
] as const)('the examples of %s are true', (name, parse, response) => {
  for (const { value } of Object.values(examples[name]?.request ?? {}))
    expect(parse(value).warnings).toEqual([]);
  for (const { value } of Object.values(examples[name]?.response ?? {}))
    expect(response.parse(value)).toEqual(value);
});

test('it is told which keys open an endpoint', () => {
  expect(document.paths['/v1/scrape']).toHaveProperty(
    'post.description',
    'Opened by keys with scope `page:read`, `scrape:read` or `*`.',
  );
  expect(document.paths['/v1/keys']).toHaveProperty(
    'get.description',
    'Opened by keys with scope `admin` or `*`.',
  );
  expect(document.paths['/v1/usage']).toHaveProperty('get.description', 'Opened by every key.');
});

test('every endpoint with a body has an example', () => {
  const rows = Object.entries(endpointTable).filter(([, { request }]) => request);
  expect(rows.map(([name]) => name).filter((name) => !Object.hasOwn(examples, name))).toEqual([]);
});

test('no field of a request names a file, a flag or a command', () => {
  const names = new Set<string>();
  const seen = new Set<object>();
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return;
    seen.add(node);
    for (const [key, value] of Object.entries(node)) {
      if (key === 'properties') for (const name of Object.keys(value)) names.add(name);
      if (key === '$ref') walk(document.components.schemas[String(value).split('/').at(-1) ?? '']);
      else if (!/^examples?$/.test(key)) walk(value);
    }
  };
  for (const operations of Object.values<Record<string, { requestBody?: unknown }>>(document.paths))
    for (const { requestBody } of Object.values(operations)) walk(requestBody);
  expect(names.size).toBeGreaterThan(50);
  const suspects = [...names].filter((name) =>
    /(?:^|_)(?:path|file|filename|dir|folder|args?|flags?|command|exec|hook|binary|socket)s?(?:_|$)/.test(
      name,
    ),
  );
  // Of a cookie.
  expect(suspects).toEqual(['path']);
});
