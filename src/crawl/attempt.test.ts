import { expect, test } from 'vitest';
import { ServiceError } from '../contract/error.ts';
import { createAttempt } from './attempt.ts';
import type { HostAnswer } from './politeness.ts';

/** @returns how an attempt that fails so is taken: whether another is made, and whether the host is spared. */
const attemptThatFails = async (error: ServiceError) => {
  const told: HostAnswer[] = [];
  const attempt = createAttempt({
    retrieve: () => Promise.reject(error),
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
  const asked = { jobId: 'one', delayMs: 0, isWanted: () => true };
  const attempted = await attempt(request, asked, new AbortController().signal);
  return { got: attempted?.got, again: attempted?.again, inTrouble: told[0]?.inTrouble };
};

test.each([
  ['connection_failed', undefined, true],
  ['connection_failed', 'leads_nowhere', false],
  ['timeout', undefined, true],
  ['scrape_failed', 'blocked', true],
  ['scrape_failed', 'redirect_refused', false],
] as const)('%s %s: is the host in trouble? %s', async (code, reason, inTrouble) => {
  const error = new ServiceError(code, { ...(reason && { reason }), message: 'It is so.' });
  expect(await attemptThatFails(error)).toMatchObject({
    inTrouble,
    got: { kind: 'failure', error: `${reason ?? code}: It is so.` },
  });
});
