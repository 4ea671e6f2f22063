import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { scrapeRequests } from '../../src/contract/scrape.ts';

/**
 * Pages with expected results, one folder a case: `page.html`, `case.json` (which outputs, their options, what the
 * server said) and `expected.<output>`.
 */
const folder = join(import.meta.dirname, '../pages');

const { markdown, html, csv } = scrapeRequests;
const caseFile = z.strictObject({
  outputs: z.array(z.enum(['md', 'html', 'csv', 'json'])),
  url: z.string().default('https://example.com/dir/page.html'),
  contentType: z.string().default('text/html'),
  markdown: markdown.shape.options,
  html: html.shape.options,
  csv: csv.shape.options,
});

export type GoldenCase = z.infer<typeof caseFile>;

export interface GoldenPage {
  readonly name: string;
  readonly given: GoldenCase;
  readonly html: string;
  /** Where the expected result of an output is. */
  fileOf(output: GoldenCase['outputs'][number]): string;
}

export const goldenPages: readonly GoldenPage[] = readdirSync(folder).map((name) => ({
  name,
  given: caseFile.parse(JSON.parse(readFileSync(join(folder, name, 'case.json'), 'utf8'))),
  html: readFileSync(join(folder, name, 'page.html'), 'utf8'),
  fileOf: (output) => join(folder, name, `expected.${output}`),
}));
