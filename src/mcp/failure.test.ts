import { expect, test } from 'vitest';
import { commonErrors } from '../contract/endpoint.ts';
import { ServiceError } from '../contract/error.ts';
import { invalidRequest } from '../contract/request.ts';
import { endpointTable } from '../contract/routes.ts';
import { failureResult } from './failure.ts';
import { toolNames, tools } from './tools.ts';

/** What only HTTP says: before a call is read, or of a body that MCP does not have. */
const ofHttp = ['payload_too_large', 'unsupported_media_type', 'request_timeout'];

const codes = new Set(
  toolNames.flatMap((name) => {
    const endpoint = endpointTable[tools[name].endpoint];
    return [...endpoint.errors, ...commonErrors(endpoint)].filter((code) => !ofHttp.includes(code));
  }),
);

test.each([...codes])('%s says what to do', (code) => {
  const { structuredContent, content, isError } = failureResult(new ServiceError(code), true);
  expect(isError).toBe(true);
  expect(structuredContent).toMatchObject({ error: code, todo: expect.stringMatching(/\.$/) });
  expect(content).toMatchObject([{ type: 'text', text: expect.stringMatching(`^${code}: `) }]);
});

test('a reason, and how long to wait, are part of the words', () => {
  const blocked = new ServiceError('scrape_failed', { reason: 'blocked', retry_after: 1.2 });
  expect(failureResult(blocked, true).structuredContent).toMatchObject({ retry_after: 2 });
  expect(failureResult(blocked, true).content).toEqual([
    {
      type: 'text',
      text: 'scrape_failed: The page could not be scraped. Reason: blocked. Retry in 2 seconds. The site keeps robots out: try another source.',
    },
  ]);
});

test.each([
  ['scrape_failed', 'unsupported_content_type', /another page/, /again/],
  ['timeout', 'selector', /selector/, /^Call again/],
] as const)('%s for the reason %s is not tried again as it was', (code, reason, todo, never) => {
  const { structuredContent } = failureResult(new ServiceError(code, { reason }), true);
  expect(structuredContent).toMatchObject({ todo: expect.stringMatching(todo) });
  expect(structuredContent).not.toMatchObject({ todo: expect.stringMatching(never) });
});

test('what is wrong with an argument is a sentence of its own', () => {
  const wrong = invalidRequest([
    { path: 'url', message: 'must be an absolute http:// or https:// URL' },
    { path: 'timeout_ms', message: 'Too small' },
  ]);
  expect(failureResult(wrong, true).content).toEqual([
    {
      type: 'text',
      text: 'invalid_request: url: must be an absolute http:// or https:// URL. timeout_ms: Too small. Correct the arguments and call again.',
    },
  ]);
});
