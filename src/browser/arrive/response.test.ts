import { expect, test } from 'vitest';
import { cpuMs } from '../../../test/support/cpu.ts';
import { scrapeRequests } from '../../contract/scrape.ts';
import { renderText } from '../../output/text.ts';
import { kindOf, refreshOf, textSnapshot } from './response.ts';

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

const refreshTo = (refresh: string) =>
  refreshOf({ url: 'https://example.com/', status: 200, mimeType: 'text/html', headers: { refresh } });

test.each([
  ['0;url=/next', 0],
  ["12.5 , URL = '/next'", 12],
  ['3; /next', 3],
  ['3', null],
  ['0;url=/', null],
  ['now;url=/next', null],
])('Refresh: %s leads on after %j', (refresh, seconds) => {
  expect(refreshTo(refresh)).toBe(seconds);
});

test('a Refresh header as long as Chromium takes is looked at in no time', () => {
  const startedAt = cpuMs();
  for (const unit of ['1', '1.', '. ', ' ', '1 ; ', "'"])
    refreshTo(`1${unit.repeat(250_000 / unit.length)}"`);
  expect(cpuMs() - startedAt).toBeLessThan(1000);
});

test('text keeps its quotes in the markup made of it, and gets back all that it escapes', () => {
  const main = { url: 'https://example.com/data', status: 200, mimeType: 'text/plain', headers: {} };
  const text = '{"a": "<b> & &lt;"}';
  const snapshot = textSnapshot(main, Buffer.from(text));
  expect(snapshot.html).toContain('{"a": "&lt;b> &amp; &amp;lt;"}');
  const options = scrapeRequests.markdown.shape.options.parse({});
  expect(renderText(snapshot, 'markdown', options).data.markdown).toBe(text);
});
