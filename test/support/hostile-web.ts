import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { file, html, type Page, redirect, type Site, startSite } from './site.ts';

/** A web that means crawls ill, and another host beside it that they must not reach. */
export interface HostileWeb extends AsyncDisposable {
  readonly site: Site;
  /** On an address that the guard refuses. */
  readonly secret: Site;
}

const good = (name: string): Page =>
  html(name, `<main><h1>${name}</h1><p>${'The gannet dives for herring. '.repeat(20)}${name}.</p></main>`);

const links = (title: string, addresses: readonly string[], head = ''): string =>
  html(
    title,
    `<main><h1>${title}</h1><p>${'The gannet folds its wings. '.repeat(20)}</p>${addresses.map((address) => `<a href="${address.replaceAll('&', '&amp;')}">${title}</a>`).join('\n')}</main>`,
    head,
  );

const urlset = (addresses: readonly string[]) =>
  `<urlset>${addresses.map((address) => `<url><loc>${address}</loc></url>`).join('')}</urlset>`;

/** Writes until nobody reads any more. */
const forever = (chunk: string) => (response: ServerResponse) => {
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
};

export const startHostileWeb = async (): Promise<HostileWeb> => {
  const secret = await startSite(
    { '/': good('secret'), '/x': good('secret'), '/sitemap.xml': urlset(['/x']) },
    '127.0.0.2',
  );
  const inside = secret.origin;
  const pages: Record<string, Page> = {
    '/robots.txt': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.write('User-agent: *\nDisallow: /forbidden\nCrawl-delay: nonsense\nSitemap: \n');
      // 500 KiB are read of it.
      forever(`# ${'x'.repeat(1000)}\n`)(response);
    },

    '/maps': file(
      'application/xml',
      `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>
      <sitemapindex>${[
        '/maps',
        '/map/inside',
        `${inside}/sitemap.xml`,
        '/map/bomb',
        '/map/page',
        '/map/cut',
        '/map/entities',
        '/map/gone',
        '/map/good',
      ]
        .map((path) => `<sitemap><loc>${path}</loc></sitemap>`)
        .join('')}</sitemapindex>`,
    ),
    '/map/inside': redirect(`${inside}/sitemap.xml`),
    '/map/bomb': file(
      'application/gzip',
      gzipSync(`<urlset>${' '.repeat(60_000_000)}<url><loc>/after-the-bomb</loc></url></urlset>`),
    ),
    '/map/page': good('not a map'),
    '/map/cut': file('application/xml', '<urlset><url><loc>/good/1</loc></url><url><loc>/good'),
    '/map/entities': file(
      'application/xml',
      `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY f SYSTEM "file:///etc/passwd">]>${urlset(['/good/&a;', '/good/&f;', '/good/2'])}`,
    ),
    '/map/good': file(
      'application/xml',
      urlset([
        ...Array.from({ length: 500 }, (_, index) => `/good/3?utm_source=${index}`),
        ...[
          `${inside}/`,
          'http://10.0.0.1/',
          'file:///etc/passwd',
          'javascript:alert(1)',
          'http://',
          '/forbidden/1',
          '/good/1#x',
          '/good/4',
        ],
      ]),
    ),

    '/traps': links('traps', [
      ...[
        'javascript:alert(1)',
        'data:text/html,x',
        'file:///etc/passwd',
        'view-source:http://x/',
        'http://',
        '//',
        'http://%',
      ],
      `${inside}/`,
      `/good/${'x'.repeat(9000)}`,
      '/forbidden/2',
      ...[
        '/to/inside',
        '/to/loop/0',
        '/to/file',
        '/based',
        '/canonical',
        '/endless',
        '/refresh',
        '/good/1',
        '/GOOD/../good/1',
      ],
    ]),
    '/outside': links('outside', [`${inside}/`, '/good/1']),
    '/to/inside': redirect(`${inside}/`),
    '/to/file': redirect('file:///etc/passwd'),
    '/to/loop/0': redirect('/to/loop/0'),
    '/refresh': html(
      'refresh',
      `<p>${'Words. '.repeat(50)}</p>`,
      `<meta http-equiv="refresh" content="0;url=${inside}/">`,
    ),
    '/based': links('based', ['relative'], `<base href="${inside}/">`),
    '/canonical': links('canonical', ['/good/2'], `<link rel="canonical" href="${inside}/">`),
    '/many': links(
      'many',
      Array.from({ length: 5000 }, (_, index) => `/many/${index}`),
    ),
    '/endless': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      forever('<p>more and more</p>')(response);
    },
    ...Object.fromEntries([1, 2, 3, 4].map((n) => [`/good/${n}`, good(`good ${n}`)])),
  };
  const site = await startSite(pages);
  return {
    site,
    secret,
    [Symbol.asyncDispose]: async () => {
      await site[Symbol.asyncDispose]();
      await secret[Symbol.asyncDispose]();
    },
  };
};
