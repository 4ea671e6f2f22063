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
