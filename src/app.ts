import { exposureOf } from './access/exposure.ts';
import { createTerms, pricingOf } from './access/terms.ts';
import { createUsage } from './access/usage.ts';
import { createServer } from './api/server.ts';
import { openAccess } from './app/access.ts';
import { both } from './app/both.ts';
import { openBrowser } from './app/browser.ts';
import { openCrawling } from './app/crawling.ts';
import { createNetwork } from './app/network.ts';
import { openPages } from './app/pages.ts';
import { openStore } from './app/store.ts';
import { createSystem } from './app/system.ts';
import { type Config, SettingError } from './config.ts';
import { createDashboard } from './dashboard/dashboard.ts';
import type { Logger } from './log.ts';
import { createMcpDoor } from './mcp/door.ts';
import { createMetrics } from './metrics.ts';
import { createAnswering } from './store/answering.ts';
import { version } from './version.ts';

/** The composition root: every part is made here and in `app/`, once, and given exactly what it uses. */

export interface App {
  /** Base address it listens on; undefined for one that only works on crawl jobs. */
  readonly url: string | undefined;
  /** The key made on the very first start: the only time it can be read. */
  readonly firstKey: string | undefined;
  /** Settles if the service cannot go on: its database is lost. */
  readonly broken: Promise<void>;
  /** Takes no new requests, lets running ones finish within the grace period, then closes everything. */
  stop(): Promise<void>;
}

/** `serve` answers requests and works on crawl jobs; `worker` does the latter alone, beside others on one database. */
export type Role = 'serve' | 'worker';

/** @throws SettingError, or Error with a sentence for the operator. Whatever was started by then is closed again. */
export const startApp = async (config: Config, log: Logger, role: Role): Promise<App> => {
  if (role === 'worker' && config.databaseUrl === undefined)
    throw new SettingError('DATABASE_URL is needed: the embedded database serves one process only.');
  await using closing = new AsyncDisposableStack();
  const startedAt = performance.now();
  const metrics = createMetrics();
  const broken = Promise.withResolvers<void>();
  const terms = createTerms(config);
  const network = createNetwork({ config, log, metrics });
  const { proxies, egress } = network;
  const [store, fleet] = await both(
    openStore({ config, network, onLost: () => broken.resolve(), log, metrics }, closing),
    openBrowser({ config, network, log, metrics }, closing),
  );
  const pages = openPages({ config, fleet, egress, verdicts: store.verdicts, log, metrics }, closing);
  const { limits, pool, ownerSlots, scrape, extract } = pages;
  const crawling = await openCrawling({ config, network, store, pages, log, metrics }, closing);
  const { gate, limit, charge, settled } = await openAccess(
    { config, store, fetch: network.fetchDirectly, terms, log, metrics },
    closing,
  );
  const isAnswering = createAnswering({ database: store.database, log });
  const server = createServer({
    services: {
      ...crawling,
      scrape,
      extract,
      charge,
      admit: gate.admit,
      limit,
      settled,
      webhooks: store.webhooks,
      mcp: createMcpDoor({
        services: { ...crawling, crawls: async () => crawling.crawls, scrape, extract, charge },
        gate,
        limit,
        hosts: hostsOf(config),
        log,
        metrics,
      }),
      keys: store.keys,
      payments: store.ledger,
      usage: createUsage({ database: store.database }),
      system: createSystem({
        limits,
        database: store.database,
        fleet,
        pool,
        ownerSlots,
        proxies,
        metrics,
      }),
      dashboard: config.ui === 'on' ? createDashboard() : undefined,
      health: () => ({
        status: fleet.active ? 'ok' : 'degraded',
        browser_active: fleet.active,
        browser_contexts: pool.contexts,
        uptime_seconds: Math.round(performance.now() - startedAt) / 1000,
        x402_enabled: terms !== undefined,
        version,
        queue_depth: pool.queued + ownerSlots.waiting,
      }),
      pricing: () => pricingOf(terms, config.x402PriceUsd),
      proxyStatus: () => proxies.status(),
      ready: async () => fleet.active && (await isAnswering()),
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
    broken: broken.promise,
    stop: async () => {
      log.info('draining');
      await server.drain();
      await running.disposeAsync();
      log.info('stopped');
    },
  };
};

/** Names by which clients know the service. */
const hostsOf = ({ publicUrl, mcpHosts }: Config): readonly string[] => [
  ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname]),
  ...mcpHosts,
];
