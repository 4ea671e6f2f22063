import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { crawlClient } from '../support/crawl-client.ts';
import { type Service, startService, testKey } from '../support/service.ts';
import { file, html, redirect, type Site, startSite } from '../support/site.ts';

const text =
  'Gannets dive from thirty metres and enter the sea like arrows, which few other birds can do. '.repeat(8);
const article = (number: number) =>
  `<article><h1>Dive ${number}</h1><p>${text}</p><p>Number ${number} of many dives: ${`${number} metres. `.repeat(40)}</p></article>`;
const still = html('Still', `<h1>Still</h1><p>${text} <a href="next">next</a></p>`);
const counter = '<script>window.seen = document.title.length</script>';

const page = (body: string | Buffer, headers: Record<string, string> = {}) =>
  ((_request: IncomingMessage, response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)) as never;

/** Which size is shown depends on the window, and on whether pictures are loaded at all. */
const sized = '<p><img src="/made.png" srcset="/made.png 1x, /made.png?2x 2x" alt="A dive"></p>'.repeat(6);

/** `/story/7` and `/made/7`: kinds of pages; the second makes its content in the browser. */
const kinds = Object.fromEntries(
  [1, 2, 3, 4, 5].flatMap((number) => [
    [
      `/story/${number}`,
      html(`Story ${number}`, article(number).replace('</h1>', `</h1>${sized}`) + counter),
    ],
    [
      `/made/${number}`,
      html(
        `Made ${number}`,
        `<p>${text}</p><img src="/made.png"><main id=root></main><script>document.getElementById('root').innerHTML=${JSON.stringify(article(number))}</script>`,
      ),
    ],
  ]),
);

/** Of answers that are written by hand. */
const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n';

let site: Site;
let other: Site;
let service: Service;
const secondKey = `svc_live_${'fedcba9876543210'.repeat(4)}`;

