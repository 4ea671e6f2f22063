import { z } from 'zod';
import { payment, pricingRecord } from './access.ts';
import { action } from './actions.ts';
import { keyCreated, keyList, keyRecord, keyRequest } from './api-keys.ts';
import { cookie } from './cookies.ts';
import { crawlCreated, crawlList, crawlRequest, crawlStatus } from './crawl.ts';
import { crawlErrors, crawlResult, crawlResults } from './crawl-results.ts';
import { extractMetadata, extractRequest, extractResponse, fieldEvidence } from './extract.ts';
import { propertySchema, schemaMap } from './json-schema.ts';
import { mapRequest, mapResponse } from './map.ts';
import { mcpAnswer, mcpMessage } from './mcp.ts';
import { outputNames, scrapeData, scrapeMetadata, scrapeRequests, scrapeResponse } from './scrape.ts';
import { selectorMap, selectorObject } from './selectors.ts';
import { errorBody, healthRecord, proxyState, proxyStatus } from './status.ts';
import { paymentList, systemRecord, usageRecord } from './usage.ts';
import {
  deliveryDetail,
  deliveryRecord,
  webhookLogs,
  webhookTestRequest,
  webhookTestResponse,
} from './webhook.ts';

/** The schemas that have a name in the OpenAPI document; the others are written out where they are used. */

const perOutput = (suffix: string, schemas: Readonly<Record<string, z.ZodType>>) =>
  outputNames.map((name) => [
    `Scrape${name.charAt(0).toUpperCase()}${name.slice(1)}${suffix}`,
    schemas[name],
  ]);

const requestSchemas: Readonly<Record<string, z.ZodType>> = {
  ...Object.fromEntries(perOutput('Request', scrapeRequests)),
  CrawlRequest: crawlRequest,
  MapRequest: mapRequest,
  WebhookTestRequest: webhookTestRequest,
  ExtractRequest: extractRequest,
  McpMessage: mcpMessage,
  Selectors: selectorMap,
  SelectorObject: selectorObject,
  JsonSchemas: schemaMap,
  JsonSchema: propertySchema,
  Cookie: cookie,
  Action: action,
  KeyRequest: keyRequest,
};
const responseSchemas: Readonly<Record<string, z.ZodType>> = {
  ScrapeResponse: scrapeResponse,
  ...Object.fromEntries(perOutput('Data', scrapeData)),
  ScrapeMetadata: scrapeMetadata,
  CrawlCreated: crawlCreated,
  CrawlStatus: crawlStatus,
  CrawlList: crawlList,
  CrawlResults: crawlResults,
  CrawlResult: crawlResult,
  CrawlErrors: crawlErrors,
  MapResponse: mapResponse,
  McpAnswer: mcpAnswer,
  WebhookTestResponse: webhookTestResponse,
  WebhookLogs: webhookLogs,
  WebhookDelivery: deliveryRecord,
  WebhookDeliveryDetail: deliveryDetail,
  ExtractResponse: extractResponse,
  ExtractMetadata: extractMetadata,
  FieldEvidence: fieldEvidence,
  Payment: payment,
  Health: healthRecord,
  Pricing: pricingRecord,
  ProxyStatus: proxyStatus,
  ProxyState: proxyState,
  Key: keyRecord,
  KeyCreated: keyCreated,
  KeyList: keyList,
  Usage: usageRecord,
  PaymentList: paymentList,
  System: systemRecord,
  Error: errorBody,
};
const names = new Map(
  Object.entries({ ...requestSchemas, ...responseSchemas }).map(([name, schema]) => [schema, name]),
);

export const pointer = (name: string) => `#/components/schemas/${name}`;
/** Where a schema stands in the document. */
export const reference = (schema: z.ZodType): { readonly $ref: string } => ({
  $ref: pointer(names.get(schema) ?? ''),
});

/** @param io whether fields with a default may be missing (`input`) or are always there (`output`). */
const jsonSchemas = (schemas: Readonly<Record<string, z.ZodType>>, io: 'input' | 'output') => {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const generated = z.toJSONSchema(registry, {
    io,
    uri: pointer,
    override: ({ jsonSchema }) => {
      // Answers may gain fields. The range of safe integers says nothing to a reader.
      if (io === 'output' && Object.keys(jsonSchema.additionalProperties || {}).length === 0)
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

/** Every schema with a name, as JSON Schema. */
export const namedSchemas = () => ({
  ...distinguished(jsonSchemas(requestSchemas, 'input')),
  ...jsonSchemas(responseSchemas, 'output'),
});
