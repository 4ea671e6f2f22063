import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { bytesOf, createClient, type Gannet, isGannetError } from '../../client/src/index.ts';
import { type CrawlSite, startCrawlSite } from '../support/crawl-site.ts';
import { type PackedClient, packClient } from '../support/packed-client.ts';
import { type Service, startService, testKey } from '../support/service.ts';
import { file, html, type Page, type Site, startSite } from '../support/site.ts';

/** The SDK against a running gannet. */

const mug = html(
  'A mug',
  `<h1>A mug</h1><p>Of clay.</p><table><tr><th>Price</th></tr><tr><td>12.50</td></tr></table>
   <script type="application/ld+json">{"@type": "Product", "name": "A mug", "offers": {"price": "12.50"}}</script>`,
);
const pages: Record<string, Page> = {
  '/': mug,
  '/v1/scrape': async (request, response) => {
    const answer = await fetch(`${service.url}/v1/scrape`, {
      method: 'POST',
      headers: { authorization: String(request.headers.authorization), 'content-type': 'application/json' },
      body: Buffer.concat(await request.toArray()),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  },
  '/app': (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(
      html(
        'An application',
        `<p>Working.</p><script type="module">
           import { bytesOf, createClient } from '/client/index.js';
           const gannet = createClient({ url: location.origin, apiKey: '${testKey}' });
           const { data } = await gannet.scrape(location.origin + '/');
           const { data: picture } = await gannet.scrape({ url: location.origin + '/', output: 'screenshot' });
           const image = await createImageBitmap(new Blob([bytesOf(picture)]));
           document.body.innerHTML = '<p id="done">' + data.title + ', ' + (image.width > 0) + '</p>';
         </script>`,
      ),
    ),
};

/** The SDK as a browser loads it. */
const packedFiles = () => {
  const dist = join(packed.folder, 'node_modules/gannet-client/dist');
  const names = readdirSync(dist).filter((name) => name.endsWith('.js'));
  return Object.fromEntries(
    names.map((name) => [`/client/${name}`, file('text/javascript', readFileSync(join(dist, name)))]),
  );
};

let web: CrawlSite;
let site: Site;
let packed: PackedClient;
let service: Service;
let gannet: Gannet;
beforeAll(async () => {
  web = await startCrawlSite();
  packed = await packClient();
  site = await startSite({ ...pages, ...packedFiles() });
  // A page that asks for another page needs two places.
  service = await startService({ GANNET_MAX_PAGES: '4' });
  gannet = createClient({ url: service.url, apiKey: service.key });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
  await packed[Symbol.asyncDispose]();
  await web[Symbol.asyncDispose]();
});

describe('scrape', () => {
  test('an address is its Markdown', async () => {
    const { data, output, payment } = await gannet.scrape(`${site.origin}/`);
    expect(output).toBe('markdown');
    expect(data.markdown).toContain('# A mug');
    expect(payment).toBeNull();
  });

  test('every output has its data', async () => {
    const url = `${site.origin}/`;
    const { data: table } = await gannet.scrape({ url, output: 'csv' });
    expect(table.tables).toEqual(['Price\r\n12.50']);
    const { data: page } = await gannet.scrape({ url, output: 'html', options: { links: true } });
    expect(page.html).toContain('<h1>A mug</h1>');
    const { data: picture } = await gannet.scrape({ url, output: 'screenshot', options: { width: 300 } });
    const bytes = bytesOf(picture);
    expect(new TextDecoder('latin1').decode(bytes.subarray(1, 4))).toBe('PNG');
    expect(bytes.length).toBe(picture.size_bytes);
    const { data: paper } = await gannet.scrape({ url, output: 'pdf', options: { format: 'A5' } });
    expect(new TextDecoder('latin1').decode(bytesOf(paper.data).subarray(0, 5))).toBe('%PDF-');
  });

  test('a failure says what and where', async () => {
    const failure = await gannet
      .scrape({ url: 'http://nowhere.invalid/' }, { retries: 0, requestId: 'my-request.1' })
      .catch((error: unknown) => error);
    expect(isGannetError(failure, 'connection_failed')).toBe(true);
    expect(failure).toMatchObject({
      status: 400,
      retryable: true,
      requestId: 'my-request.1',
      detail: { url: 'http://nowhere.invalid/', payment_charged: false },
    });
  });
});

describe('extract', () => {
  test('by a schema of zod', async () => {
    const schema = z.object({ name: z.string(), price: z.number(), color: z.string().optional() });
    const { data, metadata } = await gannet.extract({ url: `${site.origin}/`, schema });
    expect(data).toEqual({ name: 'A mug', price: 12.5 });
    expect(metadata.fields.name?.source).toBe('jsonld');
  });

  test('by selectors and by XPath', async () => {
    const url = `${site.origin}/`;
    const { data } = await gannet.extract({
      url,
      selectors: { heading: 'h1', cells: { selector: 'td', type: 'list' }, none: 'h5' },
    });
    expect(data).toEqual({ heading: 'A mug', cells: ['12.50'], none: null });
    const { data: found } = await gannet.extract({ url, xpaths: { cells: 'count(//td)' } });
    expect(found.cells).toBe(1);
  });
});

describe('crawl', () => {
  test('from its start to its end', async () => {
    const start_url = `${web.origin}/`;
    const job = await gannet.crawl.start({ start_url, depth: 1, options: { delay_ms: 0 } });
    const seen: string[] = [];
    for await (const result of gannet.crawl.results(job.job_id)) seen.push(result.url);
    const status = await gannet.crawl.wait(job.job_id);
    expect(status).toMatchObject({ status: 'completed', result_count: seen.length });
    const stored = await gannet.crawl.results(job.job_id, { limit: 1000 });
    expect(stored.results.map(({ url }) => url)).toEqual(seen);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThan(1);
    expect(await gannet.crawl.get(job.job_id)).toEqual({ ...status, expires_at: expect.any(String) });
  });
});

test('it works within a page of a real browser', async () => {
  const { data } = await gannet.scrape({ url: `${site.origin}/app`, wait_for_selector: '#done' });
  expect(data.markdown).toContain('A mug, true');
});
