import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePdf } from '../support/files.ts';
import { type Service, startService } from '../support/service.ts';
import { file, html, type Page, type Site, startSite } from '../support/site.ts';

/** Where a page leads by itself: to another page, a file, a refusal, or nowhere. */

let service: Service;
let site: Site;

/** Ways to lead on: while the page is parsed, when it has loaded, and without a script. */
const ways: Readonly<Record<string, (to: string) => string>> = {
  'at once': (to) => `<script>location = '${to}'</script>`,
  late: (to) => `<script>setTimeout(() => { location = '${to}' }, 150)</script>`,
  'by a form': (to) =>
    `<form action="${to}" method="post"></form><script>document.forms[0].submit()</script>`,
  'by a script elsewhere': (to) => `<script src="/to.js?${to}"></script>`,
  'by a refresh': (to) => `<meta http-equiv="refresh" content="0; url=${to}">`,
};

/** What another script does is known when it is done: a file that it leads to is asked for again, to be read. */
const isSeenToLead = (way: string) => way !== 'by a script elsewhere';

/** Not a public address. */
const nobody = 'http://10.0.0.1/nobody';

const members = (status: number): Page => {
  const text = html('Members', '<h1>Members only</h1><p>Sign in to read the minutes.</p>');
  return (_request, response) =>
    response
      .writeHead(status, { 'content-type': 'text/html', 'www-authenticate': 'Basic realm="club"' })
      .end(text);
};
const pdf = makePdf([[{ text: 'The bridge is closed.', x: 72, y: 740 }]]);
const kept = (type: string, body: string | Buffer): Page => {
  const headers = { 'content-type': type, 'content-disposition': 'attachment; filename="minutes"' };
  return (_request, response) => response.writeHead(200, headers).end(body);
};

beforeAll(async () => {
  service = await startService();
  const leading = Object.entries(ways).flatMap(([way, lead]) =>
    [...['next', 'report', 'slow', 'kept', 'zip', 'nothing', 'members'].map((to) => `/${to}`), nobody].map(
      (to): [string, string] => [
        `/${way.replaceAll(' ', '-')}/${to.split('/').at(-1)}`,
        html('First', `<h1>First page</h1><p>${'A text of its own. '.repeat(30)}</p>${lead(to)}`),
      ],
    ),
  );
  site = await startSite({
    ...Object.fromEntries(leading),
    '/to.js': (request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/javascript' })
        .end(`location = '${request.url?.split('?')[1]}'`),
    '/next': html(
      'Next',
      `<h1>Next page</h1><p>${'It has more. '.repeat(30)}</p><img src="/one.png"><img src="/two.png">`,
    ),
    '/report': file('application/pdf', pdf),
    '/slow': (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf' }).write(pdf.subarray(0, 100));
      setTimeout(() => response.end(pdf.subarray(100)), 4500);
    },
    '/to-never': html(
      'First',
      `<h1>First page</h1><p>${'A text of its own. '.repeat(30)}</p><script>setTimeout(() => { location = '/never' }, 100)</script>`,
    ),
    '/never': () => undefined,
    '/to-late': html(
      'First',
      `<h1>First page</h1><p>${'A text of its own. '.repeat(30)}</p><script>setTimeout(() => { location = '/late' }, 100)</script>`,
    ),
    '/late': (_request, response) => {
      const made = html('Late', "<p id=p></p><script>p.textContent = 'Made when it came.'</script>");
      setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(made), 4500);
    },
    '/still': html('Still', `<h1>Still</h1><p>${'A text of its own. '.repeat(30)}</p>`),
    '/stops': html(
      'Stops',
      `<h1>Stops</h1><p>${'A text of its own. '.repeat(30)}</p><script>window.stop()</script>`,
    ),
    '/worker': html(
      'Worker',
      '<h1>First page</h1><script async src="/held.js"></script><script src="/register.js"></script>',
    ),
    // Until the worker is there the page waits for this.
    '/held.js': () => undefined,
    '/register.js': file(
      'text/javascript',
      "navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready).then(() => { location = '/refused' })",
    ),
    '/worker.js': file(
      'text/javascript',
      "let made = 0; onactivate = (event) => event.waitUntil(clients.claim()); onfetch = (event) => event.respondWith(new Response('<h1>Made up ' + ++made + '</h1>', { status: 401, headers: { 'content-type': 'text/html', 'www-authenticate': 'Basic' } }))",
    ),
    '/kept': kept('application/pdf', pdf),
    '/zip': kept('application/zip', 'PK'),
    '/nothing': (_request, response) => response.writeHead(204).end(),
    '/members': members(401),
  });
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await site?.[Symbol.asyncDispose]();
});

