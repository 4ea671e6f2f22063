import { expect, test } from 'vitest';
import { scrapeRequests } from '../contract/scrape.ts';
import { renderText } from '../output/text.ts';
import { kindOf, textSnapshot } from './response.ts';

test.each([
  ['application/jsonl', '{"id":1}', '```json\n{"id":1}\n```'],
  ['application/json-lines', '{"id":1}', '```json\n{"id":1}\n```'],
  ['application/x-jsonlines', '{"id":1}', '```json\n{"id":1}\n```'],
  ['application/ndjson', '{"id":1}', '```json\n{"id":1}\n```'],
  ['application/x-csv', 'a;b\n1;2', '| a | b |\n| --- | --- |\n| 1 | 2 |'],
  ['text/x-csv', 'a;b\n1;2', '| a | b |\n| --- | --- |\n| 1 | 2 |'],
  ['text/comma-separated-values', 'a,b\n1,2', '| a | b |\n| --- | --- |\n| 1 | 2 |'],
  ['text/tsv', 'a\tb\n1\t2', '| a | b |\n| --- | --- |\n| 1 | 2 |'],
])('%s is text, and read as what it is', (mimeType, text, markdown) => {
  const main = { url: 'https://example.com/data', status: 200, mimeType, headers: {} };
  expect(kindOf(main)).toBe('text');
  const snapshot = textSnapshot(main, Buffer.from(text));
  const options = scrapeRequests.markdown.shape.options.parse({});
  expect(renderText(snapshot, 'markdown', options).data.markdown).toBe(markdown);
});
