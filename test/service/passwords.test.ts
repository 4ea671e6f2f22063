import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { crawlClient } from '../support/crawl-client.ts';
import { type Service, startService } from '../support/service.ts';
import { html, type Site, startSite } from '../support/site.ts';

/** Sites that ask for a name and a password (RFC 7617): nobody is there to be asked. */

let service: Service;
let site: Site;
let other: Site;

const text = `<p>${'Some words that are there to be read. '.repeat(15)}</p>`;
const asking = (_request: IncomingMessage, response: ServerResponse) => {
  response.writeHead(401, {
    'content-type': 'text/html',
    'www-authenticate': 'Basic realm="club"',
    'access-control-allow-origin': '*',
  });
  response.end('<p>Members only.</p>');
};
/** What one named "ann" with the password "p:ss wörd" gets. */
const forAnn = (page: string) => (request: IncomingMessage, response: ServerResponse) => {
  const { authorization } = request.headers;
  if (authorization !== `Basic ${Buffer.from('ann:p:ss wörd').toString('base64')}`)
    return asking(request, response);
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
};
/** Parts of a page that are refused, and what it shows all the same. */
const parts: Readonly<Record<string, { readonly body: string; readonly shows: string }>> = {
  script: { body: '<script src="/asks"></script>', shows: 'to be read' },
  stylesheet: { body: '<link rel="stylesheet" href="/asks">', shows: 'to be read' },
  frame: { body: '<iframe src="/asks"></iframe>', shows: 'Members only.' },
  fetch: {
    body: '<h2></h2><script>fetch("/asks").then(({ status }) => { document.querySelector("h2").textContent = "Guest " + status })</script>',
    shows: 'Guest 401',
  },
  'synchronous request': {
    body: '<script>const asked = new XMLHttpRequest(); asked.open("GET", "/asks", false); asked.send(); document.write("<h2>Guest " + asked.status + "</h2>")</script>',
    shows: 'Guest 401',
  },
};

beforeAll(async () => {
  service = await startService();
  other = await startSite({ '/asks': asking });
  site = await startSite({
    '/asks': asking,
    ...Object.fromEntries(
      Object.entries(parts).map(([name, { body }]) => [
        `/${name.replace(' ', '-')}`,
        html(
          'Club',
          `<main><h1>The club</h1>${text}${body}${text}</main><script>document.body.id = 'club'</script>`,
        ),
      ]),
    ),
    '/inside': forAnn(
      html(
        'Inside',
        `<main><h1>Inside</h1>${text}<a href="/minutes">Minutes</a><script>fetch('/list'); fetch('${other.origin}/asks')</script></main>`,
      ),
    ),
    '/led': (_, response) => response.writeHead(302, { location: withPassword('/open') }).end(),
    '/open': html('Open', `<main><h1>Open</h1>${text}<p>See the <a href="/minutes">minutes</a>.</p></main>`),
    '/list': forAnn('[]'),
    '/minutes': forAnn(html('Minutes', `<main><h1>Minutes</h1>${text}</main>`)),
    '/robots.txt': (_, response) =>
      response.writeHead(200).end(`Sitemap: ${site.origin}/index.xml\nSitemap: ${other.origin}/asks`),
    '/index.xml': forAnn('<sitemapindex><sitemap><loc>/pages.xml</loc></sitemap></sitemapindex>'),
    '/pages.xml': forAnn('<urlset><url><loc>/minutes</loc></url></urlset>'),
  });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
});

const scrape = (url: string, more = {}) => service.scrape({ url, bypass_cache: true, ...more });
const withPassword = (path: string) => `${site.origin.replace('//', '//ann:p%3Ass%20w%C3%B6rd@')}${path}`;

describe('a part that asks for a password is refused, and the page goes on', () => {
  test.for(Object.entries(parts))('%s', async ([name, { shows }]) => {
    const { status, body } = await scrape(`${site.origin}/${name.replace(' ', '-')}`);
    expect(status).toBe(200);
    expect(body.data.markdown).toContain(shows);
    expect(['quiet', 'static']).toContain(body.metadata.wait.ended_by);
  });
});

describe('what an address names as user and password', () => {
  test('is sent to its origin, and nowhere else', async () => {
    const { body } = await scrape(withPassword('/inside'));
    expect(body.data.title).toBe('Inside');
    expect(body.metadata.final_url).toBe(`${site.origin}/inside`);
    const authorizations = (of: Site, path: string) =>
      of.requests.filter(({ url }) => url === path).map(({ headers }) => headers.authorization);
    expect(authorizations(site, '/list')).toEqual([expect.stringMatching(/^Basic /)]);
    expect(authorizations(other, '/asks')).toEqual([undefined]);
  });

  test.each([{}, { wait_for_selector: 'h1' }])(
    'is not told where a redirect leads to it: %j',
    async (more) => {
      const { body } = await scrape(`${site.origin}/led`, { ...more, options: { links: true } });
      expect(body.metadata.final_url).toBe(`${site.origin}/open`);
      expect(body.data.links).toEqual([{ url: `${site.origin}/minutes`, text: 'minutes' }]);
      expect(body.data.markdown).not.toContain('@');
    },
  );

  test('gives way to a header of the caller', async () => {
    const { body } = await scrape(withPassword('/inside'), { headers: { authorization: 'Bearer none' } });
    expect(body.metadata.status_code).toBe(401);
  });

  test('goes with all pages of a crawl that begins there', async () => {
    const client = crawlClient(service);
    const id = await client.start({
      start_url: withPassword('/inside'),
      depth: 2,
      max_pages: 5,
      options: { delay_ms: 0 },
    });
    await client.ended(id, 60_000);
    const titles = (await client.resultsOf(id)).map(({ metadata }) => metadata.title);
    expect(titles.toSorted()).toEqual(['Inside', 'Minutes']);
  });

  test('goes with its sitemaps, too, and is not told where they are', async () => {
    const before = other.requests.length;
    const client = crawlClient(service);
    const id = await client.start({
      mode: 'sitemap',
      start_url: withPassword('/'),
      options: { delay_ms: 0 },
    });
    const { warnings } = await client.ended(id, 60_000);
    const results = await client.resultsOf(id);
    expect(results.map(({ metadata: { title, parent_url } }) => [title, parent_url])).toEqual([
      ['Minutes', `${site.origin}/pages.xml`],
    ]);
    expect(warnings).toEqual([`${other.origin}/asks: The sitemap was answered with status 401.`]);
    const asked = other.requests.slice(before).filter(({ url }) => url === '/asks');
    expect(asked.map(({ headers }) => headers.authorization)).toEqual([undefined]);

    const mapped = await service.post('/v1/map', { url: withPassword('/') });
    expect(mapped.body.links).toContainEqual({ url: `${site.origin}/minutes`, source: 'sitemap' });
  });
});
