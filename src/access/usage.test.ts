import { afterAll, beforeAll, expect, test } from 'vitest';
import { engineKinds, openTestDatabase, type TestDatabase } from '../../test/support/databases.ts';
import { createUsage } from './usage.ts';

const step = 15 * 60_000;
const noon = Date.UTC(2026, 0, 31, 12);

const opened: TestDatabase[] = [];
beforeAll(async () => {
  for (const kind of engineKinds) opened.push(await openTestDatabase(kind));
});
afterAll(async () => {
  for (const database of opened) await database[Symbol.asyncDispose]();
});

const made = (at: { now: number }) => {
  const [first] = opened;
  if (first === undefined) throw new Error('no database');
  return createUsage({ database: first, now: () => at.now });
};
const page = { endpoint: 'scrape', isError: false, page: { outcome: 'ok', cached: false } };

test('an owner sees what it asked for, and the operator what all did', async () => {
  const usage = made({ now: noon });
  usage.note({ ...page, owner: 'ada', ms: 100 });
  usage.note({ ...page, owner: 'ada', ms: 100, page: { outcome: 'ok', cached: true } });
  usage.note({
    ...page,
    owner: 'ada',
    ms: 3000,
    isError: true,
    page: { outcome: 'timeout', cached: false },
  });
  usage.note({ owner: 'ben', endpoint: 'crawlList', isError: false, ms: 5 });
  const ada = await usage.read('ada');
  expect(ada).toMatchObject({
    owner: 'ada',
    totals: { requests: 3, errors: 1, pages: 2, cached: 1 },
    outcomes: { ok: 2, timeout: 1 },
    endpoints: [{ endpoint: 'scrape', requests: 3, errors: 1 }],
  });
  expect(ada).not.toHaveProperty('payments');
  const all = await usage.read(undefined);
  expect(all).toMatchObject({ owner: null, totals: { requests: 4 }, payments: [] });
  expect(all.endpoints.map(({ endpoint }) => endpoint)).toEqual(['scrape', 'crawlList']);
  expect(await usage.read('nobody')).toMatchObject({ totals: { requests: 0, latency_ms: null }, series: [] });
});

test('who has no figures of its own counts among all', async () => {
  const usage = made({ now: noon });
  usage.note({ ...page, owner: undefined, ms: 100 });
  expect((await usage.read(undefined)).totals).toMatchObject({ requests: 1, pages: 1 });
});

test('a clock that is set ahead and back leaves one figure for each quarter, in order', async () => {
  const at = { now: noon };
  const usage = made(at);
  for (const now of [noon, noon + 8 * step, noon, noon + 8 * step, noon + step]) {
    at.now = now;
    usage.note({ ...page, owner: 'ada', ms: 10 });
  }
  at.now = noon + 9 * step;
  const { series, totals } = await usage.read('ada');
  expect(series.map((one) => [Date.parse(one.at) - noon, one.requests])).toEqual([
    [0, 2],
    [step, 1],
    [8 * step, 2],
  ]);
  expect(totals.requests).toBe(5);
});

test('percentiles are right to an eighth', async () => {
  const usage = made({ now: noon });
  for (let ms = 1; ms <= 1000; ms += 1) usage.note({ ...page, owner: 'ada', ms });
  const { latency_ms } = (await usage.read('ada')).totals;
  for (const [share, ms] of [
    ['p50', 500],
    ['p90', 900],
    ['p99', 990],
  ] as const)
    expect(Math.abs((latency_ms?.[share] ?? 0) / ms - 1), share).toBeLessThan(1 / 8);
});

test('figures come by quarter hours, and after a day they are gone', async () => {
  const at = { now: noon };
  const usage = made(at);
  usage.note({ ...page, owner: 'ada', ms: 1 });
  at.now += step;
  usage.note({ ...page, owner: 'ada', ms: 1 });
  usage.note({ ...page, owner: 'ada', ms: 1 });
  const { series } = await usage.read('ada');
  expect(series.map(({ at: time, requests }) => [time, requests])).toEqual([
    ['2026-01-31T12:00:00.000Z', 1],
    ['2026-01-31T12:15:00.000Z', 2],
  ]);
  at.now = noon + 24 * 60 * 60_000 + 1;
  expect((await usage.read(undefined)).totals.requests).toBe(2);
  at.now += step;
  expect((await usage.read(undefined)).series).toEqual([]);
});

test.each(engineKinds)('jobs, webhooks and payments of the last day are counted, %s', async (kind) => {
  const database = opened[engineKinds.indexOf(kind)];
  if (database === undefined) throw new Error('no database');
  await database.transaction((transaction) =>
    transaction.script(`
      insert into crawl_jobs (id, owner, mode, status, request, request_hash, created_at) values
        (gen_random_uuid(), 'ada', 'link', 'completed', '{}', '', now()),
        (gen_random_uuid(), 'ben', 'link', 'failed', '{}', '', now()),
        (gen_random_uuid(), 'ada', 'link', 'failed', '{}', '', now() - interval '25 h');
      insert into webhook_deliveries (id, owner, event, callback_url, body, status, max_attempts) values
        (gen_random_uuid(), 'ada', 'crawl.completed', 'https://example.com/', '{}', 'delivered', 4);
      insert into payments (network, asset, payer, nonce, amount, valid_before, state, endpoint, request_id, request, due_at) values
        ('base', '0xa', '0xb', '0x1', 5000, 0, 'settled', 'scrape', 'r1', '{}', now()),
        ('base', '0xa', '0xb', '0x2', 5000, 0, 'settled', 'scrape', 'r2', '{}', now())`),
  );
  const usage = createUsage({ database });
  expect(await usage.read('ada')).toMatchObject({ crawls: { completed: 1 }, deliveries: { delivered: 1 } });
  expect(await usage.read('ben')).toMatchObject({ crawls: { failed: 1 }, deliveries: {} });
  expect(await usage.read(undefined)).toMatchObject({
    crawls: { completed: 1, failed: 1 },
    payments: [{ state: 'settled', count: 2, amount: '10000' }],
  });
});
