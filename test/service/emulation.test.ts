import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Service, startService } from '../support/service.ts';
import { html, type Site, startSite } from '../support/site.ts';

/** What a script can tell of its browser; runs in pages, frames and workers alike. */
const tell = `(async () => {
  const hints = navigator.userAgentData;
  const wanted = ['architecture', 'bitness', 'model', 'platformVersion', 'fullVersionList', 'formFactors'];
  const told = {
    userAgent: navigator.userAgent,
    hints: hints && { ...await hints.getHighEntropyValues(wanted) },
    intl: Intl.NumberFormat().resolvedOptions().locale,
    number: (1234.5).toLocaleString(),
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    hour: new Date(0).getHours(),
    languages: navigator.languages.join(),
    platform: navigator.platform,
  };
  if (typeof document === 'undefined') return told;
  return { ...told, language: navigator.language, touchPoints: navigator.maxTouchPoints,
    coarse: matchMedia('(pointer: coarse)').matches, hover: matchMedia('(hover: hover)').matches,
    screen: [screen.width, screen.height, devicePixelRatio, screen.orientation.type].join(' ') };
})()`;

const scopes = ['page', 'frame', 'worker'] as const;
/** Chromium gives no hold on the languages and the platform of a worker. */
const documents = ['page', 'frame'] as const;
type Seen = Record<string, unknown> & { hints: Record<string, unknown> };
type Told = Record<(typeof scopes)[number] | 'shared', Seen> & { size: string };

