import sql from 'sql-template-tag';
import { serveControl } from '../access/control.ts';
import { createKeys } from '../access/keys.ts';
import { createLedger } from '../access/ledger.ts';
import type { Config } from '../config.ts';
import { mostKinds } from '../engine/page-kind.ts';
import { createVerdicts, longestBelievedMs } from '../engine/verdicts.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { openDatabase } from '../store/database.ts';
import { migrate } from '../store/migrate.ts';
import { loadPageKinds, savePageKind } from '../store/page-kinds.ts';
import { createDeliver } from '../webhook/deliver.ts';
import { startOutbox } from '../webhook/outbox.ts';
import { createWebhooks } from '../webhook/webhooks.ts';
import type { Network } from './network.ts';

interface Parts {
  readonly config: Config;
  readonly network: Network;
  /** The database is lost: nothing works any more. */
  readonly onLost: () => void;
  readonly log: Logger;
  readonly metrics: Metrics;
}

export type Store = Awaited<ReturnType<typeof openStore>>;

/** The database, and what begins with it: keys, what was learned of pages, webhooks. @param closing what is to be closed. */
export const openStore = async (
  { config, network, onLost, log, metrics }: Parts,
  closing: AsyncDisposableStack,
) => {
  const { databaseUrl: url, dataDir, webhookRetentionDays: retentionDays } = config;
  const database = await openDatabase({ url, dataDir, log, onStopped: onLost });
  closing.defer(() => database.close());
  const applied = await migrate(database);
  // Else the first maintenance brings it to the disk, a minute later, and callers wait up to 0.4 s for it.
  if (applied.length > 0 && database.kind === 'embedded') await database.query(sql`checkpoint`);
  const keys = createKeys({ database, log });
  closing.defer(() => keys.close());
  await keys.bootstrap(config.apiKeys);
  await keys.watch();
  const firstKey = await keys.firstKey();
  const ledger = createLedger(database);
  if (database.kind === 'embedded') {
    const control = await serveControl({ dataDir, keys, ledger, log });
    closing.defer(() => control.close());
  }
  const known = await loadPageKinds(database, new Date(Date.now() - longestBelievedMs), mostKinds);
  const verdicts = createVerdicts(known, (kind) => {
    savePageKind(database, kind).catch((err: unknown) => log.error({ err }, 'a verdict was not stored'));
  });
  const deliver = createDeliver({ fetch: network.fetchDirectly });
  const outbox = await startOutbox({ database, deliver, retentionDays, log, metrics });
  closing.defer(() => outbox.close());
  const webhooks = createWebhooks({ database, guard: network.guard, outbox });
  return { database, keys, firstKey, ledger, verdicts, webhooks, outbox };
};
