import type { Config } from '../config.ts';
import { startCrawling } from '../crawl/crawling.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Network } from './network.ts';
import { crawlPagesOf, type Pages } from './pages.ts';
import type { Store } from './store.ts';

interface Parts {
  readonly config: Config;
  readonly network: Network;
  readonly store: Store;
  readonly pages: Pages;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Crawl jobs, and the worker of this process. @param closing what is to be closed. */
export const openCrawling = async (
  { config, network, store, pages, log, metrics }: Parts,
  closing: AsyncDisposableStack,
) => {
  const crawling = await startCrawling({
    database: store.database,
    retrieve: pages.retrieve,
    forgetSession: pages.pool.forget,
    fetch: network.fetchAsPages,
    outbox: store.outbox,
    checkReceiver: store.webhooks.checkReceiver,
    config,
    pages: crawlPagesOf(pages),
    log,
    metrics,
  });
  closing.defer(() => crawling.stop());
  return crawling.services;
};
