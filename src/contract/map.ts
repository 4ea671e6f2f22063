import { z } from 'zod';
import { firstPatterns, patterns, webUrl } from './crawl.ts';
import { toldOfWords } from './patterns.ts';
import { bodyObject, check, type Parsed, warningsOf } from './request.ts';

/** The addresses of a site: request and answer. */

export const mapRequest = z.object({
  url: webUrl.describe('A site or a page of it.'),
  limit: z.int().min(1).max(50_000).default(1000).describe('Addresses at most.'),
  include_patterns: firstPatterns.describe('Only what matches one of these.'),
  exclude_patterns: patterns.describe('Not what matches one of these.'),
  follow_external: z.boolean().default(false).describe('Links to other sites, too.'),
  respect_robots_txt: z.boolean().default(true).describe('Leave out what robots.txt forbids.'),
  timeout_ms: z.int().min(1000).max(120_000).default(30_000).describe('Time budget in milliseconds.'),
});
export type MapRequest = z.infer<typeof mapRequest>;

export const parseMap = (body: unknown): Parsed<MapRequest> => {
  const { request, warnings } = check(mapRequest, bodyObject(body));
  const { url, include_patterns, exclude_patterns } = request;
  return { request, warnings: [...warnings, ...toldOfWords({ include_patterns, exclude_patterns }, url)] };
};

export const mapResponse = z.object({
  url: z.string(),
  count: z.int(),
  links: z.array(z.object({ url: z.string(), source: z.enum(['sitemap', 'link']) })),
  warnings: z.array(z.string()).optional(),
});
export type MapResponse = z.infer<typeof mapResponse>;

/** What a site was found to hold. */
export interface Mapped extends Pick<MapResponse, 'links'> {
  /** What could not be looked into. */
  readonly warnings: readonly string[];
}

export const mapAnswer = ({ request: { url }, warnings }: Parsed<MapRequest>, mapped: Mapped) => ({
  url,
  count: mapped.links.length,
  links: mapped.links,
  ...warningsOf(warnings, mapped.warnings),
});
