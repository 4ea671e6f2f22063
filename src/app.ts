import { availableParallelism } from 'node:os';
import { createChainReader } from './access/chain.ts';
import { createCharge } from './access/charge.ts';
import { createClientAddress } from './access/client-address.ts';
import { serveControl } from './access/control.ts';
import { exposureOf } from './access/exposure.ts';
import { createFacilitator } from './access/facilitator.ts';
import { createGate } from './access/gate.ts';
import { createKeys, type Keys } from './access/keys.ts';
import { createLedger } from './access/ledger.ts';
import { createRateLimit } from './access/rate-limit.ts';
import { createReconciler } from './access/reconciler.ts';
import { createTerms, pricingOf } from './access/terms.ts';
import { createUsage } from './access/usage.ts';
import { createServer } from './api/server.ts';
import type { Services } from './api/services.ts';
import { findBrowser } from './browser/find.ts';
import { createFleet } from './browser/fleet.ts';
import { removeStaleProfiles } from './browser/launch.ts';
import { startLocal } from './browser/local.ts';
import { createPool } from './browser/pool.ts';
import { connectRemote } from './browser/remote.ts';
import { createSupervisor, localLimits } from './browser/supervisor.ts';
import { createTabs } from './browser/tabs.ts';
import { createVisit } from './browser/visit.ts';
import { type Config, SettingError } from './config.ts';
import type { Extracted } from './contract/extract.ts';
import type { Scraped } from './contract/scrape.ts';
import { type Crawling, startCrawling } from './crawl/crawling.ts';
import { createDashboard } from './dashboard/dashboard.ts';
import { isWhole, sizeOf } from './engine/answer.ts';
import { createCache } from './engine/cache.ts';
import { createExtract, type Extract } from './engine/extract.ts';
import { createReading } from './engine/reading.ts';
import { createRetrieve } from './engine/retrieve.ts';
import { createRetry } from './engine/retry.ts';
import { createScrape, type Scrape } from './engine/scrape.ts';
import { createSystem } from './engine/system.ts';
import { createTurns } from './engine/turns.ts';
import { createVerdicts, longestBelievedMs, mostKinds } from './engine/verdicts.ts';
import { createExtractor } from './extract/extractor.ts';
import { createConvertFile } from './file/convert.ts';
import type { Logger } from './log.ts';
import { createMcpDoor } from './mcp/door.ts';
import type { Services as McpServices } from './mcp/local.ts';
import { createMetrics } from './metrics.ts';
import { createEgress } from './net/egress.ts';
import { createEntrance } from './net/entrance.ts';
import { createFetch } from './net/fetch.ts';
import { createGuard } from './net/guard.ts';
import { createResolve } from './net/names.ts';
import { createProxyPool } from './net/proxies.ts';
import { createRenderer } from './output/render.ts';
import { createAnswering } from './store/answering.ts';
import { type Database, openDatabase } from './store/database.ts';
import { migrate } from './store/migrate.ts';
import { loadPageKinds, savePageKind } from './store/page-kinds.ts';
import { createThreads } from './threads.ts';
import { version } from './version.ts';
import { createDeliver } from './webhook/deliver.ts';
import { startOutbox } from './webhook/outbox.ts';
import { createWebhooks, type Webhooks } from './webhook/webhooks.ts';

/** The composition root: every part is made here, once, and given exactly what it uses. */

/** Answers made of single pages. */
export interface Pages {
  readonly scrape: Scrape;
  readonly extract: Extract;
  /** Takes no new requests, lets running ones finish within the grace period, then closes everything. */
  stop(): Promise<void>;
}

export interface App extends Pages {
  /** Base address it listens on; undefined for one that only works on crawl jobs. */
  readonly url: string | undefined;
  /** The key made on the very first start: the only time it can be read. */
  readonly firstKey: string | undefined;
  readonly crawling: Crawling['services'];
  /** What the service answers with, without its doors. */
  readonly work: McpServices;
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
 * With the role `pages` there is no database, and nothing but pages can be had.
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
  await using parts = new AsyncDisposableStack();
  const startedAt = performance.now();
  const metrics = createMetrics();
  const broken = Promise.withResolvers<void>();

