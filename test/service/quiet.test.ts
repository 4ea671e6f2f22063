import { afterAll, beforeAll, expect, test } from 'vitest';
import type { KnownPage, PageRequest } from '../../src/browser/arrive/page-request.ts';
import { Deadline } from '../../src/deadline.ts';
import { pageRequest, startBrowser } from '../support/browser.ts';
import { html, type Site, startSite } from '../support/site.ts';

/** What is learned of the quiet after a page has loaded, in a real browser. */

const prose = 'Oystercatchers open mussels with a blow of the bill. '.repeat(12);
const script = (code: string) => `<p>${prose}</p><script>${code}</script>`;

let site: Site;
let browser: Awaited<ReturnType<typeof startBrowser>>;
beforeAll(async () => {
  site = await startSite({
    '/still': html('Still', script("document.body.className = 'js'")),
    '/soon': html(
      'Soon',
      script("addEventListener('load', () => setTimeout(() => document.body.append('The last line.'), 30))"),
    ),
  });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const visit = async (path: string, quietMatters: PageRequest['quietMatters']) => {
  using deadline = new Deadline(20_000);
  const request = pageRequest(`${site.origin}${path}`, {
    planFor: () => ({ from: 'browser', why: 'asked' }),
    timersMatter: () => false,
    framesOf: () => 'never',
    sightsMatter: () => false,
    quietMatters,
  });
  return browser.visit(request, async () => undefined, deadline);
};

const visits = 8;

test('a page that changes a moment later is complete, and never told to be still', async () => {
  for (let n = 0; n < visits; n++) {
    const { snapshot, quiet } = await visit('/soon', () => true);
    expect(snapshot.html).toContain('The last line.</');
    expect(quiet).not.toBe(false);
  }
});

test('a page that stays as it is is never told to have changed', async () => {
  for (let n = 0; n < visits; n++) expect((await visit('/still', () => true)).quiet).not.toBe(true);
});

test('whether quiet matters is asked once, of the address and its scripts; without it there is nothing to learn', async () => {
  const asked: KnownPage[] = [];
  const { snapshot, quiet, scripts, wait } = await visit('/still', (page) => {
    asked.push(page);
    return false;
  });
  expect(scripts).toMatch(/^[\w-]{12}$/);
  expect(asked).toEqual([{ url: `${site.origin}/still`, scripts }]);
  expect(snapshot.html).toContain('class="js"');
  expect(wait.ended_by).toBe('quiet');
  expect(quiet).toBeUndefined();
});
