import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import type { z } from 'zod';
import type { Snapshot } from '../../src/page.ts';

/** Saved pages and the test web; they lie beside the repository. */
export const shared = join(import.meta.dirname, '../../../shared');

export const corpusFile = (name: string): string => join(shared, 'corpus', `${name}.jsonl.zst`);

/**
 * The pages of a corpus, one line of JSON each.
 * @param share 0.1 takes every tenth page.
 */
export const readCorpus = <T>(name: string, schema: z.ZodType<T>, share = 1): T[] =>
  zstdDecompressSync(readFileSync(corpusFile(name)))
    .toString('utf8')
    .trim()
    .split('\n')
    .filter((_, index) => Math.floor(index * share) !== Math.floor((index - 1) * share))
    .map((line) => schema.parse(JSON.parse(line)));

/** A saved page as if it had just left the browser. */
export const snapshotOf = (html: string, url: string, contentType = 'text/html'): Snapshot => ({
  url,
  status: 200,
  headers: {},
  contentType,
  html,
  title: '',
  baseUrl: url,
});

/** The defaults of a request for Markdown. */
export const markdownOptions = {
  only_main_content: true,
  include_selectors: [],
  exclude_selectors: [],
  links: false,
};