const follow = async (way: string, to: string, more: object = {}) => {
  const path = `/${way.replaceAll(' ', '-')}/${to}`;
  const before = site.countOf(`/${to}`);
  const { status, body } = await service.scrape({
    url: `${site.origin}${path}`,
    bypass_cache: true,
    ...more,
  });
  expect(status, JSON.stringify(body.detail)).toBe(200);
  const { markdown } = body.data;
  return { markdown, metadata: body.metadata, asked: site.countOf(`/${to}`) - before };
};

describe.each(Object.keys(ways))('%s', (way) => {
  test('a page is read where it leads', async () => {
    const pictures = site.countOf('/one.png');
    const { markdown, metadata } = await follow(way, 'next');
    expect(markdown).toContain('# Next page');
    expect(metadata.final_url).toBe(`${site.origin}/next`);
    if (isSeenToLead(way)) expect(site.countOf('/one.png')).toBe(pictures);
  });

  test('a file takes the place of the page', async () => {
    const { markdown, metadata, asked } = await follow(way, 'report');
    expect(markdown).toContain('The bridge is closed.');
    expect(metadata).toMatchObject({ content_type: 'application/pdf', final_url: `${site.origin}/report` });
    expect(asked).toBe(isSeenToLead(way) ? 1 : 2);
  });

  test.each(['kept', 'zip', 'nothing'])(
    'beside what is no page the page is read, before the time is up: %s',
    async (to) => {
      const { markdown, metadata } = await follow(way, to);
      expect(markdown).toContain('# First page');
      expect(['quiet', 'static']).toContain(metadata.wait.ended_by);
    },
  );

  test('that nobody is there is told', async () => {
    const { status, body } = await service.scrape({
      url: `${site.origin}/${way.replaceAll(' ', '-')}/nobody`,
      retry: false,
    });
    expect(status).toBe(400);
    expect(body.detail).toMatchObject({ error: 'connection_failed', reason: 'leads_nowhere' });
    expect(body.detail.message).toContain('leads on to a host');
  });

  test('a refusal is shown', async () => {
    const { markdown, metadata, asked } = await follow(way, 'members');
    expect(markdown).toContain('Members only');
    expect(asked).toBe(isSeenToLead(way) ? 1 : 2);
    expect(metadata.status_code).toBe(401);
  });
});

test('a file that takes its time is waited for', async () => {
  const { markdown } = await follow('late', 'slow');
  expect(markdown).toContain('The bridge is closed.');
});

test('a page that takes its time is waited for, and its scripts run', async () => {
  const { body } = await service.scrape({ url: `${site.origin}/to-late` });
  expect(body.data.markdown).toContain('Made when it came.');
  expect(body.warnings).toBeUndefined();
});

test('a page that never comes leaves the one before it as it was', async () => {
  const { status, body } = await service.scrape({ url: `${site.origin}/to-never`, timeout_ms: 8000 });
  expect(status, JSON.stringify(body.detail)).toBe(200);
  expect(body.data.markdown).toContain('First page');
  expect(body.metadata.wait.ended_by).toBe('quiet');
  expect(body.warnings).toBeUndefined();
});

test('a refusal is asked for once, also after a page that was read from its response', async () => {
  await service.scrape({ url: `${site.origin}/still`, bypass_cache: true });
  const before = site.countOf('/members');
  const { body } = await service.scrape({ url: `${site.origin}/members`, bypass_cache: true });
  expect(body.data.markdown).toContain('Members only');
  expect(site.countOf('/members')).toBe(before + 1);
});

test('a refusal that a worker of the page makes up is left alone', async () => {
  const { status, body } = await service.scrape({ url: `${site.origin}/worker`, timeout_ms: 8000 });
  expect(status, JSON.stringify(body.detail)).toBe(200);
  expect(body.data.markdown).toBe('# Made up 1');
});

test('a page that stops itself is read before the time is up', async () => {
  const { body } = await service.scrape({ url: `${site.origin}/stops`, bypass_cache: true });
  expect(body.data.markdown).toContain('# Stops');
  expect(['quiet', 'static']).toContain(body.metadata.wait.ended_by);
});

test('what is to be done on a page is done although it leads to a file', async () => {
  const { markdown } = await follow('late', 'report', { wait_for_selector: 'h1' });
  expect(markdown).toContain('# First page');
});
