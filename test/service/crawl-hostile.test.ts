import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { crawlClient } from '../support/crawl-client.ts';
import { type HostileWeb, startHostileWeb } from '../support/hostile-web.ts';
import { type Service, startService } from '../support/service.ts';
import { file, html, redirect, startSite } from '../support/site.ts';

/** Discovery on a web that means it ill: what is good is found, nothing else is reached, and every job ends. */

let web: HostileWeb;
let service: Service;
let client: ReturnType<typeof crawlClient>;
beforeAll(async () => {
  web = await startHostileWeb();
  service = await startService({ GANNET_ALLOW_NETWORKS: '127.0.0.1/32', GANNET_PAGE_BYTES: '3000000' });
  client = crawlClient(service);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await web[Symbol.asyncDispose]();
});
beforeEach(() => {
  web.site.hits.length = 0;
  web.secret.hits.length = 0;
});

const options = { delay_ms: 0 };
const crawl = async (body: Record<string, unknown>) => {
  const { id, status, results } = await client.crawl({ options, ...body });
  const { body: ledger } = await client.get(`/v1/crawl/${id}/errors?limit=1000`);
  return {
    status,
    ledger,
    good: results
      .filter(({ error }) => error === null)
      .map(({ url }) => url.replace(web.site.origin, ''))
      .sort(),
    errors: Object.fromEntries(
      results
        .filter(({ error }) => error !== null)
        .map(({ url, error }) => [url.replace(web.site.origin, ''), error?.split(':')[0]]),
    ),
  };
};

test('sitemaps: circles, bombs, entities, other hosts, a thousand spellings of one page', async () => {
  const { status, good, errors, ledger } = await crawl({
    mode: 'sitemap',
    start_url: `${web.site.origin}/maps`,
  });
  expect(status.status).toBe('completed');
  expect(good).toEqual(['/good/1', '/good/2', '/good/3?utm_source=0', '/good/4']);
  expect(errors).toEqual({});
  expect(ledger.skipped).toContainEqual({
    url: `${web.site.origin}/forbidden/1`,
    reason: 'robots',
    found_on: `${web.site.origin}/map/good`,
  });
  expect(web.site.countOf('/maps')).toBe(1);
  expect(web.site.countOf('/good/3')).toBe(1);
  expect(web.secret.hits).toEqual([]);
});

test('links: other schemes, other hosts, redirects inside, bodies and lists without end', async () => {
  const { status, good, errors } = await crawl({
    start_url: `${web.site.origin}/traps`,
    depth: 1,
    max_pages: 60,
  });
  expect(status.status).toBe('completed');
  expect(good).toEqual(expect.arrayContaining(['/canonical', '/good/1', '/traps']));
  for (const path of ['/to/inside', '/to/loop/0', '/to/file']) expect(Object.keys(errors)).toContain(path);
  expect(good.filter((path) => /^\/to|forbidden|x{9}/.test(path))).toEqual([]);
  expect(web.site.hits.filter((hit) => hit.includes('forbidden'))).toEqual([]);
  expect(web.secret.hits).toEqual([]);
});

test('links that may lead to other sites still do not lead inside', async () => {
  const { good, errors } = await crawl({
    start_url: `${web.site.origin}/outside`,
    options: { ...options, follow_external: true, respect_robots_txt: false },
  });
  expect(good).toEqual(['/good/1', '/outside']);
  expect(errors).toEqual({ [`${web.secret.origin}/`]: 'connection_failed' });
  expect(web.secret.hits).toEqual([]);
});

test('a page with thousands of links costs what max_pages allows', async () => {
  const { status, good, errors } = await crawl({ start_url: `${web.site.origin}/many`, max_pages: 5 });
  expect(status.status).toBe('completed');
  expect(good.length + Object.keys(errors).length).toBe(5);
  expect(web.site.hits.filter((hit) => hit.includes('/many/')).length).toBeLessThanOrEqual(3 * 5);
});

