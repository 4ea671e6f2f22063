import { expect, test } from 'vitest';
import { type Delivery, undelivered, warningsOf } from './deliveries.ts';

const never = new AbortController().signal;
const error = 'The receiver answered with status 500.';
const pending: Delivery = { status: 'pending', error };
const failed: Delivery = { status: 'failed', error };
const delivered: Delivery = { status: 'delivered', error: null };

test('deliveries are waited for until each has ended', async () => {
  const logs = [
    [pending, pending],
    [delivered, pending],
    [delivered, failed],
  ];
  expect(await undelivered(async () => logs.shift() ?? [], never)).toEqual([failed]);
  expect(logs).toEqual([]);
  expect(await undelivered(async () => [], never)).toEqual([]);
});

test('Ctrl-C ends the waiting, and what waits is told', async () => {
  expect(await undelivered(async () => [pending, delivered, failed], AbortSignal.abort())).toEqual([
    pending,
    failed,
  ]);
});

test.each([
  [[], []],
  [[failed], [`a webhook could not be delivered. ${error}`]],
  [[failed, failed], [`2 webhooks could not be delivered. ${error}`]],
  [[pending], ['a webhook not delivered yet: the same command goes on with it']],
])('%j: %j', (left, said) => {
  expect(warningsOf(left)).toEqual(said);
});
