import { setTimeout as delay } from 'node:timers/promises';
import type { SitePeer } from './peer.ts';

interface Site {
  withRespectRobotsTxt(respect: boolean): Site;
  withFullResources(full: boolean): Site;
  build(): Site;
  crawl(onPage: (error: Error | null, page: { url: string; content: string }) => void): Promise<void>;
}
interface Spider {
  readonly Website: new (url: string) => Site;
}

const quietMs = 300;

/** A crawler in Rust, by its Node.js binding. It chooses how much it asks at once. */
export const spider: SitePeer = {
  name: 'spider-rs',
  how: 'its own concurrency, robots.txt respected, HTML of every page handed over; no browser, nothing is stored',
  packages: { dependencies: { '@spider-rs/spider-rs': '0.0.157' } },
  crawl: async ({ load }, { start }) => {
    const { Website } = load('@spider-rs/spider-rs') as Spider;
    const site = new Website(start).withRespectRobotsTxt(true).withFullResources(false).build();
    const seen = new Set<string>();
    let last = 0;
    const startedAt = performance.now();
    await site.crawl((error, page) => {
      if (error !== null || page.content === '') return;
      seen.add(page.url);
      last = performance.now();
    });
    // Pages are handed over by a queue that may be longer than the crawl.
    while (performance.now() - last < quietMs) await delay(20);
    return { pages: seen.size, seconds: (last - startedAt) / 1000 };
  },
};
