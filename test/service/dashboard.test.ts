import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { desktop, type Looked, look, openView, phone, startUserBrowser } from '../support/dashboard.ts';
import { shots } from '../support/dashboard-shots.ts';
import { type DashboardWorld, operatorKey, startDashboardWorld, work } from '../support/dashboard-world.ts';
import { eventually, testKey } from '../support/service.ts';

/** The dashboard of a running gannet, looked at with a real browser. What its policy refuses fails a test. */

let world: DashboardWorld;
let browser: Browser;
let crawl: string;
beforeAll(async () => {
  [world, browser] = await Promise.all([startDashboardWorld(), startUserBrowser()]);
  ({ crawl } = await work(world));
}, 120_000);
afterAll(async () => {
  await browser.close();
  await world[Symbol.asyncDispose]();
});

const open = (options = {}): Promise<Looked> =>
  look(browser, world.service.url, { key: operatorKey, ...options });
const run = async (page: Page, path: string) => {
  await page.getByLabel('url *').fill(`${world.site.origin}${path}`);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
};
const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name }).click();

const looks = {
  light: { colorScheme: 'light', viewport: desktop },
  dark: { colorScheme: 'dark', viewport: desktop },
  phone: { colorScheme: 'dark', viewport: phone },
} as const;

describe.each(Object.entries(looks))('%s', (_, options) => {
  test('every view is for everybody: no violation that axe finds, nothing wider than the window', async () => {
    await using looked = await open(options);
    const { page, complaints } = looked;
    for (const { view, title, prepare } of shots(world, crawl)) {
      await openView(looked, view);
      await prepare?.(page);
      // Without frames nothing need be put together in a page of its own, which takes half of the time.
      const { violations } = await new AxeBuilder({ page }).exclude('iframe').setLegacyMode().analyze();
      expect(
        violations.map(({ id, nodes }) => `${title}: ${id}: ${nodes[0]?.html}`),
        title,
      ).toEqual([]);
      const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      expect(content, title).toBeLessThanOrEqual(window ?? 0);
    }
    expect(complaints).toEqual([]);
  }, 120_000);
});

describe('the key', () => {
  test('is asked for, tried, kept for the tab alone, and forgotten', async () => {
    await using looked = await look(browser, world.service.url);
    const { page, complaints } = looked;
    const enter = async (key: string) => {
      await page.getByLabel('API key').fill(key);
      await page.getByRole('button', { name: 'Open' }).click();
    };
    await enter(`svc_live_${'9'.repeat(64)}`);
    await page.getByRole('alert').getByText('unauthorized').waitFor();
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).toBe('{}');
    await enter(testKey);
    await page.getByRole('heading', { name: 'Playground' }).waitFor();
    expect(
      await page.evaluate(() => [
        JSON.stringify(sessionStorage),
        localStorage.length,
        document.cookie,
        location.href,
      ]),
    ).toEqual([`{"gannet.key":"${testKey}"}`, 0, '', `${world.service.url}/ui/`]);
    // What another owner may see is the API's to say.
    await openView(looked, 'keys');
    await page.getByRole('alert').getByText('insufficient_scope').waitFor();
    await page.getByRole('button', { name: 'Forget key' }).click();
    await page.getByLabel('API key').waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    expect(complaints).toEqual([]);
  });
});

