import { expect, test } from 'vitest';
import { parseCrawl } from './crawl.ts';

const start_url = 'https://example.com/';
const urls = ['https://example.com/a'];
const url_pattern = '/a/*';

test('a batch has no start_url, and it is told that one was sent in vain', () => {
  for (const mode of [undefined, 'auto', 'batch']) {
    const { request, warnings } = parseCrawl({ mode, start_url, urls });
    expect(request).toMatchObject({ mode: 'batch', start_url: undefined, urls });
    expect(warnings).toEqual(['start_url is not used in batch mode']);
  }
});

test.each([
  ['link', { start_url, url_pattern, urls }, ['url_pattern', 'urls']],
  ['sitemap', { start_url, url_pattern }, ['url_pattern']],
  ['pattern', { start_url, url_pattern, urls }, ['urls']],
  ['pattern', { start_url, url_pattern }, []],
  ['batch', { urls, url_pattern }, ['url_pattern']],
])('in %s mode, what another mode starts from is told', (mode, body, unused) => {
  expect(parseCrawl({ mode, ...body }).warnings).toEqual(
    unused.map((field) => `${field} is not used in ${mode} mode`),
  );
});
