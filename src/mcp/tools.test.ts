import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { crawlRequest } from '../contract/crawl.ts';
import { examples } from '../contract/examples.ts';
import { extractRequest } from '../contract/extract.ts';
import { mapRequest } from '../contract/map.ts';
import { outputNames, scrapeRequests } from '../contract/scrape.ts';
import type { Tool } from './tool.ts';
import { type ToolName, toolNames, tools } from './tools.ts';

const ajv = new AjvJsonSchemaValidator();
const accepts = (name: ToolName, value: unknown) => ajv.getValidator(tools[name].inputSchema)(value).valid;

test.each(toolNames)('the schemas of %s are objects on the top, and valid', (name) => {
  const { inputSchema, outputSchema }: Tool = tools[name];
  for (const schema of [inputSchema, outputSchema].filter((given) => given !== undefined)) {
    expect(schema).toMatchObject({ type: 'object', properties: expect.any(Object) });
    expect(() => ajv.getValidator(schema)).not.toThrow();
  }
});

test('every field of a request is a field of its tool, described in the same words', () => {
  const fields = (schema: unknown) => Object.keys((schema as { properties: object }).properties).toSorted();
  const requests: [ToolName, z.ZodObject, string[]][] = [
    ...outputNames.map((output): [ToolName, z.ZodObject, string[]] => [
      'scrape',
      scrapeRequests[output],
      ['max_characters', 'cursor'],
    ]),
    ['extract', extractRequest, []],
    ['map', mapRequest, ['max_characters', 'cursor']],
    ['crawl_start', crawlRequest, ['idempotency_key']],
  ];
  for (const [name, request, own] of requests) {
    expect(fields(tools[name].inputSchema)).toEqual([...Object.keys(request.shape), ...own].toSorted());
    const described = Object.entries(request.shape).filter(([, field]) => field.description !== undefined);
    for (const [field, { description }] of described.filter(([key]) => key !== 'options'))
      expect(tools[name].inputSchema).toMatchObject({ properties: { [field]: { description } } });
  }
});

describe('the requests that the contract has as examples are what the tools take', () => {
  const given = (['scrape', 'extract'] as const).flatMap((name) =>
    Object.entries(examples[name]?.request ?? {}).map(([title, { value }]) => ({ name, title, value })),
  );
  test.each(given)('$name: $title', ({ name, value }) => {
    expect(accepts(name, value)).toBe(true);
  });
});

test.each<[ToolName, object]>([
  ['scrape', {}],
  ['scrape', { url: 1 }],
  ['scrape', { url: 'https://example.com/', output: 'docx' }],
  ['scrape', { url: 'https://example.com/', timeout_ms: 1 }],
  ['scrape', { url: 'https://example.com/', max_characters: 10 }],
  ['extract', { url: 'https://example.com/', schema: { properties: { a: { type: 'text' } } } }],
  ['map', { url: 'https://example.com/', limit: 0 }],
  ['crawl_start', { start_url: 'https://example.com/', depth: 11 }],
  ['crawl_status', {}],
  ['crawl_results', { job_id: '1', limit: 1001 }],
  ['crawl_cancel', { job: '1' }],
])('%s does not take %o', (name, value) => {
  expect(accepts(name, value)).toBe(false);
});

test('the list of tools takes no more of a context than 33 000 characters', () => {
  const listed = toolNames.map((name) => ({ ...tools[name], run: undefined }));
  expect(JSON.stringify(listed).length).toBeLessThan(33_000);
});
