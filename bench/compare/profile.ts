import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crawlClient } from '../../test/support/crawl-client.ts';
import { callFor } from '../client.ts';
import { startArticleSite } from '../crawl/site.ts';
import { inParallel, type Measure } from '../harness.ts';
import { readProfiles } from '../profile.ts';
import { round } from '../statistics.ts';
import { alwaysRendered, type Gannet, startGannet } from '../subjects.ts';
import { startBenchWeb } from '../web.ts';

/** A path through the service: what it is made to do, and how often it did it. */
interface Path {
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
  run(service: Gannet): Promise<number>;
}

const shownInTable = 25;
const lag = /^gannet_nodejs_eventloop_lag_(p50|p99|max)_seconds (\S+)$/gm;

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

const pathsOf = (quick: boolean, web: Awaited<ReturnType<typeof startBenchWeb>>): readonly Path[] => {
  const scrapes = (count: number) => async (service: Gannet) => {
    await inParallel(numbers(count), 4, (n) => service.scrapeText({ url: web.page('article', n).url }));
    return count;
  };
  return [
    { name: 'scrape, shown', environment: alwaysRendered, run: scrapes(quick ? 12 : 100) },
    { name: 'scrape, read', environment: {}, run: scrapes(quick ? 30 : 500) },
    {
      name: 'crawl, read',
      environment: {},
      run: async (service) => {
        const pages = quick ? 60 : 1000;
        await using site = await startArticleSite({ pages, scripts: false });
        const client = crawlClient(service);
        const options = { delay_ms: 0, parallel: 16 };
        const id = await client.start({ start_url: site.start, depth: 10, max_pages: pages, options });
        return (await client.ended(id, 180_000)).result_count;
      },
    },
    {
      name: 'cache hits',
      environment: {},
      run: async (service) => {
        const body = { url: web.page('article', 1).url };
        await service.scrape(body);
        const call = { method: 'POST', path: '/v1/scrape', body, status: 200 } as const;
        return (await callFor(service, call, { atOnce: 16, ms: quick ? 500 : 5000 })).latencies.length;
      },
    },
  ];
};

/** Where the processor time of the service's own process goes, function by function. */
export const measureProfile: Measure = async ({ quick, only = '' }) => {
  await using web = await startBenchWeb();
  const rows: Record<string, string | number>[] = [];
  const notes: string[] = [];
  for (const { name, environment, run } of pathsOf(quick, web).filter((path) => path.name.startsWith(only))) {
    const folder = await mkdtemp(join(tmpdir(), 'gannet-profile-'));
    const service = await startGannet({
      ...environment,
      NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}`,
    });
    const count = await run(service);
    const metrics = await (
      await fetch(`${service.url}/metrics`, { headers: { authorization: `Bearer ${service.key}` } })
    ).text();
    const delays = [...metrics.matchAll(lag)].map(
      ([, which, seconds]) => `${which} ${round(1000 * Number(seconds), 1)} ms`,
    );
    notes.push(`${name}: ${count} times; delay of the event loop ${delays.join(', ')}.`);
    await service[Symbol.asyncDispose]();
    for (const { thread, busyMs, functions } of readProfiles(folder)) {
      rows.push(rowOf(name, thread, { where: '(all)', self: busyMs, total: busyMs }, count));
      const most = functions.slice(0, shownInTable);
      const inclusive = functions
        .filter(({ where }) => where.includes(' src/'))
        .toSorted((one, other) => other.total - one.total)
        .slice(0, shownInTable);
      for (const spent of new Set([...most, ...inclusive])) rows.push(rowOf(name, thread, spent, count));
    }
    await rm(folder, { recursive: true, force: true });
  }
  return {
    title: 'Profile: milliseconds of a thread for each page or request',
    rows,
    musts: [],
    notes: [...notes, 'The start of the process is in its profile. Thread 0 is the main thread.'],
  };
};

const rowOf = (
  path: string,
  thread: number,
  { where, self, total }: { where: string; self: number; total: number },
  count: number,
) => ({ path, thread, self: round(self / count, 3), total: round(total / count, 3), where });