beforeAll(async () => {
  other = await startSite({ '/deep/still': still });
  site = await startSite({
    ...kinds,
    '/still': still,
    '/shown': html('Shown', `<h1>Shown</h1><p>${text}</p>${counter}`),
    '/timed': html(
      'Timed',
      `<p>${text}</p><p id=p></p><script>
        const [{ redirectCount }] = performance.getEntriesByType('navigation');
        p.textContent = 'Redirects: ' + redirectCount + ', begun long ago: ' + (performance.now() > 5000) + '.';
      </script>`,
    ),
    '/cut': (request) => request.socket.destroy(),
    '/moved': redirect('/still'),
    '/away': redirect(`${other.origin}/deep/still`),
    '/cookie': page(still, {
      'set-cookie': 'visitor=1; path=/',
      'cache-control': 'max-age=600',
      etag: '"1"',
    }),
    '/watched': page(still, { 'x-datadome': 'protected' }),
    '/missing': (_request, response) => response.writeHead(404, { 'content-type': 'text/html' }).end(still),
    '/based': html('Based', `<p>${text}</p><a href="there">there</a>`, '<base href="/elsewhere/">'),
    '/gzip': page(gzipSync(still), { 'content-encoding': 'gzip' }),
    '/brotli': page(brotliCompressSync(still), { 'content-encoding': 'br' }),
    '/bomb': page(gzipSync(Buffer.alloc(300_000_000, '<p>boom</p>\n')), { 'content-encoding': 'gzip' }),
    '/koi': page(
      Buffer.from([...Buffer.from('<meta charset=koi8-r><p>'), 0xc7, 0xcf, 0xcc, 0xd5, 0xc2, 0xd8]),
      {
        'content-type': 'text/html',
      },
    ),
    '/unlabelled': page(Buffer.from([...Buffer.from(`<p>${text} caf`), 0xe9]), {
      'content-type': 'text/html',
    }),
    '/unsaid': page(`<p>Café, Привет. ${text}</p>`, { 'content-type': 'text/html' }),
    '/unsaid-alive': page(`<p id=p></p><script>p.textContent = 'Café, Привет. ${text}'</script>`, {
      'content-type': 'text/html; charset=none',
    }),
    '/slow': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write(`<h1>Slow</h1><p>${text}</p>`);
    },
    '/slow-alive': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write(`<h1>Slow</h1><p id=p></p><script>p.textContent='Made here: ${text}'</script>`);
    },
    '/guarded': (request, response) =>
      response
        .writeHead(200, {
          'content-type': 'text/html',
          'content-security-policy': "script-src 'nonce-x'",
          'set-cookie': 'secret=7; HttpOnly; path=/',
        })
        .end(
          `<p>${text}</p><p id=a>no</p><p id=b>no</p><script nonce=x>a.textContent='nonce ran '+isSecureContext+location.href+document.cookie;fetch('/echo').then(r=>r.text()).then(t=>b.textContent=t)</script><script>a.textContent='CSP is off'</script>${request.url}`,
        ),
    '/echo': (request, response) => response.end(`cookie: ${request.headers.cookie}`),
    '/broken': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '100000' });
      response.write(`<h1>Half</h1><p>${text}</p>`, () => response.destroy());
    },
    '/broken-chunks': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write(`<h1>Half</h1><p>${text}</p>`, () => response.destroy());
    },
    '/broken-gzip': (_request, response) => {
      const packed = gzipSync(`<h1>Half</h1><p>${text}</p>`);
      response.writeHead(200, {
        'content-type': 'text/html',
        'content-encoding': 'gzip',
        'content-length': `${packed.length}`,
      });
      response.write(packed.subarray(0, -20), () => response.destroy());
    },
    '/nothing': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.flushHeaders();
      setImmediate(() => response.destroy());
    },
    '/not-gzip-chunks': page(still, { 'content-encoding': 'gzip' }),
    '/not-gzip': page(still, { 'content-encoding': 'gzip', 'content-length': `${still.length}` }),
    '/moved-in-bytes': ({ socket }) =>
      socket.end(
        'HTTP/1.1 302 Found\r\nlocation: /caf\u00e9\r\ncontent-length: 0\r\nconnection: close\r\n\r\n',
      ),
    '/caf%C3%A9': still,
    '/overlong': ({ socket }) => socket.end(`${head}content-length: ${still.length}\r\n\r\n${still}and more`),
    '/misframed': ({ socket }) =>
      socket.end(
        `${head}transfer-encoding: chunked\r\n\r\n${still.length.toString(16)}\r\n${still}\r\nno size\r\n`,
      ),
    '/renamed': (request, response) =>
      response
        .writeHead(301, { location: `/new-name${new URL(request.url ?? '', 'http://site').search}` })
        .end(),
    '/new-name': still,
    // Enough text to be a page of its own.
    '/refreshed': (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html', refresh: '0; url=/new-name' })
        .end(`<p>${text}</p>`),
    '/typed-loosely': page(still, { 'content-type': 'text/html charset=utf-8' }),
    '/typed-twice': page(still, { 'content-type': ['text/plain', 'text/html'] as never }),
    '/typed-as-unknown': page(still, { 'content-type': 'unknown/unknown' }),
    '/json': file('application/json', '{"a": 1}'),
    '/feed': file(
      'application/rss+xml',
      '<rss><channel><title>Sea news</title><item><title>First dive</title><link>http://example.com/1</link></item></channel></rss>',
    ),
    '/sitemap.xml': file('text/xml', '<urlset><url><loc>http://example.com/1</loc></url></urlset>'),
    '/xhtml': file(
      'application/xhtml+xml',
      `<html xmlns="http://www.w3.org/1999/xhtml"><body><h1>Strict</h1><p>${text}</p></body></html>`,
    ),
  });
  service = await startService({ GANNET_API_KEYS: `tester:${testKey} second:${secondKey}` });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
});

const scrape = async (path: string, more: Record<string, unknown> = {}, key = testKey) => {
  const { status, body } = await service.post(
    '/v1/scrape',
    { url: `${site.origin}${path}`, bypass_cache: true, ...more },
    { authorization: `Bearer ${key}` },
  );
  expect(status, JSON.stringify(body.detail)).toBe(200);
  return body;
};
const engineOf = async (path: string, more: Record<string, unknown> = {}) => {
  const { engine, engine_reason } = (await scrape(path, more)).metadata;
  return `${engine} ${engine_reason}`;
};
const requestsFor = (path: string) => site.requests.filter(({ url }) => url === path);

