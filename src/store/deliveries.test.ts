import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { engineKinds, openTestDatabase, type TestDatabase } from '../../test/support/databases.ts';
import {
  claimDelivery,
  enqueueDelivery,
  listDeliveries,
  type NewDelivery,
  recordAttempt,
  releaseDeliveries,
  removeDeliveries,
  resendDelivery,
} from './deliveries.ts';
import { uuidv7 } from './uuid.ts';

const failed = { delivered: false, responseStatus: 500, responseBody: 'no', error: 'status 500' };
const delivered = { delivered: true, responseStatus: 200, responseBody: null, error: null };

describe.each(engineKinds)('%s', (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  beforeEach(() => database.query(sql`delete from webhook_deliveries`));
  afterAll(() => database[Symbol.asyncDispose]());

  const add = async (more: Partial<NewDelivery> = {}) => {
    const id = uuidv7();
    const delivery = {
      id,
      owner: 'ada',
      event: 'x',
      callbackUrl: 'http://a.test/',
      body: '{}',
      signature: null,
    };
    await enqueueDelivery(database, { ...delivery, maxAttempts: 4, ...more });
    return id;
  };
  const claim = (fullOwners: readonly string[] = []) =>
    claimDelivery(database, { leaseMs: 15_000, fullOwners });
  const mustClaim = async () => {
    const claimed = await claim();
    if (claimed === undefined) throw new Error('nothing is due');
    return claimed;
  };
  const makeDue = () => database.query(sql`update webhook_deliveries set next_attempt_at = now()`);
  const list = (owner = 'ada') => listDeliveries(database, owner, { limit: 100, offset: 0 });
  const secondsToNext = async () => {
    const [row] = await database.query<{ seconds: number }>(
      sql`select extract(epoch from next_attempt_at - now())::float8 as seconds from webhook_deliveries`,
    );
    return row?.seconds ?? Number.NaN;
  };

  test('what a clock that has been set back put off is due', async () => {
    const id = await add();
    await database.query(sql`update webhook_deliveries set next_attempt_at = now() + interval '9 minutes'`);
    expect(await claim()).toBeUndefined();
    await database.query(sql`update webhook_deliveries set next_attempt_at = now() + interval '1 hour'`);
    expect(await claim()).toMatchObject({ id });
  });

  test('one attempt at a time, the longest due first, each counted', async () => {
    const ids = [await add(), await add({ body: '{"b":1}', signature: 'sha256=x' })];
    expect(await mustClaim()).toMatchObject({ id: ids[0], attempts: 1, maxAttempts: 4, body: '{}' });
    expect(await mustClaim()).toMatchObject({ id: ids[1], body: '{"b":1}', signature: 'sha256=x' });
    expect(await claim()).toBeUndefined();
  });

  test('a look that finds nothing due writes nothing', async () => {
    const id = await add();
    expect(await claim()).toMatchObject({ id });
    await add({ owner: 'bob' });
    const looked = database.transaction(async (transaction) => {
      await transaction.query(sql`set transaction read only`);
      return claimDelivery(transaction, { leaseMs: 15_000, fullOwners: ['bob'] });
    });
    expect(await looked).toBeUndefined();
  });

  test('two at once never get the same', async () => {
    await Promise.all(Array.from({ length: 20 }, () => add()));
    const claimed = await Promise.all(Array.from({ length: 30 }, () => claim()));
    const ids = claimed.flatMap((each) => (each === undefined ? [] : [each.id]));
    expect(new Set(ids).size).toBe(ids.length);
    while (await claim()) ids.push('');
    expect(ids).toHaveLength(20);
  });

  test('a failure waits for its next attempt, the last one for nothing', async () => {
    await add();
    for (const [attempt, retryMs] of [10_000, 30_000, 60_000].entries()) {
      const claimed = await mustClaim();
      expect(claimed.attempts).toBe(attempt + 1);
      expect(await recordAttempt(database, claimed, failed, retryMs)).toMatchObject({
        status: 'pending',
        responseStatus: 500,
        responseBody: 'no',
        error: 'status 500',
      });
      expect(Math.abs((await secondsToNext()) - retryMs / 1000)).toBeLessThan(5);
      expect(await claim()).toBeUndefined();
      await makeDue();
    }
    expect(await recordAttempt(database, await mustClaim(), failed, null)).toMatchObject({
      status: 'failed',
      attempts: 4,
    });
    await makeDue();
    expect(await claim()).toBeUndefined();
  });

  test('what was delivered is not sent again', async () => {
    await add();
    expect(await recordAttempt(database, await mustClaim(), delivered, null)).toMatchObject({
      status: 'delivered',
      attempts: 1,
      responseStatus: 200,
    });
    await makeDue();
    expect(await claim()).toBeUndefined();
  });

  test('an attempt that broke off is made again and counts once; its late outcome does not count', async () => {
    await add();
    const broken = await mustClaim();
    expect(await claim()).toBeUndefined();
    await makeDue();
    const repeated = await mustClaim();
    expect(repeated).toMatchObject({ id: broken.id, attempts: 1 });
    expect(await recordAttempt(database, broken, failed, null)).toBeUndefined();
    expect(await recordAttempt(database, repeated, delivered, null)).toMatchObject({ status: 'delivered' });
  });

  test('broken off attempts are released: some, or all', async () => {
    await add();
    await add();
    const [one, other] = [await mustClaim(), await mustClaim()];
    await releaseDeliveries(database, [one.lease]);
    expect(await claim()).toMatchObject({ id: one.id, attempts: 1 });
    expect(await claim()).toBeUndefined();
    await releaseDeliveries(database, undefined);
    const all = [await mustClaim(), await mustClaim()].map(({ id }) => id);
    expect(all.toSorted()).toEqual([one.id, other.id].toSorted());
    await releaseDeliveries(database, []);
    expect(await claim()).toBeUndefined();
  });

  test('owners with enough under way wait', async () => {
    await add({ owner: 'ada' });
    const id = await add({ owner: 'bob' });
    expect(await claim(['ada'])).toMatchObject({ id });
    expect(await claim(['ada'])).toBeUndefined();
  });

  test('a delivery exists if its transaction is committed, and only then', async () => {
    const refuse = database.transaction(async (transaction) => {
      const delivery = {
        id: uuidv7(),
        owner: 'ada',
        event: 'x',
        callbackUrl: 'x',
        body: '',
        signature: null,
      };
      await enqueueDelivery(transaction, { ...delivery, maxAttempts: 4 });
      throw new Error('no');
    });
    await expect(refuse).rejects.toThrow('no');
    expect(await list()).toEqual([]);
  });

  test('owners see their own, newest first, a part of them at a time', async () => {
    const ids = [await add(), await add(), await add()];
    await add({ owner: 'bob' });
    expect((await list()).map(({ id }) => id)).toEqual(ids.toReversed());
    const part = await listDeliveries(database, 'ada', { limit: 1, offset: 1 });
    expect(part.map(({ id }) => id)).toEqual([ids[1]]);
    expect(await list('eve')).toEqual([]);
    expect((await list())[0]).toMatchObject({
      status: 'pending',
      attempts: 0,
      lastAttemptAt: null,
      error: null,
    });
    expect(Object.keys((await list())[0] ?? {})).not.toContain('body');
  });

  test('what has ended is sent again by its owner, with attempts as at first', async () => {
    const id = await add();
    await recordAttempt(database, await mustClaim(), failed, null);
    expect(await resendDelivery(database, id, 'bob')).toBeUndefined();
    expect(await claim()).toBeUndefined();
    expect(await resendDelivery(database, id, 'ada')).toMatchObject({ status: 'pending', attempts: 0 });
    const again = await mustClaim();
    expect(again).toMatchObject({ id, attempts: 1 });
    // Under way: it goes on, and is not begun a second time.
    expect(await resendDelivery(database, id, 'ada')).toMatchObject({ status: 'pending', attempts: 1 });
    expect(await claim()).toBeUndefined();
    await recordAttempt(database, again, failed, 60_000);
    // Waiting: its next attempt is made now.
    await resendDelivery(database, id, 'ada');
    expect(await claim()).toMatchObject({ id, attempts: 2 });
  });

  test('the log forgets what is old and ended', async () => {
    const old = sql`update webhook_deliveries set created_at = now() - interval '31 days'`;
    await add();
    await database.query(old);
    expect(await removeDeliveries(database, 30)).toBe(0);
    await recordAttempt(database, await mustClaim(), failed, null);
    const kept = await add();
    expect(await removeDeliveries(database, 30)).toBe(1);
    expect((await list()).map(({ id }) => id)).toEqual([kept]);
  });
});
