import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandApp, createWebhookSender, startCommandApp } from '../app/command.ts';
import type { Config } from '../config.ts';
import type { KeyCaller } from '../contract/access.ts';
import { parseCrawl } from '../contract/crawl.ts';
import { ServiceError } from '../contract/error.ts';
import { mapAnswer, parseMap } from '../contract/map.ts';
import { parseWebhookTest } from '../contract/webhook.ts';
import { raceSignal } from '../deadline.ts';
import { createPageEndpoints } from '../engine/page-endpoints.ts';
import type { Logger } from '../log.ts';
import { undelivered } from './deliveries.ts';
import type { Service } from './service.ts';

/** What a command asks for: `pages`, scrapes, extractions and maps, without a database; `webhooks` without a browser, too. */
export type Needs = 'pages' | 'webhooks' | 'everything';

interface Parts {
  readonly needs: Needs;
  readonly dataDir?: string;
  readonly config: Config;
  readonly log: Logger;
}

const owner = 'command-line';
/** A crawl has one for each result, and one more. */
const everyDelivery = { limit: 2000, offset: 0 };
const caller: KeyCaller = { kind: 'key', keyId: owner, owner, scopes: ['*'], tier: 'pro' };

/** The service within this process, for one command: nothing listens, and nothing is kept but where it is said. */
export const openLocal = async ({ needs, dataDir, config, log }: Parts): Promise<Service> => {
  const temporary =
    needs === 'everything' && dataDir === undefined ? await mkdtemp(join(tmpdir(), 'gannet-')) : undefined;
  const own = {
    ...config,
    dataDir: dataDir ?? temporary ?? config.dataDir,
    databaseUrl: undefined,
    apiKeys: [],
    crawlJobs: 1,
  };
  const remove = async () => {
    if (temporary !== undefined) await rm(temporary, { recursive: true, force: true });
  };
  try {
    const started = await start[needs](own, log);
    return {
      ...worksOf(started),
      close: async () => {
        await started.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
};

type Crawling = Awaited<ReturnType<CommandApp['crawling']>>;
interface Works
  extends Pick<CommandApp, 'scrape' | 'extract' | 'charge' | 'mapSite'>,
    Pick<Crawling, 'crawls' | 'watchCrawl'>,
    Pick<Crawling['webhooks'], 'test' | 'logs'> {}
type Started = Partial<Works> & Pick<CommandApp, 'stop'>;

const start: Readonly<Record<Needs, (config: Config, log: Logger) => Promise<Started>>> = {
  pages: (config, log) => startCommandApp(config, log, false),
  webhooks: async (config, log) => ({
    test: createWebhookSender(config, log),
    stop: async () => undefined,
  }),
  everything: async (config, log) => {
    const app = await startCommandApp(config, log, true);
    const crawling = await app.crawling().catch(async (error: unknown) => {
      await app.stop();
      throw error;
    });
    return { ...app, ...crawling, ...crawling.webhooks };
  },
};

const worksOf = (started: Started): Omit<Service, 'close'> => {
  const the = <K extends keyof Works>(name: K): Works[K] => {
    const part: Partial<Works>[K] = started[name];
    if (part === undefined) throw new Error(`${name} was not asked for`);
    return part;
  };
  const pages = () =>
    createPageEndpoints({ scrape: the('scrape'), extract: the('extract'), charge: the('charge') });
  const call = (signal: AbortSignal) => ({ requestId: owner, signal, started: performance.now() });
  const keptElsewhere = async () => {
    throw new Error('a service within a command keeps no log');
  };
  return {
    scrape: async (body, signal) => (await pages().scrape(body, caller, call(signal))).answer,
    extract: async (body, signal) => (await pages().extract(body, caller, call(signal))).answer,
    map: async (body, signal) => {
      const parsed = parseMap(body);
      return mapAnswer(parsed, await the('mapSite')(parsed.request, owner, signal));
    },
    crawl: {
      start: async (body, key) => (await the('crawls').create(parseCrawl(body).request, owner, key)).job_id,
      async *follow(id, after, signal) {
        yield* await the('watchCrawl')(id, owner, after, signal);
      },
      status: (id) => the('crawls').status(id, owner),
      // The database is that of one crawl.
      undelivered: (signal) => undelivered(() => the('logs')(owner, everyDelivery), signal),
    },
    webhooks: {
      test: async (body, signal) => {
        const { request } = parseWebhookTest(body);
        const delivery = await raceSignal(the('test')(request, owner), signal);
        const message = delivery.error ?? 'The webhook was delivered.';
        if (delivery.status === 'delivered') return { message, delivery };
        throw new ServiceError('webhook_delivery_failed', { message, delivery });
      },
      logs: keptElsewhere,
      resend: keptElsewhere,
    },
  };
};
