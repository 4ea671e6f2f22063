import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../test/support/databases.ts';
import { startShop } from '../../test/support/x402/shop.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase('postgres');
});
afterAll(() => database[Symbol.asyncDispose]());
afterEach(() => database.query(sql`delete from rate_windows`));

const shopWith = (environment: Record<string, string>) => startShop({ database, environment });
const statuses = async (responses: Promise<Response>[]) =>
  (await Promise.all(responses)).map(({ status }) => status).toSorted();
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

test('a key may ask as often as its tier says, each key for itself', async () => {
  await using shop = await shopWith({ GANNET_RATE_TIERS: 'free=2,pro=4' });
  const [free, other, pro] = await Promise.all([
    shop.keys.create({ owner: 'ada', tier: 'free' }),
    shop.keys.create({ owner: 'ada', tier: 'free' }),
    shop.keys.create({ owner: 'ada', tier: 'pro' }),
  ]);
  const ask = ({ key }: { key: string }) => shop.post({ authorization: `Bearer ${key}` });
  expect(await statuses(times(6, () => ask(free)))).toEqual([200, 200, 429, 429, 429, 429]);
  expect(await statuses(times(6, () => ask(pro)))).toEqual([200, 200, 200, 200, 429, 429]);
  expect((await ask(other)).status).toBe(200);
});

test('an address may ask so often, whatever its keys; headers say how it stands', async () => {
  await using shop = await shopWith({ GANNET_RATE_IP: '2', GANNET_TRUST_PROXY: '127.0.0.0/8' });
  const keys = await Promise.all(times(3, () => shop.keys.create({ owner: 'ada', tier: 'pro' })));
  const ask = (index: number, from: string) =>
    shop.post({ authorization: `Bearer ${keys[index]?.key}`, 'x-forwarded-for': from });
  const first = await ask(0, '198.51.100.1');
  expect(Object.fromEntries([...first.headers].filter(([name]) => name.startsWith('ratelimit')))).toEqual({
    'ratelimit-limit': '2',
    'ratelimit-remaining': '1',
    'ratelimit-reset': '60',
    'ratelimit-policy': '"address";q=2;w=60',
    ratelimit: '"address";r=1;t=60',
  });
  expect((await ask(1, '198.51.100.1')).status).toBe(200);
  const refused = await ask(2, '198.51.100.1');
  expect(refused.status).toBe(429);
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(50);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(refused.headers.get('ratelimit-remaining')).toBe('0');
  expect(await refused.json()).toEqual({
    detail: {
      error: 'rate_limited',
      message: 'Too many requests.',
      url: 'https://example.com/',
      payment_charged: false,
      retry_after: seconds,
    },
  });
  expect((await ask(2, '198.51.100.2')).status).toBe(200);
});

test('every refusal tells of all windows', async () => {
  await using shop = await shopWith({ GANNET_RATE_IP: '1', GANNET_RATE_TIERS: 'free=5' });
  const { key } = await shop.keys.create({ owner: 'ada', tier: 'free' });
  for (const status of [200, 429, 429, 429]) {
    const response = await shop.post({ authorization: `Bearer ${key}` });
    expect(response.status).toBe(status);
    expect(response.headers.get('ratelimit')).toMatch(/^"address";r=0;t=\d+, "key";r=4;t=\d+$/);
    expect(response.headers.get('ratelimit-policy')).toBe('"address";q=1;w=60, "key";q=5;w=60');
  }
});

test('a refused request counts nowhere, and waiting as told is enough', async () => {
  await using shop = await shopWith({ GANNET_RATE_IP: '1', GANNET_RATE_TIERS: 'free=3' });
  const { key } = await shop.keys.create({ owner: 'ada', tier: 'free' });
  const ask = () => shop.post({ authorization: `Bearer ${key}` });
  expect(await statuses(times(5, ask))).toEqual([200, 429, 429, 429, 429]);
  const seconds = Number((await ask()).headers.get('retry-after'));
  for (let i = 0; i < 2; i++) {
    // A minute is long for a test: what was let through is moved into the past instead.
    await database.query(sql`update rate_windows
      set hits = (select array_agg(hit - ${seconds}::float8 order by hit) from unnest(hits) as hit)`);
    await using next = await shopWith({ GANNET_RATE_IP: '1', GANNET_RATE_TIERS: 'free=3' });
    expect((await next.post({ authorization: `Bearer ${key}` })).status).toBe(200);
  }
});

test('a flood of refused requests costs the database nothing', async () => {
  await using shop = await shopWith({ GANNET_RATE_TIERS: 'free=1' });
  const { key } = await shop.keys.create({ owner: 'ada', tier: 'free' });
  const ask = () => shop.post({ authorization: `Bearer ${key}` });
  expect([(await ask()).status, (await ask()).status]).toEqual([200, 429]);
  await database.query(sql`delete from rate_windows`);
  expect(await statuses(times(20, ask))).toEqual(Array(20).fill(429));
  expect(await database.query(sql`select 1 from rate_windows`)).toEqual([]);
});

test('nothing is counted for who is not let in, nor where limits are off', async () => {
  await using strict = await shopWith({ GANNET_RATE_IP: '1', GANNET_RATE_TIERS: 'free=1' });
  expect(await statuses(times(3, () => strict.post({})))).toEqual([401, 401, 401]);
  await using open = await shopWith({});
  const { key } = await open.keys.create({ owner: 'ada', tier: 'free' });
  expect(await statuses(times(5, () => open.post({ authorization: `Bearer ${key}` })))).toEqual(
    Array(5).fill(200),
  );
  expect(await database.query(sql`select 1 from rate_windows`)).toEqual([]);
});
