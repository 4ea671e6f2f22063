import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Visit } from '../../src/browser/visit.ts';
import { parseScrape } from '../../src/contract/scrape.ts';
import { Deadline } from '../../src/deadline.ts';
import { pdf } from '../../src/output/pdf.ts';
import { screenshot } from '../../src/output/screenshot.ts';
import { type LivePage, ProtocolError } from '../../src/page.ts';
import { pageRequest, startBrowser } from '../support/browser.ts';
import { type Pixels, readPng } from '../support/png.ts';
import { startService } from '../support/service.ts';
import { file, html, type Site, startSite } from '../support/site.ts';

test('where printing fails a picture of the page becomes the PDF', async () => {
  await using site = await startSite({
    '/': html('Tall', '<div style="height:4000px;background:#0a0">Tall</div>'),
  });
  await using browser = await startBrowser();
  using deadline = new Deadline(20_000);
  const { request } = parseScrape({
    url: site.origin,
    output: 'pdf',
    options: { quality: 40, landscape: true },
  });
  if (request.output !== 'pdf') throw new Error('not a PDF request');

  /** The real page, whose printer is broken. */
  const withoutPrinter = (page: LivePage): LivePage => ({
    ...page,
    send: (method, params) =>
      method === 'Page.printToPDF'
        ? Promise.reject(new ProtocolError(method, 'Printing is not available'))
        : page.send(method, params),
  });
  const { value } = await browser.visit(
    pageRequest(site.origin, { asText: false, planFor: () => ({ from: 'browser', why: 'asked' }) }),
    (page) => pdf(withoutPrinter(page), request.options),
    deadline,
  );
  const bytes = Buffer.from(value?.data ?? '', 'base64');
  expect(value).toMatchObject({ format: 'pdf', size_bytes: bytes.length });
  const text = bytes.toString('latin1');
  expect(text).toContain('/MediaBox [0 0 841.89 595.28]');
  expect(text).toContain('/DCTDecode');
  expect(Number(/\/Count (\d+)/.exec(text)?.[1])).toBeGreaterThan(2);
});

test('a page that wants a browsing context group of its own is pictured, printed and acted upon', async () => {
  const policies = ['same-origin', 'same-origin-allow-popups', 'noopener-allow-popups'];
  const page = html(
    'Own',
    '<button onclick="told.textContent = `pressed`">press</button><p id="told">not yet',
  );
  await using site = await startSite(
    Object.fromEntries(
      policies.map((policy) => [
        `/${policy}`,
        (_request, response) =>
          response
            .writeHead(200, { 'content-type': 'text/html', 'cross-origin-opener-policy': policy })
            .end(page),
      ]),
    ),
  );
  await using service = await startService();
  for (const policy of policies) {
    const url = `${site.origin}/${policy}`;
    for (const output of ['screenshot', 'pdf']) {
      const { status, body } = await service.scrape({ url, output });
      expect({ policy, output, status, detail: body.detail }).toMatchObject({ status: 200 });
    }
    const { body } = await service.scrape({ url, actions: [{ type: 'click', selector: 'button' }] });
    expect(body.data?.markdown).toContain('pressed');
  }
});

