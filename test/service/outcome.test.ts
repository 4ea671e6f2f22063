import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

/** A page in trouble first, `then` for whoever asks again. */
const busyThen = (then: Page): Page => {
  let asked = 0;
  return (request, response) => {
    asked += 1;
    const page = asked === 1 ? answer(503, html('Busy', `<h1>Busy</h1><p>${text}</p>`)) : then;
    if (typeof page !== 'string') page(request, response);
  };
};

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
    '/article': html('Article', `<h1>Article</h1><p>${text}</p>`),
  });
  service = await startService();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const scrape = (path: string, more: Record<string, unknown> = {}) =>
  service.scrape({ url: `${site.origin}${path}`, ...more });

describe('a page in hand', () => {
  test.each([
    ['/busy-then-hangs', 'markdown', 2],
    ['/busy-then-breaks', 'html', 4],
    ['/busy-then-hangs-too', 'pdf', 2],
  ])('is given when asking again fails: %s as %s', async (path, output, attempts) => {
    const { status, body } = await scrape(path, { output, timeout_ms: 5000 });
    expect(status, JSON.stringify(body.detail)).toBe(200);
    expect(body.metadata).toMatchObject({ status_code: 503, attempts });
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

  test.each(['/wall', '/robot'])('%s is one', async (path) => {
    const { status, body } = await scrape(path, { retry: false });
    expect(status).toBe(500);
    expect(body.detail).toMatchObject({ error: 'scrape_failed', reason: 'blocked' });
  });
});

test('a page that has no room is refused before it is fetched', async () => {
  const options = { format: 'a6', landscape: true, margin: { top: 200, bottom: 97.7 } };
  const { status, body } = await scrape('/article', { output: 'pdf', options });
  expect(status).toBe(400);
  expect(body.detail).toMatchObject({
    error: 'invalid_request',
    message: 'options.margin: the margins leave no room on the page',
    issues: [{ path: 'options.margin', message: 'the margins leave no room on the page' }],
  });
  expect(site.countOf('/article')).toBe(0);
});
