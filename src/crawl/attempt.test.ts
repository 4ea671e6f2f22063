import { expect, test } from 'vitest';
import { pageOf } from '../../test/support/crawled-page.ts';
import { ServiceError } from '../contract/error.ts';
import type { Retrieve } from '../engine/retrieve.ts';
import { createAttempt } from './attempt.ts';
import type { HostAnswer } from './politeness.ts';

/** @returns how an attempt that ends so is taken: whether another is made, and what is told of the host. */
const attemptBy = async (retrieve: Retrieve) => {
  const told: HostAnswer[] = [];
  const attempt = createAttempt({
    retrieve,
    politeness: { turn: async () => ({ done: async (answer) => told.push(answer) }) },
    slots: { take: async () => () => undefined },
  });
  const request = {
    url: 'http://a.test/',
    owner: 'ada',
    session: 'one',
    timeoutMs: 1000,
    mainContent: true,
    output: 'markdown',
  } as const;
  const asked = { jobId: 'one', delayMs: 0, isRepeat: false, isWanted: () => true };
  const attempted = await attempt(request, asked, new AbortController().signal);
  return { got: attempted?.got, again: attempted?.again, host: told[0] };
};

test.each([
  ['connection_failed', undefined, true],
  ['connection_failed', 'leads_nowhere', false],
  ['timeout', undefined, true],
  ['scrape_failed', 'blocked', true],
  ['scrape_failed', 'redirect_refused', false],
] as const)('%s %s: is the host in trouble? %s', async (code, reason, inTrouble) => {
  const error = new ServiceError(code, { ...(reason && { reason }), message: 'It is so.' });
  expect(await attemptBy(() => Promise.reject(error))).toMatchObject({
    host: { inTrouble },
    got: { kind: 'failure', error: `${reason ?? code}: It is so.` },
  });
});

test.each([
  ['ok', 200, 0, { inTrouble: false, restMs: 0 }],
  ['ok', 404, 0, { inTrouble: false, restMs: 0 }],
  ['origin_error', 500, 0, { inTrouble: false, restMs: 500 }],
  ['origin_error', 500, 9000, { inTrouble: false, restMs: 9000 }],
  ['origin_error', 501, 0, { inTrouble: false, restMs: 500 }],
  ['origin_error', 503, 0, { inTrouble: true, restMs: 0 }],
  ['cdn_error', 502, 0, { inTrouble: true, restMs: 0 }],
  ['rate_limited', 429, 9000, { inTrouble: true, restMs: 9000 }],
] as const)('%s %i that asks for %i ms: the host is told of as %j', async (outcome, status, restMs, host) => {
  const { page } = pageOf({ url: 'http://a.test/', outcome, status, restMs });
  expect(await attemptBy(async () => page)).toMatchObject({ host });
});
