import { exposureOf } from './access/exposure.ts';
import { createTerms, pricingOf } from './access/terms.ts';
import { createUsage } from './access/usage.ts';
import { createServer } from './api/server.ts';
import { openAccess } from './app/access.ts';
import { openBrowser } from './app/browser.ts';
import { createNetwork } from './app/network.ts';
import { openPages } from './app/pages.ts';
import { openStore } from './app/store.ts';
import { createSystem } from './app/system.ts';
import { type Config, SettingError } from './config.ts';
import { type Crawling, createLoneMapSite, startCrawling } from './crawl/crawling.ts';
import type { MapSite } from './crawl/map.ts';
import { createDashboard } from './dashboard/dashboard.ts';
import type { Extract } from './engine/extract.ts';
import type { Scrape } from './engine/scrape.ts';
import type { Logger } from './log.ts';
import { createMcpDoor } from './mcp/door.ts';
import type { Services as McpServices } from './mcp/local.ts';
import { createMetrics } from './metrics.ts';
import { createAnswering } from './store/answering.ts';
import { version } from './version.ts';
import { createDeliver, createSendOnce } from './webhook/deliver.ts';
import { createCheckReceiver, createWebhookTest, type Webhooks } from './webhook/webhooks.ts';

/** The composition root: every part is made here and in `app/`, once, and given exactly what it uses. */

/** Answers that nothing is stored for. */
export interface Pages {
  readonly scrape: Scrape;
  readonly extract: Extract;
  readonly mapSite: MapSite;
  /** Takes no new requests, lets running ones finish within the grace period, then closes everything. */
  stop(): Promise<void>;
}

export interface App extends Pages {
  /** Base address it listens on; undefined for one that only works on crawl jobs. */
  readonly url: string | undefined;
  /** The key made on the very first start: the only time it can be read. */
  readonly firstKey: string | undefined;
  /** What the service answers with, without its doors. */
  readonly work: McpServices & Crawling['services'];
  readonly webhooks: Webhooks;
  /** Settles if the service cannot go on: its database is lost. */
  readonly broken: Promise<void>;
}

/**
 * `serve` answers requests and works on crawl jobs; `worker` does the latter alone, beside others on one database;
 * `command` is used by the process itself.
 */
export type Role = 'serve' | 'worker' | 'command';

/**
 * With the role `pages` there is no database, and nothing but pages and maps can be had.
 * @throws SettingError, or Error with a sentence for the operator. Whatever was started by then is closed again.
 */
export async function startApp(config: Config, log: Logger, role: 'pages'): Promise<Pages>;
export async function startApp(config: Config, log: Logger, role?: Role): Promise<App>;
export async function startApp(
  config: Config,
  log: Logger,
  role: Role | 'pages' = 'serve',
): Promise<App | Pages> {
  if (role === 'worker' && config.databaseUrl === undefined)
    throw new SettingError('DATABASE_URL is needed: the embedded database serves one process only.');
  await using closing = new AsyncDisposableStack();
  const startedAt = performance.now();
  const metrics = createMetrics();
  const broken = Promise.withResolvers<void>();
  const terms = createTerms(config);
  const network = createNetwork({ config, log, metrics });
  const { proxies, egress } = network;
  const [store, supervisor] = await both(
    role === 'pages'
      ? undefined
      : openStore({ config, network, onLost: () => broken.resolve(), log, metrics }, closing),
    openBrowser({ config, network, log, metrics }, closing),
  );
  const { limits, pool, turns, scrape, extract, retrieve } = openPages(
    { config, supervisor, egress, verdicts: store?.verdicts, log, metrics },
    closing,
  );
  const fetch = network.fetchAsPages;
  if (store === undefined) {
    const running = closing.move();
    const mapSite = createLoneMapSite({ retrieve, fetch, config });
    return { scrape, extract, mapSite, stop: () => running.disposeAsync() };
  }

  const crawling = await startCrawling({
    database: store.database,
    retrieve,
    forgetSession: pool.forget,
    fetch,
    outbox: store.outbox,
    checkReceiver: store.webhooks.checkReceiver,
    config,
    // Some visits are left for those who wait for an answer.
    pages: Math.max(1, Math.floor(0.75 * limits.visits)),
    log,
    metrics,
  });
  closing.defer(() => crawling.stop());

  const { gate, limit, charge, settled } = await openAccess(
    { config, store, fetch: network.fetchDirectly, terms, log, metrics },
    closing,
  );
  const work = { ...crawling.services, scrape, extract, charge };
  const isAnswering = createAnswering({ database: store.database, log });
  const server = createServer({
    services: {
      ...work,
      admit: gate.admit,
      limit,
      settled,
      webhooks: store.webhooks,
      mcp: createMcpDoor({ services: work, gate, limit, hosts: hostsOf(config), log, metrics }),
      keys: store.keys,
      payments: store.ledger,
      usage: createUsage({ database: store.database }),
      system: createSystem({
        limits,
        database: store.database,
        supervisor,
        pool,
        turns,
        proxies,
        metrics,
      }),
      dashboard: config.ui === 'on' ? createDashboard() : undefined,
      health: () => ({
        status: supervisor.active ? 'ok' : 'degraded',
        browser_active: supervisor.active,
        browser_contexts: pool.contexts,
        uptime_seconds: Math.round(performance.now() - startedAt) / 1000,
        x402_enabled: terms !== undefined,
        version,
        queue_depth: pool.queued + turns.waiting,
      }),
      pricing: () => pricingOf(terms, config.x402PriceUsd),
      proxyStatus: () => proxies.status(),
      ready: async () => supervisor.active && (await isAnswering()),
    },
    config,
    log,
    metrics,
  });
  closing.defer(() => server.close());
  const { host, because } = exposureOf({
    host: config.host,
    hasKey: await store.keys.anyActive(),
    takesPayments: terms !== undefined,
  });
  if (role === 'serve' && because !== undefined) log.warn(because);
  const url = role === 'serve' ? await server.listen(host, config.port) : undefined;
  log.info(
    { url, pages: config.maxPages, database: config.databaseUrl ? 'postgres' : 'embedded' },
    role === 'serve' ? 'listening' : 'working',
  );

  const running = closing.move();
  return {
    url,
    firstKey: store.firstKey,
    scrape,
    extract,
    mapSite: work.mapSite,
    webhooks: store.webhooks,
    work,
    broken: broken.promise,
    stop: async () => {
      log.info('draining');
      await server.drain();
      await running.disposeAsync();
      log.info('stopped');
    },
  };
}

/** The test of a webhook alone: no browser, no database, and nothing that must be stopped. */
export const createWebhookSender = (config: Config, log: Logger): Webhooks['test'] => {
  const { guard, fetchDirectly } = createNetwork({ config, log, metrics: createMetrics() });
  const sendNow = createSendOnce(createDeliver({ fetch: fetchDirectly }));
  return createWebhookTest({ checkReceiver: createCheckReceiver(guard), sendNow });
};

/** Names by which clients know the service. */
const hostsOf = ({ publicUrl, mcpHosts }: Config): readonly string[] => [
  ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname]),
  ...mcpHosts,
];

/** Both, or the first failure once neither is under way any more: nothing may start behind our back. */
const both = async <A, B>(a: A | Promise<A>, b: Promise<B>): Promise<[A, B]> => {
  await Promise.allSettled([a, b]);
  return Promise.all([a, b]);
};
