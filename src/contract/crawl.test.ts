import { expect, test } from 'vitest';
import { crawlModes, parseCrawl } from './crawl.ts';
import { ServiceError } from './error.ts';
import { parseMap } from './map.ts';

const start_url = 'https://example.com/';
const urls = ['https://example.com/a'];
const url_pattern = '/a/*';
const options = { follow_external: true, include_patterns: ['/a'], exclude_patterns: ['/b'] };

test('an unknown mode is answered with all that are taken', () => {
  const named = new ServiceError('invalid_mode').message.match(/[a-z]+(?=[,.])/g) ?? [];
  expect(named).toEqual(['auto', ...crawlModes]);
  expect(() => parseCrawl({ mode: 'dance', start_url })).toThrow('mode must be one of auto, sitemap');
  for (const mode of named) expect(() => parseCrawl({ mode, start_url, urls, url_pattern })).not.toThrow();
});

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
  [
    'batch',
    { urls, depth: 5, options },
    ['depth', 'options.follow_external', 'options.include_patterns', 'options.exclude_patterns'],
  ],
  ['sitemap', { start_url, depth: 0, options }, ['depth', 'options.follow_external']],
  ['pattern', { start_url, url_pattern, depth: 1, options }, ['options.follow_external']],
  ['link', { start_url, depth: 1, options }, []],
  ['batch', { urls, depth: 3, options: { include_patterns: [], follow_external: false } }, []],
])('in %s mode, what is for other modes is told', (mode, body, unused) => {
  expect(parseCrawl({ mode, ...body }).warnings).toEqual(
    unused.map((field) => `${field} is not used in ${mode} mode`),
  );
});

test.each([
  [{ webhook_secret: 's' }, ['webhook_secret']],
  [{ webhook_secret: 's', webhook_events: ['crawl.page'] }, ['webhook_secret', 'webhook_events']],
  [{ webhook_events: ['crawl.completed'] }, []],
  [{ webhook_secret: 's', webhook_events: ['crawl.page'], callback_url: 'https://example.org/' }, []],
])('what only a receiver of webhooks needs is told where there is none: %j', (body, unused) => {
  expect(parseCrawl({ start_url, ...body }).warnings).toEqual(
    unused.map((field) => `${field} is not used without callback_url`),
  );
});

test.each([
  ['blog/*', true],
  ['blog', true],
  ['docs/v1.2/*.html', true],
  ['wiki/*', false],
  ['/blog/*', false],
  ['*/blog/*', false],
  ['example.org/blog/*', false],
  ['localhost:8080/*', false],
  ['blog/.*', false],
  ['blog/[0-9]', false],
  ['regex:blog', false],
])('of a pattern that begins with a word and matches no path it is told: %s, %s', (pattern, isTold) => {
  const start = 'http://wiki/';
  const told = (field: string) =>
    isTold ? [`${field}: ${pattern} begins with a host: did you mean /${pattern} or */${pattern}?`] : [];
  const options = { exclude_patterns: [pattern] };
  expect(parseCrawl({ start_url: start, options }).warnings).toEqual(told('options.exclude_patterns'));
  expect(parseCrawl({ mode: 'pattern', start_url: start, url_pattern: pattern }).warnings).toEqual(
    told('url_pattern'),
  );
  expect(parseMap({ url: start, include_patterns: [pattern] }).warnings).toEqual(told('include_patterns'));
});

test('of a field that stands elsewhere it is told where', () => {
  const { warnings } = parseCrawl({ start_url, delay_ms: 0, limit: 3, options: { max_pages: 5 } });
  expect(warnings).toEqual([
    'unknown field delay_ms, did you mean options.delay_ms?',
    'unknown field limit',
    'unknown field options.max_pages, did you mean max_pages?',
  ]);
});
