import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, data, key, metadata, type RawAnswer, startApi } from '../../test/support/api.ts';
import { type ErrorCode, errors } from '../contract/error.ts';
import { endpoints } from '../contract/routes.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({
    timeouts: { headers: 200, request: 300, keepAlive: 200, stalled: 400, check: 20 },
    scrape: async () => ({ data, metadata, warnings: [] }),
  });
});
afterAll(() => api.close());

/** Documented statuses only, an id on every answer, and `detail` on every error outside of a protocol. */
const expectContract = ({ status, headers, body }: RawAnswer) => {
  expect(headers.get('x-request-id')).toMatch(/^[\w.-]{1,128}$/);
  if (status === 200) return;
  const { detail, jsonrpc, error } = JSON.parse(body);
  // What is wrong with a message to /mcp is said as its protocol says it.
  if (jsonrpc !== undefined) {
    expect(status).toBe(400);
    expect(error).toEqual({ code: expect.any(Number), message: expect.any(String) });
    return;
  }
  expect(errors[detail.error as ErrorCode].status).toBe(status);
  expect(status).toBeLessThan(500);
  expect(typeof detail.message).toBe('string');
  expect('payment_charged' in detail).toBe('url' in detail);
};

const paths = Object.values(endpoints).map(({ path }) => path);
const path = fc.oneof(
  fc.constantFrom(...paths),
  fc.webPath(),
  fc.string({ unit: 'binary-ascii', maxLength: 30 }).map((text) => `/${encodeURI(text)}`),
);
const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND', 'OPTIONS');
const bodies = fc.oneof(
  fc.json(),
  fc.json().map((text) => text.slice(0, -1)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  fc
    .record(
      { url: fc.oneof(fc.webUrl(), fc.string()), output: fc.jsonValue(), options: fc.jsonValue() },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value)),
);
const contentType = fc.oneof(
  fc.constant('application/json'),
  fc.constantFrom('application/json; charset=latin1', 'text/plain', 'x', 'application/json;;=;'),
);
const authorization = fc.constantFrom(`Bearer ${key}`, 'Bearer x', 'Basic eDp5', '');

test('any request to any path is answered as documented', async () => {
  await fc.assert(
    fc.asyncProperty(
      path,
      method,
      bodies,
      fc.record({ 'content-type': contentType, authorization }),
      async (path, method, body, headers) => {
        const response = await api.fetch(path, { method, headers, ...(method !== 'GET' && { body }) });
        expectContract({ status: response.status, headers: response.headers, body: await response.text() });
      },
    ),
    { numRuns: 300 },
  );
});

/** Bytes that begin like a request, with something wrong at any place. */
const damaged = fc
  .tuple(
    fc.constantFrom(
      `POST /v1/scrape HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 30\r\n\r\n{"url":"https://example.com/"}`,
      'GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
      'POST /v1/scrape HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n{"a"\r\n0\r\n\r\n',
    ),
    fc.nat(),
    fc.uint8Array({ minLength: 1, maxLength: 6 }),
    fc.nat(4),
  )
  .map(([text, at, bytes, removed]) => {
    const place = at % text.length;
    return Buffer.concat([
      Buffer.from(text.slice(0, place)),
      bytes,
      Buffer.from(text.slice(place + removed)),
    ]);
  });

test('any bytes are answered as documented, or the connection is closed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(damaged, { minLength: 8, maxLength: 8 }), async (requests) => {
      const answers = await Promise.all(requests.map((bytes) => api.raw(bytes)));
      for (const answer of answers.flat()) expectContract(answer);
    }),
    { numRuns: 15 },
  );
}, 30_000);
