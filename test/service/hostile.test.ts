import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createGzip } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { certificate } from '../support/certificate.ts';
import { crawlClient } from '../support/crawl-client.ts';
import { type Service, startService } from '../support/service.ts';
import { html, type Page, redirect, type Site, startSite } from '../support/site.ts';

const text =
  'Gannets dive from thirty metres and enter the sea like arrows, which few other birds can do. '.repeat(6);
const unread = 'the page could not be read in time: this is what its response tells';
const page = (body: string) => html('Page', `<h1>Words</h1><p>${text}</p>${body}`);

/** Plain text that unpacks to so many megabytes. */
const bomb =
  (megabytes: number): Page =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' });
    const gzip = createGzip();
    gzip.pipe(response);
    // The reader hangs up in the middle.
    gzip.on('error', () => response.destroy());
    response.on('close', () => gzip.destroy());
    const block = Buffer.alloc(1_000_000, 97);
    let left = megabytes;
    const write = () => {
      while (left-- > 0) if (!gzip.write(block)) return void gzip.once('drain', write);
      gzip.end();
    };
    write();
  };

/** Tiny messages of an event stream, as fast as they are taken. */
const endlessEvents: Page = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const messages = 'data:x\n\n'.repeat(2000);
  const write = () => {
    if (response.destroyed) return;
    if (response.write(messages)) setImmediate(write);
    else response.once('drain', write);
  };
  write();
};

