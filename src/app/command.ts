import { createCharge } from '../access/charge.ts';
import type { Config } from '../config.ts';
import { createLoneMapSite } from '../crawl/crawling.ts';
import type { Logger } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { createDeliver, createSendOnce } from '../webhook/deliver.ts';
import { createCheckReceiver, createWebhookTest, type Webhooks } from '../webhook/webhooks.ts';
import { both } from './both.ts';
import { openBrowser } from './browser.ts';
import { openCrawling } from './crawling.ts';
import { createNetwork } from './network.ts';
import { crawlPagesOf, openPages } from './pages.ts';
import { openStore, type Store } from './store.ts';

type CommandCrawling = Awaited<ReturnType<typeof openCrawling>> & Pick<Store, 'webhooks'>;

/** What a command uses of the service, in its own process: nothing listens, and nobody pays. */
export type CommandApp = Awaited<ReturnType<typeof startCommandApp>>;

/**
 * @param crawls whether a crawl will certainly be asked for: then the database is opened along with the browser.
 * @throws SettingError, or Error with a sentence for the operator. Whatever was started by then is closed again.
 */
export const startCommandApp = async (config: Config, log: Logger, crawls: boolean) => {
  await using closing = new AsyncDisposableStack();
  const metrics = createMetrics();
  const network = createNetwork({ config, log, metrics });
  const open = (closes: AsyncDisposableStack) =>
    openStore({ config, network, onLost: () => undefined, log, metrics }, closes);
  const [early, fleet] = await both(
    crawls ? open(closing) : undefined,
    openBrowser({ config, network, log, metrics }, closing),
  );
  const { egress, fetchAsPages: fetch } = network;
  const pages = openPages({ config, fleet, egress, verdicts: early?.verdicts, log, metrics }, closing);
  const running = closing.move();

  const start = async (): Promise<CommandCrawling> => {
    await using closing = new AsyncDisposableStack();
    const store = early ?? (await open(closing));
    const services = await openCrawling({ config, network, store, pages, log, metrics }, closing);
    running.use(closing.move());
    return { ...services, webhooks: store.webhooks };
  };
  let crawling: Promise<CommandCrawling> | undefined;

  return {
    scrape: pages.scrape,
    extract: pages.extract,
    mapSite: createLoneMapSite({ retrieve: pages.retrieve, fetch, config, pages: crawlPagesOf(pages) }),
    charge: createCharge(undefined).run,
    /** Crawls, and the database they are kept in: opened by the first call, or by the next one where that fails. */
    crawling: (): Promise<CommandCrawling> => {
      crawling ??= start().catch((error: unknown) => {
        crawling = undefined;
        throw error;
      });
      return crawling;
    },
    stop: async (): Promise<void> => {
      // What is just starting can be closed only when it has.
      await crawling?.catch(() => undefined);
      await running.disposeAsync();
    },
  };
};

/** The test of a webhook alone: no browser, no database, and nothing that must be stopped. */
export const createWebhookSender = (config: Config, log: Logger): Webhooks['test'] => {
  const { guard, fetchDirectly } = createNetwork({ config, log, metrics: createMetrics() });
  const sendNow = createSendOnce(createDeliver({ fetch: fetchDirectly }));
  return createWebhookTest({ checkReceiver: createCheckReceiver(guard), sendNow });
};
