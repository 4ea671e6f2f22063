import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createFindAgain } from '../../test/support/find-again.ts';
import { snapshotOf } from '../../test/support/snapshot.ts';
import type { Snapshot } from '../page.ts';
import { extract } from './extraction.ts';

/** What an extraction says of where it found a value is true: the path leads back to the text, in the same page. */

const root = join(import.meta.dirname, '../..');
const corpus = join(root, '../shared/corpus/products.jsonl.zst');
const saved = z.object({ url: z.string(), html: z.string() });

const string = { type: 'string' };
const number = { type: 'number' };
const schema = {
  properties: {
    title: string,
    description: string,
    author: { type: 'object', properties: { name: string, url: string } },
    date_published: { type: 'string', format: 'date' },
    price: number,
    currency: string,
    sku: string,
    brand: string,
    availability: string,
    rating: number,
    image: string,
    language: string,
    tags: { type: 'array', items: string },
    items: {
      type: 'array',
      items: { type: 'object', properties: { name: string, url: string, price: number } },
    },
  },
};

const folder = join(root, 'test/pages');
const golden = readdirSync(folder).map((name): [string, Snapshot] => [
  name,
  snapshotOf(readFileSync(join(folder, name, 'page.html'), 'utf8'), 'https://example.com/dir/page.html'),
]);
const products = existsSync(corpus)
  ? zstdDecompressSync(readFileSync(corpus))
      .toString('utf8')
      .trim()
      .split('\n')
      .filter((_, line) => line % 8 === 0)
      .map((line): [string, Snapshot] => {
        const { url, html } = saved.parse(JSON.parse(line));
        return [url, snapshotOf(html, url)];
      })
  : [];

const bare = (text: string) => text.replace(/\s+/g, '');

test.each([...golden, ...products])('%s', (_, page) => {
  const { data, fields } = extract(page, { method: 'schema', schema });
  const findAgain = createFindAgain(page.html, page.url);
  expect(Object.keys(data)).toEqual(Object.keys(schema.properties));
  for (const [name, evidence] of Object.entries(fields)) {
    if (evidence === null) continue;
    const { path, snippet, confidence } = evidence;
    const texts = findAgain(path);
    expect(texts, `${name}: ${path}`).not.toEqual([]);
    expect(
      texts.some((text) => bare(text.replace(/<[^<>]*>/g, '')).includes(bare(snippet))) ||
        texts.some((text) => bare(text).includes(bare(snippet))),
      `${name}: ${path}: ${snippet} in ${texts.join(' | ').slice(0, 200)}`,
    ).toBe(true);
    expect(confidence).toBeGreaterThan(0);
    expect(confidence).toBeLessThanOrEqual(1);
  }
});
