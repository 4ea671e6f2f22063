import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { engineKinds, openTestDatabase, type TestDatabase } from '../../test/support/databases.ts';
import { createTestFetch } from '../../test/support/fetch.ts';
import { startReceiver } from '../../test/support/receiver.ts';
import { startSite } from '../../test/support/site.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { listDeliveries } from '../store/deliveries.ts';
import { uuidv7 } from '../store/uuid.ts';
import { announce } from './announce.ts';
import { createDeliver, type Deliver } from './deliver.ts';
import { type Outbox, startOutbox } from './outbox.ts';
import { readWebhook } from './verify.ts';

const deliver = createDeliver({ fetch: createTestFetch(), patienceMs: 5000 });
/** Whatever else the machine does. */
const soon = { timeout: 20_000 };
const fast = { retryDelays: [20, 20, 20], poll: 20, close: 50 };

describe.each(engineKinds)('%s', (kind) => {
  let database: TestDatabase;
  const started: Outbox[] = [];
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  beforeEach(() => database.query(sql`delete from webhook_deliveries`));
  afterEach(async () => {
    for (const outbox of started.splice(0)) await outbox.close();
  });
  afterAll(() => database[Symbol.asyncDispose]());

  const start = async (
    timing: Parameters<typeof startOutbox>[0]['timing'] = fast,
    by: Deliver = deliver,
    log = createLog('silent'),
  ) => {
    const metrics = createMetrics();
    const parts = { database, deliver: by, retentionDays: 30, log, metrics, timing };
    const outbox = await startOutbox(parts);
    started.push(outbox);
    return { outbox, metrics };
  };
  const add = (callbackUrl: string, owner = 'ada') =>
    database.transaction((transaction) =>
      announce(transaction, {
        owner,
        event: 'crawl.completed',
        callbackUrl,
        secret: 'secret',
        jobId: '01a1ff49-3ce4-7608-8da7-ac51bbf02968',
        data: { status: 'completed', pages_crawled: 3, pages_failed: 1 },
      }),
    );
  const list = (owner = 'ada') => listDeliveries(database, owner, { limit: 100, offset: 0 });
  const statuses = async () => (await list()).map(({ status }) => status);

  test('an event is sent once, as the specification has it', async () => {
    await using receiver = await startReceiver();
    const { outbox, metrics } = await start();
    await add(receiver.url);
    outbox.wake();
    await expect.poll(statuses, soon).toEqual(['delivered']);
    expect(receiver.received).toHaveLength(1);
    const [one] = receiver.received;
    const [delivery] = await list();
    expect(await readWebhook(one?.body ?? '', one?.signature, 'secret')).toEqual({
      event: 'crawl.completed',
      delivery_id: delivery?.id,
      job_id: '01a1ff49-3ce4-7608-8da7-ac51bbf02968',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      data: { status: 'completed', pages_crawled: 3, pages_failed: 1 },
      signature: one?.signature,
    });
    expect(delivery).toMatchObject({ attempts: 1, maxAttempts: 4, responseStatus: 204, error: null });
    expect(await metrics.registry.metrics()).toContain(
      'gannet_webhook_attempts_total{outcome="delivered"} 1',
    );
  });

  test('four attempts with the same words, then it has failed', async () => {
    await using receiver = await startReceiver((response) => response.writeHead(500).end('not now'));
    const { metrics } = await start();
    await add(receiver.url);
    await expect.poll(statuses, soon).toEqual(['failed']);
    expect(receiver.received).toHaveLength(4);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(await list()).toMatchObject([{ attempts: 4, responseStatus: 500, responseBody: 'not now' }]);
    const text = await metrics.registry.metrics();
    expect(text).toContain('gannet_webhook_attempts_total{outcome="retried"} 3');
    expect(text).toContain('gannet_webhook_attempts_total{outcome="failed"} 1');
  });

  test('a later attempt may succeed', async () => {
    let answers = 0;
    await using receiver = await startReceiver((response) =>
      response.writeHead(++answers < 3 ? 503 : 200).end(),
    );
    await start();
    await add(receiver.url);
    await expect.poll(statuses, soon).toEqual(['delivered']);
    expect(await list()).toMatchObject([{ attempts: 3, error: null }]);
  });

  test('by default the next attempts follow after 10, 30 and 60 s', async () => {
    await using receiver = await startReceiver((response) => response.writeHead(500).end());
    const { outbox } = await start({ poll: 20 });
    await add(receiver.url);
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 4; attempt++) {
      outbox.wake();
      await expect.poll(async () => (await list())[0]?.error && receiver.received.length, soon).toBe(attempt);
      await expect
        .poll(() => database.query(sql`select 1 from webhook_deliveries where lease is null`), soon)
        .toHaveLength(1);
      const [row] = await database.query<{ wait: number }>(
        sql`select extract(epoch from next_attempt_at - last_attempt_at)::float8 as wait from webhook_deliveries`,
      );
      waits.push(Math.round((row?.wait ?? 0) / 10) * 10);
      await database.query(sql`update webhook_deliveries set next_attempt_at = now()`);
    }
    expect(waits).toEqual([10, 30, 60, 0]);
    expect(await statuses()).toEqual(['failed']);
  });

  test('several outboxes send each once', async () => {
    await using receiver = await startReceiver();
    for (let index = 0; index < 30; index++) await add(receiver.url);
    await Promise.all([start(), start(), start()]);
    await expect.poll(statuses, soon).toEqual(Array(30).fill('delivered'));
    expect(new Set(receiver.received.map(({ deliveryId }) => deliveryId)).size).toBe(30);
    expect(receiver.received).toHaveLength(30);
  });

  test('a receiver that keeps silent does not keep other owners waiting', async () => {
    await using silent = await startReceiver(() => undefined);
    await using receiver = await startReceiver();
    for (let index = 0; index < 30; index++) await add(silent.url);
    await add(receiver.url, 'bob');
    await start();
    await expect.poll(() => receiver.received.length, soon).toBe(1);
    await expect.poll(() => silent.received.length, soon).toBe(20);
  });

  test('nor those of the same owner that have another receiver, whatever path it has', async () => {
    const silence = () => undefined;
    await using silent = await startSite(
      Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`/${at}`, silence])),
    );
    await using receiver = await startReceiver();
    for (let index = 0; index < 30; index++) await add(`${silent.origin}/${index}`);
    await add(receiver.url);
    await start();
    await expect.poll(() => receiver.received.length, soon).toBe(1);
    expect(silent.hits.length).toBeLessThanOrEqual(20);
  });

  test('what is under way when the service stops is sent by the next one, and counts once', async () => {
    let silent = true;
    await using receiver = await startReceiver((response) => {
      if (!silent) response.writeHead(204).end();
    });
    const { outbox } = await start();
    await add(receiver.url);
    await expect.poll(() => receiver.received.length, soon).toBe(1);
    await outbox.close();
    silent = false;
    await start();
    await expect.poll(statuses, soon).toEqual(['delivered']);
    expect(await list()).toMatchObject([{ attempts: 1 }]);
  });

  test('one is sent at once, and waited for', async () => {
    await using receiver = await startReceiver((response) => response.writeHead(418).end());
    const { outbox } = await start({ poll: 60_000 });
    const delivery = { id: uuidv7(), owner: 'ada', event: 'x', callbackUrl: receiver.url, maxAttempts: 1 };
    expect(await outbox.sendNow({ ...delivery, body: '{}', signature: null })).toMatchObject({
      status: 'failed',
      attempts: 1,
      responseStatus: 418,
    });
    expect(receiver.received).toHaveLength(1);
  });

  test('what nobody expects counts as a failure', async () => {
    await start(fast, () => Promise.reject(new Error('a bug')));
    await add('http://a.test/');
    await expect.poll(statuses, soon).toEqual(['failed']);
    expect(await list()).toMatchObject([{ attempts: 4, error: 'The webhook could not be sent.' }]);
  });

  test('a database that fails for a while is no end', async () => {
    await using receiver = await startReceiver();
    const lines: string[] = [];
    await start(
      fast,
      deliver,
      createLog('error', (line) => lines.push(line)),
    );
    await database.query(sql`alter table webhook_deliveries rename to elsewhere`);
    await expect.poll(() => lines.join(), soon).toContain('the webhooks that are due could not be read');
    await database.query(sql`alter table elsewhere rename to webhook_deliveries`);
    await add(receiver.url);
    await expect.poll(statuses, soon).toEqual(['delivered']);
  });
});
