import { describe, expect, test } from 'vitest';
import { signPayload } from '../../src/webhook/sign.ts';
import { isGannetError } from './errors.ts';
import { type IncomingWebhook, verifyWebhook } from './webhook.ts';

/** Webhooks as the service signs them. */

const payload = {
  event: 'crawl.completed',
  delivery_id: '019a5a3e-7d6b-7c11-9c5e-0f5d3a1b2c4d',
  job_id: '01a1ff49-3ce4-7608-8da7-ac51bbf02968',
  timestamp: new Date().toISOString(),
  data: { status: 'completed', pages_crawled: 97, pages_failed: 3, name: 'Grüße 😀 "x" \\', tiny: 1e-7 },
};
const secret = 'sécret';
const { body, signature } = signPayload(payload, secret);
const codeOf = (webhook: Partial<IncomingWebhook>) =>
  verifyWebhook({ body, signature, secret, ...webhook }).then(
    () => 'genuine',
    (error: unknown) => (isGannetError(error) ? error.code : error),
  );

test('what is signed is read', async () => {
  const event = await verifyWebhook({ body, signature, secret });
  expect(event).toEqual(payload);
  if (event.event === 'crawl.completed') event.data.pages_crawled satisfies number;
  const bytes = new TextEncoder().encode(body);
  expect(await verifyWebhook({ body: bytes, signature, secret })).toEqual(payload);
  expect(await verifyWebhook({ body: bytes.buffer, signature, secret })).toEqual(payload);
});

describe('what is not signed with the secret is refused', () => {
  const last = signature?.at(-1) === '0' ? '1' : '0';
  test.each<[string, Partial<IncomingWebhook>]>([
    ['another secret', { secret: 'secret' }],
    ['no secret', { secret: '' }],
    ['a secret that was not set', { secret: undefined as never }],
    ['a secret that is null', { ...signPayload(payload, 'null'), secret: null as never }],
    ['another body', { body: body.replace('97', '98') }],
    ['a body that was written again', { body: JSON.stringify(JSON.parse(body), null, 1) }],
    ['no body', { body: '' }],
    ['no signature', { signature: undefined }],
    ['null', { signature: null }],
    ['two signatures', { signature: [signature ?? '', signature ?? ''] }],
    ['another signature', { signature: `${signature?.slice(0, -1)}${last}` }],
    ['half a signature', { signature: signature?.slice(0, 40) }],
    ['capitals', { signature: signature?.toUpperCase() }],
  ])('%s', async (_, webhook) => {
    expect(await codeOf(webhook)).toBe('invalid_signature');
  });
});

test('where the field stands does not count: what is read is what was signed', async () => {
  const field = `,"signature":"${signature}"`;
  const elsewhere = body.replace(field, '').replace('"pages_failed":3', `"pages_failed":3${field}`);
  expect(await verifyWebhook({ body: elsewhere, signature, secret })).toEqual(payload);
});

test.each([
  ['now', 0, undefined, 'genuine'],
  ['an hour ago, about', 3_500_000, undefined, 'genuine'],
  ['longer ago', 3_700_000, undefined, 'stale_webhook'],
  ['as old as the receiver says', 90_000, 60_000, 'stale_webhook'],
  ['of any age', 1e12, Number.POSITIVE_INFINITY, 'genuine'],
  ['from a clock that is fast', -200_000, undefined, 'genuine'],
  ['from the future', -400_000, undefined, 'stale_webhook'],
])('a webhook of %s', async (_, ageMs, maxAgeMs, expected) => {
  const timestamp = new Date(Date.now() - ageMs).toISOString();
  const signed = signPayload({ ...payload, timestamp }, secret);
  expect(await codeOf({ ...signed, maxAgeMs })).toBe(expected);
});

test('a webhook without a time is stale', async () => {
  expect(await codeOf(signPayload({ event: 'x', data: {} }, secret))).toBe('stale_webhook');
});
