import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { CrawlResult, PageData } from '../contract/crawl-results.ts';
import { makeFolder } from '../folder.ts';
import { folderAt, placeOf, slugOf, writeWhole } from './destination.ts';
import { UsageError } from './run.ts';

/** Where a crawl on the command line puts its pages. What is there already stays: they are put behind it. */
export interface CrawlOutput {
  /** Where the state of the crawl is kept, to go on after an interruption. */
  readonly stateDir: string;
  /** @returns where a new crawl begins: behind everything that is there. */
  begin(): number;
  /** Opens it for the crawl that began there. */
  open(from: number): CrawlPages;
}

/** The pages of one crawl. */
export interface CrawlPages {
  /** Results that are there already. */
  readonly written: number;
  /** @param number of the result, from 1. */
  write(result: CrawlResult, number: number): void;
}

/**
 * @param place a folder, which gets a Markdown file for each page and its data beside it, or a file that ends in `.jsonl`,
 * which gets a line.
 * @throws UsageError for what is neither.
 */
export const createOutput = (out: string): CrawlOutput => {
  const place = placeOf(out);
  if (place === undefined)
    throw new UsageError('a crawl goes into a folder or a file that ends in .jsonl, not to stdout');
  return place.endsWith('.jsonl') ? linesOf(resolve(place)) : folderOf(folderAt(place));
};

const linesOf = (file: string): CrawlOutput => ({
  stateDir: `${file}.state`,
  begin: () => {
    const text = read(file);
    // A last line of somebody else may be without its end.
    if (text.length > 0 && !text.subarray(-1).equals(lineBreak)) appendFileSync(file, lineBreak);
    return existsSync(file) ? statSync(file).size : 0;
  },
  open: (from) => {
    makeFolder(dirname(file));
    const text = read(file);
    const own = text.subarray(from);
    // A line that was not written to its end is written again.
    const whole = own.lastIndexOf(lineBreak) + 1;
    if (whole < own.length) truncateSync(file, from + whole);
    return {
      written: own.reduce((count, byte) => (byte === lineBreak[0] ? count + 1 : count), 0),
      write: (result) => appendFileSync(file, `${JSON.stringify(result)}\n`),
    };
  },
});

const lineBreak = Buffer.from('\n');

const read = (file: string): Buffer => (existsSync(file) ? readFileSync(file) : Buffer.alloc(0));

const folderOf = (folder: string): CrawlOutput => ({
  stateDir: join(folder, '.gannet'),
  begin: () => Math.max(0, ...numbersIn(folder)),
  open: (from) => {
    makeFolder(folder);
    const there = new Set(numbersIn(folder));
    let written = 0;
    while (there.has(from + written + 1)) written += 1;
    return {
      written,
      write: (result, number) => {
        const name = join(folder, `${String(from + number).padStart(4, '0')}-${slugOf(result.url)}`);
        const beside = result.data && textOf(result.data);
        // First: the Markdown tells that the page is there.
        if (result.data && beside) writeWhole(`${name}.${result.data.format}`, beside);
        writeWhole(`${name}.md`, `${frontMatter(result)}\n${result.markdown}`);
      },
    };
  },
});

const textOf = (data: PageData): string => (data.format === 'html' ? data.html : data.data);

/** The numbers of pages; a name that begins with a date is none of a page. */
const numbersIn = (folder: string): number[] =>
  (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) => {
    const [, number] = /^(\d{4,})-(?!\d\d-\d\d).*\.md$/.exec(name) ?? [];
    return number === undefined ? [] : [Number(number)];
  });

/** JSON strings are YAML, too. */
const frontMatter = ({ url, status, error, crawled_at, metadata }: CrawlResult): string => {
  const fields = {
    url,
    title: metadata.title ?? '',
    status,
    error,
    crawled_at,
    final_url: metadata.final_url ?? url,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return ['---', ...lines, '---', ''].join('\n');
};
