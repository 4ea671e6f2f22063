import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, eventually, type Service, startService } from '../support/service.ts';
import { file, html, type Site, startSite } from '../support/site.ts';

/** POST /v1/extract as a caller sees it. */

let site: Site;
let service: Service;

const linked = `<script type="application/ld+json">${JSON.stringify({
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'Gannet mug',
  sku: 'GM-1',
  brand: { '@type': 'Brand', name: 'Solan' },
  offers: {
    '@type': 'Offer',
    price: '12.50',
    priceCurrency: 'EUR',
    availability: 'https://schema.org/InStock',
  },
})}</script>`;
const product = html(
  'Gannet mug | Shop',
  '<h1>Gannet mug</h1><p class="price">12,50 €</p><ul><li><a href="/a">One</a></li><li><a href="/b">Two</a></li></ul>',
  linked,
);
const alive = html(
  'Alive',
  `<div id="app"></div><div id="host"></div><div id="closed"></div><iframe srcdoc="<p class=framed>in a frame</p>" width="300" height="100"></iframe>
  <script>
    document.querySelector('#app').innerHTML = '<h1>Made by script</h1><a class="more" href="/more">More</a><input class="field" value="old">';
    document.querySelector('.field').value = 'new';
    document.querySelector('#host').attachShadow({ mode: 'open' }).innerHTML = '<b class="open">in the open</b>';
    document.querySelector('#closed').attachShadow({ mode: 'closed' }).innerHTML = '<b class="shut">behind a door</b>';
  </script>`,
);
const clobbered = html(
  'Clobbered',
  `<form name="createExpression"><input name="evaluate"></form><img name="documentElement"><h1>Still here</h1>
  <script>document.evaluate = () => 'FAKE'; Document.prototype.createExpression = () => 'FAKE';</script>`,
);
const many = html('Many', `<main>${'<div><p>text <b>bold</b></p></div>'.repeat(1500)}</main>`);

beforeAll(async () => {
  site = await startSite({
    '/product': product,
    '/cached': product,
    '/alive': alive,
    '/clobbered': clobbered,
    '/many': many,
    '/siblings': html('Siblings', `<main>${'<p></p>'.repeat(3000)}</main>`),
    '/data.json': file('application/json', JSON.stringify({ name: 'Gannet', price: 3 })),
    '/file': file('application/zip', Buffer.from('PK\x03\x04\0\0')),
    '/broken': (request) => request.socket.destroy(),
    '/challenge': (_request, response) =>
      response
        .writeHead(403, { 'content-type': 'text/html', 'cf-mitigated': 'challenge' })
        .end(html('Just a moment...', 'x')),
  });
  service = await startService();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const extract = async (path: string, body: Record<string, unknown>): Promise<Answer> =>
  service.post('/v1/extract', { url: `${site.origin}${path}`, ...body });

describe('by schema', () => {
  const schema = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      price: { type: 'number' },
      currency: { type: 'string' },
      available: { type: 'boolean' },
      shoe_size: { type: 'string' },
    },
  };

  test('the answer has the shape of the contract', async () => {
    const { status, body, headers } = await extract('/product', { schema });
    expect(status).toBe(200);
    expect(headers.get('x-request-id')).toBeTruthy();
    expect(body).toMatchObject({
      status: 200,
      url: `${site.origin}/product`,
      data: { name: 'Gannet mug', price: 12.5, currency: 'EUR', available: true, shoe_size: null },
      payment: null,
      metadata: {
        extraction_method: 'schema',
        engine: 'response',
        cached: false,
        fields: {
          price: { source: 'jsonld', path: 'jsonld[0].offers.price', snippet: '12.50' },
          shoe_size: null,
        },
      },
    });
    const { confidence, fields, processing_time_ms } = body.metadata;
    const sum = ['name', 'price', 'currency', 'available'].reduce(
      (all, name) => all + fields[name].confidence,
      0,
    );
    expect(confidence).toBeCloseTo(sum / 5, 2);
    expect(Number.isInteger(processing_time_ms)).toBe(true);
    expect(body.warnings).toBeUndefined();
  });

  test('has priority over selectors, and these over expressions', async () => {
    const selectors = { heading: 'h1' };
    const xpaths = { heading: '//h1' };
    const first = await extract('/product', { schema, selectors, xpaths });
    expect(first.body.metadata.extraction_method).toBe('schema');
    expect(Object.keys(first.body.data)).toEqual(Object.keys(schema.properties));
    expect(first.body.warnings).toEqual([
      'selectors is not used: schema comes first',
      'xpaths is not used: schema comes first',
    ]);
    const second = await extract('/product', { selectors, xpaths });
    expect(second.body.metadata.extraction_method).toBe('css_selector');
  });
});

