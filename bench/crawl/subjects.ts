import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { crawlClient } from '../../test/support/crawl-client.ts';
import type { Told } from '../children/told.ts';
import { browserPath } from '../chromium.ts';
import { install } from '../install.ts';
import type { SitePeer } from '../peers/peer.ts';
import { type SitePeerName, sitePeers } from '../peers.ts';
import { cpuBetween, cpuTimeOf, memoryBelow, memoryOf } from '../processes.ts';
import { type Missing, startGannet } from '../subjects.ts';
import type { ArticleSite } from './site.ts';

/** A crawler, which crawls sites in processes of its own. */
export interface Crawler extends AsyncDisposable {
  readonly name: string;
  /** One process for all its crawls, not one for each. */
  readonly staysUp: boolean;
  crawl(site: ArticleSite): Promise<Crawled>;
}

export interface Crawled {
  readonly pages: number;
  /** From the first request to the last page; without the start of the crawler. */
  readonly seconds: number;
  /** Of all its processes. */
  readonly cpuMs: number;
  readonly peakMb: number;
}

/** Pages asked for at once, of every crawler. */
export const parallel = 16;

/**
 * What a crawl costs, by all processes that belong to one.
 * @param withItself or only those below it.
 */
export const measured = async (
  pid: number,
  withItself: boolean,
  work: () => Promise<Told>,
): Promise<Crawled> => {
  const before = cpuTimeOf(pid);
  let peakMb = 0;
  let done = false;
  const watching = (async () => {
    while (!done) {
      peakMb = Math.max(peakMb, (withItself ? memoryOf(pid) : 0) + memoryBelow(pid));
      await delay(1000);
    }
  })();
  try {
    const worked = await work();
    const { node, browser } = cpuBetween(before, cpuTimeOf(pid));
    return { cpuMs: (withItself ? node : 0) + browser, peakMb, ...worked };
  } finally {
    done = true;
    await watching;
  }
};

/** The service, over HTTP. Every page must have come, with its own word. */
export const gannetCrawler = async (
  name: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Crawler> => {
  const service = await startGannet(environment);
  const client = crawlClient(service);
  return {
    name,
    staysUp: true,
    crawl: async (site) => {
      let id = '';
      const crawled = await measured(service.pid, true, async () => {
        id = await client.start({
          start_url: site.start,
          depth: 10,
          max_pages: 1000,
          options: { delay_ms: 0, parallel },
        });
        const { started_at, completed_at, result_count } = await client.ended(id, 180_000);
        const seconds = (Date.parse(completed_at ?? '') - Date.parse(started_at ?? '')) / 1000;
        return { pages: result_count, seconds };
      });
      for (const { url, markdown } of await client.resultsOf(id))
        if (!markdown.includes(site.tokenOf(url))) throw new Error(`${name}: ${url} is not complete`);
      return crawled;
    },
    [Symbol.asyncDispose]: service[Symbol.asyncDispose],
  };
};

/** A peer in a process of its own for each crawl; or why it cannot be had. */
export const peerCrawler = async (peer: SitePeerName): Promise<Crawler | Missing> => {
  const { name, packages, missing }: SitePeer = sitePeers[peer];
  const lacks = await missing?.();
  if (lacks !== undefined) return { name, missing: lacks };
  const installed = packages === undefined ? { folder: tmpdir() } : await install(`${peer}-sites`, packages);
  if ('missing' in installed) return { name, ...installed };
  const script = join(import.meta.dirname, '../children/site-peer.ts');
  return {
    name,
    staysUp: false,
    crawl: async ({ start }) => {
      const child = fork(script, [peer, installed.folder, start, String(parallel)], {
        env: { ...process.env, GANNET_BROWSER: browserPath() },
      });
      const gone = once(child, 'exit');
      await told(child);
      // A program of the system has only its starter in this process: that does not count.
      const crawled = await measured(child.pid ?? 0, packages !== undefined, async () => {
        child.send('begin');
        return told(child);
      });
      child.disconnect();
      await gone;
      return crawled;
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
};

const told = async (child: ChildProcess): Promise<Told> => {
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`${child.spawnargs.join(' ')} ended with ${code}`);
    }),
  ]);
  return message;
};
