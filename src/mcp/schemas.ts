import { z } from 'zod';
import { propertySchema, schemaMap } from '../contract/json-schema.ts';
import { outputNames, scrapeRequests } from '../contract/scrape.ts';
import { selectorMap, selectorObject } from '../contract/selectors.ts';

/** Schemas of tools, made from those that check requests: one source for HTTP and MCP. */

type Shape = Readonly<Record<string, z.ZodType>>;
export type JsonSchema = { readonly type: 'object'; readonly [key: string]: unknown };

/** Schemas that name themselves, and so are written once. */
const named = z.registry<{ id: string }>();
named.add(schemaMap, { id: 'JsonSchemas' });
named.add(propertySchema, { id: 'JsonSchema' });
named.add(selectorMap, { id: 'Selectors' });
named.add(selectorObject, { id: 'SelectorObject' });

/** @param io whether fields with a default may be missing (`input`) or are always there (`output`). */
const jsonSchemaOf = (shape: Shape, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...schema } = z.toJSONSchema(z.object(shape), {
    io,
    metadata: named,
    override: ({ zodSchema, jsonSchema }) => {
      const description = zodSchema instanceof z.ZodType ? zodSchema.description : undefined;
      if (description !== undefined) jsonSchema.description = description;
    },
  });
  return { ...JSON.parse(JSON.stringify(schema), withoutNoise(io)), type: 'object' };
};

/** Answers may gain fields. The names of schemas and the range of safe integers say nothing to a reader. */
const withoutNoise =
  (io: 'input' | 'output') =>
  (key: string, value: unknown): unknown => {
    const empty = io === 'output' ? ['{}', 'false'] : ['{}'];
    if (key === 'additionalProperties' && empty.includes(JSON.stringify(value))) return undefined;
    if (key === 'id' && typeof value === 'string') return undefined;
    return value === Number.MIN_SAFE_INTEGER || value === Number.MAX_SAFE_INTEGER ? undefined : value;
  };

/** What a tool takes: the fields of its endpoint, and some of its own. */
export const inputSchema = (...shapes: readonly Shape[]): JsonSchema =>
  jsonSchemaOf(Object.assign({}, ...shapes), 'input');

export const outputSchema = (shape: Shape): JsonSchema => jsonSchemaOf(shape, 'output');

/** Options differ by output. Hosts want one object on the top, so the alternatives stand in `options`. */
const optionsByOutput = () => {
  const alternatives = Map.groupBy(outputNames, (name) => scrapeRequests[name].shape.options.unwrap());
  return z.union(
    [...alternatives].map(([schema, names]) => schema.describe(`With output ${names.join(' or ')}.`)),
  );
};

const { output: _output, options: _options, ...pageShape } = scrapeRequests.markdown.shape;

/** The request of a scrape, whatever its output. */
export const scrapeShape: Shape = {
  ...pageShape,
  output: z.enum(outputNames).default('markdown').describe('What is made of the page.'),
  options: optionsByOutput().optional().describe('By output.'),
};

const defaultCharacters = 40_000;

/** Fields that a tool has beside those of its endpoint, because a model reads what it answers. */
export const budgetShape = {
  max_characters: z
    .int()
    .min(1000)
    .max(1_000_000)
    .default(defaultCharacters)
    .describe('Longer text is cut at the end of a block, and `cursor` tells how to go on.'),
  cursor: z.string().max(100).optional().describe('From the part before: goes on behind it.'),
};
