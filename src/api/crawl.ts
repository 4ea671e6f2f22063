import type { ServerResponse } from 'node:http';
import type { Caller } from '../contract/access.ts';
import { type CrawlCreated, type CrawlList, type CrawlStatus, parseCrawl } from '../contract/crawl.ts';
import { type CrawlErrors, eventsQuery, resultsQuery } from '../contract/crawl-results.ts';
import { ServiceError } from '../contract/error.ts';
import { type MapResponse, mapAnswer, parseMap } from '../contract/map.ts';
import { invalidRequest, warningsOf } from '../contract/request.ts';
import { parseQuery, windowQuery } from '../contract/window.ts';
import { canonicalJson } from '../webhook/canonical.ts';
import { type Exchange, queryOf } from './exchange.ts';
import type { Services } from './services.ts';
import type { Streamed } from './streamed.ts';

/** The crawl endpoints: a checked request in, the views of the contract out. */

type Parts = Pick<Services, 'crawls' | 'watchCrawl' | 'mapSite'> & {
  /** Aborted when the service begins to shut down. */
  readonly ending: AbortSignal;
  /** Jobs that one owner may watch at once; and as many whose results it reads. */
  readonly ownerStreams: number;
};

export const createCrawlHandlers = ({ crawls, watchCrawl, mapSite, ending, ownerStreams }: Parts) => {
  const watched = createStreams(ownerStreams, 'watched');
  const read = createStreams(ownerStreams, 'read');
  ending.addEventListener('abort', () => setTimeout(watched.cutOff, lastEventsMs).unref());
  return {
    crawlCreate: async ({ request }: Exchange, { owner }: Caller, body: unknown): Promise<CrawlCreated> => {
      const { request: crawl, warnings } = parseCrawl(body);
      const created = await crawls.create(crawl, owner, idempotencyKey(request.headers['idempotency-key']));
      return { ...created, ...warningsOf(warnings) };
    },

    crawlList: async (exchange: Exchange, { owner }: Caller): Promise<CrawlList> => {
      const { request, warnings } = parseQuery(windowQuery, queryOf(exchange));
      const jobs = await crawls.list(owner, request);
      return { count: jobs.length, jobs, ...warningsOf(warnings) };
    },

    crawlStatus: (exchange: Exchange, { owner }: Caller): Promise<CrawlStatus> =>
      crawls.status(jobIdOf(exchange), owner),

    crawlResults: async (exchange: Exchange, { owner }: Caller): Promise<Streamed> => {
      const { request, warnings } = parseQuery(resultsQuery, queryOf(exchange));
      const { format, ...window } = request;
      const { jobId, count, results } = await crawls.results(jobIdOf(exchange), owner, window);
      read.open(owner, exchange.response);
      if (format === 'ndjson') {
        warnByHeader(exchange, warnings);
        return { type: 'application/x-ndjson', chunks: lines(results) };
      }
      const head = JSON.stringify({ job_id: jobId, count, ...warningsOf(warnings) }).slice(0, -1);
      return {
        type: 'application/json; charset=utf-8',
        chunks: envelope(`${head},"results":[`, results, ']}'),
      };
    },

    crawlErrors: async (exchange: Exchange, { owner }: Caller): Promise<CrawlErrors> => {
      const { request, warnings } = parseQuery(windowQuery, queryOf(exchange));
      return { ...(await crawls.errors(jobIdOf(exchange), owner, request)), ...warningsOf(warnings) };
    },

    crawlEvents: async (exchange: Exchange, { owner }: Caller): Promise<Streamed> => {
      const query = queryOf(exchange);
      // A browser that connects again sends this header; the query is still that of its first request.
      const { 'last-event-id': seen } = exchange.request.headers;
      if (typeof seen === 'string') query.set('last_event_id', seen);
      const { request, warnings } = parseQuery(eventsQuery, query);
      const { last_event_id: after } = request;
      const signal = AbortSignal.any([exchange.signal, ending]);
      const events = await watchCrawl(jobIdOf(exchange), owner, after, signal);
      watched.open(owner, exchange.response);
      warnByHeader(exchange, warnings);
      return { type: 'text/event-stream; charset=utf-8', chunks: serverSentEvents(events) };
    },

    crawlCancel: async (exchange: Exchange, { owner }: Caller): Promise<null> => {
      await crawls.cancel(jobIdOf(exchange), owner);
      return null;
    },

    map: async ({ signal }: Exchange, { owner }: Caller, body: unknown): Promise<MapResponse> => {
      const parsed = parseMap(body);
      return mapAnswer(parsed, await mapSite(parsed.request, owner, signal));
    },
  };
};

/** How long clients may take to read the last events, once the service begins to shut down. */
const lastEventsMs = 2000;

/** Counts the streams that each owner has open: each keeps what its client is slow to take in memory. */
const createStreams = (most: number, what: 'watched' | 'read') => {
  const open = new Map<string, number>();
  const responses = new Set<ServerResponse>();
  return {
    /** Ends those that are still open: their clients do not read. */
    cutOff: (): void => {
      for (const response of responses) response.destroy();
    },
    /** @throws ServiceError `rate_limited` when it is one too many. */
    open: (owner: string, response: ServerResponse): void => {
      const before = open.get(owner) ?? 0;
      if (before >= most)
        throw new ServiceError('rate_limited', {
          message: `No more than ${most} crawls can be ${what} at once.`,
          retry_after: 5,
        });
      // A client that has left by now sends no `close` any more.
      if (response.closed) return;
      open.set(owner, before + 1);
      responses.add(response);
      response.once('close', () => {
        responses.delete(response);
        const left = (open.get(owner) ?? 1) - 1;
        if (left === 0) open.delete(owner);
        else open.set(owner, left);
      });
    },
  };
};

/** As many of them as a header holds. */
const maxHeaderWarnings = 5;

/** Where an answer has no place for `warnings`: as `Warning` headers of RFC 7234 were, in ASCII. */
const warnByHeader = (exchange: Exchange, warnings: readonly string[]): void => {
  const told = warnings.slice(0, maxHeaderWarnings).map((text) => `299 gannet ${canonicalJson(text)}`);
  if (told.length > 0) exchange.headers.warning = told.join(', ');
};

const jobIdOf = ({ params: { job_id = '' } }: Exchange): string => job_id;

const idempotencyKey = (header: string | string[] | undefined): string | undefined => {
  if (header === undefined || header === '') return undefined;
  if (typeof header === 'string' && /^[\x21-\x7e]{1,255}$/.test(header)) return header;
  throw invalidRequest([
    { path: 'Idempotency-Key', message: 'must be 1 to 255 characters of visible ASCII' },
  ]);
};

async function* lines(results: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const result of results) yield `${JSON.stringify(result)}\n`;
}

async function* envelope(
  before: string,
  results: AsyncIterable<unknown>,
  after: string,
): AsyncGenerator<string> {
  yield before;
  let first = true;
  for await (const result of results) {
    yield `${first ? '' : ','}${JSON.stringify(result)}`;
    first = false;
  }
  yield after;
}

type Events = Awaited<ReturnType<Services['watchCrawl']>>;

async function* serverSentEvents(events: Events): AsyncGenerator<string> {
  yield 'retry: 1000\n\n';
  try {
    for await (const event of events)
      if (event.event === 'idle') yield ': still here\n\n';
      else {
        const id = event.event === 'result' ? `id: ${event.id}\n` : '';
        yield `${id}event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`;
      }
  } catch (error) {
    // The job was removed while it was watched: the stream is over.
    if (!(error instanceof ServiceError)) throw error;
  }
}