  const terms = createTerms(config);
  const resolve = createResolve({ ...(config.nameServers.length > 0 && { servers: config.nameServers }) });
  const guard = createGuard({ allow: config.allowNetworks, resolve });
  const proxies = createProxyPool(config.proxies);
  const limits = { receivedBytes: config.pageBytes, requests: config.pageRequests, hosts: config.pageHosts };
  const entrance = createEntrance(config.browsers.length === 0 ? '127.0.0.1' : config.egressHost, log);
  const egress = createEgress({ guard, proxies, log, metrics, limits, entrance });

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
      const control = await serveControl({
        dataDir: config.dataDir,
        keys,
        ledger: createLedger(database),
        log,
      });
      parts.defer(() => control.close());
    }
    const known = await loadPageKinds(database, new Date(Date.now() - longestBelievedMs), mostKinds);
    const verdicts = createVerdicts(known, (kind) => {
      savePageKind(database, kind).catch((err: unknown) => log.error({ err }, 'a verdict was not stored'));
    });
    // Not through the proxies: those are for pages.
    const deliver = createDeliver({
      fetch: createFetch({ guard, proxies, log, metrics, upstreams: () => [] }),
    });
    const retentionDays = config.webhookRetentionDays;
    const outbox = await startOutbox({ database, deliver, retentionDays, log, metrics });
    parts.defer(() => outbox.close());
    const webhooks = createWebhooks({ database, guard, outbox });
    return { database, keys, firstKey, verdicts, webhooks, outbox };
  };
  const openAccess = async (database: Database, keys: Keys) => {
    const limit = createRateLimit({
      database,
      quotas: { address: config.rateIp, tiers: config.rateTiers },
      log,
      metrics,
    });
    parts.defer(() => limit.close());
    const fetch = createFetch({ guard, proxies, upstreams: () => [], log, metrics });
    const facilitator =
      terms && createFacilitator({ terms, fetch, log, authorization: config.x402Authorization });
    const chain =
      terms && config.x402Rpc !== undefined
        ? createChainReader({ terms, fetch, url: config.x402Rpc, log })
        : undefined;
    if (facilitator) {
      const reconciler = createReconciler({
        database,
        facilitator,
        chain,
        uncertain: config.x402Uncertain,
        log,
        metrics,
      });
      parts.defer(() => reconciler.close());
      await reconciler.start();
    }
    const charge = createCharge({
      database,
      payments: terms && facilitator && { terms, facilitator, chain },
      uncertain: config.x402Uncertain,
      log,
      metrics,
    });
    parts.defer(() => charge.close());
    const addressOf = createClientAddress(config.trustProxy);
    return {
      gate: createGate({ keys, terms, challenge: config.x402Challenge }),
      limit: ((endpoint, caller, { socket, headers }) =>
        limit.count(
          endpoint,
          caller,
          addressOf(socket.remoteAddress, [headers['x-forwarded-for']].flat().join(',')),
        )) satisfies Services['limit'],
      charge: charge.run,
    };
  };
  const openLocal = async () => {
    const binary = findBrowser(config.browser, config.searchPath);
    if (binary === undefined)
      throw new SettingError(
        'GANNET_BROWSER names no Chromium, and none is installed: install the package chromium.',
      );
    removeStaleProfiles();
    const sink = await egress.sink();
    parts.defer(() => sink.close());
    const { sandbox, timezone } = config;
    return createSupervisor({
      start: () => startLocal({ binary, sandbox, timezone, sinkUrl: sink.url, entrance, log }),
      limits: localLimits(config.browserMemory),
      mustStart: true,
      log,
      metrics,
    });
  };
  const openRemote = async () =>
    createFleet(
      await Promise.all(
        config.browsers.map((endpoint) =>
          createSupervisor({
            start: () => connectRemote(endpoint, entrance),
            limits: undefined,
            mustStart: false,
            log,
            metrics,
          }),
        ),
      ),
    );
  const openBrowser = async () => {
    const supervisor = await (config.browsers.length === 0 ? openLocal() : openRemote());
    parts.defer(() => supervisor.close());
    return supervisor;
  };
  const [store, supervisor] = await both(role === 'pages' ? undefined : openStore(), openBrowser());

  const visits = Math.max(config.maxPages, config.maxVisits ?? 4 * config.maxPages);
  const pool = createPool({
    tabs: createTabs({ supervisor, egress, log, metrics }),
    log,
    metrics,
    limits: {
      visits,
      pages: config.maxPages,
      queue: config.maxQueue,
      warm: Math.min(config.maxPages, availableParallelism()),
    },
  });
  parts.defer(() => pool.close());
  const cores = availableParallelism();
  const threads = createThreads({ threads: cores, memoryMb: config.threadMemory, log });
  parts.defer(() => threads.close());
  const convertFile = createConvertFile({
    threads: cores,
    limits: { memoryMb: config.fileMemory, ms: config.fileMs },
    log,
  });
  const renderer = createRenderer({ threads, convertFile });
  // Where the service ends before it has, nothing is lost.
  renderer
    .warm(AbortSignal.timeout(30_000))
    .catch((err: unknown) => log.debug({ err }, 'no thread was warmed'));

  const retry = createRetry({ log, metrics });
  const ownerVisits = config.ownerVisits ?? Math.ceil(0.75 * visits);
  const turns = createTurns({ share: ownerVisits, line: config.maxQueue });
  const page = {
    visit: createVisit(pool),
    retry,
    turns,
    reading: createReading({
      render: config.render,
      verdicts: store?.verdicts ?? forgetfulVerdicts(),
      renderer,
      log,
    }),
    metrics,
  };
  const answers = { bytesOf: sizeOf, keeps: isWhole, metrics };
  // Extracted data is small: a part of the memory holds as many answers.
  const forExtracts = Math.floor(config.cacheBytes / 8);
  const scrape = createScrape({
    ...page,
    renderer,
    cache: createCache<Scraped>({ ...answers, maxBytes: config.cacheBytes - forExtracts }),
  });
  const extract = createExtract({
    ...page,
    extractor: createExtractor({ threads, convertFile }),
    // One thread is left to others; no owner has more waiting than it may visit at once.
    searches: createTurns({ share: Math.max(1, cores - 1), line: ownerVisits }),
    cache: createCache<Extracted>({ ...answers, maxBytes: forExtracts }),
  });

  if (store === undefined) {
    const running = parts.move();
    return { scrape, extract, stop: () => running.disposeAsync() };
  }

  const crawling = await startCrawling({
    database: store.database,
    retrieve: createRetrieve({
      pool,
      renderer,
      retry,
      // What the response of a page must hold for a crawl are its links, too: learned apart.
      reading: createReading({
        render: config.render,
        verdicts: forgetfulVerdicts(),
        renderer,
        log,
      }),
    }),
    forgetSession: pool.forget,
    fetch: createFetch({ guard, proxies, log, metrics, upstreams: () => proxies.order() }),
    outbox: store.outbox,
    checkReceiver: store.webhooks.checkReceiver,
    config,
    // Some visits are left for those who wait for an answer.
    pages: Math.max(1, Math.floor(0.75 * visits)),
    log,
    metrics,
  });
  parts.defer(() => crawling.stop());

  const { gate, limit, charge } = await openAccess(store.database, store.keys);
  const work = { ...crawling.services, scrape, extract, charge };
  const isAnswering = createAnswering({ database: store.database, log });
  const server = createServer({
    services: {
      ...work,
      admit: gate.admit,
      limit,
      webhooks: store.webhooks,
      mcp: createMcpDoor({ services: work, gate, limit, hosts: hostsOf(config), log, metrics }),
      keys: store.keys,
      payments: createLedger(store.database),
      usage: createUsage({ database: store.database }),
      system: createSystem({
        limits: { pages: config.maxPages, visits, queue: config.maxQueue },
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
  parts.defer(() => server.close());
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

  const running = parts.move();
  return {
    url,
    firstKey: store.firstKey,
    scrape,
    extract,
    webhooks: store.webhooks,
    crawling: crawling.services,
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

/** Verdicts that are not written down. */
const forgetfulVerdicts = () => createVerdicts([], () => undefined);

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
