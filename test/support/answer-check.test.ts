import { expect, test } from 'vitest';
import { answerProblems, watchAnswers } from './answer-check.ts';
import { file, startSite } from './site.ts';

const headers = { 'x-request-id': '1', 'content-type': 'application/json; charset=utf-8' };
const problemsOf = (body: unknown, init: ResponseInit = {}, path = '/health') =>
  answerProblems(
    'GET',
    `http://127.0.0.1${path}`,
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { headers, ...init }),
  );
const health = {
  status: 'ok',
  browser_active: true,
  browser_contexts: 0,
  uptime_seconds: 1.5,
  x402_enabled: false,
  version: '1.2.3',
  queue_depth: 0,
};
const refusal = { detail: { error: 'not_found', message: 'There is nothing at this address.' } };

test('what is as the document says passes', async () => {
  expect(await problemsOf(health)).toEqual([]);
  expect(await problemsOf(refusal, { status: 404 }, '/nowhere')).toEqual([]);
});

test.each([
  ['a field that is missing', { ...health, version: undefined }, {}, "required property 'version'"],
  ['a field too many', { ...health, secret: 1 }, {}, 'additional properties'],
  ['a field of another type', { ...health, queue_depth: '0' }, {}, 'must be integer'],
  [
    'another type of content',
    'ok',
    { headers: { ...headers, 'content-type': 'text/plain' } },
    'text/plain is not in',
  ],
  ['a status of its own', refusal, { status: 418 }, 'this status is not in the document'],
  ['no request id', health, { headers: { 'content-type': 'application/json' } }, 'no X-Request-ID'],
  ['an error of another shape', { error: 'x' }, { status: 500 }, "required property 'detail'"],
  ['a code that the endpoint does not have', refusal, { status: 500 }, 'allowed values'],
])('%s does not', async (_, body, init, problem) => {
  expect((await problemsOf(body, init)).join()).toContain(problem);
});

test('a fetch of what is watched fails, and of nothing else', async () => {
  await using site = await startSite({ '/health': file('application/json', '{}') });
  await using other = await startSite({ '/health': file('application/json', '{}') });
  const unwatch = watchAnswers(site.origin);
  await expect(fetch(`${site.origin}/health`)).rejects.toThrow('not what openapi.json says');
  expect((await fetch(`${other.origin}/health`)).status).toBe(200);
  unwatch();
  expect((await fetch(`${site.origin}/health`)).status).toBe(200);
});