describe('by selectors', () => {
  test('what scripts made, in shadow roots and in frames', async () => {
    const { body } = await extract('/alive', {
      selectors: {
        heading: 'h1',
        link: { selector: '.more', attribute: 'href' },
        field: { selector: '.field', attribute: 'value' },
        open: '#host .open',
        shut: '#closed .shut',
        framed: '.framed',
        nothing: '.nothing',
      },
    });
    expect(body.data).toEqual({
      heading: 'Made by script',
      link: `${site.origin}/more`,
      field: 'new',
      open: 'in the open',
      shut: 'behind a door',
      framed: 'in a frame',
      nothing: null,
    });
    expect(body.metadata).toMatchObject({ extraction_method: 'css_selector', engine: 'browser' });
    expect(body.metadata.confidence).toBeCloseTo(6 / 7, 2);
  });

  test('a page that needs no script is read from its response', async () => {
    const { body } = await extract('/product', {
      selectors: { links: { selector: 'li a', type: 'list', attribute: 'href' } },
    });
    expect(body.data.links).toEqual([`${site.origin}/a`, `${site.origin}/b`]);
    expect(body.metadata.engine).toBe('response');
  });
});

describe('by XPath', () => {
  test('sets of nodes, strings, numbers, booleans, attributes', async () => {
    const before = site.countOf('/product');
    const { body } = await extract('/product', {
      xpaths: {
        one: '//h1',
        several: '//li',
        attribute: '//li[1]/a/@href',
        attributes: '//a/@href',
        text: 'string(//h1)',
        count: 'count(//li)',
        test: 'boolean(//h1)',
        none: '//nothing',
        number: 'number("x")',
      },
    });
    expect(body.data).toEqual({
      one: 'Gannet mug',
      several: ['One', 'Two'],
      attribute: '/a',
      attributes: ['/a', '/b'],
      text: 'Gannet mug',
      count: 2,
      test: true,
      none: null,
      number: null,
    });
    expect(body.metadata).toMatchObject({
      extraction_method: 'xpath',
      engine: 'browser',
      fields: { one: { source: 'xpath', path: '//h1', snippet: 'Gannet mug', confidence: 1 }, none: null },
    });
    expect(site.countOf('/product') - before).toBe(1);
  });

  test('pages cannot stand in the way', async () => {
    const { body } = await extract('/clobbered', { xpaths: { heading: '//h1', root: 'name(/*)' } });
    expect(body.data).toEqual({ heading: 'Still here', root: 'html' });
  });

  test('what is no expression is named', async () => {
    const { status, body } = await extract('/product', {
      xpaths: { good: '//h1', bad: '//h1[', unknown: 'matches(//h1, "a")' },
    });
    expect(status).toBe(400);
    expect(body.detail).toMatchObject({
      error: 'invalid_request',
      issues: [{ path: 'xpaths.bad' }, { path: 'xpaths.unknown' }],
      payment_charged: false,
    });
  });

  test('an expression that never ends is stopped, and the browser goes on', async () => {
    const hostile = 'count(//*[count(//*[count(//*[count(//*)>0])>0])>0])';
    const started = performance.now();
    const { status, body } = await extract('/many', { xpaths: { hostile }, options: { timeout: 60_000 } });
    expect(status).toBe(504);
    expect(body.detail).toMatchObject({ error: 'timeout', reason: 'xpath', payment_charged: false });
    expect(performance.now() - started).toBeLessThan(20_000);
    const after = await extract('/product', { xpaths: { heading: '//h1' }, options: { bypass_cache: true } });
    expect(after.body.data).toEqual({ heading: 'Gannet mug' });
    const health = async () =>
      (await (await fetch(`${service.url}/health`)).json()) as { browser_contexts: number };
    // Those made ahead for pages that may come together go a minute after the last one.
    await eventually(async () => (await health()).browser_contexts <= 2, 90_000);
  });

  test('a text file is looked at as the browser shows it', async () => {
    const { body } = await extract('/data.json', { xpaths: { text: 'normalize-space(//pre)' } });
    expect(JSON.parse(body.data.text)).toEqual({ name: 'Gannet', price: 3 });
  });
});

