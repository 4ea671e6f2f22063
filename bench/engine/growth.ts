import { setTimeout as delay } from 'node:timers/promises';
import { descendantsOf, eventually, openFilesOf, profilesOf } from '../../test/support/service.ts';
import { atMost, inParallel, type Measure, nothing } from '../harness.ts';
import { calm, filesBelow, leftOver, memoryBelow, memoryOf } from '../processes.ts';
import { pages, startBenchSite } from '../site.ts';
import { round } from '../statistics.ts';
import { startGannet } from '../subjects.ts';

/** What a request asks for, by its number: mostly text, now and then a picture. */
const requests: readonly Readonly<Record<string, unknown>>[] = [
  { path: pages.simple.path },
  { path: pages.realistic.path },
  { path: pages.plain.path },
  { path: pages.late.path },
  { path: pages.simple.path, output: 'html' },
  { path: pages.realistic.path, block_media: false },
  { path: pages.plain.path, output: 'csv' },
  { path: pages.simple.path, output: 'screenshot' },
  { path: pages.simple.path, wait_strategy: 'spa' },
  { path: pages.plain.path, output: 'pdf' },
];

const names = ['browser MB', 'service MB', 'service files', 'browser files', 'processes'] as const;

/** Whether anything grows over many scrapes, and whether anything is left behind. */
export const measureGrowth: Measure = async ({ quick }) => {
  const [first, count] = [50, quick ? 150 : 1000];
  await using site = await startBenchSite();
  await using service = await startGannet();
  const scrape = async (from: number, to: number) => {
    const numbers = Array.from({ length: to - from }, (_, n) => from + n);
    await inParallel(numbers, 4, async (n) => {
      const { path, ...request } = requests[n % requests.length] ?? {};
      await service.scrapeText({ ...request, url: `${site.origin}${path}?n=${n}` });
    });
  };
  const lookOnce = () => ({
    'browser MB': round(memoryBelow(service.pid)),
    'service MB': round(memoryOf(service.pid)),
    'service files': openFilesOf(service.pid),
    'browser files': filesBelow(service.pid),
    processes: descendantsOf(service.pid).length,
  });
  /** The least of each within some seconds: idle connections and helper processes go after a while. */
  const look = async () => {
    // Tabs that have served are kept for half a minute, and every minute the database opens what it sweeps: neither is growth.
    await delay(65_000);
    // A browser that was replaced has to go first.
    await eventually(() => profilesOf(service.pid).length === 1, 30_000);
    await calm([service.pid], 10_000);
    const least = lookOnce();
    for (let times = 0; times < 5; times++) {
      await delay(2000);
      const now = lookOnce();
      for (const name of names) least[name] = Math.min(least[name], now[name]);
    }
    return least;
  };

  await scrape(0, first);
  const early = await look();
  const startedAt = performance.now();
  await scrape(first, count);
  const seconds = (performance.now() - startedAt) / 1000;
  const late = await look();

  const left = await leftOver(service.pid, service.stop);
  const code = await service.exit();
  const profiles = profilesOf(service.pid);

  return {
    title: `Growth over ${count} scrapes, four at once`,
    rows: [
      { after: first, ...early },
      { after: count, ...late },
    ],
    musts: [
      ...names
        .filter((name) => name !== 'service MB')
        .map((name) => atMost(`${name} after ${count} x after ${first}`, late[name] / early[name], 1.1)),
      atMost('exit code', code ?? Number.NaN, 0),
      nothing('processes left', left.map(String)),
      nothing('profiles left', profiles),
    ],
    notes: [
      `${round((count - first) / seconds, 1)} scrapes a second. Memory by proportional share where the system tells it.`,
      'The browser is replaced after some hundred contexts, which is part of what is measured.',
    ],
  };
};
