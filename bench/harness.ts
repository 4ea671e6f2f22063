import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { round } from './statistics.ts';

/** How long a part takes: `quick` shows that it works, its figures mean little. */
export interface Settings {
  readonly quick: boolean;
  /** `--only`: what a part takes as a choice of its cells. */
  readonly only?: string | undefined;
  /** `--rounds`: how often each is measured, where a part takes turns; more make intervals narrower. */
  readonly rounds?: number | undefined;
}

/** Something that has to be so, and whether it is. */
export interface Must {
  readonly name: string;
  readonly value: string;
  readonly limit: string;
  readonly pass: boolean;
}

/** What a part of the measurement found out. */
export interface Report {
  readonly title: string;
  /** All with the same keys: they head the table. */
  readonly rows: readonly Readonly<Record<string, string | number>>[];
  readonly musts: readonly Must[];
  /** What a reader must know to judge the figures. */
  readonly notes: readonly string[];
}

export type Measure = (settings: Settings) => Promise<Report>;

/** A value that was not measured is NaN, and never good enough. */
export const atMost = (name: string, value: number, limit: number): Must => ({
  name,
  value: String(round(value, 2)),
  limit: `<= ${limit}`,
  pass: value <= limit,
});

export const atLeast = (name: string, value: number, limit: number): Must => ({
  name,
  value: String(round(value, 2)),
  limit: `>= ${limit}`,
  pass: value >= limit,
});

/** @param wrong what is not as it must be; nothing is good. */
export const nothing = (name: string, wrong: readonly string[]): Must => ({
  name,
  value: wrong.length === 0 ? 'none' : wrong.join(', ').slice(0, 300),
  limit: 'none',
  pass: wrong.length === 0,
});

/**
 * Does it for every item in turn, `times` over, each time beginning with another one: whatever else the machine does
 * meanwhile falls on all of them alike.
 */
export const interleave = async <T>(
  times: number,
  items: readonly T[],
  work: (item: T, turn: number) => Promise<void>,
): Promise<void> => {
  for (let turn = 0; turn < times; turn++) {
    const first = turn % items.length;
    for (const item of [...items.slice(first), ...items.slice(0, first)]) await work(item, turn);
  }
};

/** Does it for every item, `limit` of them at once; the results in the order of the items. */
export const inParallel = async <T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = [];
  const queue = items.entries();
  const lane = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: limit }, lane));
  return results;
};

/** Tells that it goes on: parts take long. */
export const progress = (what: string): void => console.error(`      ${what}`);

/** As aligned columns, numbers to the right. */
const table = (rows: readonly Readonly<Record<string, string | number>>[]): string => {
  const names = Object.keys(rows[0] ?? {});
  const cells = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '')))];
  const widths = names.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  const isNumber = names.map((name) => rows.every((row) => typeof row[name] === 'number'));
  return cells
    .map((line) =>
      line
        .map((cell, column) =>
          isNumber[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

export const printReport = ({ title, rows, musts, notes }: Report): void => {
  console.log(`\n${title}\n`);
  if (rows.length > 0) console.log(`${table(rows)}\n`);
  for (const { name, value, limit, pass } of musts)
    console.log(`${pass ? 'pass' : 'FAIL'}  ${name}: ${value} (must be ${limit})`);
  for (const note of notes) console.log(`note  ${note}`);
};

export const resultsFolder = join(import.meta.dirname, 'results');

/** How many processes wanted to run, on average over the last minute: what else the machine did is in every figure. */
const loadNow = (): number => round(loadavg()[0] ?? Number.NaN, 2);

/** What nothing was measured of: JSON knows no NaN. */
const dashForNothing = (_key: string, value: unknown) => (Number.isNaN(value) ? '-' : value);

/**
 * Into `bench/results/<name>.json`, with the machine it was measured on and how busy that was; quick ones into a folder
 * of their own, for their figures mean little.
 */
const writeReport = (
  name: string,
  report: Report,
  { quick, loadBefore }: Settings & { loadBefore: number },
): void => {
  const folder = quick ? join(resultsFolder, 'quick') : resultsFolder;
  mkdirSync(folder, { recursive: true });
  const machine = {
    cores: availableParallelism(),
    model: cpus()[0]?.model ?? '',
    node: process.version,
    load: { before: loadBefore, after: loadNow() },
  };
  const content = { name, measured: new Date().toISOString(), quick, machine, ...report };
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(content, dashForNothing, 2)}\n`);
};

const readArguments = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        help: { type: 'boolean', default: false },
        quick: { type: 'boolean', default: false },
        only: { type: 'string' },
        rounds: { type: 'string' },
      },
    });
  } catch (error) {
    console.error((error as Error).message);
    process.exit(2);
  }
};

/**
 * Measures the parts that the command line names, or all: prints each report and keeps it in `bench/results`. The process
 * ends with 1 when something is not as it must be, with 2 when there is no such part.
 * @returns what the command line asked for.
 */
export const runParts = async (what: string, parts: Readonly<Record<string, Measure>>): Promise<Settings> => {
  const { positionals, values: given } = readArguments();
  const usage = `[part …] [--quick] [--only cells] [--rounds n]; parts: ${Object.keys(parts).join(', ')}.`;
  if (given.help) {
    console.log(`${usage}\nbench/README.md says what each measures.`);
    process.exit(0);
  }
  const { quick, only } = given;
  const settings: Settings = {
    quick,
    only,
    rounds: given.rounds === undefined ? undefined : Number(given.rounds),
  };
  const unknown = positionals.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0) {
    console.error(`There is no part ${unknown.join(', ')}: ${usage}`);
    process.exit(2);
  }
  const chosen = positionals.length > 0 ? positionals : Object.keys(parts);
  for (const [name, measure] of Object.entries(parts).filter(([part]) => chosen.includes(part))) {
    try {
      const loadBefore = loadNow();
      const report = await measure(settings);
      printReport(report);
      writeReport(`${what}-${name}`, report, { ...settings, loadBefore });
      if (report.musts.some(({ pass }) => !pass)) process.exitCode = 1;
    } catch (error) {
      // The other parts are worth their time all the same.
      console.error(`\nFAIL  ${name}:`, error);
      process.exitCode = 1;
    }
  }
  return settings;
};
