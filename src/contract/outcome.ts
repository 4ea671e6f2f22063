import { z } from 'zod';

/** What became of a page, in one token. */

/** Outcomes that are answered with the page. `ok` is the site's own answer, whatever its status. */
export const pageOutcomes = [
  'ok',
  'login_wall',
  'soft_404',
  'parked',
  'empty',
  'rate_limited',
  'origin_error',
  'cdn_error',
] as const;

/** Outcomes that are answered with `scrape_failed`, reason `blocked`: a check that did not clear, a refusal. */
export const wallOutcomes = ['challenge', 'blocked'] as const;

export type PageOutcome = (typeof pageOutcomes)[number];
export type WallOutcome = (typeof wallOutcomes)[number];
export type Outcome = PageOutcome | WallOutcome;

/** One attempt at a page, as told to the caller when none succeeded. */
export const attempt = z.object({
  outcome: z.string().describe('An outcome of a page, or the error code that the attempt ended with.'),
  reason: z.string().optional().describe('What it was recognised by.'),
  proxy: z.string().optional().describe('The proxy in use, as in /v1/proxy/status.'),
  after_ms: z.int().describe('When the attempt ended, from the start of the first.'),
});
export type Attempt = Readonly<z.infer<typeof attempt>>;
