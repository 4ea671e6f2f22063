import { get } from './api.ts';

/** The OpenAPI document, and the fields that a form needs for the body of an operation. */

export interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly $ref?: string;
}

interface Operation {
  readonly operationId: string;
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json': {
        readonly schema: Schema;
        readonly examples?: Readonly<Record<string, Example>>;
      };
    };
  };
}

export interface Example {
  readonly summary: string;
  readonly value: Readonly<Record<string, unknown>>;
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

let loaded: Promise<OpenApi> | undefined;

/** @throws ApiError */
export const loadOpenApi = (): Promise<OpenApi> => {
  loaded ??= get<OpenApi>('./openapi.json').catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
};

export type Kind = 'text' | 'long' | 'number' | 'flag' | 'choice' | 'choices' | 'lines' | 'json';

export interface Field {
  /** `options.margin.top` */
  readonly path: string;
  readonly kind: Kind;
  readonly schema: Schema;
  readonly required: boolean;
}

/** What can be asked of an operation. */
export interface Form {
  readonly path: string;
  /** The values of the field that tells the alternatives apart, `output`; one alone for most. */
  readonly alternatives: readonly string[];
  readonly examples: readonly Example[];
  fields(alternative: string): readonly Field[];
}

/** @param operationId `scrape` */
export const formOf = (document: OpenApi, operationId: string): Form => {
  for (const [path, methods] of Object.entries(document.paths))
    for (const operation of Object.values(methods))
      if (operation.operationId === operationId && operation.requestBody) {
        const { schema, examples = {} } = operation.requestBody.content['application/json'];
        const schemas = (schema.anyOf ?? [schema]).map((each) => resolved(document, each));
        const names = schemas.map(({ properties }) => String(properties?.output?.const ?? ''));
        return {
          path,
          alternatives: names.length > 1 ? names : [],
          examples: Object.values(examples),
          fields: (name) => fieldsOf(document, schemas[Math.max(0, names.indexOf(name))] ?? {}, ''),
        };
      }
  throw new Error(`the API has no ${operationId}`);
};

const resolved = (document: OpenApi, schema: Schema): Schema =>
  schema.$ref === undefined
    ? schema
    : { ...document.components.schemas[schema.$ref.replace(/.*\//, '')], ...schema };

const fieldsOf = (document: OpenApi, { properties = {}, required = [] }: Schema, prefix: string): Field[] =>
  Object.entries(properties).flatMap(([name, given]) => {
    const schema = resolved(document, given);
    const path = `${prefix}${name}`;
    if (schema.const !== undefined) return [];
    if (isPlainObject(schema)) return fieldsOf(document, schema, `${path}.`);
    return [{ path, kind: kindOf(schema), schema, required: required.includes(name) && prefix === '' }];
  });

/** An object whose properties are fields themselves; one of the caller's own making is written as JSON. */
const isPlainObject = ({ type, properties }: Schema): boolean =>
  type === 'object' &&
  properties !== undefined &&
  Object.values(properties).every(({ $ref }) => $ref === undefined);

const longText = 10_000;

const kindOf = ({ type, enum: choices, items, maxLength = 0 }: Schema): Kind => {
  if (choices) return 'choice';
  if (type === 'boolean') return 'flag';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'string') return maxLength > longText ? 'long' : 'text';
  if (type === 'array' && items?.enum) return 'choices';
  if (type === 'array' && items?.type === 'string') return 'lines';
  return 'json';
};

/** Values by the path of their field; what is not there is not sent. */
export type Values = Readonly<Record<string, unknown>>;

export const bodyOf = (fields: readonly Field[], values: Values): Record<string, unknown> => {
  const body: Record<string, unknown> = {};
  for (const { path } of fields) {
    const value = values[path];
    if (value === undefined || value === '') continue;
    const names = path.split('.');
    const last = names.pop() ?? '';
    let place = body;
    for (const name of names) {
      place[name] ??= {};
      place = place[name] as Record<string, unknown>;
    }
    place[last] = value;
  }
  return body;
};

/** The other way round: the values of an example. */
export const valuesOf = (fields: readonly Field[], body: Readonly<Record<string, unknown>>): Values =>
  Object.fromEntries(
    fields.flatMap(({ path }) => {
      const value = path
        .split('.')
        .reduce<unknown>((place, name) => (place as Record<string, unknown> | undefined)?.[name], body);
      return value === undefined ? [] : [[path, value]];
    }),
  );
