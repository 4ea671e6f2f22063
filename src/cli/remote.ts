import { createClient, type Retry } from '../../client/src/index.ts';
import { say } from './run.ts';
import type { Service } from './service.ts';

/**
 * A server, asked by the client that everybody else uses. Bodies are checked by the contract before they are sent, and
 * answers are the contract's: the client's types say the same in other words.
 */
export const openRemote = (url: string, apiKey: string | undefined): Service => {
  const client = createClient({ url, apiKey, onRetry: tellWait });
  return {
    scrape: async (body, signal) => (await client.scrape(body as never, { signal })) as never,
    extract: async (body, signal) => (await client.extract(body as never, { signal })) as never,
    map: (body, signal) => client.map(body as never, { signal }),
    crawl: {
      start: async (body, idempotencyKey) =>
        (await client.crawl.start(body as never, { idempotencyKey })).job_id,
      follow: (id, after, signal) =>
        untilStopped(client.crawl.events(id, { after, signal }), signal) as AsyncIterable<never>,
      status: async (id) => (await client.crawl.get(id)) as never,
      // The server goes on with them, and has a log.
      undelivered: async () => [],
    },
    webhooks: {
      test: (body, signal) => client.webhooks.test(body as never, { signal }),
      logs: async (window) => await client.webhooks.logs(window),
      resend: (deliveryId) => client.webhooks.resend(deliveryId),
    },
    close: async () => undefined,
  };
};

/** Shorter waits are over before anybody wonders. */
const longMs = 3000;

const tellWait = ({ delayMs, error }: Retry): void => {
  if (delayMs >= longMs) say(`${error.message} Trying again in ${Math.ceil(delayMs / 1000)} s.`);
};

/** Ends without an error when it is told to end. */
async function* untilStopped<T>(events: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  try {
    yield* events;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