let site: Site;
let other: Site;
let service: Service;
beforeAll(async () => {
  const seen = (request: { headers: object }) =>
    html('Seen', `<pre>${JSON.stringify(request.headers)}</pre>`);
  other = await startSite(
    {
      '/picture.png': (_request, response) => response.writeHead(404).end(),
      '/data': (_request, response) =>
        response.writeHead(200, { 'access-control-allow-origin': '*' }).end('data'),
      '/asks-back': (_request, response) =>
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(
            html(
              'Asks back',
              `<p id="log"></p><script>fetch('${site.origin}/data').finally(() => { log.className = 'done'; })</script>`,
            ),
          ),
      '/arrived': (request, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end(seen(request)),
    },
    '127.0.0.2',
  );
  site = await startSite({
    '/who': html(
      'Who',
      `<iframe src="/frame"></iframe><pre id="told"></pre><script>(async () => {
         const worker = new Worker('/worker.js');
         const { port } = new SharedWorker('/shared.js');
         const from = (teller) => new Promise((resolve) => { teller.onmessage = ({ data }) => resolve(data); });
         const [page, frame, inWorker, shared] = await Promise.all([${tell}, from(window), from(worker), from(port)]);
         const size = innerWidth + ' ' + innerHeight;
         told.textContent = JSON.stringify({ page, frame, worker: inWorker, shared, size });
         told.className = 'done';
       })()</script>`,
      '<meta name="viewport" content="width=device-width">',
    ),
    '/frame': html('Frame', `<script>${tell}.then((told) => parent.postMessage(told, '*'))</script>`),
    '/worker.js': (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/javascript' })
        .end(`${tell}.then((told) => postMessage(told))`),
    '/shared.js': (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/javascript' })
        .end(`onconnect = ({ ports: [port] }) => ${tell}.then((told) => port.postMessage(told))`),
    '/seen': (request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(seen(request)),
    '/sets': (_request, response) =>
      response.writeHead(302, { location: '/seen', 'set-cookie': ['given=later', 'fresh=1'] }).end(),
    '/leaves': (_request, response) => response.writeHead(302, { location: `${other.origin}/arrived` }).end(),
    '/leaves-to-ask': (_request, response) =>
      response.writeHead(302, { location: `${other.origin}/asks-back` }).end(),
    '/parts': (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(
        html(
          'Parts',
          `<h1>Parts</h1><img src="/picture.png"><img src="${other.origin}/picture.png"><pre id="log"></pre>
           <script>Promise.all([fetch('/data', { method: 'POST', body: 'x' }), fetch('${other.origin}/data')])
             .then(() => { log.className = 'done'; });</script>`,
        ),
      ),
    '/picture.png': (_request, response) => response.writeHead(404).end(),
    '/data': (_request, response) => response.end('data'),
    '/tall': html(
      'Tall',
      '<div style="height:20000px;background:#0a0">Tall</div>',
      '<meta name="viewport" content="width=device-width">',
    ),
  });
  service = await startService();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
});

const scrape = (path: string, more: Record<string, unknown>) =>
  service.scrape({ url: `${site.origin}${path}`, options: { only_main_content: false }, ...more });
const markdown = async (path: string, more: Record<string, unknown>): Promise<string> => {
  const { status, body } = await scrape(path, more);
  expect(status, JSON.stringify(body.detail)).toBe(200);
  return body.data.markdown;
};
const jsonIn = (text: string) => JSON.parse(/\{.*\}/.exec(text)?.[0] ?? '{}');
const who = async (more: Record<string, unknown>): Promise<Told> =>
  jsonIn(await markdown('/who', { wait_for_selector: '.done', ...more }));
/** The headers that the latest page asked for was asked with. */
const headersOf = async (path: string, more: Record<string, unknown>): Promise<Record<string, string>> =>
  jsonIn(await markdown(path, more));
const requestTo = (from: Site, path: string) =>
  from.requests.findLast(({ url }) => url === path)?.headers ?? {};

describe('who visits', () => {
  test('without a wish the browser is itself', async () => {
    const told = await who({});
    for (const scope of scopes)
      expect(told[scope]).toMatchObject({
        userAgent: expect.stringMatching(/^Mozilla\/5\.0 \(X11; Linux /),
        intl: 'en-US',
        languages: 'en-US,en',
        hints: { mobile: false, platform: 'Linux' },
      });
  });

  test('a phone is one in page, frame, worker and headers', async () => {
    const [plain, told] = [await who({}), await who({ mobile: true })];
    const version = /Chrome\/[\d.]+/.exec(String(plain.page.userAgent))?.[0];
    for (const scope of scopes)
      expect(told[scope]).toMatchObject({
        userAgent: expect.stringMatching(/^Mozilla\/5\.0 \(Linux; Android 10; K\) .* Mobile Safari\/[\d.]+$/),
        hints: {
          mobile: true,
          platform: 'Android',
          model: 'Pixel 7',
          formFactors: ['Mobile'],
          brands: plain.page.hints.brands,
          fullVersionList: plain.page.hints.fullVersionList,
        },
      });
    expect(told.page.userAgent).toContain(version);
    for (const scope of documents)
      expect(told[scope]).toMatchObject({
        platform: 'Linux armv81',
        touchPoints: 5,
        coarse: true,
        hover: false,
        screen: '412 915 2.625 portrait-primary',
      });
    expect(told.size).toBe('412 915');
    expect(await headersOf('/seen', { mobile: true })).toMatchObject({
      'user-agent': told.page.userAgent,
      'sec-ch-ua-mobile': '?1',
      'sec-ch-ua-platform': '"Android"',
      'sec-ch-ua': expect.stringContaining('Chromium'),
    });
  });

  test('a language is one in page, frame and headers', async () => {
    const told = await who({ locale: 'de-de' });
    for (const scope of scopes) expect(told[scope]).toMatchObject({ intl: 'de-DE', number: '1.234,5' });
    for (const scope of documents) expect(told[scope]).toMatchObject({ languages: 'de-DE,de' });
    expect(told.page).toMatchObject({ language: 'de-DE', hints: { mobile: false, platform: 'Linux' } });
    expect(requestTo(site, '/who')).toMatchObject({
      'accept-language': 'de-DE,de;q=0.9',
      'sec-ch-ua-platform': '"Linux"',
    });
  });

  test('a time zone is one in page, frame and worker', async () => {
    const told = await who({ timezone: 'asia/tokyo' });
    for (const scope of scopes) expect(told[scope]).toMatchObject({ zone: 'Asia/Tokyo', hour: 9 });
  });

  test('leaves nothing of itself to the next one', async () => {
    const visitor = { mobile: true, locale: 'ja-JP', timezone: 'Asia/Tokyo' };
    const { body } = await scrape('/seen', visitor);
    expect(body.metadata.engine).toBe('response');
    expect((await who({ bypass_cache: true })).page).toMatchObject({
      languages: 'en-US,en',
      intl: 'en-US',
      zone: expect.not.stringContaining('Tokyo'),
      touchPoints: 0,
      hints: { mobile: false },
    });
    expect(await headersOf('/seen', { bypass_cache: true })).toMatchObject({ 'sec-ch-ua-mobile': '?0' });
  });

  test('all of it together', async () => {
    const told = await who({ mobile: true, locale: 'fr-CA', timezone: 'America/Toronto' });
    for (const scope of scopes)
      expect(told[scope]).toMatchObject({
        intl: 'fr-CA',
        zone: 'America/Toronto',
        hints: { mobile: true },
      });
    for (const scope of documents) expect(told[scope]).toMatchObject({ languages: 'fr-CA,fr' });
  });

  test('in a shared worker language and time zone are the visitor’s, and all else the browser’s own', async () => {
    const told = await who({ mobile: true, locale: 'fr-CA', timezone: 'America/Toronto' });
    const { userAgent, hints, languages, platform } = (await who({})).shared;
    expect(told.shared).toMatchObject({ intl: 'fr-CA', zone: 'America/Toronto' });
    expect(told.shared).toMatchObject({ userAgent, hints, languages, platform });
  });

  test('the size of a screenshot wins over that of the phone', async () => {
    const shot = async (options: Record<string, unknown>, path = '/seen') => {
      const { body } = await scrape(path, { output: 'screenshot', mobile: true, options });
      const bytes = Buffer.from(body.data.data, 'base64');
      return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    };
    expect(await shot({ full_page: false })).toEqual([1082, 2402]);
    expect(await shot({ full_page: false, width: 400, height: 800 })).toEqual([1050, 2100]);
    const [width = 0, height = 0] = await shot({ width: 400 }, '/tall');
    expect(width).toBe(1050);
    expect(height).toBeGreaterThan(16_000);
    expect(height).toBeLessThanOrEqual(16_384);
  });
});

describe('headers', () => {
  const headers = { Authorization: 'Bearer secret-4711', 'X-Tenant': 'blue' };
  const ours = { authorization: 'Bearer secret-4711', 'x-tenant': 'blue' };

  test.each([
    ['Accept-Encoding', 'gzip, *;q=0.5'],
    ['X-HTTP-Method', 'TRACE'],
  ])('%s: %s is refused at once: the browser does not send it', async (name, value) => {
    const { status, body } = await scrape('/seen', { headers: { [name]: value }, timeout_ms: 4000 });
    expect([status, body.detail]).toMatchObject([
      400,
      { error: 'invalid_request', issues: [{ path: `headers.${name}` }] },
    ]);
  });

  test('are sent beside those of the browser', async () => {
    const plain = await headersOf('/seen', { bypass_cache: true });
    const given = await headersOf('/seen', { headers });
    expect(given).toMatchObject(ours);
    expect(Object.keys(given).toSorted()).toEqual([...Object.keys(plain), ...Object.keys(ours)].toSorted());
    expect((await headersOf('/seen', { headers: { accept: 'text/html;q=0.1' } })).accept).toBe(
      'text/html;q=0.1',
    );
  });

  test('go with everything of the origin asked for, and nowhere else', async () => {
    const referer = 'https://example.com/from';
    await markdown('/parts', {
      headers: { ...headers, referer },
      block_media: false,
      wait_for_selector: '.done',
    });
    expect(requestTo(site, '/parts')).toMatchObject({ referer });
    expect(requestTo(site, '/picture.png')).toMatchObject({ referer: `${site.origin}/parts` });
    for (const path of ['/parts', '/data', '/picture.png']) expect(requestTo(site, path)).toMatchObject(ours);
    for (const path of ['/data', '/picture.png'])
      for (const name of Object.keys(ours)) expect(requestTo(other, path)).not.toHaveProperty(name);
    expect(requestTo(other, '/data')).toHaveProperty('host');
    expect(requestTo(other, '/picture.png')).toHaveProperty('host');
  });

  test('media stay blocked', async () => {
    const before = site.countOf('/picture.png');
    await markdown('/parts', { headers, wait_for_selector: '.done' });
    expect(site.countOf('/picture.png')).toBe(before);
  });

  test('follow a redirect within the origin and are gone after one to another', async () => {
    expect(await headersOf('/sets', { headers })).toMatchObject(ours);
    const { body } = await scrape('/leaves', { headers });
    expect(body.metadata.final_url).toBe(`${other.origin}/arrived`);
    expect(requestTo(site, '/leaves')).toMatchObject(ours);
    for (const name of Object.keys(ours)) expect(requestTo(other, '/arrived')).not.toHaveProperty(name);
  });

  test('are not lent to scripts of another origin', async () => {
    await scrape('/leaves-to-ask', { headers, wait_for_selector: '.done' });
    expect(requestTo(site, '/data')).toMatchObject({ origin: other.origin });
    for (const name of Object.keys(ours)) expect(requestTo(site, '/data')).not.toHaveProperty(name);
  });

  test('User-Agent and Accept-Language are those of the page, too', async () => {
    const given = { 'user-agent': 'gannet-test/1.0', 'accept-language': 'it;q=0.5, sv-SE' };
    const told = await who({ headers: given });
    for (const scope of scopes) expect(told[scope]).toMatchObject({ userAgent: 'gannet-test/1.0' });
    for (const scope of documents) expect(told[scope]).toMatchObject({ languages: 'sv-SE,it' });
    expect(requestTo(site, '/who')).toMatchObject({ 'user-agent': 'gannet-test/1.0' });
    expect(requestTo(site, '/who')['accept-language']).toMatch(/^sv-SE,(sv;q=0\.9,)?it;q=0\.[89]$/);
    expect(requestTo(site, '/who')).not.toHaveProperty('sec-ch-ua');
  });
});

describe('cookies', () => {
  const cookieOf = (headers: object) =>
    'cookie' in headers ? String(headers.cookie).split('; ').toSorted() : [];

  test('are there for the first request, and a server may change them', async () => {
    const cookies = [
      { name: 'session', value: 'secret-4712', http_only: true, same_site: 'Lax' },
      { name: 'given', value: 'first', domain: '127.0.0.1' },
      { name: 'elsewhere', value: 'x', path: '/elsewhere' },
    ];
    for (const headers of [{}, { 'x-a': 'b' }]) {
      await markdown('/sets', { cookies, headers });
      expect(cookieOf(requestTo(site, '/sets'))).toEqual(['given=first', 'session=secret-4712']);
      expect(cookieOf(requestTo(site, '/seen'))).toEqual(['fresh=1', 'given=later', 'session=secret-4712']);
    }
  });

  test('go to no other host', async () => {
    await scrape('/leaves', { cookies: [{ name: 'session', value: 'secret-4713' }] });
    expect(cookieOf(requestTo(site, '/leaves'))).toEqual(['session=secret-4713']);
    expect(cookieOf(requestTo(other, '/arrived'))).toEqual([]);
  });

  test('of one request are unknown to the next', async () => {
    await headersOf('/seen', { cookies: [{ name: 'session', value: 'secret-4714' }] });
    expect(await headersOf('/seen', { bypass_cache: true })).not.toHaveProperty('cookie');
  });
});

test('no secret is written to the log', async () => {
  await using talkative = await startService({ GANNET_LOG: 'debug' });
  await talkative.scrape({
    url: `${site.origin}/seen`,
    headers: { authorization: 'Bearer secret-4715' },
    cookies: [{ name: 'session', value: 'secret-4716' }],
    actions: [{ type: 'type', selector: '.never', text: 'secret-4717' }],
    timeout_ms: 1500,
  });
  await talkative.scrape({
    url: `${site.origin}/seen`,
    headers: { authorization: 'Bearer secret-4718\n' },
    cookies: [{ name: 'session', value: 'secret-4719;' }],
  });
  await talkative.stop();
  expect(talkative.output.length).toBeGreaterThan(2);
  expect(talkative.output.join('\n')).not.toContain('secret-');
});
