import type { CrawlStatus } from '../../src/contract/crawl.ts';
import type { CrawlResult } from '../../src/contract/crawl-results.ts';
import { type Answer, eventually, type Service, testKey } from './service.ts';

/** Crawls over HTTP, as a user's program would. */
export const crawlClient = (service: Pick<Service, 'url'>, key = testKey) => {
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== '';
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
  const get = (path: string, headers?: Record<string, string>) => send('GET', path, undefined, headers);

  /** @returns the id of the new job. @throws Error when it is refused. */
  const start = async (body: Record<string, unknown>): Promise<string> => {
    const { status, body: answer } = await send('POST', '/v1/crawl', body);
    if (status !== 202) throw new Error(`${status} ${JSON.stringify(answer)}`);
    return answer.job_id;
  };
  const statusOf = async (id: string): Promise<CrawlStatus> => (await get(`/v1/crawl/${id}`)).body;
  const ended = async (id: string, ms = 60_000): Promise<CrawlStatus> => {
    let status = await statusOf(id);
    await eventually(async () => {
      status = await statusOf(id);
      return status.completed_at !== null;
    }, ms);
    return status;
  };
  const resultsOf = async (id: string): Promise<CrawlResult[]> =>
    (await get(`/v1/crawl/${id}/results?limit=1000`)).body.results;

  return {
    send,
    get,
    start,
    statusOf,
    ended,
    resultsOf,
    /** Starts a job and waits for its end. */
    crawl: async (body: Record<string, unknown>) => {
      const id = await start(body);
      const status = await ended(id);
      return { id, status, results: await resultsOf(id) };
    },
  };
};
