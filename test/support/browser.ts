import { findBrowser } from '../../src/browser/find.ts';
import { launch } from '../../src/browser/launch.ts';
import { createPool } from '../../src/browser/pool.ts';
import { createSupervisor } from '../../src/browser/supervisor.ts';
import { createVisit, type PageRequest, type Visit } from '../../src/browser/visit.ts';
import { createLog } from '../../src/log.ts';
import { createMetrics } from '../../src/metrics.ts';
import { createEgress } from '../../src/net/egress.ts';
import { createGuard } from '../../src/net/guard.ts';
import { createProxyPool } from '../../src/net/proxies.ts';

/** The browser half of the service in this process: real Chromium, real way out, loopback allowed. */
export const startBrowser = async (): Promise<{ visit: Visit } & AsyncDisposable> => {
  const log = createLog('warn');
  const metrics = createMetrics();
  const egress = createEgress({
    guard: createGuard({ allow: [{ address: '127.0.0.0', prefix: 8, family: 'ipv4' }] }),
    proxies: createProxyPool([]),
    log,
    metrics,
    limits: { receivedBytes: 100_000_000, requests: 1000, hosts: 100 },
  });
  const sink = await egress.sink();
  const binary = findBrowser(process.env.GANNET_BROWSER, process.env.PATH ?? '');
  if (binary === undefined) throw new Error('no Chromium found: run npm test, which finds or installs one');
  const supervisor = await createSupervisor({
    launch: () => launch({ binary, sandbox: 'auto', timezone: 'UTC', sinkUrl: sink.url, log }),
    log,
    metrics,
  });
  const pool = createPool({ supervisor, egress, log, metrics, limits: { pages: 4, queue: 10, warm: 1 } });
  return {
    visit: createVisit(pool),
    [Symbol.asyncDispose]: async () => {
      await pool.close();
      await supervisor.close();
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
  proxyUrl: undefined,
  viewport: undefined,
  asText: true,
  ...more,
});
