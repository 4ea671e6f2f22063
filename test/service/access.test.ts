import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKeys } from '../../src/access/keys.ts';
import { createLog } from '../../src/log.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { listPayments } from '../../src/store/payments.ts';
import { makeTestPlace, type TestPlace } from '../support/databases.ts';
import { account, startChain } from '../support/x402/chain.ts';
import { startFacilitator } from '../support/x402/facilitator.ts';
import { authorize, encode, envelope1, envelope2, payTo, sign } from '../support/x402/permits.ts';
import { startTills } from '../support/x402/tills.ts';

/** Access across processes that share a PostgreSQL database. */

/** Milliseconds: several processes start in each of these, on however few cores. */
const patience = 180_000;

let place: TestPlace;
let database: Database;
const log = createLog('silent');
beforeAll(async () => {
  place = await makeTestPlace('postgres');
  database = await openDatabase(place.options);
});
afterAll(async () => {
  await database.close();
  await place.remove();
});

const scrape = (url: string, headers: Record<string, string>) =>
  fetch(`${url}/v1/scrape`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"url":"https://example.com/"}',
  });
const at = <T>(list: readonly T[], index: number) => list[index % list.length] as T;

test(
  '40 uses of one permit over four processes at once: one answer, one piece of work, one payment',
  async () => {
    await using chain = await startChain();
    await using facilitator = await startFacilitator(chain);
    const payer = account(2);
    await chain.mint(payer.address, 1_000_000n);
    await using tills = await startTills(4, {
      DATABASE_URL: place.options.url,
      FACILITATOR: facilitator.url,
    });
    const permit = await sign(payer, authorize(payer.address));
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const envelope = index % 3 === 0 ? envelope2 : envelope1;
        const response = await scrape(at(tills.urls, index), { 'x-payment': encode(envelope(permit)) });
        await response.arrayBuffer();
        return response.status;
      }),
    );
    expect(statuses.toSorted()).toEqual([200, ...Array(39).fill(401)]);
    expect(await tills.works()).toBe(1);
    expect(await chain.balance(payTo)).toBe(5000);
    expect(await listPayments(database, { limit: 10 })).toMatchObject([{ state: 'settled' }]);
  },
  patience,
);

test(
  '1000 requests in a burst over two processes: exactly as many pass as may, and again after Retry-After',
  async () => {
    const { key } = await createKeys({ database, log }).create({ owner: 'ada', tier: 'free' });
    const authorization = `Bearer ${key}`;
    await using tills = await startTills(2, {
      DATABASE_URL: place.options.url,
      RATE_TIERS: 'free=100',
      RATE_IP: '5000',
    });
    const answers = await Promise.all(
      Array.from({ length: 1000 }, async (_, index) => {
        const response = await scrape(at(tills.urls, index), { authorization });
        await response.arrayBuffer();
        return response;
      }),
    );
    const passed = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 429);
    expect([passed.length, refused.length]).toEqual([100, 900]);
    expect(await tills.works()).toBe(100);
    expect(
      passed.map(({ headers }) => Number(headers.get('ratelimit-remaining'))).toSorted((a, b) => a - b),
    ).toEqual(Array.from({ length: 100 }, (_, index) => index));
    const seconds = Number(at(refused, 0).headers.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);

    // A minute is long for a test: the window is moved into the past by as long as the client is told to wait.
    await database.query(sql`update rate_windows
    set hits = (select array_agg(hit - ${seconds}::float8 order by hit) from unnest(hits) as hit)`);
    await using fresh = await startTills(1, {
      DATABASE_URL: place.options.url,
      RATE_TIERS: 'free=100',
      RATE_IP: '5000',
    });
    expect((await scrape(at(fresh.urls, 0), { authorization })).status).toBe(200);
  },
  patience,
);
