import { createLog } from '../../src/log.ts';
import { createMetrics } from '../../src/metrics.ts';
import { openDatabase } from '../../src/store/database.ts';
import { announce } from '../../src/webhook/announce.ts';
import { createDeliver } from '../../src/webhook/deliver.ts';
import { startOutbox } from '../../src/webhook/outbox.ts';
import { createTestFetch } from './fetch.ts';

/**
 * Announces an event every few milliseconds and sends what is due, until it is killed. Tells each number when its
 * announcement is committed. Arguments: data folder, URL of the database or nothing, receiver, number to begin with.
 */
const [, , dataDir = '', url = '', callbackUrl = '', first = '0'] = process.argv;
const log = createLog('silent');
const database = await openDatabase({ dataDir, log, url: url === '' ? undefined : url });
const outbox = await startOutbox({
  database,
  deliver: createDeliver({ fetch: createTestFetch() }),
  retentionDays: 30,
  log,
  metrics: createMetrics(),
  timing: { poll: 20 },
});
process.send?.('ready');
for (let number = Number(first); ; number++) {
  await database.transaction((transaction) =>
    announce(transaction, {
      owner: 'ada',
      event: 'crawl.completed',
      callbackUrl,
      secret: 'secret',
      jobId: '01a1ff49-3ce4-7608-8da7-ac51bbf02968',
      data: { number },
    }),
  );
  process.send?.(number);
  outbox.wake();
}
