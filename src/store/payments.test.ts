import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { engineKinds, openTestDatabase, type TestDatabase } from '../../test/support/databases.ts';
import {
  abandonPayments,
  changePayment,
  claimPayment,
  listPayments,
  type NewPayment,
  releasePayments,
  standingOf,
  takeDuePayment,
} from './payments.ts';

const maxOpen = 5;
const expires = Date.UTC(2100, 0);

describe.each(engineKinds)('payments, %s', (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterEach(() => database.query(sql`delete from payments`));
  afterAll(() => database[Symbol.asyncDispose]());

  const payment = (nonce: string, changes: Partial<NewPayment> = {}): NewPayment => ({
    network: 'eip155:8453',
    asset: '0xa',
    payer: '0xb',
    nonce,
    amount: '5000',
    endpoint: 'scrape',
    requestId: 'r1',
    validBefore: expires,
    request: { x402Version: 1 },
    dueSeconds: 100,
    ...changes,
  });
  const claim = (nonce: string, changes?: Partial<NewPayment>) =>
    claimPayment(database, payment(nonce, changes), maxOpen);
  const count = <T>(values: readonly T[], value: T) => values.filter((one) => one === value).length;

  test('a permit is claimed once, however many ask at once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => claim('0x1')));
    expect([count(outcomes, 'claimed'), count(outcomes, 'used')]).toEqual([1, 19]);
    await changePayment(database, payment('0x1'), { from: ['claimed'], to: 'unsettled' });
    expect(await claim('0x1')).toBe('used');
  });

  test('a payer has so many under way and no more; another chain, token or payer is another permit', async () => {
    const outcomes = await Promise.all(Array.from({ length: 12 }, (_, index) => claim(`0x${index}`)));
    expect([count(outcomes, 'claimed'), count(outcomes, 'busy')]).toEqual([maxOpen, 12 - maxOpen]);
    expect(await claim('0x0', { payer: '0xc' })).toBe('claimed');
    await database.query(sql`update payments set state = 'settled'`);
    expect(await claim('0xnew')).toBe('claimed');
    expect(await claim('0xnew')).toBe('used');
    for (const changes of [{ network: 'eip155:1' }, { asset: '0xd' }])
      expect(await claim('0xnew', changes)).toBe('claimed');
  });

  test('a state changes only from where it is thought to be, and a hash once known stays', async () => {
    await claim('0x1');
    const change = (
      from: 'claimed' | 'settling',
      to: 'settling' | 'settled' | 'uncertain',
      transaction?: string,
    ) => changePayment(database, payment('0x1'), { from: [from], to, ...(transaction && { transaction }) });
    expect(await change('settling', 'settled')).toBe(false);
    expect(await change('claimed', 'settling', '0xhash')).toBe(true);
    expect(await change('claimed', 'settling')).toBe(false);
    expect(await change('settling', 'uncertain')).toBe(true);
    expect(await listPayments(database, { limit: 10 })).toEqual([
      {
        network: 'eip155:8453',
        asset: '0xa',
        payer: '0xb',
        nonce: '0x1',
        amount: '5000',
        validBefore: new Date(expires),
        state: 'uncertain',
        transaction: '0xhash',
        reason: null,
        endpoint: 'scrape',
        requestId: 'r1',
        createdAt: expect.any(Date),
        updatedAt: expect.any(Date),
      },
    ]);
    expect(await listPayments(database, { state: 'settled', limit: 10 })).toEqual([]);
  });

  test('what is due is given to one at a time, and given up when its work is over', async () => {
    await claim('0x1');
    await claim('0x2', { validBefore: Number.MAX_SAFE_INTEGER });
    for (const nonce of ['0x1', '0x2'])
      await changePayment(database, payment(nonce), { from: ['claimed'], to: 'uncertain' });
    const taken = await Promise.all([1, 2, 3].map(() => takeDuePayment(database, 30)));
    expect(taken.map((due) => due?.nonce).toSorted()).toEqual(['0x1', '0x2', undefined]);
    expect(taken.find((due) => due?.nonce === '0x1')).toMatchObject({
      request: { x402Version: 1 },
      validBefore: expires / 1000,
      state: 'uncertain',
    });

    await claim('0x3', { dueSeconds: -1 });
    await claim('0x4');
    expect(await abandonPayments(database)).toBe(1);
    await releasePayments(database);
    expect(await abandonPayments(database)).toBe(1);
    expect(await takeDuePayment(database, 30)).toBeDefined();
  });

  test('the standing of a payer forgets', async () => {
    for (const nonce of ['0x1', '0x2', '0x3', '0x4']) await claim(nonce);
    const into = (nonce: string, to: 'settling' | 'failed' | 'uncertain') =>
      changePayment(database, payment(nonce), { from: ['claimed'], to });
    await into('0x1', 'settling');
    await into('0x2', 'failed');
    await into('0x3', 'uncertain');
    expect(await standingOf(database, '0xb')).toMatchObject({
      open: 2,
      failed: 1,
      uncertain: 1,
      uncertainLately: 1,
    });
    expect(await standingOf(database, '0xc')).toMatchObject({
      open: 0,
      failed: 0,
      uncertain: 0,
      uncertainLately: 1,
    });
    await database.query(sql`update payments set updated_at = now() - interval '4 min'`);
    const standing = await standingOf(database, '0xb');
    expect(standing).toMatchObject({ open: 2, failed: 1, uncertain: 1, uncertainLately: 0 });
    expect(standing.forgottenIn).toBeGreaterThan(355);
    expect(standing.forgottenIn).toBeLessThanOrEqual(360);
    await database.query(sql`update payments set updated_at = now() - interval '11 min'`);
    expect(await standingOf(database, '0xb')).toMatchObject({
      open: 2,
      failed: 0,
      uncertain: 1,
      forgottenIn: 0,
    });
  });
});
