import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookDelivery } from '../../client/src/index.ts';

/** What of a webhook's delivery the command tells. */
export type Delivery = Pick<WebhookDelivery, 'status' | 'error'>;

const pollMs = 250;

/**
 * Waits until each delivery has ended, or the signal aborts: nobody else sends them once this process is over.
 * @param read gives all of them.
 * @returns those that did not arrive, or not yet.
 */
export const undelivered = async (
  read: () => Promise<readonly Delivery[]>,
  signal: AbortSignal,
): Promise<readonly Delivery[]> => {
  for (;;) {
    const left = (await read()).filter(({ status }) => status !== 'delivered');
    if (signal.aborted || left.every(({ status }) => status === 'failed')) return left;
    await sleep(pollMs);
  }
};

/** What to say of those that did not arrive, and why the last one did not. */
export const warningsOf = (left: readonly Delivery[]): readonly string[] => {
  const failed = left.filter(({ status }) => status === 'failed');
  const waiting = left.length - failed.length;
  const why = failed.find(({ error }) => error !== null)?.error ?? '';
  return [
    ...(failed.length > 0 ? [`${webhooks(failed.length)} could not be delivered. ${why}`.trimEnd()] : []),
    ...(waiting > 0 ? [`${webhooks(waiting)} not delivered yet: the same command goes on with it`] : []),
  ];
};

const webhooks = (count: number) => (count === 1 ? 'a webhook' : `${count} webhooks`);
