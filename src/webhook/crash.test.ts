import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { engineKinds, makeTestPlace } from '../../test/support/databases.ts';
import { createTestFetch } from '../../test/support/fetch.ts';
import { startReceiver } from '../../test/support/receiver.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { openDatabase } from '../store/database.ts';
import { releaseDeliveries } from '../store/deliveries.ts';
import { createDeliver } from './deliver.ts';
import { startOutbox } from './outbox.ts';
import { readWebhook } from './verify.ts';

const program = join(import.meta.dirname, '../../test/support/webhooks-forever.ts');
/** Starting the embedded database takes its time. */
const kills = { embedded: 3, postgres: 6 } as const;

/** Kills the process in the middle of its work. @returns the numbers that it had committed. */
const killSoon = async (child: ChildProcess, isTime: () => boolean): Promise<number[]> => {
  const committed: number[] = [];
  await new Promise<void>((resolve) => {
    child.on('message', (message) => {
      if (typeof message === 'number') committed.push(message);
      if (isTime()) resolve();
    });
  });
  child.kill('SIGKILL');
  await once(child, 'close');
  return committed;
};

describe.each(engineKinds)('%s', (kind) => {
  test('kill -9 loses no webhook and repeats what was under way at most', async () => {
    const place = await makeTestPlace(kind);
    // The first answer to each takes its time, so that some are under way at any moment.
    const seen = new Set<string>();
    await using receiver = await startReceiver((response, { deliveryId }) => {
      setTimeout(() => response.writeHead(204).end(), seen.has(deliveryId) ? 0 : 30);
      seen.add(deliveryId);
    });
    const committed: number[] = [];
    /** Leases of the attempts that a kill has broken off. */
    const broken = new Set<string>();
    for (let round = 0; round < kills[kind]; round++) {
      const before = receiver.received.length;
      const { dataDir, url = '' } = place.options;
      const child = fork(program, [dataDir, url, receiver.url, String(1000 * round)], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      committed.push(...(await killSoon(child, () => receiver.received.length >= before + 10 + 7 * round)));
      const reader = await openDatabase(place.options);
      const found = await reader.query<{ lease: string }>(
        sql`select lease from webhook_deliveries where status = 'pending' and lease is not null`,
      );
      for (const { lease } of found) broken.add(lease);
      await reader.close();
    }

    const database = await openDatabase(place.options);
    const deliver = createDeliver({ fetch: createTestFetch() });
    const parts = {
      database,
      deliver,
      retentionDays: 30,
      log: createLog('silent'),
      metrics: createMetrics(),
    };
    // Instead of waiting until the leases end: nobody else is left.
    await releaseDeliveries(database, undefined);
    const outbox = await startOutbox({ ...parts, timing: { poll: 20 } });
    await expect
      .poll(() => database.query(sql`select 1 from webhook_deliveries where status = 'pending' limit 1`), {
        timeout: 40_000,
      })
      .toEqual([]);
    await outbox.close();
    const rows = await database.query<{ id: string; status: string; attempts: number }>(
      sql`select id, status, attempts from webhook_deliveries`,
    );
    await database.close();
    await place.remove();

    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['delivered']));
    expect(new Set(rows.map(({ attempts }) => attempts))).toEqual(new Set([1]));
    const ids = receiver.received.map(({ deliveryId }) => deliveryId);
    expect(new Set(ids)).toEqual(new Set(rows.map(({ id }) => id)));
    const payloads = await Promise.all(
      receiver.received.map(({ body, signature }) => readWebhook(body, signature, 'secret')),
    );
    const told = new Set(payloads.map((payload) => JSON.stringify(payload?.data)));
    for (const number of committed) expect(told).toContain(JSON.stringify({ number }));
    // Every repeat is one of those that a kill had found under way, with the same id and the same words.
    expect(broken.size).toBeGreaterThan(0);
    expect(ids.length - new Set(ids).size).toBeLessThanOrEqual(broken.size);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(new Set(ids).size);
  }, 180_000);
});
