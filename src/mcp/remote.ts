import { z } from 'zod';
import type { CrawlCreated, CrawlStatus } from '../contract/crawl.ts';
import type { CrawlResults } from '../contract/crawl-results.ts';
import { type ErrorCode, errors, ServiceError } from '../contract/error.ts';
import type { ExtractResponse } from '../contract/extract.ts';
import type { MapResponse } from '../contract/map.ts';
import { type EndpointName, endpointTable } from '../contract/routes.ts';
import type { ScrapeResponse } from '../contract/scrape.ts';
import { errorBody } from '../contract/status.ts';
import type { Backend } from './backend.ts';

/** Where another gannet listens, and the key to it. */
export interface Remote {
  readonly server: URL;
  readonly key: string | undefined;
}

interface Question {
  readonly id?: string;
  readonly query?: Readonly<Record<string, number>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** The endpoints of a server, over HTTP. @param permit of x402, sent where there is no key. */
export const createRemoteBackend = ({ server, key }: Remote, permit: unknown): Backend => {
  /** Answers are what the contract says: servers are not asked to prove it. */
  const ask = async <T>(name: EndpointName, question: Question): Promise<{ answer: T; headers: Headers }> => {
    const response = await request(server, name, {
      ...question,
      headers: { ...credentials(key, permit), ...question.headers },
    });
    const text = await response.text();
    if (!response.ok) throw failureOf(response, text);
    const answer = text === '' ? null : parsed(text);
    if (answer === undefined) throw notGannets(response);
    return { answer: answer as T, headers: response.headers };
  };
  const paid = async <T>(name: EndpointName, body: unknown, signal: AbortSignal) => {
    const { answer, headers } = await ask<T>(name, { body, signal });
    const receipt = headers.get('payment-response') ?? headers.get('x-payment-response');
    return { answer, receipt: receipt === null ? null : objectOf(receipt) };
  };
  return {
    scrape: (body, signal) => paid<ScrapeResponse>('scrape', body, signal),
    extract: (body, signal) => paid<ExtractResponse>('extract', body, signal),
    map: async (body, signal) => (await ask<MapResponse>('map', { body, signal })).answer,
    crawlCreate: async (body, idempotencyKey) => {
      const headers = { ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }) };
      return (await ask<CrawlCreated>('crawlCreate', { body, headers })).answer;
    },
    crawlStatus: async (id) => (await ask<CrawlStatus>('crawlStatus', { id })).answer,
    crawlResults: async (id, { limit, offset }) =>
      (await ask<CrawlResults>('crawlResults', { id, query: { limit, offset } })).answer.results,
    crawlCancel: async (id) => {
      await ask<null>('crawlCancel', { id });
    },
  };
};

const request = async (server: URL, name: EndpointName, question: Question): Promise<Response> => {
  const { id = '', query = {}, body, headers, signal } = question;
  const { method, path } = endpointTable[name];
  const url = new URL(`${server.href.replace(/\/+$/, '')}${path.replace(/\{\w+\}/, encodeURIComponent(id))}`);
  for (const [field, value] of Object.entries(query)) url.searchParams.set(field, String(value));
  // What cannot be sent has nothing to do with the server.
  const asked = new Request(url, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  try {
    return await fetch(asked);
  } catch (cause) {
    signal?.throwIfAborted();
    const message = `The gannet server ${server.origin} cannot be reached.`;
    throw new ServiceError('connection_failed', { message, cause });
  }
};

const credentials = (key: string | undefined, permit: unknown): Record<string, string> => {
  if (key !== undefined) return { authorization: `Bearer ${key}` };
  if (permit === undefined) return {};
  return { 'x-payment': Buffer.from(JSON.stringify(permit)).toString('base64') };
};

const notGannets = ({ status }: Response): ServiceError =>
  new ServiceError('internal_error', { message: `The server answered ${status}, not as gannet does.` });

/** The failure that a server told of; one that is not of the table is its own. */
const failureOf = (response: Response, text: string): ServiceError => {
  const { data } = errorBody.safeParse(parsed(text));
  if (data === undefined) return notGannets(response);
  const { error, message, reason, issues, blocked_by, attempts, retry_after } = data.detail;
  const offer = response.headers.get('payment-required');
  return new ServiceError(isCode(error) ? error : 'internal_error', {
    message,
    ...(reason !== undefined && { reason }),
    ...(issues !== undefined && { issues }),
    ...(blocked_by !== undefined && { blocked_by }),
    ...(attempts !== undefined && { attempts }),
    ...(retry_after !== undefined && { retry_after }),
    ...(offer !== null && { envelope: { offer: objectOf(offer) } }),
  });
};

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // Whatever stands before the server answered in its place.
    return undefined;
  }
};

/** A header of x402. */
const objectOf = (header: string): Record<string, unknown> =>
  z.looseObject({}).parse(JSON.parse(Buffer.from(header, 'base64').toString()));