describe('the playground', () => {
  test('shows each output as it looks and as it is', async () => {
    await using looked = await open();
    const { page, complaints } = looked;
    await openView(looked, 'playground');
    await run(page, '/birds/7');
    await page.getByRole('heading', { name: 'Australasian gannet 7' }).waitFor();
    await tab(page, 'Source');
    await page.getByText('# Australasian gannet 7').waitFor();
    await tab(page, 'Timing');
    expect(await page.locator('.waterfall tbody tr').count()).toBe(6);

    await page.getByLabel('output', { exact: true }).selectOption('html');
    await run(page, '/birds/7');
    await page.frameLocator('iframe.frame').getByText('Australasian gannet 7').waitFor();

    await page.getByLabel('output', { exact: true }).selectOption('csv');
    await run(page, '/birds/7');
    await page.getByRole('cell', { name: 'Body, "beak" and tail' }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Download table-1.csv/ }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('table-1.csv');

    await page.getByLabel('output', { exact: true }).selectOption('screenshot');
    await run(page, '/birds/7');
    const picture = page.getByAltText('The page as it looks');
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(300);

    await page.getByLabel('output', { exact: true }).selectOption('pdf');
    await run(page, '/birds/7');
    await page.getByRole('button', { name: 'Download page.pdf' }).waitFor();
    await page.getByTitle('The page as PDF').waitFor();
    expect(complaints).toEqual([]);
  });

  test('sends what its form says, and gives it away as code that does the same', async () => {
    await using looked = await open();
    const { page } = looked;
    await openView(looked, 'playground');
    await page.getByLabel('Example').selectOption({ label: 'What a phone would show, as JPEG.' });
    expect(await page.getByLabel('output', { exact: true }).inputValue()).toBe('screenshot');
    await page.getByLabel('url *').fill(`${world.site.origin}/birds/8`);
    const [request] = await Promise.all([
      page.waitForRequest(/\/v1\/scrape$/),
      page.getByRole('button', { name: 'Run', exact: true }).click(),
    ]);
    const body = {
      url: `${world.site.origin}/birds/8`,
      output: 'screenshot',
      options: { format: 'jpeg', width: 390, height: 844 },
    };
    expect(request.postDataJSON()).toEqual(body);
    await page.getByText('Take it with you').click();
    for (const name of ['curl', 'TypeScript', 'Python', 'MCP']) {
      await tab(page, name);
      const code = (await page.getByLabel(name, { exact: true }).last().textContent()) ?? '';
      expect(code, name).not.toContain(operatorKey);
      expect(code, name).toContain('GANNET_KEY');
      if (name !== 'MCP') expect(code.replace(/\s/g, ''), name).toContain('"format":"jpeg"');
    }
  });

  test('says what is wrong, why, and what to do', async () => {
    await using looked = await open();
    const { page, complaints } = looked;
    await openView(looked, 'playground');
    await run(page, '/broken');
    const alert = page.getByRole('alert');
    await alert.getByText(/^(?:400|500) (?:connection|scrape)_failed/).waitFor();
    await alert.getByText(/^Request [\w-]{36}/).waitFor();
    await page.locator('summary', { hasText: 'More' }).click();
    await page.getByLabel('timeout_ms').fill('5');
    await page.getByLabel('timeout_ms').evaluate((input: HTMLInputElement) => input.removeAttribute('min'));
    await run(page, '/birds/1');
    await alert.getByText('invalid_request').waitFor();
    await alert.getByText('Correct the fields that are named.').waitFor();
    expect(await alert.locator('li code').allTextContents()).toEqual(['timeout_ms']);
    expect(complaints).toEqual([]);
  });

  test('marks in the page what a value is founded on', async () => {
    await using looked = await open();
    const { page, complaints } = looked;
    await openView(looked, 'playground/extract');
    await page.getByLabel('selectors').fill('{"cost": ".price", "stock": ".stock"}');
    await run(page, '/product');
    await page.getByRole('button', { name: 'Show cost in the page' }).click();
    const found = page.frameLocator('iframe.frame').locator('#found');
    await found.waitFor();
    expect(await found.textContent()).toBe('$129.50');
    // The frame shows it at once, far down the page as it is.
    await expect
      .poll(async () => {
        const [mark, frame] = await Promise.all([
          found.boundingBox(),
          page.locator('iframe.frame').boundingBox(),
        ]);
        return (
          mark !== null &&
          frame !== null &&
          mark.y >= frame.y &&
          mark.y + mark.height <= frame.y + frame.height
        );
      })
      .toBe(true);
    await page.getByRole('button', { name: 'Show stock in the page' }).click();
    await expect.poll(() => found.textContent()).toBe('In stock');
    expect(complaints).toEqual([]);
  });
});

