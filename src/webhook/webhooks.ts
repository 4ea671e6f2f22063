import { isIP } from 'node:net';
import { invalidRequest } from '../contract/request.ts';
import type { DeliveryDetail, DeliveryRecord, WebhookTestRequest } from '../contract/webhook.ts';
import type { Window } from '../contract/window.ts';
import { Deadline } from '../deadline.ts';
import { ConnectError } from '../net/connect-error.ts';
import type { Guard } from '../net/guard.ts';
import { bareHost } from '../net/target.ts';
import type { Database } from '../store/database.ts';
import { type Delivery, findDelivery, listDeliveries, resendDelivery } from '../store/deliveries.ts';
import { isUuid, uuidv7 } from '../store/uuid.ts';
import type { Outbox } from './outbox.ts';
import { signPayload } from './sign.ts';

/** Webhooks as their owners see them. */
export interface Webhooks {
  /**
   * Sends one webhook and waits for its only attempt.
   * @throws ServiceError `invalid_request` for an address to which nothing may be sent.
   */
  test(request: WebhookTestRequest, owner: string): Promise<DeliveryRecord>;
  /** Newest first. */
  logs(owner: string, window: Window): Promise<DeliveryRecord[]>;
  /** These give undefined when the owner has no such delivery. */
  detail(id: string, owner: string): Promise<DeliveryDetail | undefined>;
  resend(id: string, owner: string): Promise<DeliveryRecord | undefined>;
  /**
   * Whether webhooks may be sent there: asked before one is promised, and again by the guard when it is sent.
   * @param path of the address in the request.
   * @throws ServiceError `invalid_request`, the same for an unknown name and for a private address.
   */
  checkReceiver(url: string, path: string): Promise<void>;
}

interface Parts {
  readonly database: Database;
  readonly guard: Guard;
  readonly outbox: Pick<Outbox, 'wake' | 'sendNow'>;
}

const lookUpMs = 5000;
const anyPort = 443;

export const createCheckReceiver =
  (guard: Guard): Webhooks['checkReceiver'] =>
  async (url, path) => {
    using deadline = new Deadline(lookUpMs);
    try {
      // The port does not matter here: one that nobody may use fails when it is delivered to.
      await guard.resolve(new URL(url).hostname, anyPort, deadline.signal);
    } catch (error) {
      if (!(error instanceof ConnectError) && !deadline.signal.aborted) throw error;
      throw invalidRequest([{ path, message: 'must lead to a host on the public internet' }]);
    }
  };

interface TestParts extends Pick<Webhooks, 'checkReceiver'>, Pick<Outbox, 'sendNow'> {}

export const createWebhookTest =
  ({ checkReceiver, sendNow }: TestParts): Webhooks['test'] =>
  async ({ url, secret, event, data }, owner) => {
    // A name that leads nowhere is a delivery that fails, and one that leads inside must look the same.
    if (saysWhere(url)) await checkReceiver(url, 'url');
    const id = uuidv7();
    const payload = { event, delivery_id: id, timestamp: new Date().toISOString(), data };
    const signed = signPayload(payload, secret);
    return recordOf(await sendNow({ id, owner, event, callbackUrl: url, maxAttempts: 1, ...signed }));
  };

/** Whether the host is an address, or the one name that always is the same: nobody needs to be asked where it is. */
const saysWhere = (url: string): boolean => {
  const host = bareHost(new URL(url).hostname);
  return isIP(host) !== 0 || /(?:^|\.)localhost\.?$/.test(host);
};

export const createWebhooks = ({ database, guard, outbox }: Parts): Webhooks => {
  const checkReceiver = createCheckReceiver(guard);
  return {
    checkReceiver,
    test: createWebhookTest({ checkReceiver, sendNow: outbox.sendNow }),
    logs: async (owner, window) => (await listDeliveries(database, owner, window)).map(recordOf),
    detail: async (id, owner) => {
      const delivery = isUuid(id) ? await findDelivery(database, id, owner) : undefined;
      return delivery && { ...recordOf(delivery), request_body: delivery.body };
    },
    resend: async (id, owner) => {
      if (!isUuid(id)) return undefined;
      const delivery = await resendDelivery(database, id, owner);
      outbox.wake();
      return delivery && recordOf(delivery);
    },
  };
};

const recordOf = (delivery: Delivery): DeliveryRecord => ({
  delivery_id: delivery.id,
  event: delivery.event,
  callback_url: delivery.callbackUrl,
  status: delivery.status,
  attempts: delivery.attempts,
  max_attempts: delivery.maxAttempts,
  last_attempt_at: delivery.lastAttemptAt?.toISOString() ?? null,
  next_attempt_at: delivery.status === 'pending' ? delivery.nextAttemptAt.toISOString() : null,
  response_status: delivery.responseStatus,
  response_body: delivery.responseBody,
  error: delivery.error,
  created_at: delivery.createdAt.toISOString(),
});
