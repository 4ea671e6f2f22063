import { afterAll, beforeAll, expect, test } from 'vitest';
import { leaseJob, openTestStore } from '../../test/support/crawl-store.ts';
import { pageOf } from '../../test/support/crawled-page.ts';
import { createLog } from '../log.ts';
import { DatabaseError } from '../store/error.ts';
import { type CrawlJob, findJob } from '../store/jobs.ts';
import { readResults } from '../store/results.ts';
import type { Fetched } from './fetch-page.ts';
import { createStartRun } from './run.ts';

let store: Awaited<ReturnType<typeof openTestStore>>;
beforeAll(async () => {
  store = await openTestStore('embedded');
});
afterAll(() => store[Symbol.asyncDispose]());

const gone: Fetched = { kind: 'failure', error: 'timeout: Too late.', attempts: 1, durationMs: 1 };

/** Runs a job of three pages, of which the second is fetched by `fetchSecond`. */
const run = async (fetchSecond: () => Promise<Fetched>) => {
  const lines: string[] = [];
  const job: CrawlJob = await leaseJob(store.database);
  const startRun = createStartRun({
    database: store.database,
    discover: async (_, offer) => {
      const urls = [1, 2, 3].map((n) => `https://example.com/${n}`);
      await offer(urls.map((url) => ({ url, depth: 0, parentUrl: null, isStart: true })));
      return undefined;
    },
    fetchPage: async (_, { url }) => (url.endsWith('/2') ? fetchSecond() : gone),
    onResults: async () => undefined,
    onEnd: async () => undefined,
    log: createLog('error', (line) => lines.push(line)),
  });
  const [ended] = await Promise.allSettled([startRun(job, new AbortController().signal).ended]);
  const results = await readResults(store.database, job.id, { after: 0, limit: 10 });
  const { status } = (await findJob(store.database, job.id, job.owner)) ?? {};
  return { ended, status, lines, errors: results.map(({ error }) => error?.split(':')[0]).sort() };
};

test('what was not foreseen of one page is its failure alone, and its cause is in the log', async () => {
  const { status, errors, lines } = await run(() => Promise.reject(new TypeError('secret inside')));
  expect({ status, errors }).toEqual({
    status: 'failed',
    errors: ['internal_error', 'timeout', 'timeout'],
  });
  expect(lines.join()).toContain('secret inside');
});

test('a database that fails ends the run', async () => {
  const error = new DatabaseError('no space', '53100');
  const { ended, status, lines } = await run(() => Promise.reject(error));
  expect(ended).toEqual({ status: 'rejected', reason: error });
  expect({ status, lines }).toEqual({ status: 'running', lines: [] });
});

test('a sitemap of old addresses that all lead to one page does not hide the pages behind them', async () => {
  const site = 'https://example.com';
  const body = { mode: 'sitemap', start_url: `${site}/sitemap.xml`, max_pages: 5, options: { parallel: 20 } };
  const job = await leaseJob(store.database, 60_000, body);
  const paths = [...Array(700).keys()].map((n) => `/old/${n}`).concat('/new/1', '/new/2');
  let visits = 0;
  const startRun = createStartRun({
    database: store.database,
    discover: async (_, offer) => {
      for (const path of paths) {
        const more = await offer([{ url: site + path, depth: 0, parentUrl: `${site}/sitemap.xml` }]);
        if (!more) return undefined;
      }
      return undefined;
    },
    fetchPage: async (_, { url }) => {
      visits += 1;
      return pageOf({ url: url.includes('/old/') ? `${site}/home` : url });
    },
    onResults: async () => undefined,
    onEnd: async () => undefined,
    log: createLog('error', () => undefined),
  });
  await startRun(job, new AbortController().signal).ended;
  const results = await readResults(store.database, job.id, { after: 0, limit: 10 });
  expect(results.map(({ url }) => url)).toEqual([`${site}/old/0`, `${site}/new/1`, `${site}/new/2`]);
  expect(visits).toBe(paths.length);
});
