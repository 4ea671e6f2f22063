import { availableParallelism } from 'node:os';
import { serveControl } from './access/control.ts';
import { createGate } from './access/gate.ts';
import { createKeys } from './access/keys.ts';
import { createServer } from './api/server.ts';
import { findBrowser } from './browser/find.ts';
import { launch, removeStaleProfiles } from './browser/launch.ts';
import { createPool } from './browser/pool.ts';
import { createSupervisor } from './browser/supervisor.ts';
import { createVisit } from './browser/visit.ts';
import { type Config, SettingError } from './config.ts';
import { createCache } from './engine/cache.ts';
import { createRetry } from './engine/retry.ts';
import { bytesOfScraped, createScrape, keepsScraped } from './engine/scrape.ts';
import type { Logger } from './log.ts';
import { createMetrics } from './metrics.ts';
import { createEgress } from './net/egress.ts';
import { createGuard } from './net/guard.ts';
import { createProxyPool } from './net/proxies.ts';
import { createRenderer } from './output/render.ts';
import { openDatabase } from './store/database.ts';
import { migrate } from './store/migrate.ts';
import { version } from './version.ts';

/** The composition root: every part is made here, once, and given exactly what it uses. */

export interface App {
  /** Base address it listens on. */
  readonly url: string;
  /** The key made on the very first start: the only time it can be read. */
  readonly firstKey: string | undefined;
  /** Settles if the service cannot go on: its database is lost. */
  readonly broken: Promise<void>;
  /** Takes no new requests, lets running ones finish within the grace period, then closes everything. */
  stop(): Promise<void>;
}

/** @throws SettingError, or Error with a sentence for the operator. Whatever was started by then is closed again. */
export const startApp = async (config: Config, log: Logger): Promise<App> => {
  await using parts = new AsyncDisposableStack();
  const startedAt = performance.now();
  const metrics = createMetrics();
  const broken = Promise.withResolvers<void>();

  const guard = createGuard({ allow: config.allowNetworks });
  const proxies = createProxyPool(config.proxies);
  const limits = { receivedBytes: config.pageBytes, requests: config.pageRequests, hosts: config.pageHosts };
  const egress = createEgress({ guard, proxies, log, metrics, limits });
  const sink = await egress.sink();
  parts.defer(() => sink.close());

  const openStore = async () => {
    const database = await openDatabase({
      url: config.databaseUrl,
      dataDir: config.dataDir,
      log,
      onStopped: () => broken.resolve(),
    });
    parts.defer(() => database.close());
    await migrate(database);
    const keys = createKeys({ database, log });
    parts.defer(() => keys.close());
    await keys.bootstrap(config.apiKeys);
    await keys.watch();
    const firstKey = await keys.firstKey();
    if (database.kind === 'embedded') {
      const control = await serveControl({ dataDir: config.dataDir, keys, log });
      parts.defer(() => control.close());
    }
    return { keys, firstKey };
  };
  const openBrowser = async () => {
    const binary = findBrowser(config.browser, config.searchPath);
    if (binary === undefined)
      throw new SettingError(
        'GANNET_BROWSER names no Chromium, and none is installed: install the package chromium.',
      );
    removeStaleProfiles();
    const supervisor = await createSupervisor({
      launch: () =>
        launch({ binary, sandbox: config.sandbox, timezone: config.timezone, sinkUrl: sink.url, log }),
      log,
      metrics,
    });
    parts.defer(() => supervisor.close());
    return supervisor;
  };
  const [store, supervisor] = await both(openStore(), openBrowser());

  const pool = createPool({
    supervisor,
    egress,
    log,
    metrics,
    limits: {
      pages: config.maxPages,
      queue: config.maxQueue,
      warm: Math.min(config.maxPages, availableParallelism()),
    },
  });
  parts.defer(() => pool.close());
  const renderer = createRenderer({ threads: availableParallelism(), log });
  parts.defer(() => renderer.close());

  const scrape = createScrape({
    visit: createVisit(pool),
    renderer,
    cache: createCache({
      maxBytes: config.cacheBytes,
      bytesOf: bytesOfScraped,
      keeps: keepsScraped,
      metrics,
    }),
    retry: createRetry({ log, metrics }),
    metrics,
  });

  const server = createServer({
    services: {
      admit: createGate({ keys: store.keys }).admit,
      scrape,
      health: () => ({
        status: supervisor.active ? 'ok' : 'degraded',
        browser_active: supervisor.active,
        browser_contexts: pool.contexts,
        uptime_seconds: Math.round(performance.now() - startedAt) / 1000,
        x402_enabled: false,
        version,
        queue_depth: pool.queued,
      }),
      pricing: () => ({
        x402_enabled: false,
        price_usd: '0.005',
        token_address: '',
        network: '',
        pay_to: '',
        facilitator: '',
        payment_header: 'X-PAYMENT',
      }),
      proxyStatus: () => proxies.status(),
      ready: () => supervisor.active,
    },
    config,
    log,
    metrics,
  });
  parts.defer(() => server.close());
  const url = await server.listen(config.host, config.port);
  log.info(
    { url, pages: config.maxPages, database: config.databaseUrl ? 'postgres' : 'embedded' },
    'listening',
  );

  const running = parts.move();
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

/** Both, or the first failure once neither is under way any more: nothing may start behind our back. */
const both = async <A, B>(a: Promise<A>, b: Promise<B>): Promise<[A, B]> => {
  await Promise.allSettled([a, b]);
  return Promise.all([a, b]);
};
