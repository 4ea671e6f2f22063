import pg from 'pg';
import type { Logger } from '../log.ts';
import { createChannels } from './channels.ts';
import type { Database } from './database.ts';
import { databaseError } from './error.ts';

const firstRetryMs = 100;
const lastRetryMs = 10_000;

/** One connection of its own that hears notifications, restored whenever it is lost. Opened by the first `listen`. */
export const createListener = (
  settings: pg.ClientConfig,
  log: Logger,
): { listen: Database['listen']; close: () => Promise<void> } => {
  const channels = createChannels(log);
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;
  /** A connection runs one statement at a time: steps wait for each other. */
  let last: Promise<unknown> = Promise.resolve();

  const connect = async (): Promise<pg.Client> => {
    const fresh = new pg.Client(settings);
    // Without a listener, a lost connection would end the process.
    fresh.on('error', (error) =>
      log.warn({ err: databaseError(error) }, 'the notification connection failed'),
    );
    fresh.on('notification', ({ channel, payload = '' }) => channels.deliver(channel, payload));
    await fresh.connect();
    fresh.on('end', () => {
      client = undefined;
      restoreAfter(firstRetryMs);
    });
    return fresh;
  };

  const ensureHearing = (): Promise<void> => {
    const step = last.then(async () => {
      client ??= await connect();
      for (const channel of channels.names()) await client.query(`listen "${channel}"`);
    });
    last = step.catch(() => undefined);
    return step;
  };

  const restoreAfter = (delayMs: number) => {
    clearTimeout(retry);
    if (closed) return;
    retry = setTimeout(() => {
      ensureHearing().catch((error: unknown) => {
        log.warn({ err: databaseError(error) }, 'the notification connection is not back yet');
        restoreAfter(Math.min(2 * delayMs, lastRetryMs));
      });
    }, delayMs).unref();
  };

  return {
    listen: async (channel, hear) => {
      const remove = channels.add(channel, hear);
      try {
        await ensureHearing();
      } catch (error) {
        remove();
        throw databaseError(error);
      }
      return remove;
    },
    close: async () => {
      closed = true;
      clearTimeout(retry);
      await last;
      await client?.end();
    },
  };
};
