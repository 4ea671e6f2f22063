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

export const propertySchema: z.ZodType<JsonSchema> = z.looseObject({
  type: z
    .union([jsonType, z.array(jsonType).max(7)], { error: `must be one of ${jsonTypes.join(', ')}` })
    .optional(),
  title: words.optional(),
  description: words.optional().describe('What is wanted, in words: read for what the name leaves open.'),
  format: words.optional().describe('`date`, `date-time`, `uri`, `email`, …'),
  enum: z.array(z.unknown()).max(500).optional().describe('The only values that are given.'),
  get properties() {
    return schemaMap.optional();
  },
  required: z.array(z.string()).max(1000).optional(),
  get items() {
    return z.lazy(() => propertySchema).optional();
  },
  get anyOf() {
    return schemaList().optional();
  },
  get oneOf() {
    return schemaList().optional();
  },
  get allOf() {
    return schemaList().optional();
  },
  get $defs() {
    return schemaMap.optional();
  },
  get definitions() {
    return schemaMap.optional();
  },
});

/** `schema` of a request: an object and its properties. */
export const schemaObject = z.looseObject({
  type: z.literal('object', { error: 'must be object' }).default('object'),
  properties: schemaMap,
  required: z.array(z.string()).max(1000).optional(),
  title: words.optional(),
  description: words.optional(),
  $defs: schemaMap.optional(),
  definitions: schemaMap.optional(),
});
