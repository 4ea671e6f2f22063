import { type Block, createRecord, runBlock } from '../blocks.ts';
import { atLeast, interleave, type Measure, nothing, progress, type Report } from '../harness.ts';
import { pagePeers } from '../peers.ts';
import { leftOver } from '../processes.ts';
import { percentile, type Ratio, ratioOf, round, shownRatio } from '../statistics.ts';
import type { Subject } from '../subjects.ts';
import { type BenchWeb, type Kind, type Latency, latencyNames, startBenchWeb } from '../web.ts';
import { type Line, ours, startLine } from './line.ts';

/** One kind of pages, one network, so many at once. */
interface Cell {
  readonly kind: Kind;
  readonly latency: Latency;
  readonly atOnce: number;
}

const allAtOnce = [1, 2, 4, 8, 16];
/** Where the musts look. */
const measured: Cell = { kind: 'article', latency: 'none', atOnce: 4 };
const keyOf = ({ kind, latency, atOnce }: Cell) => `${kind}/${latency}/${atOnce}`;
/** A round of all fifty cells takes half an hour: of those that no must looks at there are no more than two. */
const elsewhere = (rounds: number) => Math.min(2, rounds);

const cellsOf = (web: BenchWeb, only: string): Cell[] => {
  const wanted = only.split('/');
  return latencyNames
    .flatMap((latency) =>
      web.kinds.flatMap((kind) => allAtOnce.map((atOnce): Cell => ({ kind, latency, atOnce }))),
    )
    .filter((cell) =>
      keyOf(cell)
        .split('/')
        .every((part, at) => [undefined, '', '*', part].includes(wanted[at])),
    );
};

/**
 * Single pages beside the peers: how long, how many a second, how complete. Every block is followed by one of another
 * subject, so that ratios hold on a machine that does other things, too.
 */
export const measureScrape: Measure = async ({ quick, only = '', rounds = quick ? 2 : 6 }) => {
  const ms = quick ? 300 : 1000;
  await using web = await startBenchWeb();
  const cells = cellsOf(web, quick && only === '' ? '*/*/4' : only);
  const line = await startLine(['limit', 'playwright', 'puppeteer', 'browserless', 'crawlee']);
  const record = createRecord();
  let page = 0;
  const runCell = async (cell: Cell, times: number, keep: (subject: Subject, block: Block) => void) => {
    web.setLatency(cell.latency);
    const next = () => web.page(cell.kind, page++);
    await interleave(times, line.subjects, async (subject) =>
      keep(subject, await runBlock({ subject, next, atOnce: cell.atOnce, ms })),
    );
  };
  const left: string[] = [];
  try {
    for (const same of Map.groupBy(cells, ({ kind, latency }) => `${kind}/${latency}`).values())
      for (const [index, cell] of same.entries()) {
        progress(keyOf(cell));
        // To warm up: what was never seen is learned then.
        if (index === 0) await runCell({ ...cell, atOnce: 4 }, 1, () => undefined);
        const times = keyOf(cell) === keyOf(measured) ? rounds : elsewhere(rounds);
        await runCell(cell, times, ({ name }, block) => record.add(`${keyOf(cell)} ${name}`, block));
      }
  } finally {
    for (const subject of line.subjects) {
      const pids = await leftOver(subject.pid, async () => subject[Symbol.asyncDispose]());
      left.push(...pids.map((pid) => `${subject.name}: ${pid}`));
    }
  }
  return reportOf({ cells, line, record, left, rounds, seconds: ms / 1000, web });
};

interface Measured {
  readonly cells: readonly Cell[];
  readonly line: Line;
  readonly record: ReturnType<typeof createRecord>;
  readonly left: readonly string[];
  readonly rounds: number;
  readonly seconds: number;
  readonly web: BenchWeb;
}

