import type { CallOptions, Connection } from './connection.ts';
import type { ExtractRequest, ExtractResponse, SelectorObject } from './contract.ts';
import { fitData, isStandardSchema, jsonSchemaOf, type OutputOf, type StandardSchema } from './schema.ts';

/** POST /v1/extract: what is asked for says what comes back. */

/** A JSON schema with properties. All keywords are allowed; those are used that say what is wanted. */
export interface JsonSchemaObject {
  readonly type?: 'object';
  readonly properties: Readonly<Record<string, unknown>>;
  readonly [keyword: string]: unknown;
}

type Page = Omit<ExtractRequest, 'schema' | 'selectors' | 'xpaths'>;

/** By JSON schema, CSS selectors or XPath. */
export interface PlainExtractRequest extends Page, Pick<ExtractRequest, 'selectors' | 'xpaths'> {
  readonly schema?: JsonSchemaObject | undefined;
}

/** By a schema of zod or of another library, which checks and types the data. */
export interface TypedExtractRequest<S extends StandardSchema> extends Page {
  readonly schema: S;
  /** The same as JSON schema, for libraries that do not tell it. */
  readonly json_schema?: JsonSchemaObject | undefined;
}

/** The answer, with data of the type that was asked for. */
export interface ExtractAnswer<Data> extends Omit<ExtractResponse, 'data'> {
  readonly data: Data;
}

/** By name, as they were asked for. */
export type DataOf<R extends PlainExtractRequest> = R extends {
  readonly schema: { readonly properties: infer P };
}
  ? { readonly [K in keyof P]: unknown }
  : R extends { readonly selectors: infer S }
    ? { readonly [K in keyof S]: Selected<S[K]> }
    : R extends { readonly xpaths: infer X }
      ? { readonly [K in keyof X]: XPathValue }
      : Readonly<Record<string, unknown>>;

/** What a selector finds; null where it finds nothing. */
export type Selected<S> = SelectorObject extends S
  ? unknown
  : S extends { readonly type: 'list' }
    ? readonly NonNullable<One<S>>[] | null
    : One<S>;

type One<S> = S extends { readonly fields: infer F }
  ? { readonly [K in keyof F]: Selected<F[K]> } | null
  : S extends { readonly type: 'number' }
    ? number | null
    : string | null;

/** One node is a text, several are a list of texts; other expressions are the value they have. */
export type XPathValue = string | number | boolean | readonly string[] | null;

export interface Extract {
  /**
   * Data of a page by a schema of zod, or of another library that follows Standard Schema. It checks and types the data;
   * what was not found is null, or missing where the schema takes no null.
   * @throws GannetError `invalid_data` when the data does not fit: it is in `data` of the error.
   */
  <S extends StandardSchema>(
    request: TypedExtractRequest<S>,
    options?: CallOptions,
  ): Promise<ExtractAnswer<OutputOf<S>>>;
  /** Data of a page by JSON schema, CSS selectors or XPath. */
  <const R extends PlainExtractRequest>(request: R, options?: CallOptions): Promise<ExtractAnswer<DataOf<R>>>;
}

export const createExtract = ({ send }: Connection): Extract => {
  const ask = (body: unknown, options?: CallOptions) =>
    send<ExtractResponse>({ method: 'POST', path: '/v1/extract', body }, options);
  return async (
    {
      json_schema,
      ...request
    }: PlainExtractRequest & { readonly json_schema?: JsonSchemaObject | undefined },
    options?: CallOptions,
    // biome-ignore lint/suspicious/noExplicitAny: of which type the data is, says the overload
  ): Promise<ExtractAnswer<any>> => {
    const { schema } = request;
    if (!isStandardSchema(schema)) return ask(request, options);
    const answer = await ask({ ...request, schema: json_schema ?? jsonSchemaOf(schema) }, options);
    return { ...answer, data: await fitData(schema, answer.data) };
  };
};
