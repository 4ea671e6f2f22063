import { crawlClient } from '../../test/support/crawl-client.ts';
import { runBlock } from '../blocks.ts';
import { startArticleSite } from '../crawl/site.ts';
import { gannetCrawler, measured } from '../crawl/subjects.ts';
import { atMost, type Measure, progress } from '../harness.ts';
import { percentile, round } from '../statistics.ts';
import { alwaysRendered, httpSubject, startGannet } from '../subjects.ts';
import { type BenchWeb, startBenchWeb } from '../web.ts';

const sizes = [10_000, 100_000, 1_000_000, 10_000_000] as const;

interface Row extends Record<string, string | number> {
  readonly grows: string;
  readonly to: string;
  readonly 'CPU ms': number;
  readonly ms: number;
}

const sizeRows = async (web: BenchWeb, quick: boolean): Promise<Row[]> => {
  await using read = await httpSubject('from the response');
  await using shown = await httpSubject('shown', alwaysRendered);
  const rows: Row[] = [];
  let page = 0;
  for (const bytes of quick ? sizes.slice(0, 2) : sizes)
    for (const subject of [read, shown]) {
      progress(`${bytes / 1000} KB, ${subject.name}`);
      const next = () => web.sized(bytes, page++);
      const order = { subject, next, atOnce: 1, ms: quick ? 300 : 4000 };
      await runBlock({ ...order, ms: 0 });
      const block = await runBlock(order);
      if (block.failures[0] !== undefined) throw new Error(block.failures[0]);
      rows.push({
        grows: `page, ${subject.name}`,
        to: `${bytes / 1000} KB`,
        'CPU ms': round(block.node + block.browser, 1),
        ms: round(percentile(block.latencies, 0.5), 1),
        'peak MB': round(block.peakMb),
      });
    }
  return rows;
};

const crawlRows = async (quick: boolean): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const pages of quick ? [30, 60] : [100, 300, 1000]) {
    progress(`a crawl of ${pages} pages`);
    await using site = await startArticleSite({ pages, scripts: false });
    await using gannet = await gannetCrawler('gannet');
    await gannet.crawl(site);
    const { cpuMs, seconds, peakMb } = await gannet.crawl(site);
    rows.push({
      grows: 'crawl, a page of it',
      to: `${pages} pages`,
      'CPU ms': round(cpuMs / pages, 1),
      ms: round((1000 * seconds) / pages, 1),
      'peak MB': round(peakMb),
    });
  }
  return rows;
};

const jobRows = async (quick: boolean): Promise<Row[]> => {
  const pages = quick ? 4 : 12;
  const rows: Row[] = [];
  await using site = await startArticleSite({ pages, scripts: false });
  await using service = await startGannet({ GANNET_CRAWL_JOBS: '50' });
  const client = crawlClient(service);
  const body = { start_url: site.start, depth: 10, max_pages: pages, options: { delay_ms: 0, parallel: 2 } };
  for (const jobs of quick ? [1, 5] : [1, 10, 50]) {
    progress(`${jobs} jobs`);
    const all = jobs * pages;
    const { seconds, cpuMs, peakMb } = await measured(service.pid, true, async () => {
      const startedAt = performance.now();
      const ids = await Promise.all(Array.from({ length: jobs }, () => client.start(body)));
      for (const id of ids) await client.ended(id, 300_000);
      return { pages: all, seconds: (performance.now() - startedAt) / 1000 };
    });
    rows.push({
      grows: 'jobs at once, a page of them',
      to: `${jobs} of ${pages} pages`,
      'CPU ms': round(cpuMs / all, 1),
      ms: round((1000 * seconds) / all, 1),
      'peak MB': round(peakMb),
    });
  }
  return rows;
};

/** What a page costs as pages, crawls and the number of jobs grow. */
export const measureGrowthOfCost: Measure = async ({ quick }) => {
  await using web = await startBenchWeb();
  const rows = [...(await sizeRows(web, quick)), ...(await crawlRows(quick)), ...(await jobRows(quick))];
  const of = (grows: string) => rows.filter((row) => row.grows === grows).map((row) => row['CPU ms']);
  const dearer = (values: readonly number[]) => (values.at(-1) ?? Number.NaN) / (values[0] ?? Number.NaN);
  return {
    title: 'Growth: what a page costs when things get larger',
    rows,
    musts: [
      atMost('a page of the largest crawl, x of the smallest', dearer(of('crawl, a page of it')), 1.25),
      atMost('a page of the most jobs, x of one job', dearer(of('jobs at once, a page of them')), 1.5),
    ],
    notes: [
      'Milliseconds of a crawl and of jobs: time divided by pages, many of which are under way at once.',
    ],
  };
};
