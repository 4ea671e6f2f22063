import type { PageRequest, Visit } from '../browser/visit.ts';
import type { Caller } from '../contract/access.ts';
import { ServiceError } from '../contract/error.ts';
import type { Data, ScrapeMetadata, ScrapeRequest } from '../contract/scrape.ts';
import { Deadline } from '../deadline.ts';
import type { Metrics } from '../metrics.ts';
import { outputs, renderLive } from '../output/outputs.ts';
import type { Renderer } from '../output/render.ts';
import type { Snapshot } from '../page.ts';
import { blockedBy } from './blocked.ts';
import type { AnswerCache } from './cache.ts';
import type { createRetry } from './retry.ts';

/** Page in, output out: the spine of a scrape. */

/** What a scrape gives: the `data` object of the spec and what is known of the page. */
export interface Scraped {
  readonly data: Data[keyof Data];
  readonly metadata: ScrapeMetadata;
  readonly warnings: readonly string[];
}

export type Scrape = (request: ScrapeRequest, caller: Caller, signal: AbortSignal) => Promise<Scraped>;

interface Parts {
  readonly visit: Visit;
  readonly renderer: Renderer;
  readonly cache: AnswerCache<Scraped>;
  readonly retry: ReturnType<typeof createRetry>;
  readonly metrics: Metrics;
}

/** Answers may be this much later than `timeout_ms`: the page is read, only its conversion is under way. */
const conversionGraceMs = 250;

export const createScrape = ({ visit, renderer, cache, retry, metrics }: Parts): Scrape => {
  const fetchPage = async (request: ScrapeRequest, signal: AbortSignal): Promise<Scraped> => {
    using deadline = new Deadline(request.timeout_ms, signal);
    using conversion = new Deadline(request.timeout_ms + conversionGraceMs, signal);
    const { answer, attempts } = await retry(
      (time) => visit(pageRequest(request), (page) => renderLive(page, request), time),
      { retry: request.retry, deadline, again: ({ snapshot }) => askAgainAfter(snapshot) },
    );
    const { snapshot, value, wait, warnings } = answer;
    if (blockedBy(snapshot) !== undefined)
      throw new ServiceError('scrape_failed', {
        reason: 'blocked',
        message: 'The site answered with a bot check that did not clear.',
      });
    const rendered = await renderer.render(snapshot, request.output, request.options, conversion);
    const data = value ?? rendered.data;
    if (data === null) throw new Error(`no ${request.output} was made`);
    return {
      data,
      warnings,
      metadata: {
        ...rendered.metadata,
        final_url: snapshot.url,
        status_code: snapshot.status,
        content_type: snapshot.contentType,
        engine: wait.ended_by === 'response' ? 'response' : 'browser',
        wait,
        ...(wait.ended_by === 'deadline' ? { stopped_by: 'deadline' as const } : {}),
        attempts,
        cached: false,
        cached_at: null,
      },
    };
  };

  return async (request, caller, signal) => {
    const outcome = (code: string) => metrics.scrapes.inc({ output: request.output, outcome: code });
    try {
      const { answer, cachedAt } = await cache.get(request, caller, signal, (shared) =>
        fetchPage(request, shared),
      );
      outcome('ok');
      if (cachedAt === undefined) return answer;
      return { ...answer, metadata: { ...answer.metadata, cached: true, cached_at: cachedAt.toISOString() } };
    } catch (error) {
      outcome(error instanceof ServiceError ? error.code : 'fault');
      throw error;
    }
  };
};

const pageRequest = (request: ScrapeRequest): PageRequest => {
  const { reads, needsMedia } = outputs[request.output];
  return {
    url: request.url,
    blockMedia: request.block_media && !needsMedia,
    waitStrategy: request.wait_strategy,
    waitForSelector: request.wait_for_selector,
    javascript: request.javascript,
    proxyUrl: request.proxy_url,
    viewport: request.output === 'screenshot' ? request.options : undefined,
    asText: reads === 'snapshot',
  };
};

/** Answers of a site in trouble: another moment may bring the page. */
const passing = new Set([429, 500, 502, 503, 504]);

/** Milliseconds to let the site rest before it is asked again; undefined takes the answer as it is. */
const askAgainAfter = ({ status, headers }: Snapshot): number | undefined => {
  if (!passing.has(status)) return undefined;
  const seconds = Number(headers['retry-after'] ?? 0);
  return Number.isFinite(seconds) ? seconds * 1000 : undefined;
};

/** Whether another caller would have got the same: not a fragment, not the answer of a site in trouble. */
export const keepsScraped = ({ metadata, warnings }: Scraped): boolean =>
  metadata.stopped_by === undefined &&
  metadata.wait.ended_by !== 'stuck' &&
  !passing.has(metadata.status_code) &&
  // What the caller's own script threw it throws again; every other warning tells of something missing.
  warnings.every((warning) => warning.startsWith('javascript: '));

/** Memory an answer takes, in bytes, about: two for a character, and a little for whatever holds it. */
export const bytesOfScraped = (answer: Scraped): number => sizeOf(answer);

const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return 32 + 2 * value.length;
  if (typeof value !== 'object' || value === null) return 16;
  return Object.values(value).reduce<number>((sum, part) => sum + sizeOf(part), 64);
};
