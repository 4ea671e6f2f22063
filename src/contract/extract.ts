import { z } from 'zod';
import { payment } from './access.ts';
import { hasProperties, type JsonSchema, schemaObject } from './json-schema.ts';
import { pageFields, pageFieldsAgree } from './page.ts';
import {
  bodyObject,
  check,
  cssSelector,
  invalidRequest,
  isPlainObject,
  type Parsed,
  type PlainObject,
  targetUrl,
  warningsOf,
} from './request.ts';
import { type Circumstances, type PageQuery, scrapeMetadata, scrapeRequests } from './scrape.ts';
import {
  charactersOf,
  fieldName,
  maxCharacters,
  type Selector,
  selectorMap,
  unknownSelectorFields,
  unusedBesideFields,
} from './selectors.ts';

/** POST /v1/extract: request and response. */

/** Fields of one request with all that is said of them, at every depth together. */
const maxValues = 5000;

/** What both kinds of requests have in common. */
const { block_media, wait_strategy, javascript, proxy_url, retry, bypass_cache, max_age_ms } =
  scrapeRequests.markdown.shape;

/** Nobody declares a variable here, and Chromium takes one that is not declared for an empty text. */
const variableIn = (expression: string): string | undefined =>
  /\$\s*[\p{L}_][\p{L}\p{N}_.:-]*/u.exec(expression.replaceAll(/"[^"]*(?:"|$)|'[^']*(?:'|$)/g, '""'))?.[0];
const xpath = z
  .string()
  .min(1)
  .max(4096)
  .superRefine((expression, context) => {
    const variable = variableIn(expression);
    if (variable !== undefined)
      context.addIssue({ code: 'custom', message: `has the variable ${variable}, which nothing declares` });
  });

const options = z.object({
  format: z.literal('json', { error: 'must be json' }).default('json'),
  wait_for: cssSelector.optional().describe('CSS selector awaited before the page is read.'),
  timeout: z.int().min(1000).max(120_000).default(30_000).describe('Time budget in milliseconds.'),
  block_media,
  wait_strategy,
  javascript,
  proxy_url,
  retry,
  bypass_cache,
});

export const extractRequest = z
  .object({
    url: targetUrl,
    schema: schemaObject
      .optional()
      .describe('An object whose properties are the wanted fields, found by meaning.'),
    selectors: selectorMap
      .optional()
      .describe('CSS selectors by field. They reach into shadow roots, and into frames of the same origin.'),
    xpaths: z
      .record(fieldName, xpath)
      .optional()
      .describe('XPath 1.0 expressions by field, evaluated by the browser in the page.'),
    options: options.prefault({}),
    max_age_ms,
    ...pageFields,
  })
  .superRefine((request, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: path === '' ? [] : [path], message });
    if (methods.every(({ field }) => request[field] === undefined))
      refuse('', 'one of schema, selectors, xpaths is needed');
    if (request.schema !== undefined && !hasProperties(request.schema) && !isPassedOver(request))
      refuse('schema.properties', 'is needed');
    if (charactersOf(request.selectors) > maxCharacters)
      refuse('selectors', `at most ${maxCharacters} characters of selectors`);
    pageFieldsAgree({ ...request, timeout_ms: request.options.timeout }, context);
  });

/** How fields are found: the first whose field is given and not empty is used. */
const methods = [
  { method: 'schema', field: 'schema' },
  { method: 'css_selector', field: 'selectors' },
  { method: 'xpath', field: 'xpaths' },
] as const;

/** What bounds the work, that of checking it as well. */
const countValues = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, entry) => sum + countValues(entry), 1)
    : 1;

/** What is to be found on the page. */
export type Wanted =
  | { readonly method: 'schema'; readonly schema: JsonSchema }
  | { readonly method: 'css_selector'; readonly selectors: Readonly<Record<string, Selector>> }
  | { readonly method: 'xpath'; readonly xpaths: Readonly<Record<string, string>> }
  | { readonly method: 'none' };

export interface ExtractRequest extends PageQuery {
  readonly wanted: Wanted;
}

/** @throws ServiceError `invalid_request`, or `connection_failed` for an impossible host. */
export const parseExtract = (body: unknown): Parsed<ExtractRequest> => {
  const object = bodyObject(body);
  for (const { field } of methods)
    if (countValues(object[field]) > maxValues)
      throw invalidRequest([{ path: field, message: `at most ${maxValues} values` }]);
  const { request, warnings } = check(extractRequest, object);
  const { schema, selectors, xpaths, options: given, ...page } = request;
  const { format: _, wait_for, timeout, ...rest } = given;
  const wanted = wantedOf(request);
  const told = [
    ...warnings,
    ...unknownSelectorFields(object.selectors, 'selectors.'),
    ...unusedBesideFields(selectors, 'selectors.'),
    ...methods.flatMap(({ field }) => lostNames(object[field], field)),
    ...nullFields(body as PlainObject),
    ...unused(request, wanted),
  ];
  // Where fields were lost, it is told already why none is left.
  const isEmptyHanded = wanted.method === 'none' && told.length === 0;
  return {
    request: { ...page, ...rest, wait_for_selector: wait_for, timeout_ms: timeout, wanted },
    warnings: isEmptyHanded ? [nothingAsked] : told,
  };
};

const nothingAsked = 'nothing is asked for: neither schema, selectors nor xpaths name a field';

