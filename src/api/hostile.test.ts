import { expect, test } from 'vitest';
import { key, operatorKey, startApi } from '../../test/support/api.ts';

/** Bodies within the bounds of the door that ask for as much work, and as long an answer, as they can. */

const url = 'https://example.com/';
/** As a name may be that is looked at. */
const name = 'n'.repeat(256);
const megabyte = 2 ** 20;
/** As many of something as a body may hold, numbered. */
const many = (inner: string) =>
  Array.from({ length: 9000 }, (_, index) => inner.replace('#', String(index))).join(',');
const nested = (before: string, inner: string, after: string) =>
  `${before.repeat(22)}${inner}${after.repeat(22)}`;
const selectors = (inner: string) =>
  `{"url":"${url}","selectors":{${nested(`"${name}":{"selector":"a","fields":{`, inner, '}}')}}}`;
const schema = (inner: string) =>
  `{"url":"${url}","schema":{"properties":{${nested(`"${name}":{"properties":{`, inner, '}}')}}}}`;

test.each<[what: string, path: string, body: string]>([
  ['selectors that are null', '/v1/extract', selectors(`"a":"b",${many('"k#":null')}`)],
  ['selectors that are none', '/v1/extract', selectors(many('"k#":0'))],
  ['fields that no selector has', '/v1/extract', selectors(`"a":{"selector":"b",${many('"k#":0')}}`)],
  [
    'properties that are none',
    '/v1/extract',
    schema(Array.from({ length: 4000 }, (_, index) => `"k${index}":0`).join()),
  ],
  ['types that are none', '/v1/extract', schema(`"a":{"anyOf":[${Array(50).fill('{"type":0}').join()}]}`)],
  [
    'names that no field has',
    '/v1/extract',
    `{"url":"${url}","schema":{"properties":{"a":{}},"${'x'.repeat(megabyte / 2)}":[${Array(2400).fill('{"__proto__":0}').join()}]}}`,
  ],
  ['headers that are none', '/v1/scrape', `{"url":"${url}","headers":{${many('"k#":0')}}}`],
  ['cookies that are none', '/v1/scrape', `{"url":"${url}","cookies":[${many('0')}]}`],
  ['unknown fields', '/v1/scrape', `{"url":"${url}",${many('"k#":0')}}`],
  ['scopes that are none', '/v1/keys', `{"scopes":[${many('"#"')}]}`],
  ['a long scope', '/v1/keys', `{"scopes":["${'x'.repeat(megabyte / 2)}"]}`],
])('%s: a short answer', async (_, path, body) => {
  await using api = await startApi();
  expect(body.length).toBeLessThan(megabyte);
  const answer = await api.fetch(path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${path === '/v1/keys' ? operatorKey : key}`,
      'content-type': 'application/json',
    },
    body,
  });
  const text = await answer.text();
  expect([200, 400]).toContain(answer.status);
  expect(text.length).toBeLessThan(2 * megabyte);
});
