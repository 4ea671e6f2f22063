import { within } from '../deadline.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Database } from '../store/database.ts';
import {
  type AttemptOutcome,
  type ClaimedDelivery,
  claimDelivery,
  type Delivery,
  enqueueDelivery,
  type NewDelivery,
  recordAttempt,
  releaseDeliveries,
  removeDeliveries,
} from '../store/deliveries.ts';
import { retryDelaysMs } from './announce.ts';
import { attemptMs, type Deliver } from './deliver.ts';

/**
 * Sends what is due. The database is the queue: any number of processes share it, and what a process leaves unfinished,
 * however it ends, the next one finishes.
 */
export interface Outbox {
  /** Something may be due: looked for at once instead of within a second. */
  wake(): void;
  /** Stores a delivery and makes its first attempt. @returns it after that. */
  sendNow(delivery: NewDelivery): Promise<Delivery>;
  /** Lets attempts end for a moment; those that do not are made again by whoever is next. */
  close(): Promise<void>;
}

interface Parts {
  readonly database: Database;
  readonly deliver: Deliver;
  /** Days that ended deliveries stay in the log. */
  readonly retentionDays: number;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly timing?: Partial<typeof standardTiming>;
}

/** Milliseconds. */
const standardTiming = {
  retryDelays: retryDelaysMs,
  poll: 1000,
  /** An attempt without an outcome is made again after that. */
  lease: attemptMs + 5000,
  /** For attempts under way, before `close` breaks them off. */
  close: 3000,
  sweep: 3_600_000,
};
/** Attempts at a time. A slow receiver holds up no other of its owner, and slow receivers of one owner no other owner. */
const most = { underWay: 500, ofOneOwner: 60, toOneReceiver: 20 };

const unexpected: AttemptOutcome = {
  delivered: false,
  responseStatus: null,
  responseBody: null,
  error: 'The webhook could not be sent.',
};

/** @throws DatabaseError */
export const startOutbox = async (parts: Parts): Promise<Outbox> => {
  const { database, deliver, retentionDays, log, metrics } = parts;
  const timing = { ...standardTiming, ...parts.timing };
  const underWay = new Map<ClaimedDelivery, Promise<Delivery | undefined>>();
  const ending = new AbortController();
  let closing = false;
  let bell = Promise.withResolvers<void>();
  let sweepAt = performance.now();

  /** An unexpected error is an outcome, too: without one the attempt would be repeated for ever. */
  const tryOnce = async (delivery: ClaimedDelivery): Promise<AttemptOutcome> => {
    try {
      return await deliver(delivery, ending.signal);
    } catch (err) {
      ending.signal.throwIfAborted();
      log.error({ err, delivery: delivery.id }, 'a webhook attempt failed unexpectedly');
      return unexpected;
    }
  };

  const attempt = async (delivery: ClaimedDelivery): Promise<Delivery | undefined> => {
    const { id, event, attempts, maxAttempts } = delivery;
    const outcome = await tryOnce(delivery);
    const retryMs = attempts < maxAttempts ? (timing.retryDelays[attempts - 1] ?? null) : null;
    const { delivered, error } = outcome;
    metrics.webhookAttempts.inc({
      outcome: delivered ? 'delivered' : retryMs === null ? 'failed' : 'retried',
    });
    log.info({ delivery: id, event, attempt: attempts, delivered, error }, 'webhook');
    return recordAttempt(database, delivery, outcome, delivered ? null : retryMs);
  };

  const begin = (delivery: ClaimedDelivery): Promise<Delivery | undefined> => {
    const attempting = attempt(delivery).finally(() => {
      underWay.delete(delivery);
      bell.resolve();
    });
    underWay.set(delivery, attempting);
    return attempting;
  };

  const full = (key: 'owner' | 'receiver', limit: number): string[] => {
    const groups = Map.groupBy(underWay.keys(), (delivery) => delivery[key]);
    return [...groups].flatMap(([name, own]) => (own.length < limit ? [] : [name]));
  };

  const beginAllDue = async (): Promise<void> => {
    while (!closing && underWay.size < most.underWay) {
      const claimed = await claimDelivery(database, {
        leaseMs: timing.lease,
        fullOwners: full('owner', most.ofOneOwner),
        fullReceivers: full('receiver', most.toOneReceiver),
      });
      if (claimed === undefined) return;
      begin(claimed).catch((err: unknown) => {
        // Broken off by `close`, or the outcome could not be written: it is made again when its lease ends.
        if (!ending.signal.aborted)
          log.error({ err, delivery: claimed.id }, 'a webhook attempt was not recorded');
      });
    }
  };

  const sweep = async (): Promise<void> => {
    if (performance.now() < sweepAt) return;
    sweepAt = performance.now() + timing.sweep;
    await removeDeliveries(database, retentionDays);
  };

  const work = async (): Promise<number> => {
    try {
      await beginAllDue();
      await sweep();
      return timing.poll;
    } catch (err) {
      log.error({ err }, 'the webhooks that are due could not be read');
      return 10 * timing.poll;
    }
  };

  const run = async (): Promise<void> => {
    while (!closing) {
      bell = Promise.withResolvers<void>();
      const timer = setTimeout(bell.resolve, await work());
      await bell.promise;
      clearTimeout(timer);
    }
  };

  // No other process has the embedded database open: attempts that are marked as under way were broken off.
  if (database.kind === 'embedded') await releaseDeliveries(database, undefined);
  const running = run();

  return {
    wake: () => bell.resolve(),
    sendNow: async (delivery) => {
      const claimed = await database.transaction(async (transaction) => {
        await enqueueDelivery(transaction, delivery);
        return claimDelivery(transaction, { leaseMs: timing.lease, fullOwners: [], id: delivery.id });
      });
      const recorded = claimed && (await begin(claimed));
      if (recorded === undefined) throw new Error('the attempt at a webhook was overtaken');
      return recorded;
    },
    close: async () => {
      closing = true;
      bell.resolve();
      await running;
      const left = [...underWay];
      await within(timing.close, Promise.allSettled(left.map(([, attempting]) => attempting))).catch(() =>
        ending.abort(new Error('the service stops')),
      );
      await Promise.allSettled(underWay.values());
      await releaseDeliveries(
        database,
        left.map(([{ lease }]) => lease),
      );
    },
  };
};
