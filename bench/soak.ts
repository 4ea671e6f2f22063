import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { profilesOf, testKey } from '../test/support/service.ts';
import { atMost, type Must, nothing, printReport } from './harness.ts';
import { memoryOf } from './processes.ts';
import { type Audit, createBooks } from './soak/books.ts';
import { type Fault, faults } from './soak/faults.ts';
import { startKeeper } from './soak/keeper.ts';
import { createTally, load, type Tally } from './soak/load.ts';
import { type Growth, type Slope, watchMemory } from './soak/memory.ts';
import { type Place, places } from './soak/place.ts';
import { startWeb } from './soak/web.ts';
import { percentile, round } from './statistics.ts';

/**
 * `npm run soak -- [minutes] [embedded|postgres]`: a mixed load of eight requests at a time while something breaks every
 * 20 s; half of the time on each database where none is named. What was acknowledged must be there in the end.
 */
const minutes = Number(process.argv[2] ?? 30);
const named = process.argv[3];
const lanes = 8;
const faultEveryMs = 20_000;
/** What ends the process happens in this first part of the time, and once at the end: memory needs one that lives on. */
const deadlyShare = 0.35;

const kinds = (Object.keys(places) as Place['kind'][]).filter(
  (kind) => named === undefined || kind === named,
);
if (!(minutes > 0) || kinds.length === 0) throw new Error('usage: soak [minutes] [embedded|postgres]');

const otherKey = `svc_live_${'fedcba9876543210'.repeat(4)}`;

const soak = async (kind: Place['kind'], ms: number): Promise<readonly Must[]> => {
  await using web = await startWeb();
  await using place = await places[kind]();
  const memoryPath = join(tmpdir(), `gannet-soak-${process.pid}.json`);
  await using keeper = await startKeeper({
    ...place.environment,
    GANNET_API_KEYS: `tester:${testKey} other:${otherKey}`,
    GANNET_ALLOW_NETWORKS: '127.0.0.1/32',
    // Full within the warm-up: what it still takes would look like a leak.
    GANNET_CACHE_BYTES: '1000000',
    SOAK_MEMORY: memoryPath,
  });
  const books = createBooks();
  const tally = createTally();
  const watch = watchMemory(keeper, tally, memoryPath, place.dataDir);
  const over = new AbortController();
  const loading = load({ keeper, web, books, keys: [testKey, otherKey] }, tally, lanes, over.signal);

  const startedAt = performance.now();
  const struck = new Map<string, number>();
  const strike = async (name: string, fault: Fault) => {
    await keeper.ready();
    struck.set(name, (struck.get(name) ?? 0) + 1);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.error(
      `${seconds} s: ${tally.asked} answered, ${tally.wrong.length} of them wrong, ${books.jobs} jobs, ${round(memoryOf(keeper.service.pid))} MB; now: ${name}`,
    );
    await fault.strike({ keeper, web, place });
  };
  const fitting = Object.entries(faults).filter(([, { fits }]) => fits(place));
  for (let at = 0; performance.now() - startedAt < ms; ) {
    const early = performance.now() - startedAt < deadlyShare * ms;
    const row = nextOf(fitting, early, at);
    at = row.at + 1;
    await Promise.all([delay(faultEveryMs), strike(...row.fault)]);
  }
  const growth = watch.stop();
  const killed = faults['service killed'];
  if (killed) await strike('service killed', killed);
  await delay(faultEveryMs / 4);
  over.abort();
  await loading;
  const audit = await books.audit(keeper.url, web);
  const left = await keeper.stop();
  rmSync(memoryPath, { force: true });
  const profiles = profilesOf(keeper.service.pid);
  console.log(`\n${kind}: ${[...struck].map(([name, times]) => `${name} ${times}`).join(', ')}`);
  return report({ kind, tally, growth, audit, starts: keeper.starts }, [
    nothing('processes and profiles left', [...left.map(String), ...profiles]),
    nothing('webhooks with a wrong signature', web.badSignatures),
    nothing(
      'faults that the log calls unexpected',
      [...keeper.unexpected()].map(([what, times]) => `${times} × ${what}`),
    ),
  ]);
};

/** The next fault in turn that may happen now. */
const nextOf = (rows: readonly (readonly [string, Fault])[], early: boolean, from: number) => {
  for (let step = 0; step < rows.length; step++) {
    const at = (from + step) % rows.length;
    const fault = rows[at];
    if (fault && (early || !fault[1].deadly)) return { at, fault };
  }
  throw new Error('no fault fits');
};

interface Outcome {
  readonly kind: string;
  readonly tally: Tally;
  readonly growth: Growth;
  readonly audit: Audit;
  readonly starts: number;
}

const report = ({ kind, tally, growth, audit, starts }: Outcome, more: readonly Must[]): readonly Must[] => {
  const musts = [
    nothing('requests without a documented answer', tally.wrong),
    nothing('acknowledged and lost', audit.lost),
    atMost('MB held for 1000 requests after warm-up', growth.held.per1000, 1),
    ...more,
  ];
  printReport({
    title: `Soak, ${kind} database`,
    rows: [...tally.answers]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([answer, times]) => ({ answer, times })),
    musts,
    notes: [
      `${tally.asked} requests answered, ${tally.down} while the service was ended or started, ${starts} processes`,
      `ms: median ${percentile(tally.milliseconds, 0.5)}, 99 % ${percentile(tally.milliseconds, 0.99)}, longest ${Math.max(...tally.milliseconds)}`,
      `${audit.jobs} jobs with ${audit.results} results (${audit.failedPages} of them failed pages), ${audit.webhooks} webhooks, ${audit.repeats} of them more than once`,
      `over ${growth.requests} requests after warm-up: held ${told(growth.held)}, resident ${told(growth.resident)}, descriptors ${growth.files.join(' to ')}`,
    ],
  });
  return musts;
};

const told = ({ first, last, per1000 }: Slope): string =>
  `${round(first)} to ${round(last)} MB (${round(per1000, 2)} MB for 1000 requests)`;

const musts: Must[] = [];
for (const kind of kinds) musts.push(...(await soak(kind, (minutes * 60_000) / kinds.length)));
process.exitCode = musts.every(({ pass }) => pass) ? 0 : 1;
