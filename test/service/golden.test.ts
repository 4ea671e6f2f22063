import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Visit } from '../../src/browser/visit.ts';
import { Deadline } from '../../src/deadline.ts';
import { renderText } from '../../src/output/text.ts';
import { pageRequest, startBrowser } from '../support/browser.ts';
import { goldenPages } from '../support/golden-pages.ts';
import { type Site, startSite } from '../support/site.ts';

/** The pages of test/pages, shown in the browser: what it makes of their markup is read as the markup itself is. */

/**
 * Hold what is for readers without scripts, marks that only a browser's snapshot may have, pictures that a browser chooses by
 * its window, or a page that leads to itself.
 */
const readOtherwise = new Set(
  'amp-arabic gallery hidden images noscript-page streamed unsafe wiki'.split(' '),
);
const pages = goldenPages.filter(
  ({ name, given }) =>
    given.contentType === 'text/html' && given.outputs.includes('md') && !readOtherwise.has(name),
);

/** Addresses without a scheme take the site's. */
const secure = (markdown: string): string => markdown.replaceAll('http://', 'https://');

const served: Record<string, string> = {};
let site: Site;
let browser: { visit: Visit } & AsyncDisposable;
beforeAll(async () => {
  site = await startSite(served);
  browser = await startBrowser();
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

test.each(pages)('$name', async ({ given, html, fileOf }) => {
  const { origin, pathname, search } = new URL(given.url);
  served[pathname] = html;
  using deadline = new Deadline(50_000);
  const { snapshot } = await browser.visit(
    pageRequest(`${site.origin}${pathname}${search}`, { planFor: () => ({ from: 'browser', why: 'asked' }) }),
    async () => undefined,
    deadline,
  );
  const there = {
    ...snapshot,
    url: given.url,
    baseUrl: given.url,
    html: snapshot.html.replaceAll(site.origin, origin),
  };
  const { markdown } = renderText(there, 'markdown', given.markdown).data;
  const [expected = ''] = readFileSync(fileOf('md'), 'utf8').split('\n\n<!-- links');
  expect(secure(markdown)).toBe(secure(expected.trimEnd()));
});
