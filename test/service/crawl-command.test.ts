import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { briefly } from '../support/command.ts';
import { type CrawlSite, startCrawlSite } from '../support/crawl-site.ts';
import { copyDatabaseTo } from '../support/databases.ts';
import { startReceiver } from '../support/receiver.ts';
import { eventually } from '../support/service.ts';

const root = join(import.meta.dirname, '../..');

let site: CrawlSite;
let folder: string;
beforeAll(async () => {
  site = await startCrawlSite({ slowness: 20 });
  folder = await mkdtemp(join(tmpdir(), 'gannet-crawl-'));
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const start = (...args: string[]): ChildProcess & { said: string } => {
  const child = spawn(process.execPath, [...briefly, join(root, 'src/main.ts'), 'crawl', ...args], {
    env: { ...process.env, GANNET_ALLOW_NETWORKS: '127.0.0.0/8' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const saying = Object.assign(child, { said: '' });
  child.stderr.on('data', (text) => {
    saying.said += text;
  });
  return saying;
};
const finish = async (...args: string[]) => {
  const child = start(...args);
  await once(child, 'close');
  return { code: child.exitCode, said: child.said };
};

// Each start of the command starts a browser. That it makes its database where there is none is shown by test/docs.test.ts.
vi.setConfig({ testTimeout: 120_000 });

const options = ['--delay-ms', '0', '--depth', '10', '--exclude-patterns', '/traps'];

test('killed and started again, it writes every page once', async () => {
  const out = join(folder, 'pages.jsonl');
  const written = () => (existsSync(out) ? readFileSync(out, 'utf8').split('\n').slice(0, -1) : []);
  await copyDatabaseTo(`${out}.state`);
  const child = start(`${site.origin}/`, '--out', out, ...options);
  await eventually(() => written().length >= 3, 100_000);
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(written().length).toBeLessThan(site.pages.length);

  const { code, said } = await finish(`${site.origin}/`, '--out', out, ...options);
  expect({ code, said }).toEqual({
    code: 0,
    said: expect.stringContaining(`The crawl is completed: ${site.pages.length} pages in ${out}, 0 failed`),
  });
  const results = written().map((line) => JSON.parse(line));
  expect(results.map(({ url }) => url).sort()).toEqual([...site.pages].sort());
  for (const { url, markdown } of results) expect(markdown).toContain(site.tokenOf(url));

  const again = await finish(`${site.origin}/`, '--out', out, ...options);
  expect(again).toEqual({ code: 0, said: expect.stringContaining('nothing is new') });
  expect(written()).toHaveLength(results.length);

  const other = await finish(`${site.origin}/about`, '--out', out, ...options);
  expect(other).toEqual({ code: 2, said: expect.stringContaining('name another place with --out') });
});

// At once: the webhook is sent again after ten seconds.
test.concurrent('into a folder: a file for each page, with its address', async () => {
  const out = join(folder, 'pages');
  await copyDatabaseTo(join(out, '.gannet'));
  const { code } = await finish(`${site.origin}/list/1`, '--out', out, '--max-pages', '4', ...options);
  expect(code).toBe(0);
  const files = readdirSync(out).filter((name) => name.endsWith('.md'));
  expect(files.map((name) => name.slice(0, 5)).sort()).toEqual(['0001-', '0002-', '0003-', '0004-']);
  const text = readFileSync(join(out, files[0] ?? ''), 'utf8');
  const url = JSON.parse(/^url: (.*)$/m.exec(text)?.[1] ?? '""');
  expect(text).toContain(site.tokenOf(url));
});

test.concurrent('the webhook is waited for until it has arrived, as far as it is to be sent again', async () => {
  let answered = 0;
  await using receiver = await startReceiver((response) => {
    answered += 1;
    response.writeHead(answered === 1 ? 500 : 204).end();
  });
  const out = join(folder, 'told');
  await copyDatabaseTo(join(out, '.gannet'));
  const args = ['--out', out, '--max-pages', '1', '--callback-url', receiver.url, ...options];
  expect((await finish(`${site.origin}/list/1`, ...args)).code).toBe(0);
  expect(receiver.received).toHaveLength(2);
});

test.concurrent('what is wrong is a sentence', async () => {
  expect(await finish('nonsense', '--out', join(folder, 'none'))).toEqual({
    code: 2,
    said: expect.stringContaining('"nonsense" is no address'),
  });
  const out = join(folder, 'gone');
  await copyDatabaseTo(join(out, '.gannet'));
  const gone = await finish(`${site.origin}/gone`, '--out', out, '--delay-ms', '0');
  expect(gone).toEqual({ code: 1, said: expect.stringContaining('The crawl has failed') });
});