describe('a crawl', () => {
  test('is begun, goes on before the eyes, and is looked into', async () => {
    await using looked = await open();
    const { page, complaints } = looked;
    await openView(looked, 'playground/crawlCreate');
    await page.getByLabel('start_url').fill(`${world.site.origin}/`);
    await page.getByLabel('max_pages').fill('30');
    await page.locator('summary', { hasText: 'options' }).click();
    await page.getByLabel('delay_ms').fill('0');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('completed').waitFor({ timeout: 60_000 });
    await page.getByRole('tab', { name: 'Pages (26)' }).waitFor();
    const row = page.getByRole('row').filter({ hasText: 'Masked booby 4' });
    await row.getByRole('button', { name: /^Show page/ }).click();
    await page.locator('.prose h1', { hasText: 'Masked booby 4' }).waitFor();
    await tab(page, /^Errors/);
    await page.getByText('/broken').first().waitFor();
    await tab(page, /^Skipped/);
    await page.getByText('/private/1', { exact: false }).first().waitFor();
    expect(await page.getByRole('cell', { name: 'robots' }).count()).toBeGreaterThan(0);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'NDJSON' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.ndjson$/);
    expect(complaints).toEqual([]);
  }, 120_000);

  test('is canceled after a second question', async () => {
    const headers = { authorization: `Bearer ${operatorKey}` };
    const { body } = await world.service.post(
      '/v1/crawl',
      { urls: [`${world.site.origin}/endless`], options: { delay_ms: 0 } },
      headers,
    );
    await using looked = await open();
    const { page } = looked;
    await openView(looked, `crawls/${body.job_id}`);
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('button', { name: 'Really cancel?' }).click();
    await page.getByText('canceled', { exact: true }).waitFor();
  });
});

test('a webhook is looked into, and sent again', async () => {
  await using looked = await open();
  const { page, complaints } = looked;
  await openView(looked, 'webhooks');
  const row = page.getByRole('row').filter({ hasText: 'crawl.completed' }).first();
  await row.getByRole('button', { name: 'Show' }).click();
  await page.getByLabel('What is sent').getByText('"event": "crawl.completed"').waitFor();
  await page.getByText('thank you <b>very</b> much').waitFor();
  const before = world.receiver.received.length;
  await page.getByRole('button', { name: 'Send again' }).click();
  await eventually(() => world.receiver.received.length > before);
  expect(world.receiver.received.at(-1)?.body).toBe(
    world.receiver.received.find(({ body }) => body.includes('crawl.completed'))?.body,
  );
  expect(complaints).toEqual([]);
});

test('a key is made, shown once, and ended', async () => {
  await using looked = await open();
  const { page, complaints } = looked;
  await openView(looked, 'keys');
  await page.getByText('Make a key').click();
  await page.getByLabel('owner').fill('dora');
  await page.getByLabel('crawl:read').check();
  await page.getByRole('button', { name: 'Make key' }).click();
  const made = (await page.locator('.made code').textContent()) ?? '';
  expect(made).toMatch(/^svc_live_[0-9a-f]{64}$/);
  const ask = async () =>
    (await fetch(`${world.service.url}/v1/crawl`, { headers: { authorization: `Bearer ${made}` } })).status;
  expect(await ask()).toBe(200);
  await page.reload();
  const row = page.getByRole('row').filter({ hasText: 'dora' });
  await row.getByText('active').waitFor();
  expect(await page.locator('main').textContent()).not.toContain(made);
  await row.getByRole('button', { name: 'Revoke' }).click();
  await row.getByRole('button', { name: 'Really revoke?' }).click();
  await row.getByText('revoked').waitFor();
  expect(await ask()).toBe(401);
  expect(complaints).toEqual([]);
});

test('usage and the system are as the API tells them', async () => {
  await using looked = await open();
  const { page, complaints } = looked;
  await openView(looked, 'usage');
  await page.getByRole('button', { name: 'All owners' }).click();
  await page.getByText('Payments are off.').waitFor();
  expect(await page.locator('.chart canvas').count()).toBe(3);
  await page.getByText('The same as a table').click();
  expect(
    await page.getByLabel('What became of pages').getByRole('listitem').allTextContents(),
  ).toContainEqual(expect.stringMatching(/^ok\d+$/));
  await openView(looked, 'system');
  await page.getByText('built in (PGlite)').waitFor();
  await page.getByRole('cell', { name: /Chrom/ }).first().waitFor();
  expect(complaints).toEqual([]);
});

