import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { testKey } from '../../test/support/service.ts';
import { atMost, type Measure, nothing } from '../harness.ts';
import { leftOver } from '../processes.ts';
import { percentile, round } from '../statistics.ts';
import { startBenchWeb } from '../web.ts';

const root = join(import.meta.dirname, '../..');

interface Start {
  readonly listening: number;
  readonly answered: number;
  readonly left: readonly number[];
}

/** `npm start`, as a user types it, up to the first page. */
const startOnce = async (dataDir: string, url: string): Promise<Start> => {
  const startedAt = performance.now();
  const since = () => performance.now() - startedAt;
  const child = spawn('npm', ['start'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      GANNET_PORT: '0',
      GANNET_DATA_DIR: dataDir,
      GANNET_ALLOW_NETWORKS: '127.0.0.0/8',
      GANNET_API_KEYS: `tester:${testKey}`,
      GANNET_LOG: 'warn',
    },
  });
  const gone = once(child, 'exit');
  let origin = '';
  for await (const line of createInterface({ input: child.stdout })) {
    origin = /listens on (\S+)/.exec(line)?.[1] ?? '';
    if (origin !== '') break;
  }
  if (origin === '') throw new Error('npm start ended before it listened');
  const listening = since();
  const response = await fetch(`${origin}/v1/scrape`, {
    method: 'POST',
    headers: { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  });
  const answered = since();
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  const left = await leftOver(child.pid ?? 0, async () => {
    child.kill('SIGTERM');
    await gone;
  });
  return { listening, answered, left };
};

/** From the command to the first page, with everything installed and the data folder made. */
export const measureStart: Measure = async ({ quick }) => {
  const times = quick ? 1 : 7;
  await using web = await startBenchWeb();
  const dataDir = await mkdtemp(join(tmpdir(), 'gannet-bench-'));
  const starts: Start[] = [];
  // The first start makes the folder and its database.
  const first = await startOnce(dataDir, web.page('article', 0).url);
  for (let time = 1; time <= times; time++)
    starts.push(await startOnce(dataDir, web.page('article', time).url));
  await rm(dataDir, { recursive: true, force: true });
  const seconds = (of: readonly number[], p = 0.5) => round(percentile(of, p) / 1000, 2);
  const answered = starts.map((start) => start.answered);
  const listening = starts.map((start) => start.listening);
  return {
    title: `Start: npm start to the first page, ${times} times`,
    rows: [
      {
        start: 'first, new folder',
        'listens, s': seconds([first.listening]),
        'first page, s': seconds([first.answered]),
      },
      {
        start: 'second and later, median',
        'listens, s': seconds(listening),
        'first page, s': seconds(answered),
      },
      { start: 'slowest', 'listens, s': seconds(listening, 1), 'first page, s': seconds(answered, 1) },
    ],
    musts: [
      atMost('second start to the first page answered, s', seconds(answered), 4),
      nothing(
        'processes left over',
        starts.flatMap(({ left }) => left.map(String)),
      ),
    ],
    notes: ['The first page is an article with scripts: it is shown in the browser.'],
  };
};
