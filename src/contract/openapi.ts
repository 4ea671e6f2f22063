import { z } from 'zod';
import { commonErrors, type Endpoint } from './endpoint.ts';
import { type ErrorCode, errors } from './error.ts';
import { examples } from './examples.ts';
import { components, requestHeaders, tagOf, tags } from './openapi-parts.ts';
import { namedSchemas, pointer, reference } from './openapi-schemas.ts';
import { type EndpointName, endpointTable } from './routes.ts';
import { samplesOf } from './samples.ts';

/** The OpenAPI document, made from the endpoint table and the schemas. */

/** JSON of a document or of a part of one. */
type Json = { readonly [key: string]: unknown };

const json = 'application/json';

const requestBody = (name: EndpointName, [first, ...others]: readonly [z.ZodType, ...z.ZodType[]]): Json => ({
  required: true,
  description:
    '`null` is the same as a missing field. Unknown fields are named in `warnings`. At most 1 MiB.',
  content: {
    [json]: {
      // No discriminator: its property may not be left out, and `output` may.
      schema: others.length === 0 ? reference(first) : { anyOf: [first, ...others].map(reference) },
      examples: examples[name]?.request,
    },
  },
});

const requestIdHeader = { 'X-Request-ID': { $ref: '#/components/headers/RequestId' } };
const headersNamed = (...names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/headers/${name.replaceAll('-', '')}` }]),
  );
const receiptHeaders = headersNamed('X-PAYMENT-RESPONSE', 'PAYMENT-RESPONSE');
const quotaHeaders = headersNamed('RateLimit', 'RateLimit-Policy');
const offerHeaders = headersNamed('PAYMENT-REQUIRED');
const retryAfterHeader = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };

const success = (
  name: EndpointName,
  { auth, chargeable, response: { status, type, schema, line, protocol } }: Endpoint,
): Json => ({
  description: 'Done.',
  headers: {
    ...requestIdHeader,
    ...(auth !== 'none' && quotaHeaders),
    ...(chargeable && receiptHeaders),
  },
  ...(status !== 204 && {
    content: {
      [type]: {
        schema: schema ? reference(schema) : { type: type === json ? 'object' : 'string' },
        examples: examples[name]?.response,
      },
      // The schema of each line.
      ...(line && { 'application/x-ndjson': { schema: reference(line) } }),
      ...(protocol && { 'text/event-stream': { schema: { type: 'string' } } }),
    },
  }),
});

/** Codes with one status share a response. */
const failure = (
  codes: readonly ErrorCode[],
  { auth, chargeable, response: { schema, protocol } }: Endpoint,
): Json => {
  const own = {
    allOf: [
      { $ref: pointer(chargeable ? 'ChargeableError' : 'Error') },
      { properties: { detail: { properties: { error: { enum: codes } } } } },
    ],
  };
  // A message that is none of the protocol is refused in the protocol's words.
  const isShared = protocol && schema && codes.some((code) => errors[code].status === 400);
  return {
    description: codes.map((code) => `\`${code}\`: ${errors[code].message}`).join('\n\n'),
    headers: {
      ...requestIdHeader,
      ...(auth !== 'none' && quotaHeaders),
      ...(codes.some((code) => errors[code].retryable) && retryAfterHeader),
      ...(codes.some((code) => errors[code].status === 402) && offerHeaders),
    },
    content: { [json]: { schema: isShared ? { anyOf: [own, reference(schema)] } : own } },
  };
};

const failures = (endpoint: Endpoint): Json => {
  const codes = new Set([...endpoint.errors, ...commonErrors(endpoint)]);
  const byStatus = Map.groupBy(codes, (code) => errors[code].status);
  return Object.fromEntries([...byStatus].map(([status, group]) => [status, failure(group, endpoint)]));
};

const security = {
  none: [],
  key: [{ key: [] }],
  'key-or-pay': [{ key: [] }, { permit: [] }, { permit2: [] }],
} as const;

/** Those in the path, which are ids, and those in the query. */
const parameters = ({ path, query }: Endpoint): Json[] => {
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  }));
  const { properties = {} } = query ? z.toJSONSchema(query, { io: 'input' }) : {};
  const fields = Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', schema }));
  return [...ids, ...fields];
};

const openedBy = (scope: NonNullable<Endpoint['scope']>): string => {
  if (scope === 'any') return 'Opened by every key.';
  const wide = scope === 'admin' ? '' : ', `scrape:read`';
  return `Opened by keys with scope \`${scope}\`${wide} or \`*\`.`;
};

const operation = (name: EndpointName, endpoint: Endpoint): Json => ({
  operationId: name,
  summary: endpoint.summary,
  ...(endpoint.scope && { description: openedBy(endpoint.scope) }),
  tags: [tagOf(endpoint.path)],
  security: security[endpoint.auth],
  parameters: [...requestHeaders(name), ...parameters(endpoint)],
  ...(endpoint.request && { requestBody: requestBody(name, endpoint.request) }),
  responses: {
    [endpoint.response.status]: success(name, endpoint),
    ...failures(endpoint),
    ...(endpoint.response.protocol && {
      202: { description: 'Taken; there is nothing to answer.', headers: requestIdHeader },
      406: {
        description: '`Accept` leaves out application/json or text/event-stream.',
        headers: { ...requestIdHeader, ...quotaHeaders },
        content: endpoint.response.schema && { [json]: { schema: reference(endpoint.response.schema) } },
      },
    }),
  },
  'x-codeSamples': samplesOf(name, endpoint),
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
  tags,
  paths: paths(),
  components: {
    schemas: {
      ...namedSchemas(),
      ChargeableError: {
        allOf: [
          { $ref: pointer('Error') },
          {
            properties: {
              detail: {
                required: ['url', 'payment_charged'],
                properties: { url: { type: 'string' }, payment_charged: { const: false } },
              },
            },
          },
        ],
      },
    },
    ...components,
  },
});
