import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CrawlResult } from '../../src/contract/crawl-results.ts';
import { crawlClient } from '../support/crawl-client.ts';
import { type CrawlSite, startCrawlSite } from '../support/crawl-site.ts';
import { eventually, type Service, startService, testKey } from '../support/service.ts';
import { file, html, type Page, startSite } from '../support/site.ts';

const otherKey = `svc_live_${randomBytes(32).toString('hex')}`;
const readerKey = `svc_live_${randomBytes(32).toString('hex')}`;
const starterKey = `svc_live_${randomBytes(32).toString('hex')}`;

let site: CrawlSite;
let service: Service;
let client: ReturnType<typeof crawlClient>;
beforeAll(async () => {
  site = await startCrawlSite();
  service = await startService({
    GANNET_API_KEYS: `tester:${testKey} other:${otherKey} tester:${readerKey}:crawl:read tester:${starterKey}:crawl:write`,
  });
  client = crawlClient(service);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const quick = { delay_ms: 0 };
const urlsOf = (results: readonly CrawlResult[]) => results.map(({ url }) => url).sort();
const nothing = '00000000-0000-7000-8000-000000000000';

describe('requests', () => {
  test('the creation view is complete, and defaults are those of the contract', async () => {
    const { status, body, headers } = await client.send('POST', '/v1/crawl', {
      start_url: `${site.origin}/gone`,
    });
    expect(status).toBe(202);
    expect(headers.get('x-request-id')).not.toBeNull();
    expect(body).toEqual({
      job_id: expect.stringMatching(/^[\da-f-]{36}$/),
      status: 'pending',
      mode: 'link',
      start_url: `${site.origin}/gone`,
      max_pages: 100,
      depth: 3,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    await client.ended(body.job_id);
  });

  const start_url = 'https://example.com/';
  test.each<[string, unknown, string]>([
    ['an unknown mode', { start_url, mode: 'dance' }, 'invalid_mode'],
    ['a mode that is no text', { start_url, mode: 7 }, 'invalid_mode'],
    ['nothing', {}, 'invalid_request'],
    ['a list', [], 'invalid_request'],
    ['link without start_url', { mode: 'link' }, 'invalid_request'],
    ['sitemap without start_url', { mode: 'sitemap' }, 'invalid_request'],
    ['pattern without start_url', { mode: 'pattern', url_pattern: '*' }, 'invalid_request'],
    ['pattern without url_pattern', { mode: 'pattern', start_url }, 'invalid_request'],
    ['batch without urls', { mode: 'batch', start_url }, 'invalid_request'],
    ['an empty list of urls', { urls: [] }, 'invalid_request'],
    ['urls that are none', { urls: ['nonsense'] }, 'invalid_request'],
    ['a file', { start_url: 'file:///etc/passwd' }, 'invalid_request'],
    ['an impossible host', { start_url: 'http://a b/' }, 'invalid_request'],
    ['no page', { start_url, max_pages: 0 }, 'invalid_request'],
    ['too many pages', { start_url, max_pages: 1001 }, 'invalid_request'],
    ['half a page', { start_url, max_pages: 1.5 }, 'invalid_request'],
    ['a negative depth', { start_url, depth: -1 }, 'invalid_request'],
    ['too much depth', { start_url, depth: 11 }, 'invalid_request'],
    ['too much delay', { start_url, options: { delay_ms: 60_001 } }, 'invalid_request'],
    ['a short timeout', { start_url, options: { timeout_per_page: 999 } }, 'invalid_request'],
    ['too little at once', { start_url, options: { parallel: 0 } }, 'invalid_request'],
    ['too much at once', { start_url, options: { parallel: 51 } }, 'invalid_request'],
    ['a pattern that is none', { start_url, options: { include_patterns: ['^('] } }, 'invalid_request'],
    ['a url_pattern that is none', { start_url, mode: 'pattern', url_pattern: '[z-a]+' }, 'invalid_request'],
    ['a pattern with NUL', { start_url, mode: 'pattern', url_pattern: '/a\0*' }, 'invalid_request'],
    ['a pattern cut in half', { start_url, options: { exclude_patterns: ['/\ud800*'] } }, 'invalid_request'],
    ['a secret with NUL', { start_url, webhook_secret: 'a\0b' }, 'invalid_request'],
    ['a secret cut in half', { start_url, webhook_secret: '\ud800' }, 'invalid_request'],
    ['a receiver inside', { start_url, callback_url: 'http://10.0.0.1/hook' }, 'invalid_request'],
  ])('%s is refused', async (_, body, error) => {
    const answer = await client.send('POST', '/v1/crawl', body);
    expect(answer).toMatchObject({ status: 400, body: { detail: { error } } });
  });

  test('the bounds of every range are taken', async () => {
    const bounds = [
      { max_pages: 1, depth: 0, options: { delay_ms: 60_000, timeout_per_page: 1000, parallel: 1 } },
      { max_pages: 1000, depth: 10, options: { delay_ms: 0, timeout_per_page: 120_000, parallel: 50 } },
    ];
    // A host of its own, which nobody listens at: it would rest for a minute after a page.
    for (const body of bounds)
      await client.ended(await client.start({ start_url: 'http://127.0.0.8:9/', ...body }));
  });

  test('null is the same as nothing, and unknown fields are told', async () => {
    const body = { start_url: `${site.origin}/gone`, mode: null, maxpages: 3 };
    const answer = await client.send('POST', '/v1/crawl', body);
    expect(answer.body.warnings).toEqual(['unknown field maxpages, did you mean max_pages?']);
    await client.ended(answer.body.job_id);
  });

  test('a repeat with the same Idempotency-Key is the same job', async () => {
    const body = { urls: [`${site.origin}/about`], options: quick };
    const key = { 'idempotency-key': 'once-only' };
    const [first, ...repeats] = await Promise.all(
      [1, 2, 3].map(() => client.send('POST', '/v1/crawl', body, key)),
    );
    for (const repeat of repeats) expect(repeat.body.job_id).toBe(first?.body.job_id);
    const other = await client.send('POST', '/v1/crawl', { ...body, depth: 1 }, key);
    expect(other).toMatchObject({ status: 409, body: { detail: { error: 'idempotency_conflict' } } });
    const stranger = await crawlClient(service, otherKey).send('POST', '/v1/crawl', body, key);
    expect(stranger.body.job_id).not.toBe(first?.body.job_id);
    await client.ended(first?.body.job_id);
  });
});

describe('owners', () => {
  test('a job is known to its owner alone', async () => {
    const { id } = await client.crawl({ urls: [`${site.origin}/about`], options: quick });
    const stranger = crawlClient(service, otherKey);
    const paths = ['', '/results', '/errors', '/events'].map((path) => `/v1/crawl/${id}${path}`);
    const foreign = await Promise.all(paths.map((path) => stranger.get(path)));
    const unknown = await Promise.all(paths.map((path) => client.get(path.replace(id, nothing))));
    const malformed = await Promise.all(paths.map((path) => client.get(path.replace(id, 'nonsense'))));
    for (const { status, body } of [...foreign, ...unknown, ...malformed])
      expect({ status, error: body.detail.error }).toEqual({ status: 404, error: 'not_found' });
    expect((await stranger.send('DELETE', `/v1/crawl/${id}`)).status).toBe(404);
    const { body } = await stranger.get('/v1/crawl?limit=1000');
    expect(body.jobs.map(({ job_id }: { job_id: string }) => job_id)).not.toContain(id);
  });

  test('without a key nothing is told; a narrow key opens what it is for', async () => {
    const bare = await fetch(`${service.url}/v1/crawl`, { method: 'POST', body: '{"mode":"dance"}' });
    expect(bare.status).toBe(401);
    const body = { urls: [`${site.origin}/about`], options: quick };
    const reader = crawlClient(service, readerKey);
    expect((await reader.send('POST', '/v1/crawl', body)).status).toBe(403);
    expect((await reader.get('/v1/crawl')).status).toBe(200);
    const { status } = await crawlClient(service, starterKey).crawl(body);
    expect(status.status).toBe('completed');
  });

  test('jobs are listed newest first, in pages', async () => {
    const made: string[] = [];
    for (let n = 0; n < 3; n++)
      made.push(await client.start({ urls: [`${site.origin}/about`], options: quick }));
    const { body } = await client.get('/v1/crawl?limit=3');
    expect(body.count).toBe(3);
    expect(body.jobs.map(({ job_id }: { job_id: string }) => job_id)).toEqual(made.toReversed());
    const second = await client.get('/v1/crawl?limit=1&offset=1');
    expect(second.body.jobs[0].job_id).toBe(made[1]);
    for (const query of ['limit=0', 'limit=1001', 'offset=-1', 'limit=x'])
      expect((await client.get(`/v1/crawl?${query}`)).status).toBe(400);
  });
});

describe('modes', () => {
  test('link: every page once, none twice, none that should not be', async () => {
    const begun = site.log.length;
    const { id, status, results } = await client.crawl({
      start_url: `${site.origin}/`,
      depth: 10,
      options: { ...quick, exclude_patterns: ['/traps'] },
    });
    expect(status).toMatchObject({ status: 'completed', error: null, error_count: 0 });
    expect(urlsOf(results)).toEqual([...site.pages].sort());
    for (const { url, markdown, metadata } of results) {
      expect(markdown).toContain(site.tokenOf(url));
      expect(metadata).toMatchObject({
        outcome: 'ok',
        attempts: 1,
        content_hash: expect.stringMatching(/^[\da-f]{64}$/),
      });
    }
    expect(new Set(results.map((result) => result.id)).size).toBe(results.length);
    const asked = site.log.slice(begun).map(({ path }) => path);
    expect(asked.filter((path) => /login|\?ref=|elsewhere/.test(path))).toEqual([]);
    expect(status.progress).toMatchObject({
      pages_crawled: site.pages.length,
      pages_total: site.pages.length,
    });
    expect(status.skipped_reasons).toMatchObject({ external: 1, robots: 2, pattern: 1 });
    const { body } = await client.get(`/v1/crawl/${id}/errors?limit=1000`);
    expect(body).toMatchObject({ job_id: id, count: 0, errors: [] });
    expect(body.skipped).toContainEqual({
      url: `${site.origin}/login`,
      reason: 'robots',
      found_on: `${site.origin}/`,
    });
    expect(body.skipped.length).toBe(status.progress.skipped);
  });

  test('link: depth and max_pages bound it; patterns choose', async () => {
    const near = await client.crawl({ start_url: `${site.origin}/`, depth: 1, options: quick });
    expect(urlsOf(near.results)).toEqual(
      ['/', '/about', '/list/1', '/traps'].map((path) => site.origin + path),
    );
    expect(near.status.skipped_reasons.depth).toBeGreaterThan(5);
    const start = await client.crawl({ start_url: `${site.origin}/`, depth: 0, options: quick });
    expect(start.results.map(({ url }) => url)).toEqual([`${site.origin}/`]);
    const few = await client.crawl({ start_url: `${site.origin}/`, max_pages: 5, depth: 5, options: quick });
    expect(few.results).toHaveLength(5);
    expect(few.status.progress.pages_total).toBe(5);
    const chosen = await client.crawl({
      start_url: `${site.origin}/list/1`,
      options: { ...quick, include_patterns: ['/a/*'], exclude_patterns: ['regex:/a/[0-3]$'] },
    });
    const wanted = ['/list/1', '/a/4', '/a/5', '/a/6', '/a/7'].map((path) => site.origin + path);
    expect(urlsOf(chosen.results)).toEqual(wanted.sort());
  });

  test('link: traps end, broken pages are told, files are no pages', async () => {
    const { id, status, results } = await client.crawl({
      start_url: `${site.origin}/traps`,
      depth: 4,
      max_pages: 1000,
      options: {
        ...quick,
        include_patterns: ['/{cal,deep,facet,session,picture.png,download,broken,gone,flaky,slow}*'],
      },
    });
    expect(status.status).toBe('completed');
    const count = (start: string) => results.filter(({ url }) => url.startsWith(site.origin + start)).length;
    expect(count('/session')).toBe(1);
    expect(count('/cal')).toBeLessThanOrEqual(60);
    expect(count('/facet')).toBeLessThanOrEqual(60);
    expect(count('/deep')).toBeLessThanOrEqual(31);
    const of = (path: string) => results.find(({ url }) => url === site.origin + path);
    expect(of('/gone')).toMatchObject({ status: 404, error: expect.stringMatching(/^http_404/) });
    expect(of('/broken')).toMatchObject({
      status: 500,
      error: expect.stringMatching(/^http_500/),
      metadata: { attempts: 3 },
    });
    expect(of('/flaky')).toMatchObject({ status: 200, error: null, metadata: { attempts: 2 } });
    expect(of('/slow')).toMatchObject({ status: 200, error: null });
    expect(of('/picture.png')).toBeUndefined();
    expect(of('/download')).toBeUndefined();
    expect(status.skipped_reasons.type).toBe(2);
    expect(status.error_count).toBe(2);
    const { body } = await client.get(`/v1/crawl/${id}/errors`);
    expect(body.errors.map(({ url }: { url: string }) => url).sort()).toEqual([
      `${site.origin}/broken`,
      `${site.origin}/gone`,
    ]);
    // The site asked to be left alone for a second.
    const [first, second] = site.log.filter(({ path }) => path === '/flaky');
    expect((second?.startedAt ?? 0) - (first?.endedAt ?? 0)).toBeGreaterThanOrEqual(990);
  });

  test('a page that leads to no page fails alone', async () => {
    const urls = ['/blank', '/about'].map((path) => site.origin + path);
    const { status, results } = await client.crawl({ urls, options: quick });
    expect(status).toMatchObject({ status: 'completed', error_count: 1 });
    expect(Object.fromEntries(results.map(({ url, error }) => [url, error]))).toEqual({
      [`${site.origin}/blank`]: 'scrape_failed: The address led to no page.',
      [`${site.origin}/about`]: null,
    });
    const map = await client.send('POST', '/v1/map', { url: `${site.origin}/blank` });
    expect(map).toMatchObject({
      status: 200,
      body: { warnings: [expect.stringContaining('The address led to no page.')] },
    });
  });

  test('an address whose answer has no document is asked for once', async () => {
    await using mute = await startSite({ '/mute': (_, response) => response.writeHead(204).end() });
    const { results } = await client.crawl({ urls: [`${mute.origin}/mute`], options: quick });
    expect(results).toMatchObject([{ error: 'empty_response: The server sent no document.' }]);
    expect(mute.countOf('/mute')).toBe(1);
  });

  test('sitemap: a place on itself is no page', async () => {
    const map = `<urlset><url><loc>#top</loc></url><url><loc>/page</loc></url></urlset>`;
    await using own = await startSite({
      '/map.xml': file('application/xml', map),
      '/page': html('Page', '<p>The only page of this site.</p>'),
    });
    const { results } = await client.crawl({
      mode: 'sitemap',
      start_url: `${own.origin}/map.xml`,
      options: quick,
    });
    expect(urlsOf(results)).toEqual([`${own.origin}/page`]);
    expect(own.countOf('/map.xml')).toBe(1);
  });

  test('sitemap: indexes, gzip and text, of the same site only', async () => {
    const { status, results } = await client.crawl({
      mode: 'sitemap',
      start_url: site.origin,
      options: quick,
    });
    const wanted = [`${site.origin}/about`, ...site.pages.filter((url) => url.includes('/a/'))];
    expect(urlsOf(results)).toEqual(wanted.sort());
    expect(status.skipped_reasons.external).toBe(1);
    const direct = await client.crawl({
      mode: 'sitemap',
      start_url: `${site.origin}/other.txt`,
      options: quick,
    });
    expect(urlsOf(direct.results)).toEqual([`${site.origin}/about`]);
    const none = await client.crawl({
      mode: 'sitemap',
      start_url: `${site.origin}/nowhere.xml`,
      options: quick,
    });
    expect(none.status).toMatchObject({
      status: 'failed',
      result_count: 0,
      error: expect.stringContaining('status 404'),
    });
  });

  test('a sitemap that cannot be read is told, and those that can be are', async () => {
    const locs = (tag: string, paths: readonly string[]) =>
      paths.map((path) => `<${tag}><loc>${path}</loc></${tag}>`).join('');
    const maps = ['/gone.xml', '/good.xml'];
    await using web = await startSite({
      '/maps.xml': file('application/xml', `<sitemapindex>${locs('sitemap', maps)}</sitemapindex>`),
      '/good.xml': file('application/xml', `<urlset>${locs('url', ['/page'])}</urlset>`),
      '/page': html('Page', `<h1>Page</h1><p>${'Gannets dive. '.repeat(40)}</p>`),
    });
    const start_url = `${web.origin}/maps.xml`;
    const warnings = [`${web.origin}/gone.xml: The sitemap was answered with status 404.`];
    const { id, status } = await client.crawl({ mode: 'sitemap', start_url, options: quick });
    expect(status).toMatchObject({ status: 'completed', result_count: 1, error: null, warnings });
    const { body } = await client.get('/v1/crawl?limit=1');
    expect(body.jobs[0]).toMatchObject({ job_id: id, warnings });
  });

  test.each([true, false])(
    'a parameter that is new in every link makes no page and soon no request, with canonical addresses: %s',
    async (isNamed) => {
      let visitor = 0;
      const page: Page = (request, response) => {
        const path = new URL(request.url ?? '/', 'http://site').pathname;
        const links = paths.map((to) => `<a href="${to}?visitor=${visitor++}">to ${to}</a>`).join(' ');
        const body = `<main><h1>Page ${path}</h1><p>${'Gannets dive. '.repeat(40)}</p>${links}</main>`;
        const head = isNamed ? `<link rel="canonical" href="${path}">` : '';
        response.setHeader('content-type', 'text/html').end(html(`Page ${path}`, body, head));
      };
      const paths = ['/a', '/b', '/c', '/d', '/e', '/f'];
      await using web = await startSite(Object.fromEntries(['/', ...paths].map((path) => [path, page])));
      const { results } = await client.crawl({ start_url: web.origin, depth: 10, options: quick });
      const pages = results.map(({ url }) => new URL(url).pathname);
      expect(pages.sort()).toEqual(['/', ...paths]);
      expect(web.hits.length).toBeLessThan(40);
    },
  );

  test('a feed is no result, as whatever XML it is sent, and its links are followed', async () => {
    const page = (title: string, ...links: readonly string[]) =>
      html(
        title,
        `<h1>${title}</h1><p>${`${title} dives. `.repeat(40)}</p>${links.map((to) => `<a href="${to}">to</a>`)}`,
      );
    const item = (to: string) =>
      `<item><title>News</title><link>${to}</link><description>New.</description></item>`;
    const feed = `<?xml version="1.0"?><rss version="2.0"><channel><title>All</title>${item('/c')}</channel></rss>`;
    await using web = await startSite({
      '/': page('Gannet', '/feed.xml', '/data.xml'),
      '/feed.xml': file('application/xml', feed),
      '/data.xml': file('text/xml', `<birds>${'<bird>gannet</bird>'.repeat(30)}</birds>`),
      '/c': page('Tern'),
    });
    const { status, results } = await client.crawl({ start_url: `${web.origin}/`, options: quick });
    expect(urlsOf(results)).toEqual(['/', '/c', '/data.xml'].map((path) => web.origin + path));
    expect(status.skipped_reasons).toMatchObject({ type: 1 });
    const asked = await client.crawl({ urls: [`${web.origin}/feed.xml`], options: quick });
    expect(asked.results).toHaveLength(1);
  });

  test('pattern: only what matches, from links and sitemaps', async () => {
    const { status, results } = await client.crawl({
      mode: 'pattern',
      start_url: `${site.origin}/`,
      url_pattern: '/a/1*',
      options: quick,
    });
    const wanted = site.pages.filter((url) => /\/a\/1/.test(url));
    expect(urlsOf(results)).toEqual(wanted.sort());
    expect(status.skipped_reasons.pattern).toBeGreaterThan(0);
  });

  test('pattern: where no sitemap names such a page, others lead to it and are no results', async () => {
    const crawl = async (depth: number) => {
      const before = site.log.length;
      const { status, results } = await client.crawl({
        mode: 'pattern',
        start_url: `${site.origin}/`,
        url_pattern: '/{slow,gone}',
        max_pages: 10,
        depth,
        options: quick,
      });
      return { status, results, paths: site.log.slice(before).map(({ path }) => path) };
    };
    const near = await crawl(1);
    const warnings = [
      'No page that the patterns allow was fetched: skipped_reasons tells what was left out.',
    ];
    expect(near.status).toMatchObject({ status: 'completed', result_count: 0, error: null, warnings });
    expect(near.paths).not.toContain('/traps');

    const far = await crawl(2);
    expect(urlsOf(far.results)).toEqual([`${site.origin}/gone`, `${site.origin}/slow`]);
    expect(far.status.warnings).toEqual([]);
    expect(far.results.find(({ url }) => url.endsWith('/slow'))?.metadata).toMatchObject({
      depth: 2,
      parent_url: `${site.origin}/traps`,
    });
    expect(far.status.skipped_reasons.pattern).toBeGreaterThan(2);
    expect(far.paths).toEqual(expect.arrayContaining(['/', '/list/1', '/about', '/traps']));
    // What only leads is not gone through twice, nor what lies too deep to lead anywhere.
    expect(far.paths.filter((path) => path === '/traps')).toHaveLength(1);
    expect(far.paths).not.toContain('/a/0');
  });

  test('output: HTML or tables beside the Markdown, as a scrape gives them', async () => {
    const urls = [`${site.origin}/a/1`, 'http://127.0.0.9:9/'];
    const get = async (output: string) =>
      (await client.crawl({ urls, options: { ...quick, output } })).results.toSorted((a, b) =>
        a.url.localeCompare(b.url),
      );
    const [html, failed] = await get('html');
    expect(html).toMatchObject({ markdown: expect.stringContaining('token'), data: { format: 'html' } });
    const scraped = await client.send('POST', '/v1/scrape', { url: urls[0], output: 'html' });
    expect(html?.data).toEqual(scraped.body.data);
    expect(failed).not.toHaveProperty('data');

    const [csv] = await get('csv');
    expect(csv?.data).toEqual({ format: 'csv', tables: [], table_count: 0, data: '' });
    for (const result of await get('markdown')) expect(result).not.toHaveProperty('data');
    expect((await client.send('POST', '/v1/crawl', { urls, options: { output: 'pdf' } })).body).toMatchObject(
      {
        detail: { error: 'invalid_request', issues: [{ path: 'options.output' }] },
      },
    );
  });

  test('batch: the pages that were asked for, files and failures told', async () => {
    const urls = ['/a/1', '/gone', '/download', '/a/1#part', '/login'].map((path) => site.origin + path);
    const { status, results } = await client.crawl({
      urls: [...urls, 'http://127.0.0.9:9/'],
      options: quick,
    });
    expect(status).toMatchObject({ mode: 'batch', status: 'completed', max_pages: 100 });
    expect(status).not.toHaveProperty('start_url');
    const errors = Object.fromEntries(
      results.map(({ url, error }) => [url.replace(site.origin, ''), error?.split(':')[0]]),
    );
    expect(errors).toEqual({
      '/a/1': undefined,
      '/gone': 'http_404',
      '/download': 'unsupported_content_type',
      'http://127.0.0.9:9/': 'connection_failed',
    });
    // Redirects may lead to other hosts: it says which one it was.
    expect(results.find(({ url }) => url.includes('127.0.0.9'))?.error).toContain('127.0.0.9:9');
    expect(status.skipped_reasons.robots).toBe(1);
    const failed = await client.crawl({ urls: [`${site.origin}/gone`], options: quick });
    expect(failed.status).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/^http_404/),
      result_count: 1,
    });
  });

  test('batch: a page that is named again is fetched once, takes no room, and the caller is told', async () => {
    const urls = ['/a', '/a#top', '/b', '/b?utm_source=x', '/c'].map((path) => `${site.origin}${path}`);
    const { body } = await client.send('POST', '/v1/crawl', { urls, max_pages: 2, options: quick });
    expect(body.warnings).toEqual([
      'urls names 2 pages again: each is fetched once',
      'urls has 3 entries: those beyond max_pages are not fetched',
    ]);
    await client.ended(body.job_id);
    expect(urlsOf(await client.resultsOf(body.job_id))).toEqual([urls[0], urls[2]]);
    const one = await client.send('POST', '/v1/crawl', { urls: urls.slice(0, 2), options: quick });
    expect(one.body.warnings).toEqual(['urls names 1 page again: each is fetched once']);
    await client.ended(one.body.job_id);
  });

  test('robots.txt: an unreachable one forbids all, and respect can be switched off', async () => {
    const urls = [`${site.origin}/login`];
    const forbidden = await client.crawl({ urls, options: quick });
    expect(forbidden.status).toMatchObject({ status: 'failed', result_count: 0 });
    const free = await client.crawl({ urls, options: { ...quick, respect_robots_txt: false } });
    expect(free.results).toHaveLength(1);
  });
});

describe('results', () => {
  test('they come in pages of stable order, and as lines', async () => {
    const { id, results } = await client.crawl({
      start_url: `${site.origin}/list/1`,
      options: quick,
      max_pages: 9,
    });
    const pages = await Promise.all(
      [0, 4, 8].map((offset) => client.get(`/v1/crawl/${id}/results?limit=4&offset=${offset}`)),
    );
    expect(pages.map(({ body }) => body.count)).toEqual([4, 4, 1]);
    expect(pages.flatMap(({ body }) => body.results)).toEqual(results);
    expect((await client.get(`/v1/crawl/${id}/results?offset=99`)).body).toEqual({
      job_id: id,
      count: 0,
      results: [],
    });
    const lines = await client.get(`/v1/crawl/${id}/results?format=ndjson`);
    expect(lines.headers.get('content-type')).toBe('application/x-ndjson');
    expect(
      lines.body
        .trimEnd()
        .split('\n')
        .map((line: string) => JSON.parse(line)),
    ).toEqual(results);
    for (const query of ['limit=0', 'limit=1001', 'offset=-1', 'format=xml'])
      expect((await client.get(`/v1/crawl/${id}/results?${query}`)).status).toBe(400);
  });

  test('what a query asks in vain is told, by a header where there is no other place', async () => {
    const { id, results } = await client.crawl({ mode: 'batch', urls: [`${site.origin}/a/1`] });
    const get = (path: string) => client.get(`/v1/crawl${path}?limt=1&limit=5&limit=9&g%C3%B6%0A=`);
    const warnings = [
      'limit is given more than once: the last one counts',
      'unknown field limt, did you mean limit?',
      'unknown field gö\n',
    ];
    expect((await get('')).body).toMatchObject({ warnings });
    expect((await get(`/${id}/results`)).body).toEqual({ job_id: id, count: 1, warnings, results });
    expect((await get(`/${id}/errors`)).body).toMatchObject({ errors: [], warnings });
    const lines = await client.get(`/v1/crawl/${id}/results?format=ndjson&limt=1&g%C3%B6%0A=`);
    expect(lines.headers.get('warning')).toBe(
      '299 gannet "unknown field limt, did you mean limit?", 299 gannet "unknown field g\\u00f6\\n"',
    );
    expect(JSON.parse(lines.body)).toEqual(results[0]);
    const events = await client.get(`/v1/crawl/${id}/events?last_event=1`);
    expect(events.headers.get('warning')).toBe(
      '299 gannet "unknown field last_event, did you mean last_event_id?"',
    );
  });

  test('events: everything once, and on from the last one seen', async () => {
    const id = await client.start({ start_url: `${site.origin}/list/1`, options: quick, max_pages: 9 });
    const eventsOf = (text: string) =>
      text
        .split('\n\n')
        .filter((block) => block.includes('event:'))
        .map((block) => ({
          id: /^id: (.*)$/m.exec(block)?.[1],
          event: /^event: (.*)$/m.exec(block)?.[1],
          data: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? 'null'),
        }));
    const live = await client.get(`/v1/crawl/${id}/events`);
    expect(live.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const events = eventsOf(live.body);
    const results = events.filter(({ event }) => event === 'result');
    expect(results.map((event) => event.id)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
    expect(results.map(({ data }) => data)).toEqual(await client.resultsOf(id));
    expect(events.some(({ event }) => event === 'progress')).toBe(true);
    expect(events.at(-1)).toMatchObject({ event: 'end', data: { status: 'completed' } });
    const rest = eventsOf((await client.get(`/v1/crawl/${id}/events`, { 'last-event-id': '7' })).body);
    expect(rest.map((event) => event.id)).toEqual(['8', '9', undefined]);
    expect((await client.get(`/v1/crawl/${id}/events`, { 'last-event-id': 'x' })).status).toBe(400);
  });

  test('map: addresses without their pages', async () => {
    const begun = site.visits().length;
    const { status, body } = await client.send('POST', '/v1/map', {
      url: `${site.origin}/`,
      exclude_patterns: ['/traps'],
    });
    expect(status).toBe(200);
    const sources = Object.fromEntries(
      body.links.map(({ url, source }: { url: string; source: string }) => [
        url.replace(site.origin, ''),
        source,
      ]),
    );
    expect(sources).toMatchObject({ '/a/0': 'sitemap', '/a/23': 'sitemap', '/list/1': 'link' });
    expect(Object.keys(sources)).not.toContain('/login');
    expect(body.count).toBe(body.links.length);
    expect(site.visits().length - begun).toBe(1);
    const few = await client.send('POST', '/v1/map', { url: site.origin, limit: 3 });
    expect(few.body.count).toBe(3);
    expect((await client.send('POST', '/v1/map', { url: 'nonsense' })).status).toBe(400);
  });
});

describe('cancelling', () => {
  test('DELETE ends the requests under way within a second, and no more follow', async () => {
    await using slow = await startCrawlSite({ slowness: 20_000 });
    const id = await client.start({
      urls: Array.from({ length: 20 }, (_, n) => `${slow.origin}/more/${n}`),
      options: { ...quick, respect_robots_txt: false },
    });
    await eventually(() => slow.log.length >= 5);
    const { status, body } = await client.send('DELETE', `/v1/crawl/${id}`);
    const at = performance.now();
    expect({ status, body }).toEqual({ status: 204, body: '' });
    await eventually(() => slow.log.every(({ endedAt }) => endedAt !== undefined), 5000);
    expect(Math.max(...slow.log.map(({ endedAt = 0 }) => endedAt)) - at).toBeLessThan(1000);
    expect(Math.max(...slow.log.map(({ startedAt }) => startedAt))).toBeLessThan(at);
    expect(await client.statusOf(id)).toMatchObject({
      status: 'canceled',
      result_count: 0,
      progress: { current_url: '' },
    });
    expect((await client.send('DELETE', `/v1/crawl/${id}`)).status).toBe(204);
  });

  test('a job that is over cannot be cancelled', async () => {
    const { id } = await client.crawl({ urls: [`${site.origin}/about`], options: quick });
    const answer = await client.send('DELETE', `/v1/crawl/${id}`);
    expect(answer).toMatchObject({ status: 409, body: { detail: { error: 'job_finished' } } });
    expect((await client.send('DELETE', `/v1/crawl/${nothing}`)).status).toBe(404);
  });
});

describe('politeness', () => {
  /** Milliseconds from the end of each page to the start of the next. */
  const gapsOf = (visits: ReturnType<CrawlSite['visits']>) =>
    visits.slice(1).map(({ startedAt }, index) => startedAt - (visits[index]?.endedAt ?? Number.NaN));

  test('the delay holds between all jobs on a host', async () => {
    await using polite = await startCrawlSite({ slowness: 30 });
    const body = {
      start_url: `${polite.origin}/list/1`,
      max_pages: 4,
      options: { delay_ms: 250, respect_robots_txt: false },
    };
    const jobs = await Promise.all([client.crawl(body), client.crawl(body)]);
    for (const { results } of jobs) expect(results).toHaveLength(4);
    const visits = polite.visits();
    expect(visits.map(({ path }) => path).sort()).toEqual(
      jobs.flatMap(({ results }) => results.map(({ url }) => url.slice(polite.origin.length))).sort(),
    );
    expect(Math.min(...gapsOf(visits))).toBeGreaterThanOrEqual(250);
  });

  test('broken pages do not slow the others down', async () => {
    await using broken = await startSite(
      Object.fromEntries([
        ...[1, 2, 3, 4, 5].map((n): [string, Page] => [
          `/broken/${n}`,
          (_, response) => response.writeHead(500).end('Oops'),
        ]),
        ['/fine', 'All is well here.'],
      ]),
    );
    const paths = ['/broken/1', '/broken/2', '/broken/3', '/broken/4', '/broken/5', '/fine'];
    const { status } = await client.crawl({
      urls: paths.map((path) => broken.origin + path),
      options: quick,
    });
    expect(status).toMatchObject({ status: 'completed', result_count: 6, error_count: 5 });
    const asked = broken.requests.filter(({ url }) => url?.startsWith('/broken'));
    expect(asked).toHaveLength(15);
    expect(Date.parse(String(status.completed_at)) - Date.parse(String(status.started_at))).toBeLessThan(
      45_000,
    );
  });

  test('a Crawl-delay counts where it is more', async () => {
    await using polite = await startCrawlSite({ robots: 'User-agent: gannet\nCrawl-delay: 0.4\n' });
    const { results } = await client.crawl({
      start_url: `${polite.origin}/list/1`,
      max_pages: 4,
      options: quick,
    });
    const visits = polite.visits();
    expect(visits.map(({ path }) => path)).toEqual(results.map(({ url }) => url.slice(polite.origin.length)));
    expect(Math.min(...gapsOf(visits))).toBeGreaterThanOrEqual(400);
  });

  test('it counts for sitemaps, too, and from the last of them to the first page', async () => {
    await using polite = await startCrawlSite({
      robots: 'User-agent: gannet\nCrawl-delay: 0.4\nSitemap: /index.xml\n',
    });
    const sitemap = { mode: 'sitemap', start_url: polite.origin, max_pages: 1, options: quick };
    const batch = { urls: [`${polite.origin}/list/1`], options: quick };
    const jobs = await Promise.all([client.crawl(sitemap), client.crawl(batch)]);
    for (const { results } of jobs) expect(results).toHaveLength(1);
    const asked = polite.log.filter(({ path }) => !/^\/(?:robots\.txt|favicon\.ico)$/.test(path));
    expect(asked.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/index.xml', '/articles.xml.gz', '/list/1', '/a/0']),
    );
    expect(Math.min(...gapsOf(asked))).toBeGreaterThanOrEqual(400);
  });
});
