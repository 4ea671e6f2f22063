import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readCsv } from '../dashboard/src/csv.ts';
import { scriptOf } from '../scripts/setup/bin.mjs';
import { createDashboard } from '../src/dashboard/dashboard.ts';
import { startApi } from './support/api.ts';

/** The files of the dashboard, how they are served, and what in them needs no browser. */

const root = join(import.meta.dirname, '..');
const built = join(root, 'src/dashboard/built');
/** Digests by name: a difference of minified files is nothing to read. */
const contentsOf = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ]),
  );

test('the built files are those of the sources: npm run build:ui', async () => {
  const outDir = mkdtempSync(join(tmpdir(), 'gannet-ui-'));
  try {
    // In a process of its own: vitest's environment would make it a build for development.
    const { NODE_ENV: _, ...env } = process.env;
    const config = join(root, 'dashboard/vite.config.ts');
    await promisify(execFile)(
      process.execPath,
      [scriptOf(root, 'vite'), 'build', '--config', config, '--outDir', outDir, '--emptyOutDir'],
      { env },
    );
    expect(contentsOf(built)).toEqual(contentsOf(outDir));
  } finally {
    rmSync(outDir, { recursive: true });
  }
});

test('all that a first look loads is less than 100 KB', async () => {
  const { file } = createDashboard();
  const sizes = await Promise.all(
    ['', 'openapi.json', ...readdirSync(built).filter((name) => name !== 'index.html')].map(
      async (name) => (await file(name, 'gzip'))?.body.length ?? Number.NaN,
    ),
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(100_000);
});

const service = () => startApi({ dashboard: createDashboard() });

test('the page is served with a policy that takes nothing from elsewhere and nothing inline', async () => {
  await using api = await service();
  const page = await api.fetch('/ui/');
  const text = await page.text();
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
  expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|https?:\/\//);
  expect(page.headers.get('x-request-id')).not.toBeNull();
  const [, script = ''] = /src="\.\/([^"]+)"/.exec(text) ?? [];
  const loaded = await api.fetch(`/ui/${script}`);
  expect(loaded.headers.get('cache-control')).toContain('immutable');
  expect(page.headers.get('cache-control')).toBe('no-cache');
});

test('the root and /ui lead to /ui/, unknown files and other methods to errors of the usual form', async () => {
  await using api = await service();
  // It may be another service that answers there tomorrow.
  const root = await api.fetch('/', { redirect: 'manual' });
  expect([root.status, root.headers.get('location')]).toEqual([302, '/ui/']);
  const moved = await api.fetch('/ui', { redirect: 'manual' });
  expect([moved.status, moved.headers.get('location')]).toEqual([308, '/ui/']);
  for (const path of [
    '/ui/none.js',
    '/ui/../package.json',
    '/ui/%2e%2e/package.json',
    '/ui/..%2f..%2fpackage.json',
  ]) {
    const response = await api.fetch(path);
    expect([response.status, (await response.json()).detail.error], path).toEqual([404, 'not_found']);
  }
  const posted = await api.fetch('/ui/', { method: 'POST' });
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

test.each([
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['', ''],
  ['gzip, deflate;q=0.5, BR ;q=1.0', 'br'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br; q=0.000,x-gzip', ''],
])('a file comes in the encoding that is asked for: %j', async (accepts, encoding) => {
  await using api = await service();
  const [answer] = await api.raw(
    `GET /ui/openapi.json HTTP/1.1\r\nHost: x\r\nAccept-Encoding: ${accepts}\r\nConnection: close\r\n\r\n`,
  );
  expect(answer?.headers.get('content-encoding') ?? '').toBe(encoding);
});

test('what a browser has already is not sent again', async () => {
  await using api = await service();
  const etag = (await api.fetch('/ui/')).headers.get('etag') ?? '';
  expect((await api.fetch('/ui/', { headers: { 'if-none-match': etag } })).status).toBe(304);
});

test('where it is switched off there is nothing', async () => {
  await using api = await startApi();
  for (const path of ['/', '/ui', '/ui/']) expect((await api.fetch(path)).status).toBe(404);
});

test.each<[string, string[][]]>([
  ['', []],
  [
    'a,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a,"b ""c"", d"\n"x\ny",',
    [
      ['a', 'b "c", d'],
      ['x\ny', ''],
    ],
  ],
  ['one', [['one']]],
])('CSV is read as it is written: %j', (text, rows) => {
  expect(readCsv(text)).toEqual(rows);
});
