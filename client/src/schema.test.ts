import { type } from 'arktype';
import { object, string } from 'valibot';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { startSite } from '../../test/support/site.ts';
import { createClient } from './client.ts';
import type { SelectorObject } from './contract.ts';
import { isGannetError } from './errors.ts';
import type { ExtractAnswer, Selected } from './extract.ts';

/** Extraction by schemas of several libraries; what the service would find is given. */
const startExtract = async (data: unknown) => {
  const bodies: Record<string, unknown>[] = [];
  const site = await startSite({
    '/v1/extract': async (request, response) => {
      bodies.push(JSON.parse(Buffer.concat(await request.toArray()).toString()));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
    },
  });
  const { extract } = createClient({ url: site.origin });
  return { extract, bodies, [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() };
};

type Same<A, B> = [A, B] extends [B, A] ? true : false;
const url = 'https://example.com/';

test('zod: it is asked for by JSON schema, checked and typed', async () => {
  await using given = await startExtract({
    name: 'Mug',
    sold: '2026-01-31',
    tags: null,
    maker: { name: null },
  });
  const schema = z.object({
    name: z.string().describe('What it is called.'),
    sold: z.coerce.date(),
    tags: z.array(z.string()).optional(),
    maker: z.object({ name: z.string().default('nobody') }),
  });
  const { data } = await given.extract({ url, schema, options: { timeout: 5000 } });
  true satisfies Same<typeof data, z.infer<typeof schema>>;
  expect(data).toEqual({ name: 'Mug', sold: new Date('2026-01-31'), maker: { name: 'nobody' } });
  expect(given.bodies).toEqual([
    {
      url,
      options: { timeout: 5000 },
      schema: {
        type: 'object',
        properties: {
          name: { type: 'string', description: 'What it is called.' },
          sold: {},
          tags: { type: 'array', items: { type: 'string' } },
          maker: { type: 'object', properties: { name: { type: 'string', default: 'nobody' } } },
        },
        required: ['name', 'sold', 'maker'],
      },
    },
  ]);
});

test('null stays where the schema takes it', async () => {
  await using given = await startExtract({ price: null });
  const { data } = await given.extract({ url, schema: z.object({ price: z.number().nullable() }) });
  expect(data).toEqual({ price: null });
});

test('data that does not fit is an error that has it', async () => {
  await using given = await startExtract({ name: null, offers: [{ price: 'dear' }] });
  const schema = z.object({ name: z.string(), offers: z.array(z.object({ price: z.number() })) });
  const failure = await given.extract({ url, schema }).catch((error: unknown) => error);
  if (!isGannetError(failure, 'invalid_data')) throw failure;
  expect(failure.issues.map(({ path }) => path)).toEqual(['name', 'offers.0.price']);
  expect(failure.data).toEqual({ name: null, offers: [{ price: 'dear' }] });
  expect(failure.message).toContain('name: ');
});

test('arktype', async () => {
  await using given = await startExtract({ name: 'Mug' });
  const schema = type({ name: 'string', 'price?': 'number' });
  const { data } = await given.extract({ url, schema });
  true satisfies Same<typeof data, { name: string; price?: number }>;
  expect(data).toEqual({ name: 'Mug' });
  expect(given.bodies).toMatchObject([
    { schema: { type: 'object', properties: { name: { type: 'string' } } } },
  ]);
});

test('valibot does not tell its JSON schema: it is sent beside', async () => {
  await using given = await startExtract({ name: 'Mug' });
  const schema = object({ name: string() });
  const json_schema = { properties: { name: { type: 'string' } } };
  const { data } = await given.extract({ url, schema, json_schema });
  true satisfies Same<typeof data, { name: string }>;
  expect(given.bodies).toEqual([{ url, schema: json_schema }]);
  await expect(given.extract({ url, schema })).rejects.toThrow('json_schema');
});

test('a JSON schema, selectors and XPath are sent as they are, and name the data', async () => {
  await using given = await startExtract({});
  const requests = {
    schema: { properties: { name: { type: 'string', minLength: 1 } }, additionalProperties: false },
    selectors: {
      heading: 'h1',
      cards: { selector: '.card', type: 'list', fields: { price: { type: 'number' } } },
    },
    xpaths: { count: 'count(//li)' },
  } as const;
  const plain = await given.extract({ url, schema: requests.schema });
  const selected = await given.extract({ url, selectors: requests.selectors });
  const found = await given.extract({ url, xpaths: requests.xpaths });
  expect(given.bodies).toEqual(Object.entries(requests).map(([field, value]) => ({ url, [field]: value })));
  plain satisfies ExtractAnswer<{ readonly name: unknown }>;
  selected.data.heading satisfies string | null;
  selected.data.cards satisfies readonly { readonly price: number | null }[] | null;
  found.data.count satisfies string | number | boolean | readonly string[] | null;
  // @ts-expect-error nothing of that name was asked for
  expect(found.data.other).toBeUndefined();
});

test('selectors that are only known later are of any type', () => {
  true satisfies Same<Selected<string>, string | null>;
  true satisfies Same<Selected<SelectorObject>, unknown>;
});
