import { createRecord, runBlock } from '../blocks.ts';
import { interleave, type Measure, type Must, nothing, progress } from '../harness.ts';
import { percentile, ratioOf, round, shownRatio } from '../statistics.ts';
import { startTestPages, type TruePage } from '../test-web.ts';
import { startBenchWeb } from '../web.ts';
import { ours, startLine } from './line.ts';

/** Pages of a kind, in turn. */
interface Group {
  readonly name: string;
  readonly atOnce: number;
  readonly next: () => TruePage;
}

/** A peer that misses more than every second page has not done the work: gannet, which does it, must be faster still. */
const half = 0.5;

/** How many pages are whole, and how long that takes: content that comes late, and pages of many kinds. */
export const measureCompleteness: Measure = async ({ quick, rounds = quick ? 2 : 6 }) => {
  const ms = quick ? 500 : 1500;
  await using own = await startBenchWeb();
  await using web = await startTestPages();
  const line = await startLine(['playwright', 'puppeteer', 'browserless', 'crawlee']);
  const counts = { late: 0, many: 0 };
  const late = [1, 2, 4].map((atOnce) => ({
    name: `content that comes late, ${atOnce} at once`,
    atOnce,
    next: () => own.page('app', counts.late++),
  }));
  const many = (): TruePage => web.pages[counts.many++ % web.pages.length] ?? own.page('app', 0);
  const groups: readonly Group[] = [...late, { name: web.name, atOnce: 4, next: many }];
  const record = createRecord();
  const key = (group: Group, name: string) => `${group.name} ${name}`;
  try {
    for (const group of groups) {
      progress(group.name);
      await interleave(rounds + 1, line.subjects, async (subject, turn) => {
        const block = await runBlock({ subject, next: group.next, atOnce: group.atOnce, ms });
        if (turn > 0) record.add(key(group, subject.name), block);
      });
    }
  } finally {
    for (const subject of line.subjects) await subject[Symbol.asyncDispose]();
  }
  const p50 = (group: Group, name: string) => percentile(record.latencies(key(group, name)), 0.5);
  const medians = (group: Group, name: string) =>
    record.of(key(group, name)).map(({ latencies }) => percentile(latencies, 0.5));
  const incomplete = groups.flatMap((group) =>
    [ours.learned, ours.rendered]
      .filter((name) => record.complete(key(group, name)) < 1)
      .map((name) => `${group.name}, ${name}: ${round(100 * record.complete(key(group, name)), 1)} %`),
  );
  const slower = late.flatMap((group) =>
    line.subjects
      .filter(({ name }) => record.complete(key(group, name)) < half)
      .map(({ name }): Must => {
        const ratio = ratioOf(medians(group, ours.learned), medians(group, name));
        const title = `${group.name}: p50, x ${name}, which misses most of it`;
        return { name: title, value: shownRatio(ratio), limit: '<= 1', pass: ratio.value <= 1 };
      }),
  );
  return {
    title: 'Completeness: every word that a page holds, and how long that takes',
    rows: groups.flatMap((group) => [
      ...line.subjects.map(({ name }) => ({
        pages: group.name,
        subject: name,
        'complete %': round(100 * record.complete(key(group, name)), 1),
        'p50 ms': round(p50(group, name), 1),
        'p95 ms': round(percentile(record.latencies(key(group, name)), 0.95), 1),
        visits: record.sum(key(group, name), ({ pages }) => pages),
        note: [...new Set(record.failures(key(group, name)))].join('; ').slice(0, 120),
      })),
      ...line.missing.map(({ name, missing }) => ({
        pages: group.name,
        subject: name,
        'complete %': '-',
        'p50 ms': '-',
        'p95 ms': '-',
        visits: '-',
        note: missing,
      })),
    ]),
    musts: [nothing('where gannet was not complete', incomplete), ...slower],
    notes: [
      'Content that comes late: an empty page, a request at once and another one 120 ms after the load event.',
      'What answers HTML is complete when the words are anywhere in it; gannet and Crawlee must have them in the Markdown of the main content.',
    ],
  };
};
