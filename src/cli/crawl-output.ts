import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, truncateSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { CrawlResult } from '../contract/crawl.ts';
import { slugOf, writeWhole } from './place.ts';

/** Where a crawl on the command line puts its pages. What was written before is kept: it goes on behind that. */
export interface CrawlOutput {
  /** Results that are there already. */
  readonly written: number;
  /** @param number of the result, from 1. */
  write(result: CrawlResult, number: number): void;
  /** Where the state of the crawl is kept, to go on after an interruption. */
  readonly stateDir: string;
}

/** @param place a folder, which gets a Markdown file for each page, or a file that ends in `.jsonl`, which gets a line. */
export const openOutput = (place: string): CrawlOutput =>
  place.endsWith('.jsonl') ? openLines(resolve(place)) : openFolder(resolve(place));

const openLines = (file: string): CrawlOutput => {
  mkdirSync(dirname(file), { recursive: true });
  const text = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  // A line that was not written to its end is written again.
  const whole = text.lastIndexOf('\n') + 1;
  if (whole < text.length) truncateSync(file, whole);
  let written = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) written += 1;
  return {
    written,
    write: (result) => appendFileSync(file, `${JSON.stringify(result)}\n`),
    stateDir: `${file}.state`,
  };
};

const openFolder = (folder: string): CrawlOutput => {
  mkdirSync(folder, { recursive: true });
  const numbers = readdirSync(folder).flatMap((name) => {
    const [, number] = /^(\d{4,})-.*\.md$/.exec(name) ?? [];
    return number === undefined ? [] : [Number(number)];
  });
  return {
    written: Math.max(0, ...numbers),
    write: (result, number) => {
      const name = `${String(number).padStart(4, '0')}-${slugOf(result.url)}.md`;
      writeWhole(join(folder, name), `${frontMatter(result)}\n${result.markdown}`);
    },
    stateDir: join(folder, '.gannet'),
  };
};

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
