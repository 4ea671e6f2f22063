import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { policies } from '../../src/engine/outcome/policy.ts';
import { type Service, startService } from '../support/service.ts';
import { html, type Page, type Site, startSite } from '../support/site.ts';

/** What a page that was reached in the end counts as: an answer, a wall, a failure. */

const text =
  'Gannets dive from thirty metres and enter the sea like arrows, which few other birds can do. '.repeat(6);
const captcha = '<div class="g-recaptcha" data-sitekey="k"></div>';

const answer =
  (status: number, body: string): Page =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end(body);

/** A page first, `then` for whoever asks again. */
const firstThen = (first: Page, then: Page): Page => {
  let asked = 0;
  return (request, response) => {
    asked += 1;
    const page = asked === 1 ? first : then;
    if (typeof page !== 'string') page(request, response);
  };
};

const busy = answer(503, html('Busy', `<h1>Busy</h1><p>${text}</p>`));
const article = answer(200, html('Article', `<h1 id="headline">Article</h1><p>${text}</p>`));
const nothing = answer(200, html('App', '<div id="root"></div>'));
const busyThen = (then: Page) => firstThen(busy, then);

let site: Site;
let service: Service;
beforeAll(async () => {
  site = await startSite({
    '/busy-then-hangs': busyThen(() => undefined),
    '/busy-then-hangs-too': busyThen(() => undefined),
    '/busy-then-breaks': busyThen((request) => request.socket.destroy()),
    '/form': answer(200, html('Form', '<form id="challenge-form"><p>Take the challenge</p></form>')),
    '/denied': answer(403, html('Access denied | My Site', '<h1>Access denied</h1>')),
    '/login': answer(401, html('Log in', `<p>Show that you are human</p>${captcha}`)),
    '/refused-login': answer(403, html('Log in', `<p>Are you human?</p><input type="password">${captcha}`)),
    '/incident': answer(200, html('Support', '<p>What is an Incapsula incident ID?</p>')),
    '/wall': answer(403, html('Just a moment...', '<p>Checking your browser</p>')),
    '/robot': answer(429, html('Shop', `<p>Are you a robot?</p>${captcha}`)),
    '/first': article,
    '/enable-js': answer(200, html('x', '<p id="cmsg">Please enable JS and disable any ad blocker</p>')),
    '/wall-then-article': firstThen(answer(403, html('Just a moment...', '')), article),
    '/wall-once': answer(403, html('Just a moment...', '')),
    '/busy': busy,
    '/busy-too': busy,
    '/busy-three': busy,
    '/busy-four': busy,
    '/busy-then-article': busyThen(article),
    '/busy-then-article-too': busyThen(article),
    '/busy-for-selector': busyThen(article),
    '/busy-then-wall': busyThen(answer(403, html('Just a moment...', ''))),
    '/much-later': (_request, response) =>
      response
        .writeHead(429, { 'content-type': 'text/html', 'retry-after': '3600' })
        .end(html('Slow', '<h1>Slow down</h1>')),
    '/gone': (_request, response) => response.writeHead(404, { 'content-type': 'text/html' }).end(),
    '/failed': (_request, response) => response.writeHead(500, { 'content-length': 0 }).end(),
    '/refused': (_request, response) =>
      response.writeHead(401, { 'www-authenticate': 'Basic realm="club"' }).end(),
    '/nothing': nothing,
    '/nothing-then-article': firstThen(nothing, article),
    '/for-sale': answer(200, html('example.com', '<h1>This domain is for sale</h1>')),
    '/act': answer(200, 'done'),
    '/reset': (request) => request.socket.destroy(),
    '/hangs': () => undefined,
    '/article': html('Article', `<h1>Article</h1><p>${text}</p>`),
  });
  service = await startService();
  // The first conversion starts its threads, which is no part of what is timed below.
  await service.scrape({ url: `${site.origin}/first` });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const scrape = (path: string, more: Record<string, unknown> = {}) =>
  service.scrape({ url: `${site.origin}${path}`, ...more });

describe('a page in hand', () => {
  test.each([
    ['/busy-then-hangs', 'markdown', 2, 5000],
    ['/busy-then-breaks', 'html', 4, 20_000],
    // To print takes two seconds on a busy machine: with less it would not be asked for again.
    ['/busy-then-hangs-too', 'pdf', 2, 8000],
  ])('is given when asking again fails: %s as %s', async (path, output, attempts, timeout_ms) => {
    const { status, body } = await scrape(path, { output, timeout_ms });
    expect(status, JSON.stringify(body.detail)).toBe(200);
    expect(body.metadata).toMatchObject({ status_code: 503, attempts });
  });
});

describe('an error without a body', () => {
  test.each([
    ['/gone', 404, 'empty'],
    ['/failed', 500, 'origin_error'],
    ['/refused', 401, 'empty'],
  ])('is the answer of the site, not a host that is not there: %s', async (path, code, outcome) => {
    const { status, body } = await scrape(path, { retry: false });
    expect(status, JSON.stringify(body.detail)).toBe(200);
    expect(body.metadata).toMatchObject({ status_code: code, outcome });
    expect(site.countOf(path)).toBe(1);
  });

  test('can be pictured', async () => {
    const { status, body } = await scrape('/gone', { output: 'screenshot', retry: false });
    expect([status, body.metadata?.status_code]).toEqual([200, 404]);
  });
});

describe('walls', () => {
  test.each([
    ['/form', 200, 'Take the challenge'],
    ['/denied', 403, 'Access denied'],
    ['/login', 401, 'Show that you are human'],
    ['/refused-login', 403, 'Are you human'],
    ['/incident', 200, 'incident ID'],
  ])('%s is none', async (path, code, words) => {
    const { status, body } = await scrape(path, { timeout_ms: 4000 });
    expect(status, JSON.stringify(body.detail)).toBe(200);
    expect(body.metadata.status_code).toBe(code);
    expect(body.data.markdown).toContain(words);
  });

  test.each([
    ['/wall', 'challenge', 'unknown'],
    ['/robot', 'challenge', 'unknown'],
    ['/enable-js', 'challenge', 'datadome'],
  ])('%s is one', async (path, outcome, by) => {
    const { status, body } = await scrape(path, { retry: false });
    expect(status).toBe(500);
    expect(body.detail).toMatchObject({
      error: 'scrape_failed',
      reason: 'blocked',
      blocked_by: by,
      attempts: [{ outcome, reason: expect.stringContaining(by), after_ms: expect.any(Number) }],
    });
    expect(body.detail.attempts).toHaveLength(1);
  });

  test('are asked once more, and kept for nobody', async () => {
    const { status, body } = await scrape('/wall-once', { timeout_ms: 8000 });
    expect([status, body.detail.attempts.length, site.countOf('/wall-once')]).toEqual([500, 2, 2]);
    await scrape('/wall-once', { retry: false });
    expect(site.countOf('/wall-once')).toBe(3);
  });

  test('that are gone then are none', async () => {
    const { status, body } = await scrape('/wall-then-article');
    expect([status, body.metadata?.outcome, body.metadata?.attempts]).toEqual([200, 'ok', 2]);
  });

  test('do not take the place of a page in hand', async () => {
    const { status, body } = await scrape('/busy-then-wall');
    expect(status).toBe(200);
    expect(body.metadata).toMatchObject({ outcome: 'origin_error', status_code: 503, attempts: 2 });
  });
});

describe('what is not what was hoped for is said', () => {
  test.each([
    ['/busy', { outcome: 'origin_error', status_code: 503, attempts: 4 }],
    ['/much-later', { outcome: 'rate_limited', status_code: 429, attempts: 1 }],
    ['/nothing', { outcome: 'empty', status_code: 200, attempts: 2 }],
    ['/for-sale', { outcome: 'parked', status_code: 200, attempts: 1 }],
    ['/refused-login', { outcome: 'login_wall', status_code: 403, attempts: 1 }],
  ] as const)('%s', async (path, expected) => {
    const { status, body } = await scrape(path);
    expect(status, JSON.stringify(body.detail)).toBe(200);
    expect(body.metadata).toMatchObject(expected);
    expect(body.warnings).toEqual([policies[expected.outcome].warning]);
  });

  test.each([
    ['/busy-then-article', 2],
    ['/nothing-then-article', 2],
    ['/article', 1],
  ])('%s is a page in the end', async (path, attempts) => {
    const { body } = await scrape(path);
    expect(body.metadata).toMatchObject({ outcome: 'ok', status_code: 200, attempts });
    expect(body.warnings).toBeUndefined();
  });

  test('and is kept for nobody, unlike a page', async () => {
    for (const [path, cached] of [
      ['/nothing', false],
      ['/for-sale', true],
      ['/article', true],
    ] as const) {
      await scrape(path);
      expect((await scrape(path)).body.metadata.cached, path).toBe(cached);
    }
  });

  test('a failure tells how each attempt ended', async () => {
    const { status, body } = await scrape('/hangs', { timeout_ms: 1500 });
    expect(status).toBe(504);
    expect(body.detail.attempts).toEqual([{ outcome: 'timeout', after_ms: expect.any(Number) }]);
  });
});

describe("the caller's script", () => {
  const act = "fetch('/act', { method: 'POST' })";
  const actsDuring = async (path: string, more: Record<string, unknown> = {}) => {
    const before = site.countOf('/act');
    const { body, status } = await scrape(path, { javascript: act, ...more });
    return { status, body, acts: site.countOf('/act') - before };
  };

  test('is not run on an error page that is asked for again', async () => {
    const { body, acts } = await actsDuring('/busy-then-article-too');
    expect(body.metadata).toMatchObject({ outcome: 'ok', attempts: 2 });
    expect(body.warnings).toBeUndefined();
    expect(acts).toBe(1);
  });

  test('is run once on an error page that stays', async () => {
    const { body, acts } = await actsDuring('/busy-too');
    expect(body.metadata).toMatchObject({ outcome: 'origin_error', attempts: 4 });
    expect(acts).toBe(1);
    expect((await actsDuring('/busy-three', { retry: false })).acts).toBe(1);
  });

  test('is not begun again, whatever comes of it', async () => {
    const leave = `${act}.then(() => { location.href = '/reset'; return new Promise(() => undefined); })`;
    const { status, acts } = await actsDuring('/article', { javascript: leave, timeout_ms: 4000 });
    expect(status).not.toBe(200);
    expect(acts).toBe(1);
    const wall = await actsDuring('/wall');
    expect([wall.status, wall.body.detail.attempts.length, wall.acts]).toEqual([500, 1, 1]);
  });
});

describe('a selector', () => {
  test('is not waited for on an error page that is asked for again', async () => {
    const { status, body } = await scrape('/busy-for-selector', { wait_for_selector: '#headline' });
    expect(status, JSON.stringify(body.detail)).toBe(200);
  });

  test('that never comes is a timeout', async () => {
    const { status, body } = await scrape('/busy-four', { wait_for_selector: '#headline', timeout_ms: 5000 });
    expect(status).toBe(504);
    expect(body.detail.attempts.at(0)).toMatchObject({ outcome: 'origin_error' });
  });
});

test('a page that has no room is refused before it is fetched', async () => {
  const options = { format: 'a6', landscape: true, margin: { top: 200, bottom: 97.7 } };
  const { status, body } = await scrape('/no-room', { output: 'pdf', options });
  expect(status).toBe(400);
  expect(body.detail).toMatchObject({
    error: 'invalid_request',
    message: 'options.margin: the margins leave no room on the page',
    issues: [{ path: 'options.margin', message: 'the margins leave no room on the page' }],
  });
  expect(site.countOf('/no-room')).toBe(0);
});
