import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { CrawlResult } from '../../src/contract/crawl-results.ts';
import { urlKey } from '../../src/url.ts';
import { crawlClient } from '../../test/support/crawl-client.ts';
import { startCrawlSite } from '../../test/support/crawl-site.ts';
import { atLeast, type Measure, nothing } from '../harness.ts';
import { cpuBetween, cpuTimeOf, memoryBelow, memoryOf } from '../processes.ts';
import { round } from '../statistics.ts';
import { startGannet } from '../subjects.ts';
import { parallel } from './subjects.ts';

/** A web whose pages are known, with all kinds of traps. */
interface KnownWeb extends AsyncDisposable {
  readonly name: string;
  readonly sites: readonly KnownSite[];
}

interface KnownSite {
  readonly start: string;
  /** The keys of what a crawl of its links must find. */
  readonly expected: readonly string[];
  /** Whether robots.txt allows a page. */
  readonly allows: (url: string) => boolean;
  /** Words that a page must hold. */
  readonly wordsOf: (url: string) => readonly string[];
  /** Whether scripts make the page: then its words need not be in its response. */
  readonly isMade: (url: string) => boolean;
}

const folder = join(import.meta.dirname, '../../../shared/bench/testweb');

const startOwnWeb = async (pages: number): Promise<KnownWeb> => {
  const site = await startCrawlSite({ more: pages });
  return {
    name: `a site of our own (there is no test web in ${folder})`,
    sites: [
      {
        start: `${site.origin}/`,
        expected: site.pages.map(urlKey),
        allows: () => true,
        wordsOf: (url) => [site.tokenOf(url)],
        isMade: () => false,
      },
    ],
    [Symbol.asyncDispose]: site[Symbol.asyncDispose],
  };
};

/** Sites of the test web: clean ones, and the one with robots.txt in all its forms. */
const chosen = [0, 1, 9];

const startTestWeb = async (pages: number): Promise<KnownWeb> => {
  const { TestWeb } = await import(realpathSync(join(folder, 'server.mjs')));
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const web = await new TestWeb({ port, sites: 12, pages, seed: 'gannet-1', robotsDelay: 0 }).start();
  return {
    name: 'the test web',
    sites: chosen.map((number) => {
      const origin = `http://127.0.0.${10 + number}:${port}`;
      const found: Map<string, number> = web.web.reachable(number, { depth: 10, max: 1000 });
      return {
        start: `${origin}/`,
        expected: [...found.keys()].map((path) => urlKey(origin + path)),
        allows: (url) => web.web.allowed(number, url.slice(origin.length)),
        wordsOf: (url) => (web.truth(url).keep ?? []).map(({ t }: { t: string }) => t),
        isMade: (url) => web.truth(url).kind !== 'table',
      };
    }),
    [Symbol.asyncDispose]: () => web.stop(),
  };
};

interface Lost {
  readonly url: string;
  readonly engine: string;
  readonly words: readonly string[];
}

/** Which words of the truth are neither in the Markdown nor in the title. */
const lostIn = async (results: readonly CrawlResult[], { wordsOf, isMade }: KnownSite) => {
  const lost: Lost[] = [];
  let all = 0;
  for (const { url, markdown, metadata } of results) {
    const words = wordsOf(url);
    const text = `${metadata.title ?? ''}\n${markdown}`;
    const missing = words.filter((word) => !text.includes(word));
    const served = missing.length === 0 || isMade(url) ? undefined : await (await fetch(url)).text();
    // The test web's truth of a table names words that it does not serve.
    const counted = missing.filter((word) => served?.includes(word) ?? true);
    all += words.length - missing.length + counted.length;
    if (counted.length > 0) lost.push({ url, engine: metadata.engine ?? '', words: counted });
  }
  const missing = lost.reduce((sum, { words }) => sum + words.length, 0);
  return { lost, share: all === 0 ? 1 : 1 - missing / all };
};

/** What crawls of whole sites find: every page once, none that is forbidden, all words of each. */
export const measureWeb: Measure = async ({ quick }) => {
  const most = quick ? 60 : 300;
  await using web = existsSync(folder) ? await startTestWeb(Math.max(200, most)) : await startOwnWeb(most);
  await using service = await startGannet();
  const client = crawlClient(service);
  const rows: Record<string, string | number>[] = [];
  const lost: Lost[] = [];
  const faults = { missing: [] as string[], twice: [] as string[], forbidden: [] as string[] };
  const shares: number[] = [];

  for (const site of web.sites)
    for (const round_ of ['at first sight', 'again']) {
      const before = cpuTimeOf(service.pid);
      const id = await client.start({
        start_url: site.start,
        depth: 10,
        max_pages: most,
        options: { delay_ms: 0, parallel },
      });
      let memory = 0;
      let status = await client.statusOf(id);
      while (status.completed_at === null) {
        await delay(200);
        status = await client.statusOf(id);
        memory = Math.max(memory, memoryOf(service.pid) + memoryBelow(service.pid));
      }
      const cpu = cpuBetween(before, cpuTimeOf(service.pid));
      const seconds = (Date.parse(status.completed_at) - Date.parse(status.started_at ?? '')) / 1000;
      const results = await client.resultsOf(id);
      const keys = results.map(({ url }) => urlKey(url));
      const found = new Set(keys);
      const isWhole = status.progress.pages_total < most;
      const missing = isWhole ? site.expected.filter((key) => !found.has(key)) : [];
      const twice = keys.filter((key, index) => keys.indexOf(key) !== index);
      const forbidden = keys.filter((key) => !site.allows(key));
      faults.missing.push(...missing);
      faults.twice.push(...twice);
      faults.forbidden.push(...forbidden);
      const words = await lostIn(results, site);
      shares.push(words.share);
      lost.push(...words.lost);
      rows.push({
        site: site.start,
        round: round_,
        pages: results.length,
        missing: missing.length,
        twice: twice.length,
        forbidden: forbidden.length,
        failed: status.error_count,
        'words found %': round(100 * words.share, 2),
        shown: results.filter(({ metadata }) => metadata.engine === 'browser').length,
        'pages/s': round(results.length / seconds, 1),
        'CPU ms/page': round((cpu.node + cpu.browser) / results.length, 1),
        'peak MB': round(memory),
      });
    }
  return {
    title: `Crawls of ${web.name}: ${most} pages at most, ${parallel} at once, no delay`,
    rows,
    musts: [
      nothing('pages not found', faults.missing),
      nothing('pages found twice', faults.twice),
      nothing('pages that robots.txt forbids', faults.forbidden),
      atLeast('words found, in the worst crawl, %', 100 * Math.min(...shares), 99.5),
    ],
    notes: lost.map(({ url, engine, words }) => `not in ${url} (${engine}): ${words.join(', ')}`),
  };
};