describe('options', () => {
  const selectors = { heading: 'h1' };

  test('an answer is given again, another question is not answered by it', async () => {
    const first = await extract('/cached', { selectors });
    const again = await extract('/cached', { selectors });
    expect(site.countOf('/cached')).toBe(1);
    expect(again.body.metadata).toMatchObject({ cached: true });
    expect(Date.parse(again.body.metadata.cached_at)).toBeGreaterThan(0);
    expect(again.body.data).toEqual(first.body.data);
    await extract('/cached', { selectors: { heading: 'h1', more: 'p' } });
    expect(site.countOf('/cached')).toBe(2);
    await extract('/cached', { selectors, options: { bypass_cache: true } });
    expect(site.countOf('/cached')).toBe(3);
  });

  test('a script runs before', async () => {
    const { body } = await extract('/product', {
      selectors,
      options: { javascript: "document.querySelector('h1').textContent = 'Changed'" },
    });
    expect(body.data.heading).toBe('Changed');
  });

  test('a selector that never matches is a timeout in its own words', async () => {
    const { status, body } = await extract('/product', {
      selectors,
      options: { wait_for: '.never', timeout: 1500 },
    });
    expect(status).toBe(504);
    expect(body.detail).toMatchObject({
      error: 'timeout',
      reason: 'selector',
      message: 'Nothing matched options.wait_for in time.',
    });
    const broken = await extract('/product', { selectors, options: { wait_for: 'p[' } });
    expect(broken.body.detail).toMatchObject({
      error: 'invalid_request',
      issues: [{ path: 'options.wait_for' }],
    });
  });
});

describe('failures', () => {
  const slow = 'x ~ p ~ p ~ p ~ p';
  test.each([
    [
      '/v1/extract',
      { selectors: { slow: { selector: slow, type: 'list' } }, options: { timeout: 1500 } },
      'extract_failed',
    ],
    [
      '/v1/scrape',
      { output: 'html', options: { include_selectors: [slow] }, timeout_ms: 1500 },
      'scrape_failed',
    ],
  ])('%s: a page that arrived is not said to be late', async (path, body, error) => {
    const answer = await service.post(path, { url: `${site.origin}/siblings`, ...body });
    expect(answer.status).toBe(500);
    expect(answer.body.detail).toMatchObject({ error, reason: 'too_slow', payment_charged: false });
    expect(answer.body.detail.message).toMatch(/^The page arrived/);
  });

  const selectors = { heading: 'h1' };

  test.each([
    ['/broken', 400, 'connection_failed'],
    ['/file', 500, 'extract_failed'],
    ['/challenge', 500, 'extract_failed'],
  ])('%s is %i %s', async (path, status, error) => {
    const answer = await extract(path, { selectors, options: { retry: false } });
    expect(answer.status).toBe(status);
    expect(answer.body.detail).toMatchObject({ error, url: `${site.origin}${path}`, payment_charged: false });
  });

  test('a request that is none is told before the page is asked for', async () => {
    const before = site.hits.length;
    const none = await extract('/product', {});
    expect(none.body.detail).toMatchObject({
      error: 'invalid_request',
      url: `${site.origin}/product`,
      payment_charged: false,
    });
    const broken = await extract('/product', {
      selectors: { list: { selector: 'li', type: 'list', fields: { bad: 'a[' } } },
    });
    expect(broken.body.detail).toMatchObject({
      error: 'invalid_request',
      issues: [{ path: 'selectors.list.fields.bad' }],
    });
    expect(site.hits.length).toBe(before);
  });
});
