import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService, testKey } from '../support/service.ts';
import { html, type Site, startSite } from '../support/site.ts';

const otherKey = `svc_live_${randomBytes(32).toString('hex')}`;
const text =
  'Gannets dive from thirty metres and enter the sea like arrows, which few other birds can do. '.repeat(6);

/** How long each request of `/slow-start` takes, in milliseconds. */
const slowStarts = [20_000];

let site: Site;
let service: Service;
beforeAll(async () => {
  const page = html('Page', `<h1>Page</h1><p>${text}</p>`);
  const names = ['/once', '/options', '/bypass', '/age', '/flight', '/private', '/script', '/fragment'];
  site = await startSite({
    ...Object.fromEntries(names.map((name) => [name, page])),
    '/flight': (_request, response) =>
      setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(page), 400),
    '/in-trouble': (_request, response) => response.writeHead(503, { 'content-type': 'text/html' }).end(page),
    '/slow-end': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write(`<h1>Slow</h1><p>${text}</p>`);
      setTimeout(() => response.end('<p>The end at last.</p>'), 3500);
    },
    '/slow-start': (_request, response) =>
      setTimeout(
        () => response.writeHead(200, { 'content-type': 'text/html' }).end(page),
        slowStarts.shift(),
      ),
    '/broken': (request) => request.socket.destroy(),
    '/challenge': (_request, response) =>
      response
        .writeHead(403, { 'content-type': 'text/html', 'cf-mitigated': 'challenge' })
        .end(html('Just a moment...', 'x')),
  });
  service = await startService({ GANNET_API_KEYS: `tester:${testKey} other:${otherKey}` });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const scrape = (path: string, more: Record<string, unknown> = {}, key = testKey) =>
  service.post('/v1/scrape', { url: `${site.origin}${path}`, ...more }, { authorization: `Bearer ${key}` });

test('an answer is given again, and says so', async () => {
  const first = await scrape('/once');
  const second = await scrape('/once');
  expect(site.countOf('/once')).toBe(1);
  expect(first.body.metadata).toMatchObject({ cached: false, cached_at: null });
  expect(second.body.metadata.cached).toBe(true);
  expect(Math.abs(Date.parse(second.body.metadata.cached_at) - Date.now())).toBeLessThan(60_000);
  expect(second.body.data).toEqual(first.body.data);
  expect((await scrape('/once', {}, otherKey)).body.metadata.cached).toBe(true);
});

test('what changes the answer has an entry of its own', async () => {
  await scrape('/options');
  await scrape('/options', { options: { links: true } });
  await scrape('/options', { output: 'html' });
  await scrape('/options', { wait_strategy: 'spa' });
  await scrape('/options', { block_media: false });
  expect(site.countOf('/options')).toBe(5);
  await scrape('/options', { timeout_ms: 5000, retry: false, options: {} });
  expect(site.countOf('/options')).toBe(5);
});

test('bypass_cache and max_age_ms 0 ask anew, and refresh the entry', async () => {
  await scrape('/bypass');
  expect((await scrape('/bypass', { bypass_cache: true })).body.metadata.cached).toBe(false);
  expect((await scrape('/bypass', { max_age_ms: 0 })).body.metadata.cached).toBe(false);
  expect(site.countOf('/bypass')).toBe(3);
  expect((await scrape('/bypass')).body.metadata.cached).toBe(true);
});

test('max_age_ms refuses an older answer', async () => {
  await scrape('/age');
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect((await scrape('/age', { max_age_ms: 20 })).body.metadata.cached).toBe(false);
});

test('identical requests at once share one fetch', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => scrape('/flight')));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(site.countOf('/flight')).toBe(1);
});

test('a fragment is not kept: who gives the page more time gets all of it', async () => {
  const hasty = await scrape('/slow-end', { timeout_ms: 2000 });
  expect(hasty.body.metadata).toMatchObject({ stopped_by: 'deadline', cached: false });
  const patient = await scrape('/slow-end', { timeout_ms: 20_000 });
  expect(patient.body.metadata.cached).toBe(false);
  expect(patient.body.data.markdown).toContain('The end at last');
  expect((await scrape('/slow-end', { timeout_ms: 2000 })).body.metadata.cached).toBe(true);
});

test('a site in trouble is asked anew', async () => {
  const first = await scrape('/in-trouble', { retry: false });
  expect(first.body.metadata.status_code).toBe(503);
  const asked = site.countOf('/in-trouble');
  expect((await scrape('/in-trouble')).body.metadata).toMatchObject({ cached: false, attempts: 4 });
  expect(site.countOf('/in-trouble')).toBe(asked + 4);
});

test('who comes late to a fetch that fails has a fetch and a budget of its own', async () => {
  const early = scrape('/slow-start', { timeout_ms: 3000 });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const late = await scrape('/slow-start', { timeout_ms: 3000 });
  expect((await early).status).toBe(504);
  expect(late.status, JSON.stringify(late.body.detail)).toBe(200);
});

test('failures and walls are not kept', async () => {
  for (const path of ['/broken', '/challenge']) {
    await scrape(path, { retry: false, timeout_ms: 10_000 });
    const before = site.countOf(path);
    await scrape(path, { retry: false, timeout_ms: 10_000 });
    expect(site.countOf(path)).toBeGreaterThan(before);
  }
});

test('requests with credentials are neither kept nor shared', async () => {
  const url = site.origin.replace('http://', 'http://user:secret@');
  for (let turn = 0; turn < 2; turn++)
    expect((await service.scrape({ url: `${url}/private` })).body.metadata.cached).toBe(false);
  expect(site.countOf('/private')).toBe(2);
});

test("what a caller's script made of a page is that caller's", async () => {
  const javascript = 'document.querySelector("h1").textContent = "Mine"';
  await scrape('/script', { javascript });
  expect((await scrape('/script', { javascript })).body.metadata.cached).toBe(true);
  expect((await scrape('/script', { javascript }, otherKey)).body.metadata.cached).toBe(false);
});
