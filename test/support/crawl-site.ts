import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { html } from './site.ts';

/** A small web with every trap that crawls fall into, and a log of what was asked for. */
export interface CrawlSite extends AsyncDisposable {
  readonly origin: string;
  readonly log: Visit[];
  /** Addresses of the pages that a crawl of links, deep enough, must bring: each once, and no other. */
  readonly pages: readonly string[];
  /** A word that is in the page at an address, and in no other. */
  tokenOf(url: string): string;
  /** Visits of pages: without robots.txt, sitemaps, and the icon that a browser asks for when it shows a page. */
  visits(): readonly Visit[];
}

interface Visit {
  readonly path: string;
  /** `performance.now()`. */
  readonly startedAt: number;
  endedAt: number | undefined;
}

const articles = 24;
const perList = 8;
const lists = Math.ceil(articles / perList);

const words =
  'The gannet folds its wings and falls like an arrow into the cold grey water where the herring pass in their thousands. ';

interface Options {
  readonly host?: string;
  /** Milliseconds that every page takes. */
  readonly slowness?: number;
  /** Articles more, linked from the last list: for long crawls. */
  readonly more?: number;
  readonly robots?: string;
}

export const startCrawlSite = async ({
  host = '127.0.0.1',
  slowness = 0,
  more = 0,
  robots,
}: Options = {}) => {
  const log: Visit[] = [];
  const sockets = new Set<Socket>();
  let flaky = 0;
  let port = 0;
  const origin = () => `http://${host}:${port}`;
  const token = (path: string) => `token${Buffer.from(path).toString('hex')}`;
  const link = (path: string) => `<a href="${path.replaceAll('&', '&amp;')}">${path.length} letters</a>`;
  const page = (path: string, links: readonly string[], head = '') =>
    html(
      `Page ${path}`,
      `<nav>${link('/')} ${link('/login')}</nav><main><h1>Page ${token(path)}</h1><p>${words.repeat(3)}</p><p>${links.map(link).join(' ')}</p></main>`,
      head,
    );
  const articlesOf = (list: number) =>
    Array.from(
      { length: Math.min(perList, articles - (list - 1) * perList) },
      (_, k) => `/a/${(list - 1) * perList + k}`,
    );
  const canonical = (path: string) => `<link rel="canonical" href="${path}">`;

  type Serve = (match: RegExpExecArray, response: ServerResponse, request: IncomingMessage) => void;
  const send = (response: ServerResponse, body: string, status = 200) =>
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(body);
  const locs = (paths: readonly string[]) =>
    `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
      .map((path) => `<url><loc>${origin()}${path}</loc></url>`)
      .join('')}</urlset>`;

  const traps = [
    '/cal/2026/1/1',
    '/deep/a/',
    '/facet?color=1&size=1',
    '/session',
    '/picture.png',
    '/download',
    '/old/3',
  ];
  const broken = ['/broken', '/gone', '/flaky', '/slow'];
  const rows: readonly (readonly [RegExp, Serve])[] = [
    [
      /^\/robots\.txt$/,
      (_, response) =>
        response
          .writeHead(200, { 'content-type': 'text/plain' })
          .end(
            robots ?? `User-agent: *\nDisallow: /login\nDisallow: /*?ref=\nSitemap: ${origin()}/index.xml\n`,
          ),
    ],
    [
      /^\/index\.xml$/,
      (_, response) =>
        response
          .writeHead(200, { 'content-type': 'application/xml' })
          .end(
            `<sitemapindex><sitemap><loc>${origin()}/articles.xml.gz</loc></sitemap><sitemap><loc>${origin()}/other.txt</loc></sitemap></sitemapindex>`,
          ),
    ],
    [
      /^\/articles\.xml\.gz$/,
      (_, response) =>
        response
          .writeHead(200, { 'content-type': 'application/gzip' })
          .end(gzipSync(locs(Array.from({ length: articles }, (_unused, n) => `/a/${n}`)))),
    ],
    [
      /^\/other\.txt$/,
      (_, response) =>
        response
          .writeHead(200, { 'content-type': 'text/plain' })
          .end(`${origin()}/about\nhttp://127.0.0.9/elsewhere\n`),
    ],
    [
      /^\/$/,
      (_, response) =>
        send(
          response,
          page('/', ['/list/1', '/about', '/traps', 'http://127.0.0.9/elsewhere', 'mailto:a@b.invalid']),
        ),
    ],
    [/^\/about$/, (_, response) => send(response, page('/about', ['/about?ref=home', '/#top']))],
    [/^\/traps$/, (_, response) => send(response, page('/traps', [...traps, ...broken]))],
    [
      /^\/list\/(\d+)$/,
      ([, n], response) => {
        const list = Number(n);
        const next =
          list < lists ? [`/list/${list + 1}`] : Array.from({ length: more }, (_unused, k) => `/more/${k}`);
        send(response, page(`/list/${list}`, [...articlesOf(list), ...next]));
      },
    ],
    // Without a slash behind, with one, with parameters in any order: one page, which says so.
    [
      /^\/a\/(\d+)(\/?)(?:\?(.*))?$/,
      ([, n = '', slash, query = ''], response) => {
        if (Number(n) >= articles) return send(response, page('/nothing', []), 404);
        const path = `/a/${n}`;
        const same = [`${path}/`, `${path}?utm_source=x&utm_medium=y`, `${path}#part`, `${path}?fbclid=1`];
        const isSame = slash !== '' || query !== '';
        return send(response, page(path, [...same, `/old/${n}`], isSame ? canonical(path) : ''));
      },
    ],
    [/^\/more\/(\d+)$/, ([path], response) => send(response, page(path, []))],
    [/^\/old\/(\d+)$/, ([, n], response) => response.writeHead(301, { location: `/a/${n}` }).end()],
    [
      /^\/cal\/(\d+)\/(\d+)\/(\d+)$/,
      ([path, y, m, d], response) => {
        const day = (shift: number) => {
          const date = new Date(Date.UTC(Number(y), Number(m) - 1, Number(d) + shift));
          return `/cal/${date.getUTCFullYear()}/${date.getUTCMonth() + 1}/${date.getUTCDate()}`;
        };
        send(response, page(path, [day(1), day(-1), day(31)]));
      },
    ],
    [/^\/deep\/.*$/, ([path], response) => send(response, page(path, [`${path}more/`, `${path}a/`]))],
    [
      /^\/facet\?(.*)$/,
      ([path, query], response) => {
        const links = ['color', 'size', 'brand'].flatMap((name) =>
          [1, 2, 3].map((value) => {
            const next = new URLSearchParams(query);
            next.set(name, String(value));
            return `/facet?${next}`;
          }),
        );
        send(response, page(path, links));
      },
    ],
    [
      /^\/session(?:\?.*)?$/,
      (_, response) =>
        send(response, page('/session', [`/session?PHPSESSID=${Math.random().toString(36).slice(2)}`])),
    ],
    [
      /^\/picture\.png$/,
      (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('no picture'),
    ],
    [
      /^\/download$/,
      (_, response) =>
        response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(Buffer.alloc(500, 7)),
    ],
    [/^\/broken$/, (_, response) => send(response, page('/broken', []), 500)],
    [/^\/gone$/, (_, response) => send(response, page('/gone', []), 404)],
    [
      /^\/flaky$/,
      (_, response) => {
        flaky += 1;
        if (flaky > 1) return send(response, page('/flaky', []));
        return response
          .writeHead(503, { 'content-type': 'text/html', 'retry-after': '1' })
          .end('<h1>Later</h1>');
      },
    ],
    [
      /^\/blank$/,
      (_, response) =>
        send(response, html('Blank', '<p>Leaving</p><script>location.replace("about:blank")</script>')),
    ],
    [/^\/slow$/, (_, response) => void setTimeout(() => send(response, page('/slow', [])), 700)],
  ];

  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const visit: Visit = { path, startedAt: performance.now(), endedAt: undefined };
    log.push(visit);
    response.on('close', () => {
      visit.endedAt ??= performance.now();
    });
    const respond = () => {
      for (const [pattern, serve] of rows) {
        const match = pattern.exec(path);
        if (match !== null) return serve(match, response, request);
      }
      return send(response, page('/nothing', []), 404);
    };
    const answer = () => {
      const answeredAt = performance.now();
      respond();
      // A busy process hears of the closing some milliseconds after the other side has the page.
      if (response.writableEnded) visit.endedAt = answeredAt;
    };
    if (slowness > 0) setTimeout(answer, slowness);
    else answer();
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  port = (server.address() as AddressInfo).port;

  const all = [
    '/',
    '/about',
    ...Array.from({ length: lists }, (_, k) => `/list/${k + 1}`),
    ...Array.from({ length: articles }, (_, n) => `/a/${n}`),
    ...Array.from({ length: more }, (_, k) => `/more/${k}`),
  ];
  const site: CrawlSite = {
    origin: origin(),
    log,
    pages: all.map((path) => `${origin()}${path}`),
    tokenOf: (url) => token(url.slice(origin().length)),
    visits: () =>
      log.filter(
        ({ path }) =>
          !/^\/(?:robots\.txt|favicon\.ico|index\.xml|articles\.xml\.gz|other\.txt|sitemap\.xml)$/.test(path),
      ),
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return site;
};
