import type { PageRequest } from '../../src/browser/arrive/page-request.ts';
import { findBrowser } from '../../src/browser/process/find.ts';
import { createFleet, type Fleet } from '../../src/browser/process/fleet.ts';
import { startLocal } from '../../src/browser/process/local.ts';
import {
  createSupervisor,
  type Limits,
  localLimits,
  type SingleSupervisor,
} from '../../src/browser/process/supervisor.ts';
import { createPool, type Pool } from '../../src/browser/tab/pool.ts';
import { createTabs } from '../../src/browser/tab/tabs.ts';
import { createVisit, type Visit } from '../../src/browser/visit.ts';
import { createLog } from '../../src/log.ts';
import { createMetrics } from '../../src/metrics.ts';
import { createEgress } from '../../src/net/egress.ts';
import { createEntrance } from '../../src/net/entrance.ts';
import { createGuard } from '../../src/net/guard.ts';
import { createProxyPool } from '../../src/net/proxies.ts';

/** The Chromium that tests run. */
export const testBinary = (): string => {
  const binary = findBrowser(process.env.GANNET_BROWSER, process.env.PATH ?? '');
  if (binary === undefined) throw new Error('no Chromium found: run npm test, which finds or installs one');
  return binary;
};

interface TestBrowser extends AsyncDisposable {
  readonly visit: Visit;
  readonly pool: Pool;
  readonly fleet: Fleet;
  /** Of a cause, so far. */
  launches(cause: string): Promise<number>;
  /** Starts another Chromium beside those there are. */
  addAnother(): Promise<SingleSupervisor>;
}

/** The browser half of the service in this process: real Chromium, real way out, loopback allowed. */
export const startBrowser = async (limits: Partial<Limits> = {}): Promise<TestBrowser> => {
  const log = createLog('warn');
  const metrics = createMetrics();
  const entrance = createEntrance('127.0.0.1', log);
  const egress = createEgress({
    entrance,
    guard: createGuard({ allow: [{ address: '127.0.0.0', prefix: 8, family: 'ipv4' }] }),
    proxies: createProxyPool([]),
    log,
    metrics,
    limits: { receivedBytes: 100_000_000, requests: 1000, hosts: 100 },
  });
  const sink = await egress.sink();
  const binary = testBinary();
  const start = () =>
    createSupervisor({
      start: () => startLocal({ binary, sandbox: 'auto', timezone: 'UTC', sinkUrl: sink.url, entrance, log }),
      limits: { ...localLimits(1_500_000_000), ...limits },
      mustStart: true,
      log,
      metrics,
    });
  const fleet = createFleet({ whenNone: 'wait', start });
  const addAnother = async () => {
    const member = await start();
    fleet.add(member);
    return member;
  };
  await addAnother();
  const pool = createPool({
    tabs: createTabs({ fleet, egress, log, metrics }),
    log,
    metrics,
    limits: { visits: 8, pages: 4, share: 4, queue: 10, ahead: { atRest: 1, busy: 1, burst: 0 } },
  });
  return {
    visit: createVisit(pool),
    pool,
    fleet,
    addAnother,
    launches: async (cause) =>
      (await metrics.browserLaunches.get()).values.find(({ labels }) => labels.cause === cause)?.value ?? 0,
    [Symbol.asyncDispose]: async () => {
      await pool.close();
      await fleet.close();
      await sink.close();
    },
  };
};

export const pageRequest = (url: string, more: Partial<PageRequest> = {}): PageRequest => ({
  url,
  blockMedia: true,
  waitStrategy: 'automatic',
  waitForSelector: undefined,
  javascript: undefined,
  actions: [],
  headers: {},
  cookies: [],
  mobile: false,
  locale: undefined,
  timezone: undefined,
  proxyUrl: undefined,
  viewport: undefined,
  asText: true,
  planFor: () => ({ from: 'response', scripts: false }),
  owner: 'test',
  holder: undefined,
  planTimers: () => true,
  planFrames: () => 'first',
  planSights: () => true,
  planQuiet: () => true,
  ...more,
});
