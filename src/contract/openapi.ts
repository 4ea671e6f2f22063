import { z } from 'zod';
import { payment, pricingRecord } from './access.ts';
import { type ErrorCode, errors } from './error.ts';
import { examples } from './examples.ts';
import { commonErrors, type Endpoint, type EndpointName, endpointTable } from './routes.ts';
import { outputNames, scrapeData, scrapeMetadata, scrapeRequests, scrapeResponse } from './scrape.ts';
import { errorBody, healthRecord, proxyState, proxyStatus } from './status.ts';

/** JSON of a document or of a part of one. */
type Json = { readonly [key: string]: unknown };

const json = 'application/json';

const perOutput = (suffix: string, schemas: Readonly<Record<string, z.ZodType>>) =>
  outputNames.map((name) => [
    `Scrape${name.charAt(0).toUpperCase()}${name.slice(1)}${suffix}`,
    schemas[name],
  ]);

/** Schemas with a name in the document; the others are written out where they are used. */
const requestSchemas: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  perOutput('Request', scrapeRequests),
);
const responseSchemas: Readonly<Record<string, z.ZodType>> = {
  ScrapeResponse: scrapeResponse,
  ...Object.fromEntries(perOutput('Data', scrapeData)),
  ScrapeMetadata: scrapeMetadata,
  Payment: payment,
  Health: healthRecord,
  Pricing: pricingRecord,
  ProxyStatus: proxyStatus,
  ProxyState: proxyState,
  Error: errorBody,
};
const names = new Map(
  Object.entries({ ...requestSchemas, ...responseSchemas }).map(([name, schema]) => [schema, name]),
);

const pointer = (name: string) => `#/components/schemas/${name}`;
const reference = (schema: z.ZodType): Json => ({ $ref: pointer(names.get(schema) ?? '') });

/** @param io whether fields with a default may be missing (`input`) or are always there (`output`). */
const jsonSchemas = (schemas: Readonly<Record<string, z.ZodType>>, io: 'input' | 'output') => {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const generated = z.toJSONSchema(registry, {
    io,
    uri: pointer,
    override: ({ jsonSchema }) => {
      // Answers may gain fields. The range of safe integers says nothing to a reader.
      delete jsonSchema.additionalProperties;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  }).schemas;
  return Object.fromEntries(
    Object.entries(generated).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema]),
  );
};

/** Requests that differ by `output`: only the first, the default, may leave it out. */
const distinguished = (schemas: ReturnType<typeof jsonSchemas>) => {
  for (const { properties, required } of Object.values(schemas)) {
    const output = properties?.output;
    if (typeof output !== 'object' || output.const === outputNames[0]) continue;
    delete output.default;
    required?.push('output');
  }
  return schemas;
};

const byOutput = {
  propertyName: 'output',
  mapping: Object.fromEntries(outputNames.map((name) => [name, reference(scrapeRequests[name]).$ref])),
};

const requestBody = (name: EndpointName, alternatives: readonly z.ZodType[]): Json => ({
  required: true,
  description:
    '`null` is the same as a missing field. Unknown fields are named in `warnings`. At most 1 MiB.',
  content: {
    [json]: {
      schema: {
        oneOf: alternatives.map(reference),
        ...(alternatives.length > 1 && { discriminator: byOutput }),
      },
      examples: examples[name]?.request,
    },
  },
});

const requestIdHeader = { 'X-Request-ID': { $ref: '#/components/headers/RequestId' } };
const retryAfterHeader = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };

const success = (name: EndpointName, { response: { type, schema } }: Endpoint): Json => ({
  description: 'Done.',
  headers: requestIdHeader,
  content: {
    [type]: {
      schema: schema ? reference(schema) : { type: type === json ? 'object' : 'string' },
      examples: examples[name]?.response,
    },
  },
});

/** Codes with one status share a response. */
const failure = (codes: readonly ErrorCode[], { chargeable }: Endpoint): Json => ({
  description: codes.map((code) => `\`${code}\`: ${errors[code].message}`).join('\n\n'),
  headers: { ...requestIdHeader, ...(codes.some((code) => errors[code].retryable) && retryAfterHeader) },
  content: {
    [json]: {
      schema: {
        allOf: [
          { $ref: pointer(chargeable ? 'ChargeableError' : 'Error') },
          { properties: { detail: { properties: { error: { enum: codes } } } } },
        ],
      },
    },
  },
});

const failures = (endpoint: Endpoint): Json => {
  const codes = new Set([...endpoint.errors, ...commonErrors(endpoint)]);
  const byStatus = Map.groupBy(codes, (code) => errors[code].status);
  return Object.fromEntries([...byStatus].map(([status, group]) => [status, failure(group, endpoint)]));
};

const security = { none: [], key: [{ key: [] }], 'key-or-pay': [{ key: [] }, { permit: [] }] } as const;

const operation = (name: EndpointName, endpoint: Endpoint): Json => ({
  operationId: name,
  summary: endpoint.summary,
  security: security[endpoint.auth],
  parameters: [{ $ref: '#/components/parameters/RequestId' }],
  ...(endpoint.request && { requestBody: requestBody(name, endpoint.request) }),
  responses: { [endpoint.response.status]: success(name, endpoint), ...failures(endpoint) },
});

const paths = (): Json => {
  const rows = Object.entries(endpointTable) as [EndpointName, Endpoint][];
  const byPath = Map.groupBy(rows, ([, { path }]) => path);
  return Object.fromEntries(
    [...byPath].map(([path, group]) => [
      path,
      Object.fromEntries(
        group.map(([name, endpoint]) => [endpoint.method.toLowerCase(), operation(name, endpoint)]),
      ),
    ]),
  );
};

const requestId = { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' };

/** The OpenAPI 3.1 document, made from the endpoint table and from the schemas that check requests. */
export const openapiDocument = (version: string): Json => ({
  openapi: '3.1.1',
  info: {
    title: 'gannet',
    version,
    summary: 'A URL in, Markdown, HTML, CSV, a screenshot or a PDF out.',
    description:
      'Every answer carries X-Request-ID, and every error the body {detail: {error, message}}, also where no endpoint ' +
      'is reached: 404, 405, and 400, 408, 417 or 431 for what is not valid HTTP.',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/' }],
  paths: paths(),
  components: {
    schemas: {
      ...distinguished(jsonSchemas(requestSchemas, 'input')),
      ...jsonSchemas(responseSchemas, 'output'),
      ChargeableError: {
        allOf: [
          { $ref: pointer('Error') },
          {
            properties: {
              detail: {
                required: ['url', 'payment_charged'],
                properties: { payment_charged: { const: false } },
              },
            },
          },
        ],
      },
    },
    parameters: {
      RequestId: {
        name: 'X-Request-ID',
        in: 'header',
        description: 'Echoed in the answer; replaced when it is not of this form.',
        schema: requestId,
      },
    },
    headers: {
      RequestId: { description: 'Names this request in the log.', required: true, schema: requestId },
      RetryAfter: { description: 'Seconds to wait, where known.', schema: { type: 'integer', minimum: 0 } },
    },
    securitySchemes: {
      key: { type: 'http', scheme: 'bearer', description: 'API key: `svc_live_` and 64 hex digits.' },
      permit: {
        type: 'apiKey',
        in: 'header',
        name: 'X-PAYMENT',
        description: 'Payment permit, where GET /v1/pricing says that payments are on.',
      },
    },
  },
});
