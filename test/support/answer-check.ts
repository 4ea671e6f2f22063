import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/**
 * What openapi.json says against what the service answers: once a service is watched, every `fetch` of the test that goes to
 * it is compared, and fails when status, headers or body are not as the document has them.
 */

interface Schema {
  readonly [keyword: string]: unknown;
}

interface Answer {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Answer>>;
}

const document: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
} = JSON.parse(readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8'));

/** Answers that are given where no endpoint is reached. */
const elsewhere = new Set([400, 404, 405, 408, 417, 431]);

/** Answers may gain fields, but none that the document does not tell of. */
const closed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [key, closed(value)]);
  const isObject = 'properties' in schema && 'type' in schema && !('additionalProperties' in schema);
  return Object.fromEntries(isObject ? [...entries, ['additionalProperties', false]] : entries);
};

const compiled = new Map<string, ValidateFunction>();
let ajv: Ajv2020 | undefined;

const validatorOf = (schema: Schema): ValidateFunction => {
  if (ajv === undefined) {
    ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addSchema({ $id: 'openapi', components: closed(document.components) });
  }
  const text = JSON.stringify(schema).replaceAll('"#/', '"openapi#/');
  const known = compiled.get(text) ?? ajv.compile(JSON.parse(text));
  compiled.set(text, known);
  return known;
};

const operationOf = (method: string, path: string): Operation | undefined => {
  const rows = Object.entries(document.paths).filter(([template]) =>
    new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  const [[, methods] = ['', {}]] = rows;
  return methods[(method === 'HEAD' ? 'GET' : method).toLowerCase()];
};

/** Of the dashboard, and what leads to it: files, no API. */
const isPage = (path: string): boolean => /^\/(?:$|ui(?:\/|$))/.test(path);

/** What is wrong with an answer, in sentences. Its body is left to be read. */
export const answerProblems = async (method: string, url: string, response: Response): Promise<string[]> => {
  const operation = operationOf(method, new URL(url).pathname);
  const { status, headers } = response;
  const name = `${operation?.operationId ?? `${method} ${new URL(url).pathname}`} ${status}`;
  const declared = operation?.responses[String(status)];
  if (isPage(new URL(url).pathname)) return [];
  if (headers.get('x-request-id') === null) return [`${name}: no X-Request-ID`];
  if (operation !== undefined && declared === undefined && !elsewhere.has(status))
    return [`${name}: this status is not in the document`];
  const content = declared?.content ?? {
    'application/json': { schema: { $ref: '#/components/schemas/Error' } },
  };
  const type = headers.get('content-type')?.replace(/;.*/, '') ?? '';
  const schema = content[type]?.schema;
  if (method === 'HEAD' || status === 204 || (status === 202 && declared?.content === undefined)) return [];
  if (schema === undefined) return [`${name}: ${type} is not in the document`];
  // It is read as it comes, by the test.
  if (type === 'text/event-stream') return [];
  const text = await response.clone().text();
  const bodies =
    type === 'application/json'
      ? [JSON.parse(text)]
      : type === 'application/x-ndjson'
        ? text
            .trimEnd()
            .split('\n')
            .filter(Boolean)
            .map((line) => JSON.parse(line))
        : [text];
  const validate = validatorOf(schema);
  return bodies.flatMap((body) =>
    validate(body)
      ? []
      : (validate.errors ?? []).map(
          ({ instancePath, message, params }) =>
            `${name}: ${instancePath} ${message} ${JSON.stringify(params)}`,
        ),
  );
};

const watched = new Set<string>();
const plainFetch = globalThis.fetch;

const checkedFetch: typeof fetch = async (input, init) => {
  const response = await plainFetch(input, init);
  const { url, method } =
    input instanceof Request ? input : { url: String(input), method: init?.method ?? 'GET' };
  if (!watched.has(new URL(url).origin)) return response;
  const problems = await answerProblems(method, url, response);
  if (problems.length > 0)
    throw new Error(`the answer is not what openapi.json says:\n${problems.join('\n')}`);
  return response;
};

/** Compares every answer of the service at an address with the document. @returns what ends that. */
export const watchAnswers = (address: string): (() => void) => {
  const { origin } = new URL(address);
  watched.add(origin);
  globalThis.fetch = checkedFetch;
  return () => watched.delete(origin);
};
