import { GannetError, type Issue } from './errors.ts';

/** Schemas of any library that follows Standard Schema (standardschema.dev): zod, valibot, arktype and others. */

/** What such a schema has; `jsonSchema` is there with libraries that follow Standard JSON Schema, too. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    readonly validate: (value: unknown) => Result<Output> | Promise<Result<Output>>;
    readonly jsonSchema?: { readonly input: (options: JsonSchemaOptions) => Record<string, unknown> };
  };
}

interface JsonSchemaOptions {
  readonly target: 'draft-2020-12';
  readonly libraryOptions?: Record<string, unknown> | undefined;
}

type Result<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What a schema makes of a value that fits it. */
export type OutputOf<S extends StandardSchema> = NonNullable<S['~standard']['types']>['output'];

export const isStandardSchema = (schema: unknown): schema is StandardSchema =>
  (typeof schema === 'object' || typeof schema === 'function') && schema !== null && '~standard' in schema;

/** @throws TypeError when the library of the schema does not say it: hand it over as `json_schema`, then. */
export const jsonSchemaOf = (schema: StandardSchema): Record<string, unknown> => {
  const { jsonSchema, vendor } = schema['~standard'];
  if (jsonSchema === undefined)
    throw new TypeError(`${vendor} does not tell the JSON schema of a schema: send it as json_schema, too.`);
  // zod refuses dates and the like unless it may leave them open.
  const { $schema: _, ...plain } = jsonSchema.input({
    target: 'draft-2020-12',
    libraryOptions: { unrepresentable: 'any' },
  });
  return plain;
};

/**
 * The data of an answer as its schema has it. What was not found is null in the answer: where the schema takes no null,
 * it counts as missing.
 * @throws GannetError `invalid_data` with the issues and the data.
 */
export const fitData = async <S extends StandardSchema>(schema: S, data: unknown): Promise<OutputOf<S>> => {
  const { validate } = schema['~standard'];
  const first = await validate(data);
  if (first.issues === undefined) return first.value;
  const result = await validate(withoutNulls(data, first.issues.map(pathOf)));
  if (result.issues === undefined) return result.value;
  const issues = result.issues.map(readIssue);
  const [{ path, message } = { path: '', message: '' }] = issues;
  throw new GannetError('invalid_data', {
    message: `The data does not fit the schema: ${path === '' ? message : `${path}: ${message}`}`,
    issues,
    data,
  });
};

const pathOf = ({ path = [] }: SchemaIssue): string =>
  path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.');

const readIssue = (issue: SchemaIssue): Issue => ({ path: pathOf(issue), message: issue.message });

/** A copy without the nulls that stand at the paths. */
const withoutNulls = (value: unknown, paths: readonly string[], path = ''): unknown => {
  const below = (key: string | number) => (path === '' ? `${key}` : `${path}.${key}`);
  if (Array.isArray(value)) return value.map((entry, index) => withoutNulls(entry, paths, below(index)));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key, entry]) => entry !== null || !paths.includes(below(key)));
  return Object.fromEntries(kept.map(([key, entry]) => [key, withoutNulls(entry, paths, below(key))]));
};
