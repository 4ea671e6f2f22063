import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, type Pages, startApp } from '../app.ts';
import type { Config } from '../config.ts';
import type { KeyCaller } from '../contract/access.ts';
import { mapAnswer, parseCrawl, parseMap } from '../contract/crawl.ts';
import { ServiceError } from '../contract/error.ts';
import { extractAnswer, parseExtract } from '../contract/extract.ts';
import { parseScrape, scrapeAnswer } from '../contract/scrape.ts';
import { parseWebhookTest } from '../contract/webhook.ts';
import { raceSignal } from '../deadline.ts';
import type { Logger } from '../log.ts';
import { undelivered } from './deliveries.ts';
import type { Service } from './service.ts';

interface Parts {
  readonly needs: 'pages' | 'everything';
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
  const pages = needs === 'pages';
  const temporary = pages || dataDir !== undefined ? undefined : await mkdtemp(join(tmpdir(), 'gannet-'));
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
    const app = pages ? await startApp(own, log, 'pages') : await startApp(own, log, 'command');
    return {
      ...pageWorks(app),
      ...otherWorks(app),
      close: async () => {
        await app.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
};

const pageWorks = ({ scrape, extract }: Pages): Pick<Service, 'scrape' | 'extract'> => ({
  scrape: async (body, signal) => {
    const started = performance.now();
    const { request, warnings: unknown } = parseScrape(body);
    const result = await scrape(request, caller, signal);
    return scrapeAnswer(request, result, { started, payment: null, unknown });
  },
  extract: async (body, signal) => {
    const started = performance.now();
    const { request, warnings: unknown } = parseExtract(body);
    const result = await extract(request, caller, signal);
    return extractAnswer(request, result, { started, payment: null, unknown });
  },
});

const otherWorks = (app: App | Pages): Pick<Service, 'map' | 'crawl' | 'webhooks'> => {
  const whole = (): App => {
    if (!('work' in app)) throw new Error('only pages were asked for');
    return app;
  };
  const keptElsewhere = async () => {
    throw new Error('a service within a command keeps no log');
  };
  return {
    map: async (body, signal) => {
      const parsed = parseMap(body);
      return mapAnswer(parsed, await whole().work.mapSite(parsed.request, owner, signal));
    },
    crawl: {
      start: async (body, key) =>
        (await whole().work.crawls.create(parseCrawl(body).request, owner, key)).job_id,
      async *follow(id, after, signal) {
        yield* await whole().work.watchCrawl(id, owner, after, signal);
      },
      status: (id) => whole().work.crawls.status(id, owner),
      // The database is that of one crawl.
      undelivered: (signal) => undelivered(() => whole().webhooks.logs(owner, everyDelivery), signal),
    },
    webhooks: {
      test: async (body, signal) => {
        const { request } = parseWebhookTest(body);
        const delivery = await raceSignal(whole().webhooks.test(request, owner), signal);
        const message = delivery.error ?? 'The webhook was delivered.';
        if (delivery.status === 'delivered') return { message, delivery };
        throw new ServiceError('webhook_delivery_failed', { message, delivery });
      },
      logs: keptElsewhere,
      resend: keptElsewhere,
    },
  };
};