describe('a page that is all in its response', () => {
  test('is read from it, with one request, and nothing else is asked for', async () => {
    const before = site.hits.length;
    const body = await scrape('/still');
    expect(body.metadata).toMatchObject({
      engine: 'response',
      engine_reason: 'no_script',
      wait: { ended_by: 'response' },
      title: 'Still',
      status_code: 200,
      content_type: 'text/html',
      final_url: `${site.origin}/still`,
    });
    expect(body.data.markdown).toContain('# Still');
    expect(body.data.markdown).toContain(`(${site.origin}/next)`);
    expect(site.hits.slice(before)).toEqual(['GET /still']);
  });

  test.each(['html', 'csv'])('gives %s, too', async (output) => {
    expect(await engineOf('/still', { output })).toBe('response no_script');
  });

  test.each([
    ['a script', '/shown', {}, 'script'],
    ['an output that is a picture', '/still', { output: 'screenshot' }, 'asked'],
    ['a script of the caller', '/still', { javascript: '1' }, 'asked'],
    ['a selector', '/still', { wait_for_selector: 'p' }, 'asked'],
    ['a strategy for it', '/still', { wait_strategy: 'spa' }, 'asked'],
    ['images that may load', '/still', { block_media: false }, 'asked'],
    ['a service that watches for bots', '/watched', {}, 'bot_check'],
    ['a status that is no success', '/missing', {}, 'status'],
    ['an encoding to be guessed', '/unlabelled', {}, 'charset'],
  ])('is shown for %s, with one request all the same', async (_, path, more, reason) => {
    const before = requestsFor(path).length;
    expect(await engineOf(path, more)).toBe(`browser ${reason}`);
    expect(requestsFor(path)).toHaveLength(before + 1);
  });

  test('is asked for by the very headers of a page that is shown', async () => {
    const fields = ({ rawHeaders }: IncomingMessage | undefined = {} as IncomingMessage) => rawHeaders;
    // The first by a navigation, the others led on from it.
    for (let turn = 0; turn < 3; turn++) await engineOf('/still');
    const read = requestsFor('/still').slice(-3).map(fields);
    await engineOf('/still', { javascript: '1' });
    const shown = fields(requestsFor('/still').at(-1));
    expect(read).toEqual([shown, shown, shown]);
    expect(shown).toContain('sec-ch-ua');
  });

  test('may be followed by one that is shown, which sees nothing of it', async () => {
    await engineOf('/still');
    const before = requestsFor('/timed').length;
    const { metadata, data } = await scrape('/timed');
    expect(metadata).toMatchObject({ engine: 'browser', engine_reason: 'script' });
    expect(data.markdown).toContain('Redirects: 0, begun long ago: false.');
    expect(requestsFor('/timed')).toHaveLength(before + 1);
  });

  test('may be followed by one that leads elsewhere, or cannot be had', async () => {
    await engineOf('/still');
    expect((await scrape('/away')).metadata.final_url).toBe(`${other.origin}/deep/still`);
    expect(await engineOf('/still')).toBe('response no_script');
    const { status, body } = await service.scrape({ url: `${site.origin}/cut` });
    expect(status).toBe(400);
    expect(body.detail.error).toBe('connection_failed');
    expect(await engineOf('/still')).toBe('response no_script');
  });

  test('is read where redirects lead, and its links from there', async () => {
    const { metadata, data } = await scrape('/away');
    expect(metadata).toMatchObject({ engine: 'response', final_url: `${other.origin}/deep/still` });
    expect(data.markdown).toContain(`(${other.origin}/deep/next)`);
    expect((await scrape('/moved')).metadata.final_url).toBe(`${site.origin}/still`);
    expect((await scrape('/based')).data.markdown).toContain(`(${site.origin}/elsewhere/there)`);
  });

  test.each(['/gzip', '/brotli'])('is unpacked: %s', async (path) => {
    expect((await scrape(path)).data.markdown).toContain('enter the sea');
  });

  test('is decoded as it says', async () => {
    const { metadata, data } = await scrape('/koi');
    expect(metadata.engine).toBe('response');
    expect(data.markdown).toContain('голубь');
  });

  test.each([
    ['/unsaid', {}],
    ['/unsaid', { wait_strategy: 'spa' }],
    ['/unsaid-alive', {}],
  ])('is UTF-8 where it says nothing and could be: %s %o', async (path, more) => {
    const { data } = await scrape(path, { bypass_cache: true, ...more });
    expect(data.markdown).toContain('Café, Привет.');
  });

  test('leaves nothing behind for the next request, of the same owner or another', async () => {
    const before = requestsFor('/cookie').length;
    for (const key of [testKey, testKey, secondKey, testKey]) await scrape('/cookie', {}, key);
    const asked = requestsFor('/cookie').slice(before);
    expect(asked).toHaveLength(4);
    for (const { headers } of asked) {
      expect(headers.cookie).toBeUndefined();
      expect(headers['if-none-match']).toBeUndefined();
    }
  });

  test('that never ends is answered with what there is, in time', async () => {
    const started = performance.now();
    const body = await scrape('/slow', { timeout_ms: 2000 });
    expect(body.data.markdown).toContain('enter the sea');
    expect(body.metadata).toMatchObject({ engine: 'response', stopped_by: 'deadline' });
    expect(performance.now() - started).toBeLessThan(4000);
    const shown = await scrape('/slow-alive', { timeout_ms: 4000 });
    expect(shown.data.markdown).toContain('Made here');
    expect(shown.metadata).toMatchObject({ engine: 'browser', stopped_by: 'deadline' });
  });

  test.each([
    ['/broken', {}],
    ['/broken-chunks', {}],
    ['/broken-chunks', { javascript: '0' }],
    ['/broken-gzip', {}],
  ])('that breaks off is not taken for whole: %s %o', async (path, more) => {
    const body = await scrape(path, more);
    expect(body.data.markdown).toContain('# Half');
    expect(body.warnings).toEqual([expect.stringContaining('broke off')]);
  });

  test.each([
    ['/nothing', { javascript: '0' }],
    ['/nothing', { output: 'screenshot' }],
    ['/not-gzip-chunks', { output: 'pdf' }],
  ])('of which nothing comes is none: %s %o', async (path, more) => {
    const { status, body } = await service.scrape({ url: `${site.origin}${path}`, retry: false, ...more });
    expect(status).toBe(500);
    expect(body.detail).toMatchObject({ reason: 'invalid_response', payment_charged: false });
  });

  test.each(['/not-gzip', '/not-gzip-chunks'])(
    'of which nothing can be unpacked is none: %s',
    async (path) => {
      const { status, body } = await service.scrape({ url: `${site.origin}${path}`, retry: false });
      expect(status).toBe(500);
      expect(body.detail).toMatchObject({ reason: 'invalid_response', payment_charged: false });
    },
  );

  test('is had where a redirect leads whose address is not escaped', async () => {
    const { metadata } = await scrape('/moved-in-bytes');
    expect(metadata).toMatchObject({ final_url: `${site.origin}/caf%C3%A9`, status_code: 200 });
  });

  test.each(['/overlong', '/misframed'])('that is followed by what is no HTTP is read: %s', async (path) => {
    expect((await scrape(path, { retry: false })).data.markdown).toContain('enter the sea');
  });

  test('is had through any number of redirects, one after the other', async () => {
    // Chromium follows twenty in one navigation.
    for (let page = 0; page < 24; page++) await scrape(`/renamed?${page}`);
  });

  test('that says by a header where it leads is shown', async () => {
    const { metadata } = await scrape('/refreshed');
    expect(metadata.final_url).toBe(`${site.origin}/new-name`);
  });

  test('that unpacks without end is cut, and that is told', async () => {
    const body = await scrape('/bomb', { output: 'csv', timeout_ms: 50_000 });
    expect(body.warnings).toEqual(['the page is larger than is read: its end is missing']);
    expect((await scrape('/still')).metadata.engine).toBe('response');
  });
});

