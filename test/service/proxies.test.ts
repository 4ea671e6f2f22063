import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHttpProxy, startSocks5Proxy, type TestProxy } from '../support/proxies.ts';
import { type Service, startService } from '../support/service.ts';
import { html, type Site, startSite } from '../support/site.ts';

/** The way out through the operator's proxies, as a user of the service sees it. */

const words = `<p>${'Gannets dive from thirty metres and enter the sea like arrows. '.repeat(10)}</p>`;
/** Shows the time zone as the page, its worker and its frames have it. */
const clocks = html(
  'Clocks',
  `<h1>Clocks</h1>${words}<ul id="list"></ul>
  <script>
    const zone = 'Intl.DateTimeFormat().resolvedOptions().timeZone';
    const show = (where, name) => { list.append(Object.assign(document.createElement('li'), { textContent: where + ' in ' + name })); };
    show('page', eval(zone));
    const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(' + zone + ')'])));
    worker.onmessage = ({ data }) => show('worker', data);
    addEventListener('message', ({ data }) => show('frame', data));
    const frame = document.createElement('iframe');
    frame.srcdoc = '<script>parent.postMessage(' + zone + ', "*")<' + '/script>';
    document.body.append(frame);
    const other = document.createElement('iframe');
    other.src = '/clock';
    document.body.append(other);

  </script>`,
);

let site: Site;
beforeAll(async () => {
  site = await startSite({
    '/clocks': clocks,
    '/clock': html(
      'Clock',
      '<script>parent.postMessage("of its own " + Intl.DateTimeFormat().resolvedOptions().timeZone, "*")</script>',
    ),
    '/wall': (_request, response) => {
      response.writeHead(403, { 'content-type': 'text/html' }).end(html('Just a moment...', ''));
    },
  });
});
afterAll(() => site[Symbol.asyncDispose]());

describe('a dead proxy, one that denies and one that works', () => {
  let denying: TestProxy;
  let good: TestProxy;
  let service: Service;
  beforeAll(async () => {
    denying = await startHttpProxy({ credentials: 'user:right' });
    good = await startSocks5Proxy({ credentials: 'user:secret' });
    service = await startService({
      // Nobody listens there, nor will while the same port is taken on 127.0.0.1.
      GANNET_PROXIES: `http://127.0.0.99:${good.port}, ${denying.url.replace('right', 'wrong')}, ${good.url}#Asia/Tokyo`,
    });
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await Promise.all([denying, good].map((proxy) => proxy[Symbol.asyncDispose]()));
  });

  const statusOf = async () => (await fetch(`${service.url}/v1/proxy/status`)).json();

  test('one request gets through', async () => {
    const { status, body } = await service.scrape({ url: `${site.origin}/clocks`, retry: false });
    expect(status, JSON.stringify(body.detail)).toBe(200);
    // The first way out was to be another, with another time zone.
    expect(body.data.markdown).toContain('page in Asia/Tokyo');
    expect(site.countOf('/clocks')).toBe(2);
    expect(good.asked).toContain(`CONNECT 127.0.0.1:${site.port}`);
  });

  test('the status tells their states, neither hosts nor credentials', async () => {
    const status = await statusOf();
    expect(status).toMatchObject({ enabled: true, total: 3, healthy: 1, strategy: 'rotate_healthy' });
    const cooling = {
      scheme: 'http',
      state: 'cooling',
      successes: 0,
      success_rate: 0,
      latency_ms: null,
      cooling_until: expect.stringMatching(/^\d{4}-.*Z$/),
    };
    expect(status.proxies).toMatchObject([
      { id: 'proxy-1', ...cooling },
      { id: 'proxy-2', ...cooling },
      {
        id: 'proxy-3',
        scheme: 'socks5',
        state: 'healthy',
        failures: 0,
        success_rate: 1,
        cooling_until: null,
      },
    ]);
    expect(status.proxies[2].latency_ms).toBeGreaterThanOrEqual(0);
    expect(JSON.stringify(status)).not.toMatch(/127\.0|user|secret|wrong|Tokyo/);
  });

  test("pages, workers and frames have the proxy's time zone", async () => {
    const { body } = await service.scrape({
      url: `${site.origin}/clocks`,
      wait_strategy: 'spa',
      bypass_cache: true,
    });
    expect(site.countOf('/clocks')).toBe(3);
    for (const line of [
      'page in Asia/Tokyo',
      'worker in Asia/Tokyo',
      'frame in Asia/Tokyo',
      'frame in of its own Asia/Tokyo',
    ])
      expect(body.data.markdown).toContain(line);
  });

  test("the caller's own proxy has none, and is not counted", async () => {
    await using own = await startHttpProxy();
    const before = await statusOf();
    const { body } = await service.scrape({
      url: `${site.origin}/clocks`,
      wait_strategy: 'spa',
      proxy_url: `${own.url}#Asia/Tokyo`,
    });
    expect(body.data.markdown).toContain('page in UTC');
    expect(own.asked.length).toBeGreaterThan(0);
    expect(await statusOf()).toMatchObject({ proxies: before.proxies });
  });
});

describe('two proxies that work', () => {
  let one: TestProxy;
  let other: TestProxy;
  let service: Service;
  beforeAll(async () => {
    one = await startHttpProxy();
    other = await startSocks5Proxy();
    service = await startService({
      GANNET_ALLOW_NETWORKS: '127.0.0.1/32',
      GANNET_PROXIES: `${one.url},${other.url}`,
    });
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await Promise.all([one, other].map((proxy) => proxy[Symbol.asyncDispose]()));
  });

  test("what the caller's own proxy is to blame for is told, without its credentials", async () => {
    await using site = await startSite({ '/': html('Home', 'Home') });
    await using picky = await startHttpProxy({ credentials: 'user:secret' });
    await using gone = await startHttpProxy();
    await gone[Symbol.asyncDispose]();
    await using unable = await startSocks5Proxy({ status: 4 });
    const told = async (proxy_url: string, url = `${site.origin}/`) => {
      const { status, body } = await service.scrape({ url, proxy_url, timeout_ms: 30_000 });
      expect(JSON.stringify(body)).not.toMatch(/secret|wrong/);
      expect(body.detail).toMatchObject({
        error: 'connection_failed',
        message: expect.stringContaining('proxy_url'),
      });
      return { status, reason: body.detail.reason, message: body.detail.message };
    };
    const wrong = picky.url.replace('secret', 'wrong');
    const denied = await told(wrong);
    expect(denied).toMatchObject({ status: 400, reason: 'proxy_denied' });
    expect(await told(wrong, 'https://name.test/')).toEqual(denied);
    const unreachable = await told(gone.url);
    expect(unreachable).toMatchObject({ status: 400, reason: 'proxy_unreachable' });
    // Where one may not be asked, nothing tells that it is there.
    expect(await told('http://user:secret@127.0.0.2:3128')).toEqual(unreachable);
    expect(await told(unable.url)).toMatchObject({ reason: 'proxy_failed' });
  });

  test('a wall is asked once more, through another proxy', async () => {
    for (const round of [1, 2, 3]) {
      const { status, body } = await service.scrape({ url: `${site.origin}/wall?${round}` });
      expect(status).toBe(500);
      const used = body.detail.attempts.map(({ proxy }: { proxy: string }) => proxy);
      expect(used.toSorted()).toEqual(['proxy-1', 'proxy-2']);
    }
    expect(one.asked.length + other.asked.length).toBeGreaterThanOrEqual(6);
  });
});