let site: Site;
let service: Service;
beforeAll(async () => {
  site = await startSite({
    '/still': page(''),
    '/rootless': page('<script>document.documentElement.remove()</script>'),
    '/flickering': page(
      '<script>const root = document.documentElement; setInterval(() => root.isConnected ? root.remove() : document.append(root), 20)</script>',
    ),
    '/hang': () => undefined,
    '/forever': page('<p class="done">Done</p><script>setTimeout(function(){for(;;){}},30)</script>'),
    '/busy': html(
      'Busy',
      `<div id="r"></div><script>setTimeout(function(){var t=Date.now();while(Date.now()-t<2500);document.getElementById('r').textContent='Computed late: ${text}'},20)</script>`,
    ),
    '/made/1': html(
      'Made',
      `<div id="r"></div><script>document.getElementById('r').innerHTML='<p>Made: ${text}</p>'</script>`,
    ),
    // Without a charset a document is taken before it is shown.
    '/made/2': (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(page('<script>for(;;)document.write("<p>again</p>")</script>')),
    '/held': page('<script src="/held.js"></script>'),
    '/held.js': (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(''),
    '/hung-image': page('<img src="/hang" width="50" height="50">'),
    '/hung-script': page('<script src="/hang"></script>'),
    '/late-image': html('Late', '<img src="/slow.svg">', '<style>body{margin:0}</style>'),
    '/slow.svg': (_request, response) =>
      setTimeout(
        () =>
          response
            .writeHead(200, { 'content-type': 'image/svg+xml' })
            .end(
              '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="3000"><rect width="100" height="3000"/></svg>',
            ),
        800,
      ),
    '/bomb': bomb(300),
    '/drip.txt': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      // Browsers look at the first 1445 bytes before they believe that it is text.
      response.write(`The first words. ${text.repeat(4)}`);
    },
    '/data.json': (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"bird":"gannet"}'),
    '/control': page(
      '<script>var d=document.createElement("div");d.hidden=true;d.textContent="\\u0001".repeat(4e7);document.body.appendChild(d)</script>',
    ),
    '/clobbered': page(
      '<fieldset form="G" name="shadowRoot"><form id="G"></form></fieldset><script>0</script>',
    ),
    '/watched': page('<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>'),
    '/cdn-cgi/challenge-platform/scripts/jsd/main.js': (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(''),
    '/blank': page('<script>setTimeout(function(){location="about:blank"},50)</script>'),
    '/script': page(''),
    '/popups': page('<script>for(var i=0;i<20;i++)window.open("/still?pop="+i)</script>'),
    '/events': endlessEvents,
    '/flood/events': page('<script>for(let i=0;i<3;i++)new EventSource("/events?"+i)</script>'),
    '/flood/addresses': page(
      '<script>setInterval(() => history.replaceState({}, "", "/still?" + "y".repeat(1e6) + Math.random()), 5)</script>',
    ),
    '/flood/reports': page(
      '<script>setInterval(()=>{for(let i=0;i<500;i++)navigator.sendBeacon("/b?"+i,"x")},1)</script>',
    ),
    '/close': page('<script>window.close()</script>'),
    '/alerts': page('<script>setTimeout(function(){for(var i=0;i<200;i++)alert(i)},30)</script>'),
    '/reload': page('<script>setTimeout(function(){location.reload()},5)</script>'),
  });
  service = await startService();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const scrape = (path: string, more: Record<string, unknown> = {}) =>
  service.scrape({ url: `${site.origin}${path}`, bypass_cache: true, ...more });

describe('a page that misbehaves is read all the same', () => {
  test.each(['/clobbered', '/watched', '/popups', '/close', '/alerts', '/reload'])('%s', async (path) => {
    const { status, body } = await scrape(path, { timeout_ms: 10_000 });
    expect(status, JSON.stringify(body.detail)).toBe(200);
    expect(body.data.markdown).toContain('enter the sea');
    expect(body.metadata.stopped_by).toBeUndefined();
  });

  test.each([
    ['automatic', {}],
    ['heavy', { wait_strategy: 'heavy' }],
    ['a selector', { wait_for_selector: 'p.done' }],
  ])('a script that never ends is stopped, and that is told: %s', async (_, more) => {
    const { status, body } = await scrape('/forever', { timeout_ms: 8000, ...more });
    expect(status, JSON.stringify(body.detail)).toBe(200);
    expect(body.data.markdown).toContain('enter the sea');
    expect(body.warnings).toEqual(['a script of the page did not end in time and was stopped']);
  });

  test('what cannot be read in time is told by its response, also where its kind needs the browser', async () => {
    const reasonOf = async (path: string) =>
      (await scrape(path, { timeout_ms: 8000 })).body.metadata.engine_reason;
    await expect.poll(() => reasonOf('/made/1'), { timeout: 20_000 }).toBe('learned');
    const { status, body } = await scrape('/made/2', { timeout_ms: 4000 });
    expect(status, JSON.stringify(body.detail)).toBe(200);
    expect(body.data.markdown).toContain('enter the sea');
    expect(body.metadata.engine_reason).toBe('learned');
    expect(body.warnings).toContain(unread);
  });

  test('what no slot comes free for is told by its response where that shows it', async () => {
    await using busy = await startService({ GANNET_MAX_PAGES: '1', GANNET_MAX_VISITS: '8' });
    const ask = (path: string, timeout_ms: number, more = {}) =>
      busy.scrape({ url: `${site.origin}${path}`, timeout_ms, bypass_cache: true, ...more });
    const holder = ask('/held', 9000, { wait_for_selector: '#never', retry: false });
    // What it asks for itself tells that it is shown: it has the slot then, to its deadline.
    await expect.poll(() => site.countOf('/held.js')).toBe(1);
    const [told, empty] = await Promise.all([ask('/hung-script', 3000), ask('/made/1', 3000)]);
    expect(told.status, JSON.stringify(told.body.detail)).toBe(200);
    expect(told.body.data.markdown).toContain('enter the sea');
    expect(told.body.warnings).toEqual([unread]);
    expect(empty.body.detail).toMatchObject({ error: 'overloaded' });
    expect((await holder).body.detail).toMatchObject({ error: 'timeout' });
  });

  test('a script that takes its time is waited for', async () => {
    const { body } = await scrape('/busy', { timeout_ms: 15_000 });
    expect(body.data.markdown).toContain('Computed late');
    expect(body.warnings).toBeUndefined();
  });

  test('a page that leaves for nothing is what it was', async () => {
    expect((await scrape('/blank', { timeout_ms: 5000 })).status).toBe(200);
  });
});

describe('a page that makes the browser tell of more than it can', () => {
  test.each(['events', 'reports'])('of %s, is stopped: others go on', async (kind) => {
    const flooding = scrape(`/flood/${kind}`, { timeout_ms: 40_000, retry: false });
    await expect.poll(() => site.countOf(`/flood/${kind}`)).toBe(1);
    const other = await scrape('/still', { timeout_ms: 20_000, javascript: 'document.title = "Gone on"' });
    expect(other.status, JSON.stringify(other.body.detail)).toBe(200);
    const { status, body } = await flooding;
    expect(status, JSON.stringify(body.detail)).toBe(200);
    expect(body.data.markdown).toContain('enter the sea');
    expect(body.warnings).toContain('the page went on without end and was stopped');
  });
});

test('a page whose addresses take long to be shown is not tried again for ever, and others go on', async () => {
  const flooding = scrape('/flood/addresses', { timeout_ms: 60_000 });
  await expect.poll(() => site.countOf('/flood/addresses')).toBe(1);
  // A picture may be taken again when the browser ends; a caller's script that has begun is not run twice.
  const other = await scrape('/still', { timeout_ms: 30_000, output: 'screenshot' });
  expect(other.status, JSON.stringify(other.body.detail)).toBe(200);
  await flooding;
  // The third time in a browser of its own.
  expect(site.countOf('/flood/addresses')).toBeLessThanOrEqual(3);
});

describe('a certificate that nobody vouches for is told as such, and nothing is sent', () => {
  let server: Server;
  let url: string;
  let asked = 0;
  beforeAll(async () => {
    server = createServer(certificate, (_request, response) => {
      asked += 1;
      response.end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterEach(() => expect(asked).toBe(0));
  afterAll(() => server.close());

  test('of a page', async () => {
    const { status, body } = await service.scrape({ url, timeout_ms: 10_000 });
    expect(status).toBe(400);
    expect(body.detail).toMatchObject({ error: 'connection_failed', reason: 'invalid_certificate' });
    expect(body.detail.message).toMatch(/^The certificate of the host/);
  });

  test('of where an address redirects to', async () => {
    await using from = await startSite({ '/': redirect(url) });
    const { body } = await service.scrape({ url: from.origin, timeout_ms: 10_000 });
    expect(body.detail).toMatchObject({ error: 'connection_failed', reason: 'invalid_certificate' });
    expect(body.detail.message).toBe(
      `The address redirects to ${new URL(url).host}, whose certificate is not valid.`,
    );
  });

  test.each([
    ['crawl', { mode: 'link' }, /^invalid_certificate: The certificate of the host/],
    ['sitemap', { mode: 'sitemap' }, /: The certificate of the host/],
    [
      'crawl that asks for no robots.txt',
      { options: { respect_robots_txt: false } },
      /^invalid_certificate: The certificate of the host/,
    ],
  ])('of the start of a %s', async (_, request, error) => {
    const { status } = await crawlClient(service).crawl({ start_url: url, ...request });
    expect(status).toMatchObject({ status: 'failed', error: expect.stringMatching(error) });
  });

  test('of a site that is mapped', async () => {
    const { body } = await service.post('/v1/map', { url });
    expect(body.warnings.join()).toContain('The certificate of the host');
  });

  test('of the receiver of a webhook', async () => {
    const { status, body } = await service.post('/v1/webhooks/test', { url, secret: 'secret' });
    expect(status).toBe(502);
    expect(body.detail.message).toMatch(/^The certificate of the receiver is not valid/);
  });
});

describe('too much', () => {
  test('a script whose result is enormous harms nobody', async () => {
    const { status } = await scrape('/still', { javascript: '"\\u0001".repeat(6e7)', timeout_ms: 20_000 });
    expect([200, 504]).toContain(status);
    expect((await scrape('/still')).status).toBe(200);
  });

  test('a page that is enormous is cut', async () => {
    const { status, body } = await scrape('/control', { timeout_ms: 20_000 });
    expect(status, JSON.stringify(body.detail)).toBe(200);
    expect(body.data.markdown).toContain('enter the sea');
    expect(body.warnings).toContain('the page is larger than is read: its end is missing');
  });

  test('text that unpacks without end is cut', async () => {
    const { status, body } = await scrape('/bomb', { timeout_ms: 20_000 });
    expect(status, JSON.stringify(body.detail)).toBe(200);
    expect(body.data.character_count).toBeLessThan(25_000_000);
  });

  test('text that never ends is what has arrived', async () => {
    const { status, body } = await scrape('/drip.txt', { timeout_ms: 2000 });
    expect(status, JSON.stringify(body.detail)).toBe(200);
    expect(body.data.markdown).toContain('The first words');
  });
});

describe('pictures', () => {
  test.each([
    ['/hung-image', 'screenshot'],
    ['/hung-script', 'screenshot'],
    ['/hung-script', 'pdf'],
  ])('%s is pictured at the deadline: %s', async (path, output) => {
    const { status, body } = await scrape(path, { output, timeout_ms: 4000 });
    expect(status, JSON.stringify(body.detail)).toBe(200);
    expect(body.data.size_bytes).toBeGreaterThan(1000);
  });

  test('the whole page is measured when its images are there', async () => {
    const { body } = await scrape('/late-image', { output: 'screenshot' });
    expect(Buffer.from(body.data.data, 'base64').readUInt32BE(20)).toBeGreaterThanOrEqual(3000);
  });
});

describe('a document whose root comes and goes is shown as it stands', () => {
  const shows = ['screenshot', 'pdf'].flatMap((output) =>
    ['/rootless', '/flickering'].map((path) => [output, path]),
  );
  test.each(shows)('%s of %s', async (output, path) => {
    const { status, body } = await scrape(path ?? '', { output, timeout_ms: 10_000 });
    expect(status, JSON.stringify(body.detail)).toBe(200);
    expect(body.data.size_bytes).toBeGreaterThan(100);
    if (path === '/rootless')
      expect(body.warnings.join()).toContain('the page is shown as it stood, parts may be missing');
  });
});

describe("the caller's script and selector", () => {
  test('a script that goes to another page runs once, and that page is read', async () => {
    const javascript =
      '(async()=>{location.href="/still?next";await new Promise(function(r){setTimeout(r,5000)})})()';
    const { status, body } = await scrape('/script', { javascript });
    expect(status, JSON.stringify(body.detail)).toBe(200);
    expect(body.metadata).toMatchObject({ final_url: `${site.origin}/still?next`, attempts: 1 });
    expect(site.countOf('/script')).toBe(1);
  });

  test('count for text files, too', async () => {
    const { status } = await scrape('/data.json', {
      wait_for_selector: '.never',
      timeout_ms: 1500,
      retry: false,
    });
    expect(status).toBe(504);
    const { body } = await scrape('/data.json', { javascript: 'throw 1' });
    expect(body.warnings).toEqual(['javascript: 1']);
  });
});
