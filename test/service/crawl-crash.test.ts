import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { crawlClient } from '../support/crawl-client.ts';
import { startCrawlSite } from '../support/crawl-site.ts';
import { engineKinds, makeTestPlace, type TestPlace } from '../support/databases.ts';
import { startReceiver } from '../support/receiver.ts';
import { eventually, type Service, startService } from '../support/service.ts';

/** How often the process is killed; `CRAWL_KILLS` for more. */
const kills = Number(process.env.CRAWL_KILLS ?? 2);
const parallel = 5;

const settingsOf = ({ options: { url, dataDir } }: TestPlace) => ({
  GANNET_DATA_DIR: dataDir,
  ...(url !== undefined && { DATABASE_URL: url }),
});

/** A process more for the jobs of a service. */
const startWorker = async (settings: Record<string, string>): Promise<ChildProcess> => {
  const worker = spawn(process.execPath, [join(import.meta.dirname, '../../src/main.ts'), 'worker'], {
    env: { ...process.env, GANNET_ALLOW_NETWORKS: '127.0.0.0/8', GANNET_LOG: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    worker.stdout.on('data', (said) => String(said).includes('works on crawl jobs') && resolve());
    worker.once('exit', (code) => reject(new Error(`the worker ended with ${code}`)));
  });
  return worker;
};

const killed = async (service: Service) => {
  service.process.kill('SIGKILL');
  await service.exit();
};

describe.each(engineKinds)('%s', (kind) => {
  test(`${kills} kills -9 at any moment: every page once, nothing lost, one webhook`, {
    timeout: 120_000 + kills * 30_000,
  }, async () => {
    const place = await makeTestPlace(kind);
    await using site = await startCrawlSite({ more: 20 + 20 * kills, slowness: 15 });
    const settings = settingsOf(place);
    await using receiver = await startReceiver();
    let service = await startService(settings);
    let seen = 0;
    const id = await crawlClient(service).start({
      start_url: `${site.origin}/`,
      depth: 10,
      max_pages: 1000,
      callback_url: receiver.url,
      webhook_secret: 'secret',
      options: { delay_ms: 0, parallel, exclude_patterns: ['/traps', '/old/*'] },
    });
    for (let kill = 0; kill < kills; kill++) {
      // Some pages on, and then anywhere within a page.
      const target = site.visits().length + 8;
      await eventually(() => site.visits().length >= target, 30_000);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 60));
      await killed(service);
      service = await startService(settings);
      const { result_count, status } = await crawlClient(service).statusOf(id);
      expect(['running', 'completed']).toContain(status);
      expect(result_count).toBeGreaterThanOrEqual(seen);
      seen = result_count;
    }
    const client = crawlClient(service);
    const status = await client.ended(id);
    const results = await client.resultsOf(id);
    expect(status).toMatchObject({ status: 'completed', error_count: 0, result_count: site.pages.length });
    expect(results.map(({ url }) => url).sort()).toEqual([...site.pages].sort());
    expect(results.map((result) => result.id)).toEqual(results.map((_, index) => `${id}-${index + 1}`));
    for (const { url, markdown } of results) expect(markdown).toContain(site.tokenOf(url));
    const pages = site.visits().filter(({ path }) => site.pages.includes(site.origin + path));
    expect(pages.length).toBeLessThanOrEqual(site.pages.length + kills * parallel);
    await eventually(() => receiver.received.length > 0, 20_000);
    // It may have arrived just before a kill that kept the service from writing that down.
    expect(new Set(receiver.received.map(({ deliveryId }) => deliveryId)).size).toBe(1);
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
      event: 'crawl.completed',
      job_id: id,
      data: { status: 'completed', pages_crawled: site.pages.length, pages_failed: 0 },
    });
    await service[Symbol.asyncDispose]();
    await place.remove();
  });
});

test('a service and a worker share the jobs; when the worker is killed the service finishes them, and no delay is cut short', {
  timeout: 120_000,
}, async () => {
  const place = await makeTestPlace('postgres');
  // After those who use it.
  await using _removed = { [Symbol.asyncDispose]: () => place.remove() };
  await using site = await startCrawlSite({ slowness: 10 });
  const delay_ms = 200;
  // Three jobs are more than one of them takes.
  const settings = { ...settingsOf(place), GANNET_CRAWL_JOBS: '4' };
  await using first = await startService(settings);
  const worker = await startWorker(settings);
  const client = crawlClient(first);
  const body = {
    start_url: `${site.origin}/list/1`,
    max_pages: 12,
    options: { delay_ms, respect_robots_txt: false, exclude_patterns: ['/login'] },
  };
  const ids = await Promise.all([1, 2, 3].map(() => client.start(body)));
  await eventually(() => site.visits().length >= 6, 30_000);
  worker.kill('SIGKILL');
  for (const id of ids) {
    expect(await client.ended(id)).toMatchObject({ status: 'completed', result_count: 12, error_count: 0 });
    expect(new Set((await client.resultsOf(id)).map(({ url }) => url)).size).toBe(12);
  }
  const visits = site.visits();
  const gaps = visits
    .slice(1)
    .map(({ startedAt }, index) => startedAt - (visits[index]?.startedAt ?? Number.NaN));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(delay_ms);
});
