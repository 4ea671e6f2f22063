import type { Caller } from '../contract/access.ts';
import { ServiceError } from '../contract/error.ts';
import { warningsOf } from '../contract/request.ts';
import { parseWebhookTest } from '../contract/webhook.ts';
import { parseQuery, windowQuery } from '../contract/window.ts';
import { type Exchange, queryOf } from './exchange.ts';
import type { Services } from './services.ts';

/** The endpoints of webhooks. A caller sees the deliveries of its owner only. */
export const createWebhookHandlers = ({ webhooks }: Pick<Services, 'webhooks'>) => ({
  webhookTest: async (_: Exchange, { owner }: Caller, body: unknown) => {
    const { request, warnings } = parseWebhookTest(body);
    const delivery = await webhooks.test(request, owner);
    const message = delivery.error ?? 'The webhook was delivered.';
    if (delivery.status !== 'delivered')
      throw new ServiceError('webhook_delivery_failed', { message, delivery });
    return { message, delivery, ...warningsOf(warnings) };
  },

  webhookLogs: async (exchange: Exchange, { owner }: Caller) => {
    const { request, warnings } = parseQuery(windowQuery, queryOf(exchange));
    const deliveries = await webhooks.logs(owner, request);
    return { count: deliveries.length, deliveries, ...warningsOf(warnings) };
  },

  webhookDelivery: async ({ params }: Exchange, { owner }: Caller) =>
    found(await webhooks.detail(params.delivery_id ?? '', owner)),

  webhookResend: async ({ params }: Exchange, { owner }: Caller) =>
    found(await webhooks.resend(params.delivery_id ?? '', owner)),
});

const found = <T>(delivery: T | undefined): T => {
  if (delivery === undefined) throw new ServiceError('not_found', { message: 'There is no such delivery.' });
  return delivery;
};
