import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chanceLetters } from '../../test/support/chance-letters.ts';
import { leaseJob } from '../../test/support/crawl-store.ts';
import { pageOf } from '../../test/support/crawled-page.ts';
import { openTestDatabase, type TestDatabase } from '../../test/support/databases.ts';
import { createLog } from '../log.ts';
import { DatabaseError } from '../store/error.ts';
import { findJob } from '../store/jobs.ts';
import { type CrawlJob, reloadJob } from '../store/leases.ts';
import { readResults } from '../store/results.ts';
import type { Fetched } from './fetch-page.ts';
import { createStartRun } from './run.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase('embedded');
});
afterAll(() => database[Symbol.asyncDispose]());

const gone: Fetched = { kind: 'failure', error: 'timeout: Too late.', attempts: 1, durationMs: 1 };

/** Runs a job of three pages, of which the second is fetched by `fetchSecond`. */
const run = async (fetchSecond: () => Promise<Fetched>) => {
  const lines: string[] = [];
  // Of others it stays, and must not be leased by them.
  const job: CrawlJob = await leaseJob(database, 600_000);
  const startRun = createStartRun({
    database,
    discover: async (_, offer) => {
      const urls = [1, 2, 3].map((n) => `https://example.com/${n}`);
      await offer(urls.map((url) => ({ url, depth: 0, parentUrl: null, isStart: true })));
    },
    fetchPage: async (_, { url }) => (url.endsWith('/2') ? fetchSecond() : gone),
    onResults: async () => undefined,
    onEnd: async () => undefined,
    log: createLog('error', (line) => lines.push(line)),
  });
  const [ended] = await Promise.allSettled([startRun(job, new AbortController().signal).ended]);
  const results = await readResults(database, job.id, { after: 0, limit: 10 });
  const { status } = (await findJob(database, job.id, job.owner)) ?? {};
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

test.each([
  [2, 'max_pages (2) was reached: addresses that were found are left out, at least 3'],
  [5, undefined],
])(
  'that max_pages leaves addresses out is told, and not where it does not: %d',
  async (max_pages, warning) => {
    const start_url = 'https://example.com/sitemap.xml';
    const job = await leaseJob(database, 600_000, { mode: 'sitemap', start_url, max_pages });
    const startRun = createStartRun({
      database,
      discover: async (_, offer) => {
        const urls = [1, 2, 3, 4, 5].map((n) => `https://example.com/${n}`);
        await offer(urls.map((url) => ({ url, depth: 0, parentUrl: start_url })));
      },
      fetchPage: async () => gone,
      onResults: async () => undefined,
      onEnd: async () => undefined,
      log: createLog('error'),
    });
    await startRun(job, new AbortController().signal).ended;
    const { warnings } = (await findJob(database, job.id, job.owner)) ?? {};
    expect(warnings).toEqual(warning === undefined ? [] : [warning]);
  },
);

test('the job says which page is under way as soon as one before it is stored', async () => {
  const urls = ['https://one.test/', 'https://two.test/'];
  const job = await leaseJob(database, 600_000, { urls, options: { delay_ms: 0, parallel: 1 } });
  let told: string | null | undefined;
  const startRun = createStartRun({
    database,
    discover: async (_, offer) => {
      await offer(urls.map((url) => ({ url, depth: 0, parentUrl: null, isStart: true })));
    },
    fetchPage: async (_, { url }) => {
      if (url !== urls[0]) told = (await findJob(database, job.id, job.owner))?.currentUrl;
      return gone;
    },
    onResults: async () => undefined,
    onEnd: async () => undefined,
    log: createLog('error'),
  });
  await startRun(job, new AbortController().signal).ended;
  expect(urls).toContain(told);
});

test('a run tells the job as it has stored it, until it begins to end it', async () => {
  const urls = ['https://one.test/', 'https://two.test/'];
  const job = await leaseJob(database, 600_000, { urls, options: { delay_ms: 0, parallel: 1 } });
  const told: (number | undefined)[] = [];
  const tell = () => told.push(run.stored?.failed);
  const run = createStartRun({
    database,
    discover: async (_, offer) => {
      await offer(urls.map((url) => ({ url, depth: 0, parentUrl: null, isStart: true })));
    },
    fetchPage: async () => {
      tell();
      return gone;
    },
    onResults: async () => undefined,
    onEnd: async () => {
      tell();
    },
    log: createLog('error'),
  })(job, new AbortController().signal);
  tell();
  await run.ended;
  expect(told).toEqual([0, 0, 1, undefined]);
});

test('a page that is postponed comes when its host may be asked again, with what it has cost', async () => {
  const urls = ['tired.test/1', 'tired.test/2', 'tired.test/broken', 'quick.test/1'].map(
    (at) => `http://${at}`,
  );
  const options = { delay_ms: 0, parallel: 2 };
  const job = await leaseJob(database, 600_000, { urls, options });
  const startRun = createStartRun({
    database,
    discover: async (_, offer) => {
      await offer(urls.map((url) => ({ url, depth: 0, parentUrl: null, isStart: true })));
    },
    fetchPage: async (_, { url, spent }, __, neighbours) => {
      if (!url.includes('tired')) return gone;
      if (spent !== undefined && url.endsWith('broken')) throw new TypeError('not foreseen');
      if (spent !== undefined) return { ...gone, attempts: spent.attempts + 1 };
      neighbours?.onRest(20);
      return { kind: 'postponed', attempts: 1, durationMs: 1 };
    },
    onResults: async () => undefined,
    onEnd: async () => undefined,
    log: createLog('error'),
  });
  await startRun(job, new AbortController().signal).ended;
  const results = await readResults(database, job.id, { after: 0, limit: 10 });
  const attempts = results.map(({ url, metadata }) => [url, metadata.attempts] as const);
  expect(Object.fromEntries(attempts)).toEqual({
    'http://tired.test/1': 2,
    'http://tired.test/2': 2,
    'http://tired.test/broken': 2,
    'http://quick.test/1': 1,
  });
});

test('patterns that take too long end the job, which tells so', async () => {
  const start = 'https://example.com/';
  const options = { include_patterns: ['[a].{900}c'] };
  const job = await leaseJob(database, 600_000, { mode: 'link', start_url: start, options });
  const links = [...Array(1000).keys()].map((n) => `${start}${chanceLetters(1900, n)}`);
  const startRun = createStartRun({
    database,
    discover: async (_, offer) => {
      await offer([{ url: start, depth: 0, parentUrl: null, isStart: true }]);
    },
    fetchPage: async (_, { url }) => pageOf({ url, links }),
    onResults: async () => undefined,
    onEnd: async () => undefined,
    log: createLog('error'),
  });
  await startRun(job, new AbortController().signal).ended;
  expect(await findJob(database, job.id, job.owner)).toMatchObject({
    status: 'failed',
    error: 'options.include_patterns.0: takes too long to match',
  });
});

test('a database that fails ends the run', async () => {
  const error = new DatabaseError('no space', '53100');
  const { ended, status, lines } = await run(() => Promise.reject(error));
  expect(ended).toEqual({ status: 'rejected', reason: error });
  expect({ status, lines }).toEqual({ status: 'running', lines: [] });
});

describe('what a sitemap job has come to, whoever ends it', () => {
  const nothing = 'The sitemaps list no page of this site: skipped_reasons tells what was left out.';
  const unmatched = 'No page that the patterns allow was fetched: skipped_reasons tells what was left out.';
  const unread = 'https://example.com/sitemap.xml: The sitemap was answered with status 404.';
  test.each<[string, string[], string[], object]>([
    ['empty', [], [], { status: 'failed', error: nothing, warnings: [] }],
    ['of another site', ['https://cdn.example/'], [], { status: 'failed', error: nothing, warnings: [] }],
    ['gone', [], [unread], { status: 'failed', error: unread, warnings: [unread] }],
    [
      'of pages that the caller leaves out',
      ['https://example.com/no'],
      [],
      { status: 'completed', error: null, warnings: [unmatched] },
    ],
    [
      'that names pages that it may not fetch',
      ['https://example.com/robots'],
      [],
      { status: 'failed', error: 'robots.txt forbids every page that there was to fetch.', warnings: [] },
    ],
  ])('%s', async (_, urls, warnings, expected) => {
    const body = {
      mode: 'sitemap',
      start_url: 'https://example.com/',
      options: { exclude_patterns: ['/no'] },
    };
    const parts = {
      database,
      discover: async (_request, offer, _signal, warn) => {
        warnings.forEach(warn);
        await offer(
          urls.map((url) => ({
            url,
            depth: 0,
            parentUrl: 'https://example.com/sitemap.xml',
            isForbidden: url.endsWith('/robots'),
          })),
        );
      },
      fetchPage: async () => gone,
      onResults: async () => undefined,
      log: createLog('error', () => undefined),
    } satisfies Omit<Parameters<typeof createStartRun>[0], 'onEnd'>;
    const found = async ({ id, owner }: CrawlJob) => await findJob(database, id, owner);

    const job = await leaseJob(database, 600_000, body);
    await createStartRun({ ...parts, onEnd: async () => undefined })(job, new AbortController().signal).ended;
    expect(await found(job)).toMatchObject(expected);

    const stopped = await leaseJob(database, 600_000, body);
    const dies = async () => {
      throw new Error('the process is gone');
    };
    const first = createStartRun({ ...parts, onEnd: dies })(stopped, new AbortController().signal);
    await expect(first.ended).rejects.toThrow('gone');
    const again = await reloadJob(database, stopped);
    expect(again).toMatchObject({ status: 'running', discovered: true });
    await createStartRun({ ...parts, onEnd: async () => undefined })(again, new AbortController().signal)
      .ended;
    expect(await found(stopped)).toMatchObject(expected);
  });
});

test.each([
  [700, 0],
  [320, 100],
])(
  'a sitemap of old addresses that all lead to one page does not hide those behind them (%i, stopped after %i)',
  async (old, stopAfter) => {
    const site = 'https://example.com';
    const body = {
      mode: 'sitemap',
      start_url: `${site}/sitemap.xml`,
      max_pages: 5,
      options: { parallel: 20 },
    };
    const job = await leaseJob(database, 600_000, body);
    const paths = [...Array(old).keys()].map((n) => `/old/${n}`).concat('/new/1', '/new/2');
    const visited = new Set<string>();
    const stop = new AbortController();
    const startRun = createStartRun({
      database,
      discover: async (_, offer) => {
        for (const path of paths) {
          const more = await offer([{ url: site + path, depth: 0, parentUrl: `${site}/sitemap.xml` }]);
          if (!more) return;
        }
      },
      fetchPage: async (_, { url }) => {
        visited.add(url);
        if (visited.size === stopAfter) stop.abort(new Error('the process stops'));
        return pageOf({ url: url.includes('/old/') ? `${site}/home` : url });
      },
      onResults: async () => undefined,
      onEnd: async () => undefined,
      log: createLog('error', () => undefined),
    });
    const first = startRun(job, stop.signal).ended;
    if (stopAfter === 0) await first;
    else {
      await expect(first).rejects.toThrow('stops');
      const again = await reloadJob(database, job);
      await startRun(again, new AbortController().signal).ended;
    }
    const results = await readResults(database, job.id, { after: 0, limit: 10 });
    expect(results.map(({ url }) => url)).toEqual([`${site}/old/0`, `${site}/new/1`, `${site}/new/2`]);
    expect(visited.size).toBe(paths.length);
  },
);
