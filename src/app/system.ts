import { availableParallelism } from 'node:os';
import type { Counter } from 'prom-client';
import type { Supervisor } from '../browser/process/supervisor.ts';
import type { Pool } from '../browser/tab/pool.ts';
import type { ProxyStatus } from '../contract/status.ts';
import type { SystemRecord } from '../contract/usage.ts';
import type { OwnerSlots } from '../engine/owner-slots.ts';
import type { Metrics } from '../metrics.ts';
import type { Database } from '../store/database.ts';
import { storeFacts } from '../store/totals.ts';
import { version } from '../version.ts';

/** How this process is, for those who run it. */

interface Parts {
  readonly limits: { readonly pages: number; readonly visits: number; readonly queue: number };
  readonly database: Database;
  readonly fleet: Pick<Supervisor, 'browsers'>;
  readonly pool: Pick<Pool, 'contexts' | 'queued'>;
  readonly ownerSlots: Pick<OwnerSlots, 'waiting'>;
  readonly proxies: { status(): ProxyStatus };
  readonly metrics: Pick<Metrics, 'browserLaunches' | 'crawlJobs'>;
}

export const createSystem =
  ({ limits, database, fleet, pool, ownerSlots, proxies, metrics }: Parts) =>
  async (): Promise<SystemRecord> => {
    const { version: postgres, schemaVersion, sizeBytes } = await storeFacts(database);
    const { values } = await metrics.crawlJobs.get();
    return {
      version,
      node: process.versions.node,
      uptime_seconds: Math.round(process.uptime()),
      memory_bytes: process.memoryUsage.rss(),
      cores: availableParallelism(),
      browsers: fleet.browsers.map((browser) => ({
        version: browser.version,
        age_seconds: browser.ageSeconds,
        contexts: browser.contexts,
        served: browser.made,
      })),
      browser_launches: await byCause(metrics.browserLaunches),
      pages: {
        contexts: pool.contexts,
        shown_limit: limits.pages,
        visits_limit: limits.visits,
        queued: pool.queued + ownerSlots.waiting,
        queue_limit: limits.queue,
      },
      crawl_jobs: values[0]?.value ?? 0,
      store: { kind: database.kind, version: postgres, schema_version: schemaVersion, size_bytes: sizeBytes },
      proxies: proxies.status(),
    };
  };

const byCause = async (launches: Counter<'cause'>): Promise<Record<string, number>> => {
  const { values } = await launches.get();
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels.cause), value]));
};