test('a page that was looked at and then shown is shown as it would have been', async () => {
  const { metadata, data } = await scrape('/guarded');
  expect(metadata).toMatchObject({ engine: 'browser', engine_reason: 'script' });
  expect(data.markdown).toContain(`nonce ran true${site.origin}/guarded`);
  expect(data.markdown).not.toContain('CSP is off');
  expect(data.markdown).toContain('cookie: secret=7');
  expect(requestsFor('/guarded')).toHaveLength(1);
});

describe('kinds of pages', () => {
  test('whose responses held everything are read from them, scripts or not', async () => {
    for (const number of [1, 2, 3]) expect(await engineOf(`/story/${number}`)).toBe('browser script');
    // The comparison of the third page is still under way.
    await expect.poll(() => engineOf('/story/4'), { timeout: 15_000 }).toBe('response learned');
    expect((await scrape('/story/5')).data.markdown).toContain('Number 5 of many dives');
    expect(await engineOf('/story/5', { output: 'csv' })).toBe('browser script');
    // A route is for the script of the page to read.
    expect(await engineOf('/story/5#/part')).toBe('browser asked');
    expect(await engineOf('/story/5#part')).toBe('response learned');
    expect(await engineOf('/story/5', { options: { only_main_content: false } })).toBe('browser script');
  });

  test('that make their content in the browser are shown without a look at the response', async () => {
    expect((await scrape('/made/1')).data.markdown).toContain('Number 1 of many dives');
    await expect.poll(() => engineOf('/made/2'), { timeout: 15_000 }).toBe('browser learned');
    expect((await scrape('/made/3')).data.markdown).toContain('Number 3 of many dives');
    expect(site.countOf('/made.png')).toBe(0);
  });
});

