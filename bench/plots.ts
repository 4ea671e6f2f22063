import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { resultsFolder } from './harness.ts';
import { drawBars, drawLines } from './plot.ts';

/** The pictures of README.md and docs/performance.md, drawn anew from `bench/results`. */

const cell = z.union([z.string(), z.number()]).optional();
const results = z.object({
  measured: z.string(),
  machine: z.object({ cores: z.number(), load: z.object({ before: z.number(), after: z.number() }) }),
  rows: z.array(z.record(z.string(), cell)),
});
type Results = z.infer<typeof results>;
type Row = Results['rows'][number];

/** When and on what: a figure without them means nothing. */
const circumstances = ({ measured, machine: { cores, load } }: Results): string =>
  `${measured.slice(0, 10)}, ${cores} cores, load average ${load.before} to ${load.after}`;

const number = (row: Row, column: string): number => {
  const value = row[column];
  return typeof value === 'number' ? value : Number.NaN;
};
const text = (row: Row, column: string): string => String(row[column] ?? '');
const isMeasured = ({ value }: { value: number }) => Number.isFinite(value);

/** One picture for each part that has results. */
const pictures: Readonly<Record<string, (found: Results) => void>> = {
  scrape: (found) => {
    const rows = found.rows.filter(
      (row) => text(row, 'kind') === 'article' && text(row, 'network') === 'none',
    );
    const names = [...new Set(rows.map((row) => text(row, 'subject')))];
    const lines = names.map((name) => ({
      name,
      points: rows
        .filter((row) => text(row, 'subject') === name && typeof row['pages/s'] === 'number')
        .map((row) => [number(row, 'at once'), number(row, 'pages/s')] as const),
    }));
    drawLines(
      'images/bench-scrape.svg',
      {
        title: 'Article pages with scripts: pages a second',
        subtitle: circumstances(found),
        x: 'pages asked for at once',
        y: 'pages a second',
      },
      lines.filter(({ points }) => points.length > 0),
    );
  },
  completeness: (found) => {
    drawBars(
      'images/bench-completeness.svg',
      {
        title: 'Complete pages, and the time that half of them take',
        subtitle: circumstances(found),
        scale: 'value',
      },
      found.rows
        .map((row) => ({
          name: `${text(row, 'subject')}: ${text(row, 'pages')}`,
          value: number(row, 'complete %'),
          label: `${number(row, 'complete %')} %, ${Math.round(number(row, 'p50 ms'))} ms`,
        }))
        .filter(isMeasured),
    );
  },
  crawl: (found) => {
    const rows = found.rows.filter(
      (row) => row.pages === 300 && !text(row, 'crawler').includes('first time'),
    );
    drawBars(
      'images/bench-crawl.svg',
      {
        title: 'Crawl of 300 pages: pages a second',
        subtitle: `${circumstances(found)}; the scale is logarithmic`,
        scale: 'log',
      },
      rows
        .map((row) => ({
          name: text(row, 'crawler'),
          value: number(row, 'pages/s'),
          label: `${number(row, 'pages/s')} pages/s`,
        }))
        .filter(isMeasured),
    );
  },
};

export const drawPictures = (): void => {
  for (const [part, draw] of Object.entries(pictures)) {
    const file = join(resultsFolder, `bench-${part}.json`);
    if (existsSync(file)) draw(results.parse(JSON.parse(readFileSync(file, 'utf8'))));
  }
};

if (import.meta.main) drawPictures();
