import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserPidOf, descendantsOf, type Service, startService } from '../support/service.ts';
import { html, type Page, type Site, startSite } from '../support/site.ts';

/** What a page may have of this machine and of others, at its bounds, which are settings. */

const maxRequests = 12;
const maxHosts = 3;

const pages: Record<string, Page> = {};
let site: Site;
let service: Service;
beforeAll(async () => {
  site = await startSite(pages, '0.0.0.0');
  service = await startService({
    GANNET_PAGE_REQUESTS: String(maxRequests),
    GANNET_PAGE_HOSTS: String(maxHosts),
  });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const words = `<p>${'Words that make this an ordinary page for the reader of it. '.repeat(10)}</p>`;
const at = (host: string, path: string) => `http://${host}:${site.port}${path}`;
const visit = (path: string) =>
  service.scrape({
    url: at('127.0.0.1', path),
    block_media: false,
    wait_strategy: 'spa',
    timeout_ms: 10_000,
  });
const storm = (address: string, times: number) =>
  html(
    'Storm',
    `<h1>Storm</h1>${words}<script>for (let n = 0; n < ${times}; n++) fetch(${address}).catch(() => 0)</script>`,
  );

test('GANNET_PAGE_REQUESTS: a page makes so many and no more, and is answered with what it has', async () => {
  pages['/few'] = storm("'/few-' + n", maxRequests - 1);
  pages['/many'] = storm("'/many-' + n", 200);
  for (const path of ['/few', '/many']) {
    site.hits.length = 0;
    const { status, body } = await visit(path);
    expect([status, body.data.title]).toEqual([200, 'Storm']);
    // One of them may be the icon of the page, which Chromium asks for by itself.
    expect(site.hits.length, path).toBe(maxRequests);
  }
});

test('GANNET_PAGE_HOSTS: a page reaches so many and no more', async () => {
  pages['/hosts'] = storm(`'http://127.0.1.' + (n + 1) + ':${site.port}/host-' + n`, 10);
  expect((await visit('/hosts')).status).toBe(200);
  const asked = site.requests.filter(({ url }) => url?.startsWith('/host'));
  expect(new Set(asked.map(({ headers }) => headers.host)).size).toBe(maxHosts);
});

test('a download is not kept, wherever its name leads', async () => {
  const name = 'gannet-planted-download.txt';
  const planted = [name, `../../${name}`, `..\\..\\${name}`, `/${name}`, `%2e%2e%2f${name}`];
  for (const [n, filename] of planted.entries())
    pages[`/file-${n}`] = (_, response) =>
      response
        .writeHead(200, {
          'content-type': 'application/octet-stream',
          'content-disposition': `attachment; filename="${filename}"`,
        })
        .end(Buffer.from([0x50, 0x4b, 7, 8, 0, 0, 0, 0xff, 0xfe]));
  const links = planted.map((_, n) => `<a id="a${n}" href="/file-${n}" download="../${name}">x</a>`).join('');
  pages['/downloads'] = html(
    'Downloads',
    `<h1>Downloads</h1>${words}${links}<script>for (const a of document.links) a.click()</script>`,
  );
  for (const n of planted.keys()) expect((await visit(`/file-${n}`)).status).not.toBe(200);
  expect((await visit('/downloads')).status).toBe(200);
  const places = [tmpdir(), homedir(), process.cwd(), '/', service.dataDir];
  const profiles = readdirSync(tmpdir()).filter((entry) =>
    entry.startsWith(`gannet-browser-${service.pid}-`),
  );
  const found = [
    ...places.flatMap((place) => readdirSync(place)),
    ...profiles.flatMap((profile) => readdirSync(join(tmpdir(), profile), { recursive: true }).map(String)),
  ];
  expect(profiles.length).toBeGreaterThan(0);
  expect(found.filter((entry) => entry.includes('planted-download'))).toEqual([]);
});

/** Sockets that listen, by inode (proc(5): state 0A). */
const listening = (): ReadonlySet<string> =>
  new Set(
    ['tcp', 'tcp6'].flatMap((name) =>
      readFileSync(`/proc/net/${name}`, 'utf8')
        .split('\n')
        .map((line) => line.trim().split(/\s+/))
        .filter(([, , , state]) => state === '0A')
        .map((fields) => `socket:[${fields[9]}]`),
    ),
  );
/** What a process has open; nothing where it has ended, or keeps even us from looking, as a sandboxed one may. */
const filesOf = (pid: number): string[] => {
  const folder = `/proc/${pid}/fd`;
  const looked = <T>(look: () => T, otherwise: T): T => {
    try {
      return look();
    } catch (error) {
      if (error instanceof Error && 'code' in error && /^(?:ENOENT|ESRCH|EACCES)$/.test(String(error.code)))
        return otherwise;
      throw error;
    }
  };
  return looked(() => readdirSync(folder), []).map((fd) => looked(() => readlinkSync(join(folder, fd)), ''));
};

test('nobody drives the browser from outside: it listens on no port', async () => {
  const open = listening();
  // Shows that they are found: the service has its own, and the ways out of its tabs.
  expect(filesOf(service.pid).filter((file) => open.has(file)).length).toBeGreaterThan(0);
  expect(filesOf(browserPidOf(service)).length).toBeGreaterThan(0);
  const below = descendantsOf(service.pid).flatMap(filesOf);
  expect(below.filter((file) => open.has(file))).toEqual([]);
});
