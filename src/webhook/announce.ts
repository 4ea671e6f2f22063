import type { WebhookEvent } from '../contract/webhook.ts';
import type { Queryable } from '../store/database.ts';
import { enqueueDelivery } from '../store/deliveries.ts';
import { uuidv7 } from '../store/uuid.ts';
import { signPayload } from './sign.ts';

/** An event, and the receiver that it is for. */
export interface Announcement {
  readonly owner: string;
  readonly event: WebhookEvent;
  readonly callbackUrl: string;
  /** Without one the event is sent unsigned. */
  readonly secret: string | undefined;
  readonly jobId: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The first attempt is made at once, three more after 10, 30 and 60 s. */
export const retryDelaysMs: readonly number[] = [10_000, 30_000, 60_000];

/**
 * Writes an event into the outbox, within the transaction that makes it true: it will be delivered if that is committed,
 * and only then. Wake the outbox afterwards.
 */
export const announce = async (transaction: Queryable, announcement: Announcement): Promise<void> => {
  const { owner, event, callbackUrl, secret, jobId, data } = announcement;
  const id = uuidv7();
  const timestamp = new Date().toISOString();
  const payload = { event, delivery_id: id, job_id: jobId, timestamp, data };
  await enqueueDelivery(transaction, {
    id,
    owner,
    event,
    callbackUrl,
    maxAttempts: 1 + retryDelaysMs.length,
    ...signPayload(payload, secret),
  });
};