/** A name that is left out where records are checked: its field would be missing without a word. */
const lostNames = (value: unknown, path: string): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) =>
        name === '__proto__'
          ? [`${path}.${name} is not looked for: no field has this name`]
          : lostNames(inner, `${path}.${name.slice(0, 64)}`),
      )
    : [];

/** Null counts as not sent, of a field that is to be found, too. */
const nullFields = ({ schema, selectors, xpaths }: PlainObject): string[] => [
  ...nullsOfSchema(schema, 'schema'),
  ...nullsIn(selectors, 'selectors', nullsOfSelector),
  ...nullsIn(xpaths, 'xpaths', () => []),
];

type NullsOf = (field: unknown, path: string) => string[];

const nullsOfSchema: NullsOf = (schema, path) =>
  isPlainObject(schema)
    ? [
        ...nullsIn(schema.properties, `${path}.properties`, nullsOfSchema),
        ...nullsOfSchema(schema.items, `${path}.items`),
      ]
    : [];

const nullsOfSelector: NullsOf = (selector, path) =>
  isPlainObject(selector) ? nullsIn(selector.fields, `${path}.fields`, nullsOfSelector) : [];

const nullsIn = (fields: unknown, path: string, inside: NullsOf): string[] =>
  Object.entries(isPlainObject(fields) ? fields : {}).flatMap(([name, field]) =>
    field === null
      ? [`${path}.${name} is not looked for: it is null`]
      : inside(field, `${path}.${name.slice(0, 64)}`),
  );

const wantedOf = ({ schema, selectors, xpaths }: z.infer<typeof extractRequest>): Wanted => {
  if (schema && !asksForNothing(schema)) return { method: 'schema', schema };
  if (selectors && !isEmpty(selectors)) return { method: 'css_selector', selectors };
  if (xpaths && !isEmpty(xpaths)) return { method: 'xpath', xpaths };
  return { method: 'none' };
};

const asksForNothing = ({ properties = {}, ...rest }: JsonSchema) =>
  isEmpty(properties) && !hasProperties(rest);
const isEmpty = (fields: object) => Object.keys(fields).length === 0;

/** A schema that says nothing, beside fields that are found in another way. */
const isPassedOver = ({ schema = {}, selectors = {}, xpaths = {} }: Found) =>
  Object.keys(schema).every((keyword) => keyword === 'type') && !(isEmpty(selectors) && isEmpty(xpaths));
type Found = Partial<Record<'schema' | 'selectors' | 'xpaths', object | undefined>>;

const unused = (request: z.infer<typeof extractRequest>, { method }: Wanted): string[] => {
  const used = methods.findIndex((row) => row.method === method);
  return methods.flatMap(({ field }, index) =>
    index > used && used !== -1 && request[field] !== undefined
      ? [`${field} is not used: ${methods[used]?.field} comes first`]
      : [],
  );
};

/** Where a value was found, in the order in which they are believed. */
export const extractSources = [
  'jsonld',
  'microdata',
  'meta',
  'semantic',
  'attribute',
  'css_selector',
  'xpath',
] as const;
export type ExtractSource = (typeof extractSources)[number];

/** What a value is founded on. */
export const fieldEvidence = z.object({
  source: z.enum(extractSources),
  path: z.string().describe('A selector, JSON path or XPath that finds it again.'),
  snippet: z.string().describe('The text as it stands in the page, cut at 300 characters.'),
  confidence: z.number().min(0).max(1),
});
export type FieldEvidence = z.infer<typeof fieldEvidence>;

export const extractMetadata = scrapeMetadata
  .pick({
    final_url: true,
    status_code: true,
    outcome: true,
    content_type: true,
    engine: true,
    engine_reason: true,
    wait: true,
    stopped_by: true,
    attempts: true,
    timings: true,
    cached: true,
    cached_at: true,
  })
  .extend({
    extraction_method: z.enum([...methods.map(({ method }) => method), 'none']),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .describe('Mean over the fields asked for; one that was not found counts 0.'),
    processing_time_ms: z.int(),
    fields: z
      .record(z.string(), fieldEvidence.nullable())
      .describe(
        'For each field what it is founded on; those inside objects and lists by their path; null where nothing was found.',
      ),
  });
export type ExtractMetadata = z.infer<typeof extractMetadata>;

export const extractResponse = z.object({
  status: z.literal(200),
  url: z.string(),
  data: z
    .record(z.string(), z.unknown())
    .describe('By the keys of what was asked for; null where nothing was found.'),
  metadata: extractMetadata,
  payment: payment.nullable(),
  warnings: z.array(z.string()).optional(),
});
export type ExtractResponse = z.infer<typeof extractResponse>;

/** What an extraction gives: the `data` of the response, the evidence for it, and what is known of the page. */
export interface Extracted {
  readonly data: Readonly<Record<string, unknown>>;
  readonly metadata: Omit<ExtractMetadata, 'processing_time_ms'>;
  /** What the caller should know of how it went. */
  readonly warnings: readonly string[];
}

export const extractAnswer = (
  { url }: ExtractRequest,
  { data, metadata, warnings: met }: Extracted,
  { started, payment, unknown }: Circumstances,
): ExtractResponse => ({
  status: 200,
  url,
  data,
  metadata: { ...metadata, processing_time_ms: Math.round(performance.now() - started) },
  payment,
  ...warningsOf(unknown, met),
});
