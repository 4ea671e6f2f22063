import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { startSite } from '../../test/support/site.ts';
import { createClient } from './client.ts';
import { isGannetError } from './errors.ts';
import type { PaymentOffer } from './offer.ts';
import type { Payer } from './pay.ts';

/** Paying a service that answers by a script. The chain itself: test/service/payments.test.ts. */

const offer1 = { x402Version: 1, error: 'payment_required', accepts: [{ scheme: 'exact', network: 'base' }] };
const offer2 = { x402Version: 2, accepts: [{ scheme: 'exact', network: 'eip155:8453' }] };
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

type Step = (response: ServerResponse) => void;
const answers =
  (status: number, body: unknown, headers: Record<string, string> = {}): Step =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', 'retry-after': '0', ...headers })
      .end(JSON.stringify(body));
const fails = (status: number, error: string) =>
  answers(status, { detail: { error, message: error, payment_charged: false } });
const asks = answers(
  402,
  { ...offer1, detail: { error: 'payment_required', message: 'Pay.', payment_charged: false } },
  { 'payment-required': base64(offer2) },
);
const asksVersion1 = answers(402, { ...offer1, detail: { error: 'payment_required', message: 'Pay.' } });
const sold = answers(200, { status: 200, payment: { settled: true } });

/** Signs with a number that counts. */
const createPayer = (version = 2) => {
  const offers: PaymentOffer[] = [];
  const payer: Payer = (offer: PaymentOffer) => {
    offers.push(offer);
    return { x402Version: version, payload: offers.length };
  };
  return { payer, offers };
};

/** @returns what became of a call, and the permits that each request brought. */
const buy = async (steps: readonly Step[], payer: Payer) => {
  const permits: unknown[] = [];
  const site = await startSite({
    '/v1/scrape': ({ headers }: IncomingMessage, response) => {
      const sent = headers['payment-signature'] ?? headers['x-payment'];
      const name = headers['x-payment'] === undefined ? 'PAYMENT-SIGNATURE' : 'X-PAYMENT';
      const step = steps[Math.min(permits.length, steps.length - 1)];
      permits.push(
        sent === undefined ? null : { [name]: JSON.parse(Buffer.from(String(sent), 'base64').toString()) },
      );
      step?.(response);
    },
  });
  const gannet = createClient({ url: site.origin, payer });
  const outcome = await gannet.scrape('https://example.com/').catch((error: unknown) => error);
  await site[Symbol.asyncDispose]();
  return { outcome, permits };
};
const permit = (payload: number, x402Version = 2) => ({
  [x402Version === 1 ? 'X-PAYMENT' : 'PAYMENT-SIGNATURE']: { x402Version, payload },
});

test('a function is given the offers, those of version 2 first', async () => {
  const { payer, offers } = createPayer();
  const { outcome, permits } = await buy([asks, sold], payer);
  expect(outcome).toMatchObject({ payment: { settled: true } });
  expect(permits).toEqual([null, permit(1)]);
  expect(offers).toEqual([offer2]);
});

test('version 1, and permits that are written already', async () => {
  const { payer, offers } = createPayer(1);
  expect((await buy([asksVersion1, sold], payer)).permits).toEqual([null, permit(1, 1)]);
  expect(offers).toEqual([offer1]);
  const written = await buy([asks, sold], () => base64({ mine: true }));
  expect(written.permits).toEqual([null, { 'X-PAYMENT': { mine: true } }]);
});

test('a client object of a library signs as well', async () => {
  const client = { createPaymentPayload: async (offer: PaymentOffer) => ({ ...offer, payload: 'signed' }) };
  const { permits } = await buy([asks, sold], client);
  expect(permits).toEqual([null, { 'PAYMENT-SIGNATURE': { ...offer2, payload: 'signed' } }]);
});

test('what was not charged is asked for again, with a permit of its own', async () => {
  const { payer } = createPayer();
  const { outcome, permits } = await buy([asks, fails(500, 'scrape_failed'), asks, sold], payer);
  expect(outcome).toMatchObject({ payment: { settled: true } });
  expect(permits).toEqual([null, permit(1), null, permit(2)]);
});

test('a permit that was not used is sent again', async () => {
  const { payer } = createPayer();
  const { permits } = await buy([asks, fails(503, 'payment_unavailable'), sold], payer);
  expect(permits).toEqual([null, permit(1), permit(1)]);
});

test.each<[string, Step]>([
  ['the connection breaks', (response) => response.destroy()],
  ['something before the service answers', answers(504, 'Gateway Timeout')],
])('nothing is signed again when %s behind a permit', async (_, step) => {
  const { payer } = createPayer();
  const { outcome, permits } = await buy([asks, step, sold], payer);
  expect(isGannetError(outcome, 'payment_unconfirmed') && !outcome.retryable).toBe(true);
  expect(permits).toEqual([null, permit(1)]);
});

test.each([
  ['payment_failed', 402],
  ['payment_insufficient', 402],
  ['payment_required', 402],
  ['unauthorized', 401],
  ['payment_unconfirmed', 504],
])('%s behind a permit is the end', async (code, status) => {
  const { payer } = createPayer();
  const { outcome, permits } = await buy([asks, fails(status, code), sold], payer);
  expect(isGannetError(outcome) && outcome.code).toBe(code);
  expect(permits.length).toBe(2);
});

test('who signs may refuse', async () => {
  const refusal = new Error('too dear');
  const { outcome, permits } = await buy([asks], () => {
    throw refusal;
  });
  expect(outcome).toMatchObject({ code: 'payment_not_signed', cause: refusal, retryable: false });
  expect(permits).toEqual([null]);
});

test('without a payer the offers are in the error', async () => {
  await using site = await startSite({ '/v1/scrape': (_, response) => asks(response) });
  const failure = await createClient({ url: site.origin })
    .scrape('https://example.com/')
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'payment_required', status: 402, offer: offer2 });
});