const reportOf = ({ cells, line, record, left, rounds, seconds, web }: Measured): Report => {
  const rows = cells.flatMap((cell) => [
    ...line.subjects.map(({ name }) => rowOf(cell, name, record)),
    ...line.missing.map(({ name, missing }) => ({ ...emptyRow(cell, name), note: missing })),
  ]);
  const at = keyOf(measured);
  const ratio = (one: string, other: string, of = at): Ratio =>
    ratioOf(record.perSecond(`${of} ${one}`), record.perSecond(`${of} ${other}`));
  const isMeasured = cells.some((cell) => keyOf(cell) === at);
  const musts = isMeasured
    ? [
        atLeastRatio('article, 4 at once: rendered, x Chromium alone', ratio(ours.rendered, ours.limit), 0.8),
        atLeastRatio(
          'article, 4 at once: rendered, x browserless',
          ratio(ours.rendered, pagePeers.browserless.name),
          2,
        ),
        atLeastRatio(
          'article, 4 at once: learned, x Crawlee + Readability + Turndown',
          ratio(ours.learned, pagePeers.crawlee.name),
          6,
        ),
      ]
    : [];
  const incomplete = cells.flatMap((cell) =>
    [ours.learned, ours.rendered]
      .filter((name) => record.complete(`${keyOf(cell)} ${name}`) < 1)
      .map((name) => `${keyOf(cell)} ${name}`),
  );
  return {
    title: `Scrape: pages of every kind beside the peers, interleaved blocks of ${seconds} s: ${rounds} of ${keyOf(measured)}, ${elsewhere(rounds)} of others`,
    rows,
    musts: [
      ...musts,
      nothing('cells in which a page of gannet was not complete', incomplete),
      nothing('processes left over', left),
    ],
    notes: [
      ...line.how.map(({ name, how }) => `${name}: ${how}.`),
      ...(web.kinds.includes('saved') ? [] : ['No saved pages: there is no corpus beside the repository.']),
      'Complete: the share of pages that hold the words at the beginning and the end; of saved pages nothing is known.',
      'The interval of a ratio is that of the bootstrap over blocks, 95 %.',
    ],
  };
};

/** Passes when the ratio itself does; its interval is shown. */
const atLeastRatio = (name: string, ratio: Ratio, limit: number) => ({
  ...atLeast(name, ratio.value, limit),
  value: shownRatio(ratio),
});

const rowOf = (cell: Cell, name: string, record: Measured['record']) => {
  const key = `${keyOf(cell)} ${name}`;
  const latencies = record.latencies(key);
  const figure = (of: (block: Block) => number) => percentile(record.of(key).map(of), 0.5);
  const pages = record.sum(key, (block) => block.pages);
  return {
    kind: cell.kind,
    network: cell.latency,
    'at once': cell.atOnce,
    subject: name,
    'p50 ms': round(percentile(latencies, 0.5), 1),
    'p95 ms': round(percentile(latencies, 0.95), 1),
    'p99 ms': round(percentile(latencies, 0.99), 1),
    'pages/s': round(
      figure(({ perSecond }) => perSecond),
      1,
    ),
    'CPU ms/page': round(
      figure(({ node, browser }) => node + browser),
      1,
    ),
    'peak MB': round(Math.max(...record.of(key).map(({ peakMb }) => peakMb))),
    'complete %': cell.kind === 'saved' ? '' : round(100 * record.complete(key), 1),
    'from response %': round((100 * record.sum(key, ({ fromResponse }) => fromResponse)) / pages),
    pages,
    note: [...new Set(record.failures(key))].join('; ').slice(0, 120),
  };
};

const emptyRow = ({ kind, latency, atOnce }: Cell, name: string) => ({
  kind,
  network: latency,
  'at once': atOnce,
  subject: name,
  ...Object.fromEntries(
    [
      'p50 ms',
      'p95 ms',
      'p99 ms',
      'pages/s',
      'CPU ms/page',
      'peak MB',
      'complete %',
      'from response %',
      'pages',
    ].map((column) => [column, '-']),
  ),
});
