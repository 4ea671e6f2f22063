import { z } from 'zod';

const jsonTypes = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'] as const;

/** A JSON schema, of which the keywords that say what is wanted are used; all others are allowed. */
export interface JsonSchema {
  readonly type?: string | readonly string[] | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly format?: string | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: JsonSchema | undefined;
  readonly anyOf?: readonly JsonSchema[] | undefined;
  readonly oneOf?: readonly JsonSchema[] | undefined;
  readonly allOf?: readonly JsonSchema[] | undefined;
  readonly $ref?: unknown;
  readonly $defs?: Readonly<Record<string, JsonSchema>> | undefined;
  readonly definitions?: Readonly<Record<string, JsonSchema>> | undefined;
}

const jsonType = z.enum(jsonTypes, { error: `must be one of ${jsonTypes.join(', ')}` });
const words = z.string().max(2000);

export const schemaMap: z.ZodType<Readonly<Record<string, JsonSchema>>> = z.record(
  z.string().min(1).max(256),
  z.lazy(() => propertySchema),
);
const schemaList = () => z.array(z.lazy(() => propertySchema)).max(50);

/** Made anew for each schema: what two of them share is nobody's in the OpenAPI document. */
const keywords = () => ({
  type: z
    .union([jsonType, z.array(jsonType).max(7)], { error: `must be one of ${jsonTypes.join(', ')}` })
    .optional(),
  title: words.optional(),
  description: words.optional().describe('What is wanted, in words: read for what the name leaves open.'),
  format: words.optional().describe('`date`, `date-time`, `uri`, `email`, …'),
  enum: z.array(z.unknown()).max(500).optional().describe('The only values that are given.'),
  properties: schemaMap.optional(),
  required: z.array(z.string()).max(1000).optional(),
  items: z.lazy(() => propertySchema).optional(),
  anyOf: schemaList().optional(),
  oneOf: schemaList().optional(),
  allOf: schemaList().optional(),
  $defs: schemaMap.optional(),
  definitions: schemaMap.optional(),
});

export const propertySchema: z.ZodType<JsonSchema> = z.looseObject(keywords());

/** `schema` of a request: an object and its properties. */
export const schemaObject = z.looseObject({
  ...keywords(),
  type: z.literal('object', { error: 'must be object' }).default('object'),
});

/** Whether it says which properties are wanted: by itself, or by what it refers to or is put together from. */
export const hasProperties = ({ properties, $ref, allOf, anyOf, oneOf }: JsonSchema): boolean =>
  [properties, $ref, allOf, anyOf, oneOf].some((keyword) => keyword !== undefined);
