import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createGate } from '../src/access/gate.ts';
import { createKeys } from '../src/access/keys.ts';
import { createRateLimit } from '../src/access/rate-limit.ts';
import { endpointTable } from '../src/contract/routes.ts';
import { createLog } from '../src/log.ts';
import { createMetrics } from '../src/metrics.ts';
import { openDatabase } from '../src/store/database.ts';
import { migrate } from '../src/store/migrate.ts';
import { atMost, type Must, printReport } from './harness.ts';
import { round } from './statistics.ts';

/**
 * What the access layer costs a request with a key, from its headers to its place in the rate windows: processor time of
 * this process. `node bench/access.ts [--database postgres://…]`; the embedded database otherwise.
 */
const { values } = parseArgs({ options: { database: { type: 'string' } } });
const requests = 1000;
/** Milliseconds of processor time that a request may take here. */
const limitMs = 1;

const log = createLog('silent');
const dataDir = await mkdtemp(join(tmpdir(), 'gannet-bench-'));
const database = await openDatabase({ url: values.database, dataDir, log });
await migrate(database);
const keys = createKeys({ database, log });
const gate = createGate({ keys, terms: undefined, challenge: '402' });
const endpoint = endpointTable.scrape;

const costOf = async (work: () => Promise<unknown>): Promise<number> => {
  for (let i = 0; i < requests / 5; i++) await work();
  const before = process.cpuUsage();
  for (let i = 0; i < requests; i++) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / requests;
};

/** A key of its own, so that its window begins empty. @param quota requests a minute, for key and address. */
const measure = async (quota: number | undefined): Promise<number> => {
  const { key } = await keys.create({ owner: 'bench', tier: 'pro' });
  const headers = { authorization: `Bearer ${key}` };
  const quotas = { address: quota, tiers: { pro: quota } };
  const limit = createRateLimit({ database, quotas, log, metrics: createMetrics() });
  const cost = await costOf(async () => {
    const caller = await gate.admit(endpoint, headers, 'http://localhost/v1/scrape');
    await limit.count(endpoint, caller, caller.owner + key).catch(() => 'refused');
  });
  limit.close();
  return cost;
};

const costs = {
  'no limits': await measure(undefined),
  [`two windows that fill up to ${1.2 * requests}`]: await measure(1_000_000),
  'a window of 60 that is full': await measure(60),
};
const musts: readonly Must[] = Object.entries(costs).map(([name, cost]) =>
  atMost(`${name}: ms of processor time a request`, cost, limitMs),
);
printReport({
  title: `access, ${database.kind} database`,
  rows: Object.entries(costs).map(([limits, cost]) => ({ limits, 'CPU ms': round(cost, 3) })),
  musts,
  notes: ['A server database spends its own processor time besides, which is not counted.'],
});
await keys.close();
await database.close();
await rm(dataDir, { recursive: true });
process.exitCode = musts.every(({ pass }) => pass) ? 0 : 1;
