import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import type { CrawlStatus } from '../contract/crawl.ts';
import { createBar } from './progress.ts';

const status = {
  max_pages: 1000,
  progress: {
    pages_crawled: 880,
    pages_total: 1000,
    pages_failed: 120,
    skipped: 4711,
    current_url: `https://example.com/${'long/'.repeat(40)}`,
  },
} as CrawlStatus;

/** What a terminal of so many columns is sent. */
const lineOn = (columns: number): string => {
  const written: string[] = [];
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns });
  stream.on('data', (text) => written.push(String(text)));
  createBar(stream as unknown as NodeJS.WriteStream).show(status);
  return stripVTControlCharacters(written.join('')).replace('\r', '');
};

test.each([20, 40, 60, 80, 100, 200])('on %i columns the progress is one line', (columns) => {
  const line = lineOn(columns);
  expect(line.length).toBeLessThan(columns);
  expect(line).toMatch(/ 1000\/1000 \(the mo/);
});
