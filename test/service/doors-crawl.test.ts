import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DeliveryRecord } from '../../src/contract/webhook.ts';
import { crawlClient } from '../support/crawl-client.ts';
import { callTool } from '../support/mcp.ts';
import { type Service, startService } from '../support/service.ts';
import { file, html, redirect } from '../support/site.ts';
import { direct, few, inLanes, spellings, startWebs, type Webs, words } from '../support/webs.ts';

/** Wherever crawls, maps and webhooks are led: the victim sees nothing of it (test/support/webs.ts). */

let webs: Webs;
let service: Service;
let client: ReturnType<typeof crawlClient>;
beforeAll(async () => {
  webs = await startWebs();
  service = await startService(webs.settings);
  client = crawlClient(service);
});
beforeEach(() => {
  delete webs.pages['/robots.txt'];
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await webs[Symbol.asyncDispose]();
});
afterEach(() => expect(webs.victim.hits).toEqual([]));

/** Where an address must be one before it is looked at. */
const isAddress = (host: string) => URL.canParse(webs.at(host));

/** A host of its own for each: one that fails is given rest before anybody asks it again. */
const starts: Readonly<Record<string, readonly string[]>> = {
  batch: ['127.0.0.2', 'inside.test', 'both.test'],
  link: ['[::ffff:7f00:2]', 'link.inside.test'],
  pattern: ['[64:ff9b::7f00:2]', 'pattern.inside.test'],
  sitemap: few,
};

test('crawl, all modes', async () => {
  const crawls = Object.entries(starts).flatMap(([mode, hosts]) => hosts.map((host) => ({ mode, host })));
  await inLanes(crawls, async ({ mode, host }) => {
    const where =
      mode === 'batch' ? { urls: [webs.at(host)] } : { start_url: webs.at(host), url_pattern: '**' };
    const { status, results } = await client.crawl({ mode, ...where, ...direct });
    expect(status.status, `${mode} ${host}`).toBe('failed');
    expect(results, `${mode} ${host}`).toHaveLength(mode === 'sitemap' ? 0 : 1);
    for (const { error } of results) expect(error, `${mode} ${host}`).toMatch(/^connection_failed/);
  });
}, 120_000);

test('map', async () => {
  await inLanes(few, async (host) => {
    const { status, body } = await client.send('POST', '/v1/map', { url: webs.at(host), timeout_ms: 5000 });
    expect([status, body.count], host).toEqual([200, 0]);
  });
});

test('MCP: map and crawl_start', async () => {
  await inLanes(few, async (host) => {
    const map = await callTool(service, 'map', { url: webs.at(host), timeout_ms: 5000 });
    expect(map.structuredContent?.count, host).toBe(0);
  });
  const started = await callTool(service, 'crawl_start', {
    urls: few.map((host) => webs.at(host)),
    ...direct,
  });
  expect((await client.ended(String(started.structuredContent?.job_id))).status).toBe('failed');
});

test('links of a page, robots.txt, its sitemaps, and sitemaps of sitemaps', async () => {
  const inside = spellings.filter(isAddress).map((host) => webs.at(host));
  const entries = (tag: string, inner: string) =>
    `<${tag}>${inside.map((url) => `<${inner}><loc>${url}</loc></${inner}>`).join('')}</${tag}>`;
  webs.pages['/links'] = html(
    'Links',
    `<h1>Links</h1>${words}${inside.map((url) => `<a href="${url}">x</a>`).join('')}`,
  );
  webs.pages['/map.xml'] = file('application/xml', entries('urlset', 'url'));
  webs.pages['/index.xml'] = file('application/xml', entries('sitemapindex', 'sitemap'));
  webs.pages['/away.xml'] = redirect(webs.at('127.0.0.2'));
  webs.pages['/robots.txt'] = file(
    'text/plain',
    [
      'User-agent: *',
      'Allow: /',
      ...inside.map((url) => `Sitemap: ${url}`),
      `Sitemap: ${webs.attacker.origin}/away.xml`,
    ].join('\n'),
  );
  const url = `${webs.attacker.origin}/links`;
  const options = { delay_ms: 0, follow_external: true, timeout_per_page: 8000 };
  const inSitemap = (path: string) =>
    client.crawl({ mode: 'sitemap', start_url: `${webs.attacker.origin}${path}`, options });
  const [{ results }, map, listed] = await Promise.all([
    client.crawl({ start_url: url, max_pages: 60, depth: 1, options }),
    client.send('POST', '/v1/map', { url, follow_external: true, timeout_ms: 10_000 }),
    ...['/map.xml', '/index.xml', '/away.xml', '/'].map(inSitemap),
  ]);
  // All of it was found, and tried as far as it may be.
  const [page, ...others] = results;
  expect(page).toMatchObject({ url, error: null });
  expect(others.length).toBeGreaterThan(10);
  for (const { error } of others) expect(error).toMatch(/^connection_failed/);
  expect(listed?.status.skipped_reasons.external).toBe(others.length);
  expect(map.body.warnings).not.toEqual([]);
}, 180_000);

test('a robots.txt elsewhere', async () => {
  webs.pages['/robots.txt'] = redirect(webs.at('127.0.0.2', '/robots.txt'));
  const { status } = await client.crawl({
    start_url: `http://fine.test:${webs.attacker.port}/fine`,
    options: { delay_ms: 0 },
  });
  expect(status.status).toBe('failed');
});

test('a name that leads elsewhere at every look-up', async () => {
  const flip = (n: number | string) => `http://flip${n}.test:${webs.attacker.port}`;
  webs.pages['/again'] = html(
    'Again',
    `<h1>Again</h1>${words}${Array.from({ length: 8 }, (_, n) => `<img src="${flip('x')}/${n}"><script src="${flip(n % 3)}/${n}.js"></script>`).join('')}
     <script>for(let n=0;n<12;n++)fetch('${flip('y')}/'+n,{mode:'no-cors'}).catch(()=>0)</script>`,
  );
  await inLanes([...Array(12).keys()], (n) =>
    service.scrape({ url: `${flip(n)}/again`, block_media: false, timeout_ms: 10_000 }),
  );
  await client.crawl({ urls: [1, 2, 3, 4].map((n) => `${flip(n)}/fine?${n}`), ...direct });
  await client.crawl({
    start_url: `${flip('c')}/again`,
    options: { ...direct.options, follow_external: true },
  });
  // Created while the name is good; sent, and sent again, when it is not.
  for (let n = 0; n < 4; n++)
    await service.post('/v1/webhooks/test', { url: `${flip('hook')}/hook`, secret: 's' });
  const { body } = await client.get('/v1/webhooks/logs');
  expect(body.count).toBeGreaterThan(0);
  const resentAt = new Date().toISOString();
  for (const { delivery_id } of body.deliveries)
    await client.send('POST', `/v1/webhooks/logs/${delivery_id}/resend`);
  await expect
    .poll(async () => {
      const { deliveries } = (await client.get('/v1/webhooks/logs')).body;
      return deliveries.filter((delivery: DeliveryRecord) => (delivery.last_attempt_at ?? '') < resentAt);
    })
    .toEqual([]);
  expect(
    [...webs.turns].filter(([name, times]) => name.startsWith('flip') && times > 2).length,
  ).toBeGreaterThan(5);
}, 120_000);

test('the service goes on as before', async () => {
  const { status, body } = await service.scrape({ url: `http://fine.test:${webs.attacker.port}/fine` });
  expect(status).toBe(200);
  expect(body.data.markdown).toContain('Fine');
});
