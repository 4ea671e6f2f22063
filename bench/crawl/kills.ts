import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { EngineKind } from '../../src/store/database.ts';
import { crawlClient } from '../../test/support/crawl-client.ts';
import { startCrawlSite } from '../../test/support/crawl-site.ts';
import { startPostgres } from '../../test/support/postgres.ts';
import { startReceiver } from '../../test/support/receiver.ts';
import { eventually, type Service, startService } from '../../test/support/service.ts';
import { browserPath } from '../chromium.ts';
import { atMost, type Measure, nothing } from '../harness.ts';
import { round } from '../statistics.ts';

const parallel = 8;
const longestMs = 180_000;

/** What came of a crawl: empty where all is as it must be. */
interface Survived {
  readonly lost: readonly string[];
  readonly twice: readonly string[];
  readonly undelivered: readonly string[];
  readonly unfinished: readonly string[];
  /** Pages asked for again, for each kill. */
  readonly again: number;
}

/** Kills the service with SIGKILL at random moments of crawls, starts it again, and looks at what came of them. */
const measureKills =
  (kind: EngineKind): Measure =>
  async ({ quick }) => {
    const [crawls, killsOfEach, more] = quick ? [2, 2, 30] : [10, 5, 270];
    const dataDir = await mkdtemp(join(tmpdir(), 'gannet-bench-'));
    const postgres = kind === 'postgres' ? await startPostgres() : undefined;
    const settings = {
      GANNET_DATA_DIR: dataDir,
      GANNET_BROWSER: browserPath(),
      ...(postgres && { DATABASE_URL: postgres.url }),
    };
    await using receiver = await startReceiver();
    let service = await startService(settings);
    const survived: Survived[] = [];
    let pages = 0;
    for (let crawl = 0; crawl < crawls; crawl++) {
      await using site = await startCrawlSite({ more });
      pages = site.pages.length;
      const id = await crawlClient(service).start({
        start_url: `${site.origin}/`,
        depth: 10,
        max_pages: 1000,
        callback_url: receiver.url,
        options: { delay_ms: 0, parallel, exclude_patterns: ['/traps', '/old/*'] },
      });
      const moments = Array.from({ length: killsOfEach }, () => Math.floor(Math.random() * pages));
      for (const visits of moments.toSorted((one, other) => one - other)) {
        await eventually(() => site.visits().length >= visits, longestMs);
        await delay(Math.random() * 100);
        service.process.kill('SIGKILL');
        await service.exit();
        service = await startService(settings);
      }
      const outcome = await outcomeOf(service, id, site.pages);
      const heard = () => receiver.received.some(({ body }) => JSON.parse(body).job_id === id);
      const delivered = await eventually(heard, 70_000).then(
        () => true,
        () => false,
      );
      const asked = site.visits().filter(({ path }) => site.pages.includes(site.origin + path)).length;
      survived.push({
        ...outcome,
        undelivered: delivered ? [] : [id],
        again: (asked - pages) / killsOfEach,
      });
    }
    await service.stop();
    await postgres?.stop();
    await rm(dataDir, { recursive: true, force: true });
    const all = (of: (crawl: Survived) => readonly string[]) => survived.flatMap(of);
    const found = {
      'pages lost': all(({ lost }) => lost),
      'results twice': all(({ twice }) => twice),
      'webhooks undelivered': all(({ undelivered }) => undelivered),
      'jobs not completed': all(({ unfinished }) => unfinished),
    };
    const kills = crawls * killsOfEach;
    const again = Math.max(...survived.map((crawl) => crawl.again));
    return {
      title: `${kills} kills -9 at random moments of ${crawls} crawls of ${pages} pages, ${parallel} at once, ${kind} database`,
      rows: [
        {
          kills,
          ...Object.fromEntries(Object.entries(found).map(([name, wrong]) => [name, wrong.length])),
          'asked again for each kill': round(again, 1),
        },
      ],
      musts: [
        ...Object.entries(found).map(([name, wrong]) => nothing(name, wrong)),
        atMost('pages asked for again for each kill, in the worst crawl', again, parallel),
      ],
      notes: [],
    };
  };

const outcomeOf = async (service: Service, id: string, expected: readonly string[]) => {
  const client = crawlClient(service);
  const { status, error_count } = await client.ended(id, longestMs);
  const urls = (await client.resultsOf(id)).map(({ url }) => url);
  const found = new Set(urls);
  return {
    lost: expected.filter((url) => !found.has(url)),
    twice: urls.filter((url, index) => urls.indexOf(url) !== index),
    unfinished: status === 'completed' && error_count === 0 ? [] : [`${id} ${status}`],
  };
};

export const measureKillsEmbedded = measureKills('embedded');
export const measureKillsPostgres = measureKills('postgres');