test('a hostile page stays text, wherever it is shown', async () => {
  await using looked = await open();
  const { page, complaints } = looked;
  const headers = { authorization: `Bearer ${operatorKey}` };
  const { body } = await world.service.post(
    '/v1/crawl',
    { urls: [`${world.site.origin}/hostile`], options: { respect_robots_txt: false } },
    headers,
  );
  await openView(looked, 'playground');
  for (const [output, tabs] of [
    ['markdown', ['Rendered', 'Source', 'Response']],
    ['html', ['Page', 'Source']],
    ['csv', ['Tables', 'Source']],
  ] as const) {
    await page.getByLabel('output', { exact: true }).selectOption(output);
    await run(page, '/hostile');
    // What is made of the page is the first; the others stand beside it.
    for (const name of [...tabs, tabs[0]]) await tab(page, name);
    await expect.poll(() => innerTexts(page)).toContain('onerror=');
    const hrefs = await page
      .locator('.result a')
      .evaluateAll((links) => links.map((link) => String(link.getAttribute('href'))));
    if (output === 'markdown') expect(hrefs).toContain(`${world.site.origin}/birds/1`);
    for (const href of hrefs) expect(href).toMatch(/^https?:/);
  }
  await openView(looked, 'playground/extract');
  await page.getByLabel('schema').fill('{"properties":{"name":{"type":"string"},"title":{"type":"string"}}}');
  await run(page, '/hostile');
  await page.getByRole('button', { name: 'Show name in the page' }).click();
  await page.frameLocator('iframe.frame').locator('body').waitFor();
  await openView(looked, `crawls/${body.job_id}`);
  await page.getByRole('button', { name: 'Show page 1' }).click();
  await page.locator('.prose').waitFor();
  expect(await page.evaluate(() => 'attacked' in window)).toBe(false);
  expect(
    await page.locator('.prose :is(img, script, svg, iframe, [onclick], [onerror], [style])').count(),
  ).toBe(0);
  expect(await page.evaluate(() => navigator.userAgent)).toContain('Headless');
  // Only gannet's own visits asked the site for anything; the browser of who looks did not.
  const asked = world.site.requests.filter(({ headers: { 'user-agent': agent = '' } }) =>
    /Headless/.test(agent),
  );
  expect(asked).toEqual([]);
  expect(complaints).toEqual([]);
});

const innerTexts = async (page: Page): Promise<string> =>
  (await Promise.all(page.frames().map((frame) => frame.locator('body').innerText()))).join('\n');

test('everything is reached by keyboard', async () => {
  await using looked = await open();
  const { page } = looked;
  await openView(looked, 'playground');
  const focused = () =>
    page.evaluate(() => document.activeElement?.textContent || document.activeElement?.id || '');
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Skip to content');
  await page.keyboard.press('Enter');
  expect(await focused()).toContain('Playground');
  await page.getByLabel('url *').focus();
  await page.keyboard.type(`${world.site.origin}/birds/9`);
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Rendered' }).focus();
  await page.keyboard.press('ArrowRight');
  expect(await focused()).toBe('Source');
  await page.getByLabel('Source', { exact: true }).last().waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  expect(await focused()).toBe('Timing');
  await page.getByRole('link', { name: 'Crawls' }).press('Enter');
  await page.getByRole('heading', { name: 'Crawls' }).waitFor();
  await page.locator('main:focus').waitFor();
});

test('a service that is gone is told of, and what was shown stays', async () => {
  await using looked = await open();
  const { page } = looked;
  await openView(looked, 'crawls');
  await page.getByRole('row').nth(1).waitFor();
  await page.route('**/v1/**', (route) => route.abort());
  await page.getByRole('alert').getByText('unreachable').waitFor({ timeout: 20_000 });
  expect(await page.getByRole('row').count()).toBeGreaterThan(1);
});
