import { afterAll, beforeAll, expect, test } from 'vitest';
import type { KnownPage, PageRequest } from '../../src/browser/arrive/page-request.ts';
import { Deadline } from '../../src/deadline.ts';
import { pageRequest, startBrowser } from '../support/browser.ts';
import { html, type Site, startSite } from '../support/site.ts';

/** What is left out for pages like others that it brought nothing to, in a real browser. */

const prose = 'Oystercatchers open mussels with a blow of the bill. '.repeat(12);
const script = (code: string) => `<p>${prose}</p><script>${code}</script>`;

const unfolding = (code: string) =>
  html(
    'Unfolds',
    `<details id="more"><summary>More</summary></details>${script(
      `const add = (words) => { more.insertAdjacentHTML('beforeend', '<p>' + words + '</p>') }; more.ontoggle = () => { ${code} }`,
    )}`,
  );

let site: Site;
let browser: Awaited<ReturnType<typeof startBrowser>>;
beforeAll(async () => {
  site = await startSite({
    '/still': html('Still', script("document.body.className = 'js'")),
    '/unfolds': unfolding("fetch('/words').then((words) => words.text()).then(add)"),
    '/unfolds-at-once': unfolding("add('The last line.')"),
    '/words': (_request, response) => {
      setTimeout(() => response.end('The last line.'), 200);
    },
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

const visit = async (path: string, planQuiet: PageRequest['planQuiet'], sights = false) => {
  using deadline = new Deadline(20_000);
  const request = pageRequest(`${site.origin}${path}`, {
    planFor: () => ({ from: 'browser', why: 'asked' }),
    planTimers: () => false,
    planFrames: () => 'never',
    planSights: () => sights,
    planQuiet,
  });
  return browser.visit(request, async () => undefined, deadline);
};

const visits = 8;

test.each(['/unfolds', '/unfolds-at-once'])(
  'what unfolds is there without any of it, and told: %s',
  async (path) => {
    for (let n = 0; n < visits; n++) {
      const { snapshot, effects } = await visit(path, () => false, true);
      expect(snapshot.html).toContain('The last line.</');
      expect(effects.sights).toBe(true);
    }
  },
);

test('a page that changes a moment later is complete, and never told to be still', async () => {
  for (let n = 0; n < visits; n++) {
    const { snapshot, effects } = await visit('/soon', () => true);
    expect(snapshot.html).toContain('The last line.</');
    expect(effects.quiet).not.toBe(false);
  }
});

test('a page that stays as it is is never told to have changed', async () => {
  for (let n = 0; n < visits; n++) expect((await visit('/still', () => true)).effects.quiet).not.toBe(true);
});

test('whether quiet matters is asked once, of the address and its scripts; without it there is nothing to learn', async () => {
  const asked: KnownPage[] = [];
  const { snapshot, effects, scripts, wait } = await visit('/still', (page) => {
    asked.push(page);
    return false;
  });
  expect(scripts).toMatch(/^[\w-]{12}$/);
  expect(asked).toEqual([{ url: `${site.origin}/still`, scripts }]);
  expect(snapshot.html).toContain('class="js"');
  expect(wait.ended_by).toBe('quiet');
  expect(effects.quiet).toBeUndefined();
});
