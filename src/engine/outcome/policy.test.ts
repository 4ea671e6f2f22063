import { expect, test } from 'vitest';
import { pageOutcomes, wallOutcomes } from '../../contract/outcome.ts';
import { isPage, isPassingError, isWorthAnother, policies, restMs } from './policy.ts';

test('only what is the answer of the site is kept and paid for; walls are no page', () => {
  const those = (holds: (outcome: keyof typeof policies) => boolean) =>
    [...pageOutcomes, ...wallOutcomes].filter(holds);
  expect(those((outcome) => policies[outcome].kept)).toEqual(['ok', 'login_wall', 'soft_404', 'parked']);
  expect(those((outcome) => policies[outcome].chargeable)).toEqual(['ok', 'login_wall', 'soft_404']);
  expect(those((outcome) => !isPage(outcome))).toEqual(['challenge', 'blocked']);
  expect(those((outcome) => isPage(outcome) && policies[outcome].warning === undefined)).toEqual(['ok']);
});

test.each([
  ['ok', 200, 0],
  ['empty', 200, 1],
  ['blocked', 403, 1],
  ['challenge', 503, 1],
  ['origin_error', 500, 3],
  ['origin_error', 501, 0],
  ['cdn_error', 522, 3],
  ['cdn_error', 526, 0],
  ['rate_limited', 429, 3],
] as const)('%s with status %d is tried again %d times', (outcome, status, times) => {
  expect([0, 1, 2, 3].filter((before) => isWorthAnother(outcome, status, before))).toHaveLength(times);
});

test('errors that pass are known by their status', () => {
  expect([200, 403, 404, 429, 500, 501, 503, 526].filter(isPassingError)).toEqual([429, 500, 503]);
});

test.each([
  ['origin_error', undefined, 0],
  ['origin_error', '', 0],
  ['origin_error', ' 3 ', 3000],
  ['rate_limited', 'Thu, 01 Jan 2026 00:00:07 GMT', 7000],
  ['rate_limited', 'Wed, 31 Dec 2025 00:00:00 GMT', 0],
  ['rate_limited', 'soon', 0],
  ['blocked', undefined, 1000],
  ['challenge', '5', 5000],
] as const)('%s with Retry-After %s rests %d ms', (outcome, retryAfter, ms) => {
  expect(restMs(outcome, retryAfter, Date.UTC(2026, 0, 1))).toBe(ms);
});
