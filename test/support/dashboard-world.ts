import { crawlClient } from './crawl-client.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type Service, startService, testKey } from './service.ts';
import { file, html, type Page, type Site, startSite } from './site.ts';

/** A gannet with something to show: pages, data, crawls, deliveries, and a page that attacks who looks at it. */

export const operatorKey = `svc_live_${'d'.repeat(64)}`;

export interface DashboardWorld extends AsyncDisposable {
  readonly service: Service;
  readonly site: Site;
  readonly receiver: Receiver;
}

const text =
  'Gannets dive from thirty metres and enter the sea like arrows. Few other birds see so well below. ';
const names = ['Northern gannet', 'Cape gannet', 'Australasian gannet', 'Blue-footed booby', 'Masked booby'];

const bird = (name: string, at: number) =>
  html(
    name,
    `<nav><a href="/">All birds</a></nav><main><article><h1>${name}</h1><p class="lead">${text.repeat(3)}</p>
     <h2>Figures</h2><table><tr><th>Part</th><th>Size</th></tr><tr><td>Wings</td><td>${170 + at} cm</td></tr>
     <tr><td>Body, "beak" and tail</td><td>${90 + at} cm</td></tr></table>
     <h2>Where to see it</h2><ul><li>From <a href="/birds/1">cliffs</a></li><li>From boats</li></ul><p>${text.repeat(2)}</p>
     <p><a href="/birds/${(at + 1) % 24}">The next bird</a> <a href="/private/${at}">Nests</a></p></article></main>`,
  );

const product = html(
  'Field glasses 8×42',
  `<main><h1>Field glasses 8×42</h1>${`<p>${text}</p>`.repeat(30)}<p>They cost <span class="price" itemprop="price">$129.50</span> with a
   strap.</p><p class="stock">In stock</p></main>`,
  `<script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: 'Field glasses 8×42',
    brand: { '@type': 'Brand', name: 'Morus' },
    offers: { '@type': 'Offer', price: '129.50', priceCurrency: 'USD' },
  })}</script>`,
);

/** What runs if anything of it runs: it says so on the window, and asks the site for `/stolen`. */
const attack = (origin: string) => `fetch('${origin}/stolen');window.top.attacked=1;window.attacked=1`;

/** Every way that the content of a page has of acting, as text, as markup and as Markdown. */
const hostile = (origin: string): string => {
  const code = attack(origin);
  const markup = `<img src=x onerror="${code}"><svg onload="${code}"></svg><script>${code}</script><iframe srcdoc="<script>${code}</script>"></iframe>`;
  const escaped = markup.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return html(
    escaped,
    `<main><h1 onclick="${code}">${escaped}</h1><p>${escaped} ${text.repeat(5)}</p>
     <p><a href="javascript:${code}">leads to script</a> <a href="data:text/html,<script>${code}</script>">to data</a>
     <a href="${origin}/birds/1">to a bird</a></p>
     <p>[md](javascript:${code}) ![img](${origin}/stolen) &lt;a href="javascript:${code}">raw&lt;/a></p>
     <pre>&lt;/pre>${escaped}</pre><table><tr><th>${escaped}</th></tr><tr><td>=cmd|'/c calc'!A1</td></tr></table>
     <p style="position:fixed;inset:0;background:url(${origin}/stolen)">over all</p>
     <form action="${origin}/stolen"><button>send</button></form></main>`,
    `<style>@import '${origin}/stolen'; body{background:url(${origin}/stolen)}</style>
     <script type="application/ld+json">${JSON.stringify({ '@type': 'Product', name: '<img src=x onerror=attacked=1>' })}</script>
     <base href="${origin}/stolen/"><meta http-equiv="refresh" content="3600;url=${origin}/stolen">`,
  );
};

const birds = 24;

const pages = (): Record<string, Page> => ({
  '/robots.txt': file('text/plain', 'User-agent: *\nDisallow: /private/\n'),
  '/': html(
    'Birds of the sea',
    `<main><h1>Birds of the sea</h1><p>${text.repeat(2)}</p><ul>${Array.from(
      { length: birds },
      (_, at) => `<li><a href="/birds/${at}">${names[at % names.length]} ${at}</a></li>`,
    ).join('')}</ul><p><a href="https://example.com/">elsewhere</a> <a href="/broken">broken</a></p></main>`,
  ),
  ...Object.fromEntries(
    Array.from({ length: birds }, (_, at) => [`/birds/${at}`, bird(`${names[at % names.length]} ${at}`, at)]),
  ),
  '/broken': (request) => request.socket.destroy(),
  '/product': product,
  '/endless': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).write('<p>never');
  },
});

export const startDashboardWorld = async (
  environment: Readonly<Record<string, string>> = {},
): Promise<DashboardWorld> => {
  const site = await startSite({
    ...pages(),
    '/hostile': (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(hostile(site.origin)),
  });
  const receiver = await startReceiver((response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end('thank you <b>very</b> much'),
  );
  const service = await startService({
    GANNET_API_KEYS: `operator:${operatorKey}:* tester:${testKey}`,
    ...environment,
  });
  return {
    service,
    site,
    receiver,
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await receiver[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    },
  };
};

/** A day of work in a few seconds: requests that went well and that did not, a crawl, deliveries of both kinds. */
export const work = async ({ service, site, receiver }: DashboardWorld): Promise<{ crawl: string }> => {
  const headers = { authorization: `Bearer ${operatorKey}` };
  const scrape = (path: string, more = {}) =>
    service.post('/v1/scrape', { url: `${site.origin}${path}`, ...more }, headers);
  await Promise.all([
    ...[1, 2, 3, 1, 2].map((at) => scrape(`/birds/${at}`)),
    scrape('/birds/4', { output: 'screenshot' }),
    scrape('/broken', { retry: false }),
    service.post(
      '/v1/webhooks/test',
      { url: receiver.url, secret: 's', event: 'test.webhook', data: { bird: 'gannet' } },
      headers,
    ),
    service.post('/v1/webhooks/test', { url: `${site.origin}/birds/1x`, secret: 's' }, headers),
  ]);
  const client = crawlClient(service, operatorKey);
  const { id } = await client.crawl({
    start_url: `${site.origin}/`,
    max_pages: 40,
    options: { delay_ms: 0, parallel: 8 },
    callback_url: receiver.url,
    webhook_secret: 's',
  });
  return { crawl: id };
};
