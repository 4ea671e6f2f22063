import { expect, test } from 'vitest';
import type { Scraped } from '../contract/scrape.ts';
import { isWhole, sizeOf } from './answer.ts';

const metadata: Scraped['metadata'] = {
  title: 'Page',
  description: null,
  language: null,
  canonical_url: null,
  site_name: null,
  author: null,
  published_at: null,
  image: null,
  final_url: 'http://example.com/',
  status_code: 200,
  outcome: 'ok',
  content_type: 'text/html',
  engine: 'browser',
  engine_reason: 'script',
  wait: { ended_by: 'quiet', after_ms: 10 },
  attempts: 1,
  timings: [],
  cached: false,
  cached_at: null,
};
const whole: Scraped = {
  data: { title: 'Page', markdown: 'text', character_count: 4 },
  metadata,
  warnings: [],
};

test.each<[string, boolean, Partial<Scraped>]>([
  ['a whole page', true, {}],
  ['a missing page', true, { metadata: { ...metadata, status_code: 404 } }],
  ['a page whose script threw', true, { warnings: ['javascript: Error: no'] }],
  ['a page with a table that was cut', true, { warnings: ['tables: cut after 100,000 cells'] }],
  ['a page that was cut short', false, { metadata: { ...metadata, stopped_by: 'deadline' } }],
  ['a page that hung', false, { metadata: { ...metadata, wait: { ended_by: 'stuck', after_ms: 1 } } }],
  ['a site in trouble', false, { metadata: { ...metadata, outcome: 'origin_error' } }],
  [
    'a page without text',
    false,
    { metadata: { ...metadata, outcome: 'empty' }, warnings: ['the page shows no text'] },
  ],
  [
    'a login',
    true,
    { metadata: { ...metadata, outcome: 'login_wall' }, warnings: ['the site asks for a login'] },
  ],
  ['a page that was too large', false, { warnings: ['the page wanted more than its budget'] }],
])('%s: kept %s', (_, kept, more) => {
  expect(isWhole({ ...whole, ...more })).toBe(kept);
});

test('every text of an answer is counted, at every depth', () => {
  const long = 'x'.repeat(1_000_000);
  const links = [{ url: 'http://example.com/', text: long }];
  const answers: Scraped[] = [
    { ...whole, data: { title: 'Page', markdown: long, character_count: 4 } },
    { ...whole, data: { title: 'Page', markdown: '', character_count: 0, links } },
    { ...whole, metadata: { ...metadata, description: long } },
    { ...whole, warnings: [long] },
  ];
  for (const answer of answers) expect(sizeOf(answer)).toBeGreaterThan(2_000_000);
  expect(sizeOf(whole)).toBeLessThan(3000);
});