test.each([
  ['/feed', 'response text', '## [First dive](http://example.com/1)'],
  ['/sitemap.xml', 'response text', '```xml\n<urlset>'],
  ['/json', 'response text', '```json'],
  ['/xhtml', 'browser content_type', '# Strict'],
  ['/typed-loosely', 'response no_script', '# Still'],
  ['/typed-twice', 'response no_script', '# Still'],
  ['/typed-as-unknown', 'browser content_type', '# Still'],
])('%s is read as what it is', async (path, engine, words) => {
  const { metadata, data } = await scrape(path);
  expect(`${metadata.engine} ${metadata.engine_reason}`).toBe(engine);
  expect(data.markdown).toContain(words);
});

test('an operator may have every page shown', async () => {
  await using always = await startService({ GANNET_RENDER: 'always' });
  const { body } = await always.scrape({ url: `${site.origin}/still` });
  expect(body.metadata).toMatchObject({ engine: 'browser', engine_reason: 'setting' });
  const json = await always.scrape({ url: `${site.origin}/json` });
  expect(json.body.metadata).toMatchObject({ engine: 'response', engine_reason: 'text' });
});

test('a crawl has all of a document before it is shown: complete, asked for once, with no picture', async () => {
  const filled = (number: number) =>
    html(
      `Filled ${number}`,
      `<img src="/seen.png"><main id=root>${`<p>${text}</p>`.repeat(25)}</main><p><a href="/filled/2">Two</a></p>
<script>fetch('/words/${number}').then((answer) => answer.text()).then((words) => root.insertAdjacentHTML('beforeend', '<p>' + words))</script>`,
    );
  const inHalves = (_request: IncomingMessage, response: ServerResponse) => {
    const all = filled(2);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).write(all.slice(0, 9000));
    setTimeout(() => response.end(all.slice(9000)), 700);
  };
  await using own = await startSite({
    '/filled/1': filled(1),
    '/filled/2': inHalves,
    '/words/1': file('text/plain', `${text} There were seven eggs in March.`),
    '/words/2': file('text/plain', `${text} There were nine eggs in April.`),
  });
  await using always = await startService({ GANNET_RENDER: 'always' });
  const client = crawlClient(always);
  const { id } = await client.crawl({ start_url: `${own.origin}/filled/1`, options: { delay_ms: 0 } });
  const results = await client.resultsOf(id);
  expect(results.map(({ markdown }) => /\w+ eggs in \w+/.exec(markdown)?.[0]).sort()).toEqual([
    'nine eggs in April',
    'seven eggs in March',
  ]);
  expect(own.hits.filter((hit) => !/robots/.test(hit)).sort()).toEqual([
    'GET /filled/1',
    'GET /filled/2',
    'GET /words/1',
    'GET /words/2',
  ]);
});
