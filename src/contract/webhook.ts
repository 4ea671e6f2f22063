import { z } from 'zod';
import { bodyObject, check, notStorable, type Parsed, storable } from './request.ts';

/** Webhooks: what is sent, the test request, the delivery log (docs/webhooks.md). */

/** Of crawls. */
export const webhookEvents = ['crawl.completed', 'crawl.page'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** An address that webhooks can be sent to; whether it may be is for the guard to say. */
export const receiverUrl = z
  .string()
  .max(2048)
  .transform((text, context) => {
    const url = URL.parse(text.trim());
    const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
    if (url !== null && isWeb && url.username === '' && url.password === '') return url.href;
    context.addIssue('must be an absolute http:// or https:// URL without user name and password');
    return z.NEVER;
  });

export const webhookSecret = z.string().min(1).max(1000).refine(storable, notStorable);

const eventName = z
  .string()
  .max(50)
  .refine((text) => /^\P{Cc}+$/u.test(text) && text.isWellFormed(), 'must be a name on one line');

export const webhookTestRequest = z.object({
  url: receiverUrl.describe('Where to send it.'),
  secret: webhookSecret.describe('Signs it with HMAC-SHA256. It is not stored.'),
  event: eventName.default('test.webhook').describe('Name of the event.'),
  data: z.record(z.string(), z.unknown()).default({}).describe('Sent as it is.'),
});
export type WebhookTestRequest = z.infer<typeof webhookTestRequest>;

/** @throws ServiceError `invalid_request` */
export const parseWebhookTest = (body: unknown): Parsed<WebhookTestRequest> => {
  const object = bodyObject(body);
  const { request, warnings } = check(webhookTestRequest, object);
  // The payload is the caller's own: in it, null is null.
  const data = object.data === undefined ? {} : (body as Pick<WebhookTestRequest, 'data'>).data;
  return { request: { ...request, data }, warnings };
};

const time = z.string().describe('ISO 8601, UTC.');

export const deliveryRecord = z.object({
  delivery_id: z.uuid().describe('Also in the payload, on every attempt the same: drop repeats by it.'),
  event: z.string(),
  callback_url: z.string(),
  status: z.enum(deliveryStatuses).describe('`pending` while attempts remain.'),
  attempts: z.int(),
  max_attempts: z.int(),
  last_attempt_at: time.nullable(),
  next_attempt_at: time.nullable().describe('Null when there will be none.'),
  response_status: z.int().nullable().describe('What the receiver answered last.'),
  response_body: z.string().nullable().describe('The first 2 KiB of it.'),
  error: z.string().nullable().describe('Why the last attempt failed.'),
  created_at: time,
});
export type DeliveryRecord = z.infer<typeof deliveryRecord>;

export const deliveryDetail = deliveryRecord.extend({
  request_body: z.string().describe('As it is sent, its signature included.'),
});
export type DeliveryDetail = z.infer<typeof deliveryDetail>;

export const webhookTestResponse = z.object({
  message: z.string(),
  delivery: deliveryRecord,
  warnings: z.array(z.string()).optional(),
});

export const webhookLogs = z.object({
  count: z.int(),
  deliveries: z.array(deliveryRecord),
  warnings: z.array(z.string()).optional(),
});
