import { within } from '../src/deadline.ts';
import { calm, cpuBetween, cpuTimeOf, memoryBelow, memoryOf } from './processes.ts';
import type { Subject, VisitOptions } from './subjects.ts';
import type { TruePage } from './test-web.ts';

/** What a subject did in a stretch of time, so many pages at once. */
export interface Block {
  readonly pages: number;
  readonly perSecond: number;
  /** Of each page that was answered. */
  readonly latencies: readonly number[];
  /** CPU milliseconds a page: of its Node.js process, and of all below. */
  readonly node: number;
  readonly browser: number;
  readonly peakMb: number;
  /** Pages with every word that a complete answer holds. */
  readonly complete: number;
  /** Answered from the response, without being shown. */
  readonly fromResponse: number;
  readonly failures: readonly string[];
}

interface Order {
  readonly subject: Subject;
  /** The next page to ask for; each one is asked for once. */
  readonly next: () => TruePage;
  readonly atOnce: number;
  /** Pages are begun for so long, and at least two for each of those at once. */
  readonly ms: number;
  readonly options?: VisitOptions;
}

/** Adding up what dozens of processes hold takes some milliseconds of the same machine. */
const memoryEveryMs = 500;
/** Who has not answered by then has failed: one that hangs must not hold up the others. */
const patienceMs = 60_000;

/** Begins when the subject rests, and counts what it does afterwards, too. */
export const runBlock = async ({ subject, next, atOnce, ms, options }: Order): Promise<Block> => {
  await calm([subject.pid]);
  const latencies: number[] = [];
  const failures: string[] = [];
  const counts = { begun: 0, complete: 0, fromResponse: 0 };
  let peakMb = 0;
  const lookAtMemory = () => {
    peakMb = Math.max(peakMb, memoryOf(subject.pid) + memoryBelow(subject.pid));
  };
  const memory = setInterval(lookAtMemory, memoryEveryMs);
  const before = cpuTimeOf(subject.pid);
  const startedAt = performance.now();
  const lane = async () => {
    while (performance.now() - startedAt < ms || counts.begun < 2 * atOnce) {
      counts.begun += 1;
      const { url, holds } = next();
      try {
        const visited = await within(patienceMs, subject.visit(url, options));
        latencies.push(visited.ms);
        if (holds.every((word) => visited.text.includes(word))) counts.complete += 1;
        if (visited.engine === 'response') counts.fromResponse += 1;
      } catch (error) {
        failures.push(error instanceof Error ? error.message : String(error));
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  const seconds = (performance.now() - startedAt) / 1000;
  lookAtMemory();
  await calm([subject.pid]);
  clearInterval(memory);
  const used = cpuBetween(before, cpuTimeOf(subject.pid));
  return {
    pages: counts.begun,
    perSecond: latencies.length / seconds,
    latencies,
    node: used.node / counts.begun,
    browser: used.browser / counts.begun,
    peakMb,
    complete: counts.complete,
    fromResponse: counts.fromResponse,
    failures,
  };
};

/** Blocks by a name, in the order in which they were measured. */
export const createRecord = () => {
  const blocks = new Map<string, Block[]>();
  const of = (name: string): readonly Block[] => blocks.get(name) ?? [];
  const sum = (name: string, count: (block: Block) => number) =>
    of(name).reduce((total, block) => total + count(block), 0);
  return {
    add: (name: string, block: Block) => blocks.set(name, [...of(name), block]),
    of,
    sum,
    /** All pages of a name together. */
    latencies: (name: string) => of(name).flatMap(({ latencies }) => latencies),
    perSecond: (name: string) => of(name).map(({ perSecond }) => perSecond),
    /** Share of the pages that were complete. */
    complete: (name: string) => sum(name, ({ complete }) => complete) / sum(name, ({ pages }) => pages),
    failures: (name: string) => of(name).flatMap(({ failures }) => failures),
  };
};