describe('a picture of the whole page', () => {
  const box = (color: string, style: string) => `<div style="background:${color};${style}"></div>`;
  const wide = 'width:100%;height:100px';
  const fixed = 'position:fixed;left:0;right:0;height:50px';
  const pages = {
    '/lazy': html(
      'Lazy',
      `${box('#00f', `${wide};position:sticky;top:0`)}${box('#fff', 'height:2900px')}
       <img id="seen" width="200" height="100"><br>${box('#fff', 'height:2896px')}<img loading="lazy" src="/green.svg" width="200" height="100">
       ${box('#800', `${fixed};bottom:0`)}
       <script>new IntersectionObserver((entries, observer) => { if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
       observer.disconnect(); seen.src = '/green.svg' }).observe(seen)</script>`,
    ),
    '/inner': html(
      'Inner',
      `<div style="display:flex;flex-direction:column;height:100vh">${box('#00f', 'flex:none;height:40px')}
       <div style="overflow:auto;flex:1">${box('#fff', 'height:3000px')}${box('#0f0', 'height:100px')}</div>${box('#800', 'flex:none;height:30px')}</div>`,
      '<style>html,body{overflow:hidden;height:100%}</style>',
    ),
    '/banner': html(
      'Banner',
      `<main><h1>Gannets</h1>${'<p>Gannets dive from thirty metres and enter the sea like arrows.</p>'.repeat(60)}</main>${box('#0f0', wide)}
       <div style="position:fixed;inset:0;background:#0008"></div>
       <div style="position:fixed;inset:40% 30%;background:#f00">This site uses cookies. <button>Accept all</button></div>`,
      '<style>html,body{overflow:hidden;height:100%}</style>',
    ),
    '/moving': html(
      'Moving',
      box('#0f0', `${wide};animation:come 20s both`),
      '<style>@keyframes come{from{opacity:0}}</style>',
    ),
    '/tall': html('Tall', box('#0f0', 'height:40000px')),
  };

  let site: Site;
  let browser: { visit: Visit } & AsyncDisposable;
  beforeAll(async () => {
    site = await startSite({
      ...Object.fromEntries(
        Object.entries(pages).map(([path, page]) => [
          path,
          page.replace('</head>', '<style>body{margin:0}</style></head>'),
        ]),
      ),
      '/green.svg': file(
        'image/svg+xml',
        '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><rect width="200" height="100" fill="#0f0"/></svg>',
      ),
    });
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser[Symbol.asyncDispose]();
    await site[Symbol.asyncDispose]();
  });

  const take = async (path: string): Promise<Pixels> => {
    using deadline = new Deadline(40_000);
    const url = `${site.origin}${path}`;
    const { request } = parseScrape({ url, output: 'screenshot', options: { width: 800, height: 600 } });
    if (request.output !== 'screenshot') throw new Error('not a picture');
    const { options } = request;
    const viewport = { width: 800, height: 600 };
    const { value } = await browser.visit(
      pageRequest(url, {
        asText: false,
        blockMedia: false,
        viewport,
        planFor: () => ({ from: 'browser', why: 'asked' }),
      }),
      (page) => screenshot(page, options),
      deadline,
    );
    return readPng(Buffer.from(value?.data ?? '', 'base64'));
  };
  const [green, blue, brown, white] = ['#00ff00', '#0000ff', '#880000', '#ffffff'];

  test('holds what loads on sight, and what is fixed once, where it covers nothing', async () => {
    const picture = await take('/lazy');
    expect(picture.height).toBeGreaterThan(6000);
    expect(picture.at(10, 10)).toBe(blue);
    expect(picture.at(100, 3050)).toBe(green);
    expect(picture.at(100, picture.height - 80)).toBe(green);
    expect([picture.at(300, 580), picture.at(300, 1500)]).toEqual([white, white]);
    expect(picture.at(300, picture.height - 10)).toBe(brown);
  });

  test('holds all that an element of it scrolls through', async () => {
    const picture = await take('/inner');
    expect(picture.height).toBe(40 + 3000 + 100 + 30);
    expect(picture.at(10, 3090)).toBe(green);
    expect([picture.at(10, 10), picture.at(10, picture.height - 10)]).toEqual([blue, brown]);
  });

  test('holds no cookie banner, nor its veil, and is as long as the page that it locked', async () => {
    const picture = await take('/banner');
    expect(picture.height).toBeGreaterThan(2000);
    expect(picture.at(10, picture.height - 50)).toBe(green);
    expect(picture.at(400, 300)).not.toBe('#ff0000');
    expect(picture.at(780, 300)).toBe(white);
  });

  test('shows what is moving in at its end', async () => {
    expect((await take('/moving')).at(10, 50)).toBe(green);
  });

  test('holds it on paper, too', async () => {
    using deadline = new Deadline(40_000);
    const url = `${site.origin}/inner`;
    const { request } = parseScrape({ url, output: 'pdf' });
    if (request.output !== 'pdf') throw new Error('not a PDF request');
    const { options } = request;
    const { value } = await browser.visit(
      pageRequest(url, { asText: false, planFor: () => ({ from: 'browser', why: 'asked' }) }),
      (page) => pdf(page, options),
      deadline,
    );
    const text = Buffer.from(value?.data ?? '', 'base64').toString('latin1');
    expect(Number(/\/Count (\d+)/.exec(text)?.[1])).toBeGreaterThan(2);
  });

  test('is as wide as was asked for, without a scrollbar', async () => {
    const { width } = await take('/tall');
    expect(width).toBe(800);
  });

  test('ends where textures do', async () => {
    const picture = await take('/tall');
    expect(picture.height).toBe(16_384);
    expect(picture.at(10, 16_380)).toBe(green);
  });
});
