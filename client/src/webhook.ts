import { GannetError, parseJson } from './errors.ts';

/** Receiving webhooks: with the Web Crypto of every runtime, which compares in constant time. */

interface Event<Name extends string, Data> {
  readonly event: Name;
  /** The same on every attempt: drop what was seen before. */
  readonly delivery_id: string;
  readonly timestamp: string;
  readonly data: Data;
}

interface JobEvent<Name extends string, Data> extends Event<Name, Data> {
  readonly job_id: string;
}

/** What a webhook says. A test has the name it was given. */
export type WebhookEvent =
  | JobEvent<
      'crawl.completed',
      {
        readonly status: 'completed' | 'failed';
        readonly pages_crawled: number;
        readonly pages_failed: number;
      }
    >
  | JobEvent<
      'crawl.page',
      {
        readonly result_id: string;
        readonly url: string;
        readonly status: number;
        readonly error: string | null;
      }
    >
  | Event<'test.webhook', Readonly<Record<string, unknown>>>;

export interface IncomingWebhook {
  /** As it arrived: a body that was parsed and written again is another one. */
  readonly body: string | Uint8Array | ArrayBuffer;
  /** The header `X-Service-Signature`. */
  readonly signature: string | readonly string[] | null | undefined;
  readonly secret: string;
  /**
   * How old it may be, in milliseconds. Default: an hour, since a webhook is signed when it is made and keeps its signature
   * on every attempt. `Infinity` for those that are sent again by hand. Drop repeats by `delivery_id`.
   */
  readonly maxAgeMs?: number | undefined;
}

const anHour = 3_600_000;
/** What clocks may differ by. */
const skewMs = 300_000;

/**
 * What a webhook says, if it was signed with the secret and is not too old.
 * @throws GannetError `invalid_signature`, `stale_webhook`
 */
export const verifyWebhook = async ({
  body,
  signature,
  secret,
  maxAgeMs = anHour,
}: IncomingWebhook): Promise<WebhookEvent> => {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const [, hex] = (typeof signature === 'string' && /^sha256=([0-9a-f]{64})$/.exec(signature)) || [];
  // Without types it may be null, which would be signed for as the word.
  if (hex === undefined || !secret) throw new GannetError('invalid_signature');
  // What is signed is the body without this field, to the byte. From it, and not from the body, the event is read.
  const signed = text.replace(`,"signature":"sha256=${hex}"`, '');
  const utf8 = new TextEncoder();
  const key = await crypto.subtle.importKey(
    'raw',
    utf8.encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  const claimed = Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
  const isGenuine = await crypto.subtle.verify('HMAC', key, claimed, utf8.encode(signed));
  if (!isGenuine) throw new GannetError('invalid_signature');
  const event = parseJson(signed) as WebhookEvent;
  const age = Date.now() - Date.parse(event.timestamp);
  if (!(age <= maxAgeMs && age >= -skewMs)) throw new GannetError('stale_webhook');
  return event;
};
