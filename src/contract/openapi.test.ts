import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { examples } from './examples.ts';
import { openapiDocument } from './openapi.ts';
import { endpoints } from './routes.ts';
import { parseScrape, scrapeResponse } from './scrape.ts';

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
  const { oneOf, discriminator } = scrape.requestBody.content['application/json'].schema;
  expect(discriminator.mapping.pdf).toBe('#/components/schemas/ScrapePdfRequest');
  const required = oneOf.map(
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
  expect(schema.allOf[1].properties.detail.properties.error.enum).toEqual(['overloaded', 'shutting_down']);
  expect(Object.keys(headers)).toEqual(['X-Request-ID', 'Retry-After']);
  expect(Object.keys(document.paths['/health'].get.responses)).toEqual(['200', '500']);
});

test('the examples are true', () => {
  for (const { value } of Object.values(examples.scrape?.request ?? {}))
    expect(parseScrape(value).warnings).toEqual([]);
  for (const { value } of Object.values(examples.scrape?.response ?? {}))
    expect(scrapeResponse.parse(value)).toEqual(value);
});
