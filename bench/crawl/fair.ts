import { setTimeout as delay } from 'node:timers/promises';
import { crawlClient } from '../../test/support/crawl-client.ts';
import { atLeast, atMost, type Measure, nothing } from '../harness.ts';
import { percentile, round } from '../statistics.ts';
import { startGannet } from '../subjects.ts';
import { startArticleSite } from './site.ts';

const owners = 5;
const jobs = 50;
const keyOf = (owner: number) => `svc_live_${String(owner).repeat(64)}`;

/** Fifty jobs of five owners at once in one process: whether all of them get on alike. */
export const measureFair: Measure = async ({ quick }) => {
  const pages = quick ? 4 : 12;
  await using site = await startArticleSite({ pages, scripts: false });
  await using service = await startGannet({
    GANNET_API_KEYS: Array.from({ length: owners }, (_, k) => `owner${k}:${keyOf(k)}`).join(' '),
    GANNET_CRAWL_JOBS: String(jobs),
  });
  const clients = Array.from({ length: owners }, (_, k) => crawlClient(service, keyOf(k)));
  const startedAt = performance.now();
  const started = await Promise.all(
    Array.from({ length: jobs }, async (_, k) => {
      const client = clients[k % owners] ?? crawlClient(service);
      const id = await client.start({
        start_url: site.start,
        depth: 10,
        max_pages: pages,
        options: { delay_ms: 0, parallel: 2 },
      });
      return { client, id };
    }),
  );
  /** Results of every job when half of all pages were there. */
  let halfway: number[] | undefined;
  const ends = new Map<string, number>();
  while (ends.size < jobs) {
    await delay(500);
    const seen = await Promise.all(started.map(({ client, id }) => client.statusOf(id)));
    const counts = seen.map(({ result_count }) => result_count);
    if (counts.reduce((sum, count) => sum + count, 0) >= (jobs * pages) / 2) halfway ??= counts;
    for (const { job_id, completed_at } of seen)
      if (completed_at !== null && !ends.has(job_id)) ends.set(job_id, performance.now() - startedAt);
  }
  const times = [...ends.values()].map((ms) => ms / 1000);
  const unfinished = await Promise.all(
    started.map(async ({ client, id }) => {
      const { status, result_count } = await client.statusOf(id);
      return status === 'completed' && result_count === pages ? [] : [`${id} ${status} ${result_count}`];
    }),
  );
  const counts = halfway ?? [];
  return {
    title: `${jobs} jobs of ${owners} owners at once, ${pages} pages each`,
    rows: [
      {
        'first done, s': round(Math.min(...times), 1),
        'median, s': round(percentile(times, 0.5), 1),
        'last, s': round(Math.max(...times), 1),
        'pages of each when half were there': `${Math.min(...counts)} to ${Math.max(...counts)}`,
      },
    ],
    musts: [
      nothing('jobs not completed', unfinished.flat()),
      atLeast('pages of the slowest job when half of all were there', Math.min(...counts), 1),
      atMost('last job, x the median', Math.max(...times) / percentile(times, 0.5), 2),
    ],
    notes: [],
  };
};
