import { createHash } from 'node:crypto';
import type { Browser } from 'playwright-core';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseCrawl } from '../../src/contract/crawl.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { insertJob } from '../../src/store/jobs.ts';
import { uuidv7 } from '../../src/store/uuid.ts';
import { look, openView, startUserBrowser } from '../support/dashboard.ts';
import { operatorKey } from '../support/dashboard-world.ts';
import { makeTestPlace, type TestPlace } from '../support/databases.ts';
import { type Service, startService, testKey } from '../support/service.ts';

const pages = 1000;
/** Milliseconds of processor time: what a task takes on the clock says more of the machine than of the page. */
const longestTask = 100;

/** A crawl with a thousand pages of five kilobytes, as it stands in the database when it has ended. */
const storeCrawl = async (database: Database): Promise<void> => {
  const id = uuidv7();
  const { request } = parseCrawl({ start_url: 'https://example.com/', max_pages: pages });
  await insertJob(database, {
    id,
    owner: 'tester',
    mode: 'link',
    request,
    webhookSecret: undefined,
    idempotencyKey: undefined,
    requestHash: createHash('sha256').digest(),
  });
  await database.query(sql`insert into crawl_pages
      (job_id, seq, url, url_hash, depth, state, result_no, status, markdown, metadata, crawled_at)
    select ${id}::uuid, n, 'https://example.com/' || n, int4send(n), 1, 'done', n, 200,
      '# Page ' || n || repeat(E'\n\nGannets dive from thirty metres and enter the sea like arrows.', 80),
      jsonb_build_object('title', 'Page ' || n, 'depth', 1, 'parent_url', null, 'attempts', 1, 'duration_ms', n), now()
    from generate_series(1, ${pages}::int) as n`);
  await database.query(sql`update crawl_jobs set status = 'completed', discovered = true, total = ${pages}::int,
    crawled = ${pages}::int, started_at = now(), completed_at = now() where id = ${id}::uuid`);
};

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of processor time. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Tasks of the main threads of pages, by their processor time in milliseconds. */
const tasksOf = (trace: Buffer): number[] => {
  const { traceEvents }: { traceEvents: readonly TraceEvent[] } = JSON.parse(trace.toString());
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return traceEvents
    .filter(({ name, pid, tid }) => name === 'RunTask' && mains.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000);
};

/** A payment that came to its end, and one that did not. */
const storePayments = (database: Database) =>
  database.query(sql`insert into payments
      (network, asset, payer, nonce, amount, valid_before, state, endpoint, request_id, request, due_at, tx, reason)
    values ('base', '0xtoken', '0xpayer', '0x1', 5000, 0, 'settled', 'scrape', 'r1', '{}', now(), '0xhash', null),
      ('base', '0xtoken', '0xpayer', '0x2', 5000, 0, 'failed', 'extract', 'r2', '{}', now(), null, 'insufficient_funds')`);

let place: TestPlace;
let service: Service;
let browser: Browser;
beforeAll(async () => {
  place = await makeTestPlace('embedded');
  const { dataDir } = place.options;
  const database = await openDatabase(place.options);
  await storeCrawl(database);
  await storePayments(database);
  await database.close();
  service = await startService({
    GANNET_DATA_DIR: dataDir,
    GANNET_API_KEYS: `tester:${testKey} operator:${operatorKey}:*`,
  });
  browser = await startUserBrowser();
}, 120_000);
afterAll(async () => {
  await browser.close();
  await service[Symbol.asyncDispose]();
  await place.remove();
});

test('a crawl of a thousand pages never keeps the page busy for long', async () => {
  await using looked = await look(browser, service.url, { key: testKey });
  const { page, complaints } = looked;
  await openView(looked, 'crawls');
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });
  await page.getByRole('link', { name: 'https://example.com/' }).click();
  await page.getByRole('tab', { name: 'Pages (1,000)' }).waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Show page 975', exact: true }).click();
  await page.locator('.prose h1', { hasText: 'Page 975' }).waitFor();
  const tasks = tasksOf(await browser.stopTracing());
  expect(tasks.length).toBeGreaterThan(100);
  // The whole of it is a good deal of work: it is seen.
  expect(tasks.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(longestTask / 2);
  expect(Math.max(...tasks)).toBeLessThan(longestTask);
  expect(complaints).toEqual([]);
}, 120_000);

test('a crawl is followed again when the service is back', async () => {
  await using looked = await look(browser, service.url, { key: testKey });
  const { page } = looked;
  const outages = [
    { status: 503, body: '' },
    'connectionrefused',
    { status: 502, body: 'Bad Gateway' },
  ] as const;
  let asked = 0;
  await page.route('**/events?*', (route) => {
    const outage = outages[asked++];
    if (outage === undefined) return route.continue();
    return typeof outage === 'string' ? route.abort(outage) : route.fulfill(outage);
  });
  await openView(looked, 'crawls');
  await page.getByRole('link', { name: 'https://example.com/' }).click();
  await page.getByRole('alert').getByText('unreachable').waitFor();
  await page.getByRole('tab', { name: 'Pages (1,000)' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('payments of the ledger are shown to the operator', async () => {
  await using looked = await look(browser, service.url, { key: operatorKey });
  const { page, complaints } = looked;
  await openView(looked, 'usage');
  expect(await page.getByLabel('Payments').count()).toBe(0);
  await page.getByRole('button', { name: 'All owners' }).click();
  const row = page.getByRole('row').filter({ hasText: 'insufficient_funds' });
  await row.waitFor();
  expect(await row.textContent()).toContain('$0.005');
  expect(await page.getByRole('row').filter({ hasText: '0xhash' }).textContent()).toContain('settled');
  expect(complaints).toEqual([]);
});
