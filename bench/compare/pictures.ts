import { createRecord, runBlock } from '../blocks.ts';
import { interleave, type Measure, nothing } from '../harness.ts';
import { percentile, round } from '../statistics.ts';
import { startBenchWeb } from '../web.ts';
import { ours, startLine } from './line.ts';

const outputs = ['screenshot', 'pdf'] as const;
const atOnce = 2;

/** Pictures and PDFs of whole pages. */
export const measurePictures: Measure = async ({ quick, rounds = quick ? 1 : 5 }) => {
  const ms = quick ? 500 : 2000;
  await using web = await startBenchWeb();
  const line = await startLine(['playwright', 'puppeteer', 'browserless']);
  // A picture is always shown: gannet with every page shown would be the same a second time.
  const subjects = line.subjects.filter(({ name }) => name !== ours.rendered);
  const record = createRecord();
  let page = 0;
  try {
    for (const output of outputs)
      await interleave(rounds + 1, subjects, async (subject, turn) => {
        const next = () => ({ ...web.page('article', page++), holds: [] });
        const block = await runBlock({ subject, next, atOnce, ms, options: { output } });
        if (turn > 0) record.add(`${output} ${subject.name}`, block);
      });
  } finally {
    for (const subject of line.subjects) await subject[Symbol.asyncDispose]();
  }
  const names = subjects.map(({ name }) => name);
  return {
    title: `Pictures: whole article pages, ${atOnce} at once`,
    rows: outputs.flatMap((output) =>
      [...names, ...line.missing.map(({ name }) => name)].map((name) => {
        const key = `${output} ${name}`;
        const figure = (p: number) => round(percentile(record.latencies(key), p), 1);
        return {
          output,
          subject: name,
          'p50 ms': figure(0.5),
          'p95 ms': figure(0.95),
          'pages/s': round(percentile(record.perSecond(key), 0.5), 2),
          'CPU ms/page': round(
            percentile(
              record.of(key).map(({ node, browser }) => node + browser),
              0.5,
            ),
          ),
          note:
            line.missing.find((one) => one.name === name)?.missing ??
            [...new Set(record.failures(key))].join('; ').slice(0, 120),
        };
      }),
    ),
    musts: [
      nothing(
        'failures of gannet',
        outputs.flatMap((output) => record.failures(`${output} ${ours.learned}`)),
      ),
    ],
    notes: [
      'gannet scrolls through the page first, so that what is loaded lazily is there, and hides consent banners; the others take the picture at once.',
    ],
  };
};