test('a start that leads inside is a failure that tells nothing', async () => {
  const inside = await crawl({
    start_url: `${web.secret.origin}/`,
    options: { ...options, respect_robots_txt: false },
  });
  const closed = await crawl({
    start_url: 'http://127.0.0.1:2/',
    options: { ...options, respect_robots_txt: false },
  });
  expect(inside.status).toMatchObject({ status: 'failed', error: closed.status.error });
  const maps = await crawl({ mode: 'sitemap', start_url: `${web.secret.origin}/sitemap.xml` });
  expect(maps.status).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('could not be reached'),
  });
  expect(web.secret.hits).toEqual([]);
});

test('where robots.txt forbids it, no redirect leads', async () => {
  await using other = await startSite({ '/robots.txt': file('text/plain', 'User-agent: *\nDisallow: /no') });
  await using site = await startSite({
    '/robots.txt': file('text/plain', 'User-agent: *\nDisallow: /private'),
    '/': html('Home', '<a href="/here">1</a><a href="/there">2</a><a href="/fine">3</a>'),
    '/here': redirect('/private/page'),
    '/there': redirect(`${other.origin}/no`),
    '/fine': redirect('/end'),
    '/end': html('End', 'The end.'),
  });
  const asked = { ...options, follow_external: true };
  const { status, good, ledger } = await crawl({ start_url: `${site.origin}/`, options: asked });
  expect(status.skipped_reasons).toMatchObject({ robots: 2 });
  expect(ledger.skipped.map(({ url }: { url: string }) => url)).toEqual([
    `${site.origin}/here`,
    `${site.origin}/there`,
  ]);
  expect(good).toEqual([`${site.origin}/`, `${site.origin}/fine`]);
  expect([site.countOf('/private/page'), other.countOf('/no')]).toEqual([0, 0]);
  const free = { ...asked, respect_robots_txt: false };
  await crawl({ start_url: `${site.origin}/here`, options: free, max_pages: 1 });
  expect(site.countOf('/private/page')).toBe(1);
});

test('no redirect leads to a page that the job has already', async () => {
  await using site = await startSite({
    '/': html('Home', '<a href="/end">1</a><a href="/old">2</a><a href="/home">3</a><a href="/far">4</a>'),
    '/end': html('End', 'The end.'),
    '/old': redirect('/older'),
    '/older': redirect('/end'),
    '/home': redirect('/'),
    '/far': html('Far', '<a href="/old?again">5</a>'),
    '/old?again': redirect('/end'),
  });
  const { status, good, ledger } = await crawl({
    start_url: `${site.origin}/`,
    options: { ...options, parallel: 1 },
  });
  expect(good.map((url) => url.replace(site.origin, ''))).toEqual(['/', '/end', '/far']);
  expect(status.skipped_reasons).toMatchObject({ duplicate: 3 });
  expect(ledger.skipped.map(({ reason }: { reason: string }) => reason)).toEqual(Array(3).fill('duplicate'));
  expect([site.countOf('/'), site.countOf('/end')]).toEqual([1, 1]);
});

test('a job whose start is no page of its site tells what it is', async () => {
  await using other = await startSite({ '/': html('Other', 'Another site.') });
  await using site = await startSite({
    '/away': redirect(`${other.origin}/`),
    '/packed': file('application/octet-stream', '\0\x01'.repeat(50)),
  });
  const errorOf = async (path: string) =>
    (await crawl({ start_url: site.origin + path, options })).status.error;
  expect(await errorOf('/away')).toBe(
    `${site.origin}/away: leads to another site, ${other.origin}/: begin there`,
  );
  expect(await errorOf('/packed')).toMatch(`${site.origin}/packed: unsupported_content_type: `);
});

test('a robots.txt that never comes ends the job', async () => {
  await using silent = await startSite({ '/robots.txt': () => undefined, '/': 'page' });
  const { status, errors } = await crawl({ start_url: `${silent.origin}/` });
  expect(status.status).toBe('failed');
  expect(errors).toEqual({ [`${silent.origin}/`]: 'robots_unreachable' });
  expect(silent.countOf('/')).toBe(0);
});
