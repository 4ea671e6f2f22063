import { expect, test } from 'vitest';
import { parseCrawl } from '../contract/crawl.ts';
import { createScope } from './scope.ts';

const site = 'https://example.com';
const { judge } = createScope(parseCrawl({ start_url: site }).request);

test.each([
  ['/libraries/three.js', undefined],
  ['/wiki/Node.js', undefined],
  ['/wiki/File:Photo.jpg', undefined],
  ['/wiki/Datei%3APhoto.jpg', undefined],
  ['/photo.jpg', 'type'],
  ['/a:b/photo.jpg', 'type'],
  ['/archive.zip?download', 'type'],
])('a link to %s: left out as %s', (path, reason) => {
  expect(judge(site + path, 1, site)).toBe(reason);
});

test('what a sitemap lists is asked for, whatever its name', () => {
  expect(judge(`${site}/formats/archive.zip`, 0, null)).toBeUndefined();
});

const options = { follow_external: false, include_patterns: [], exclude_patterns: ['/x/*'] };
const rules = {
  mode: 'pattern',
  start_url: 'https://a.test/',
  depth: 3,
  url_pattern: '/p/*',
  options,
} as const;

test.each([
  ['/p/1', 1, undefined],
  ['/p/1', 4, 'depth'],
  ['/list', 1, 'pattern'],
  ['/x/1', 1, 'pattern'],
  ['/p/photo.jpg', 1, 'type'],
  // A sitemap lists it.
  ['/p/photo.jpg', 0, undefined],
  [`/p/${'a'.repeat(2000)}`, 1, 'trap'],
  ['//b.test/p/1', 1, 'external'],
] as const)('%s at depth %i is left out for %s', (path, depth, reason) => {
  expect(createScope(rules).judge(new URL(path, 'https://a.test').href, depth, null)).toBe(reason);
});

test.each<[string, number, Partial<Parameters<typeof createScope>[0]>, boolean]>([
  ['/list', 1, {}, true],
  ['/list', 2, {}, true],
  ['/list', 0, {}, false],
  ['/list', 3, {}, false],
  ['/p/1', 1, {}, false],
  ['/x/1', 1, {}, false],
  ['/list', 1, { options: { ...options, include_patterns: ['/p/*'] } }, false],
  ['/list', 1, { mode: 'link' }, false],
])('%s at depth %i, by %j: may it be read for its links alone? %s', (path, depth, more, may) => {
  expect(createScope({ ...rules, ...more }).mayLead(`https://a.test${path}`, depth, null)).toBe(may);
});

test('a pattern of pages is for the mode that has one', () => {
  const { judge, isWanted } = createScope({ ...rules, mode: 'link' });
  expect([judge('https://a.test/list', 1, null), isWanted('https://a.test/list')]).toEqual([undefined, true]);
});

test.each([
  ['https://b.test/', false, 'external'],
  ['https://a.test/x/1', false, 'pattern'],
  ['https://a.test/x/1', true, undefined],
  ['https://a.test/list', false, undefined],
] as const)('a page that led to %s, the start: %s, is left out for %s', (url, isStart, reason) => {
  expect(createScope(rules).judgeFinal(url, isStart)).toBe(reason);
});
