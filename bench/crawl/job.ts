import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { crawlClient } from '../../test/support/crawl-client.ts';
import { atMost, type Measure } from '../harness.ts';
import { calm, memoryBelow, memoryOf } from '../processes.ts';
import { percentile, round } from '../statistics.ts';
import { askerSubject, startGannet } from '../subjects.ts';
import { startArticleSite } from './site.ts';
import { parallel } from './subjects.ts';

/** So often that the hundredth part of the answers is several. */
const askedEveryMs = 25;

const statusAnswer = z.object({ completed_at: z.string().nullable(), result_count: z.int() });

/** What a long job does to those who ask meanwhile, and to memory. */
export const measureJob: Measure = async ({ quick }) => {
  const pages = quick ? 150 : 1000;
  await using site = await startArticleSite({ pages, scripts: false });
  await using service = await startGannet();
  // This process serves the site meanwhile: who asks it for status would wait for that, too.
  await using asker = await askerSubject(service);
  const client = crawlClient(service);
  const timed = async <T>(work: Promise<T>): Promise<{ ms: number; value: T }> => {
    const from = performance.now();
    const value = await work;
    return { ms: performance.now() - from, value };
  };
  const status: number[] = [];
  const create: number[] = [];
  /** Of the process itself and of the browser, by the share of the job that was done. */
  const memory: { done: number; own: number; browser: number }[] = [];

  const body = { start_url: site.start, depth: 10, options: { delay_ms: 0, parallel } };
  // A start is measured elsewhere.
  await calm([service.pid], 10_000);
  // The first request of a process takes as long again to be sent.
  await client.get('/health');
  await asker.visit(`${service.url}/health`);
  // What a process takes only once, its code above all, is no growth of a job.
  const { ms: firstMs, value: first } = await timed(client.start({ ...body, max_pages: 100 }));
  await client.ended(first, 60_000);
  const id = await client.start({ ...body, max_pages: 1000 });
  for (let isOver = false; !isOver; ) {
    await delay(askedEveryMs);
    const { ms, text } = await asker.visit(`${service.url}/v1/crawl/${id}`);
    const { completed_at, result_count } = statusAnswer.parse(JSON.parse(text));
    isOver = completed_at !== null;
    if (isOver) break;
    status.push(ms);
    if (status.length % 40 === 1) {
      const made = await timed(
        client.start({
          start_url: 'http://127.0.0.1:9/',
          max_pages: 1,
          options: { respect_robots_txt: false },
        }),
      );
      create.push(made.ms);
      await client.send('DELETE', `/v1/crawl/${made.value}`);
      memory.push({
        done: result_count / pages,
        own: memoryOf(service.pid),
        browser: memoryBelow(service.pid),
      });
    }
  }
  const of = (from: number, to: number, key: 'own' | 'browser') =>
    percentile(
      memory.flatMap((seen) => (seen.done >= from && seen.done <= to ? [seen[key]] : [])),
      0.5,
    );
  const rows = (['own', 'browser'] as const).map((key) => ({
    'memory, MB': key === 'own' ? 'gannet' : 'its browser',
    'first quarter': round(of(0, 0.25, key)),
    'last quarter': round(of(0.75, 1, key)),
    peak: round(Math.max(...memory.map((seen) => seen[key]))),
  }));
  return {
    title: `A job of ${pages} pages that need no script: who asks meanwhile`,
    rows,
    musts: [
      atMost('create, first, ms', firstMs, 50),
      atMost('create while it runs, p50 ms', percentile(create, 0.5), 50),
      atMost('create while it runs, p99 ms', percentile(create, 0.99), 50),
      atMost('status, p50 ms', percentile(status, 0.5), 20),
      atMost('status, p95 ms', percentile(status, 0.95), 20),
      atMost('status, p99 ms', percentile(status, 0.99), 20),
      atMost('gannet, last quarter against first', of(0.75, 1, 'own') / of(0, 0.25, 'own'), 1.25),
    ],
    notes: [
      `${status.length} times status, ${create.length} times create; worst ${round(Math.max(...status))} ms.`,
    ],
  };
};
