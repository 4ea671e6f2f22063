import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scriptOf } from '../scripts/setup/bin.mjs';
import { version } from '../src/version.ts';
import { type Api, key, startApi } from './support/api.ts';
import { type PackedClient, packClient } from './support/packed-client.ts';

/** The SDK as it is published: packed, and used from an empty folder. */

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);
const bin = (name: string, ...args: string[]) => run(process.execPath, [scriptOf(root, name), ...args]);

let client: PackedClient;
let api: Api;
beforeAll(async () => {
  client = await packClient();
  api = await startApi();
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await client[Symbol.asyncDispose]();
});

const installed = () => join(client.folder, 'node_modules/gannet-client');

test('it has what it needs and nothing else', () => {
  const {
    dependencies,
    name,
    version: own,
  } = JSON.parse(readFileSync(join(installed(), 'package.json'), 'utf8'));
  expect({ dependencies, name, version: own }).toEqual({
    dependencies: undefined,
    name: 'gannet-client',
    version,
  });
  const files = globSync('**/*', { cwd: installed() }).filter(
    (path) => path.includes('.') || path === 'LICENSE',
  );
  expect(files.filter((path) => /test|\.ts$/.test(path) && !path.endsWith('.d.ts'))).toEqual([]);
  expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', join('dist', 'index.js')]));
  const sources = files
    .filter((path) => path.endsWith('.js'))
    .map((path) => readFileSync(join(installed(), path), 'utf8'));
  expect(sources.join('\n')).not.toMatch(/node:|process\.|Buffer|require\(/);
});

test('publint and attw find nothing', async () => {
  const { stdout } = await bin('publint', client.tarball, '--strict');
  expect(stdout).toContain('All good!');
  // CommonJS takes it by import(), or by require() from Node.js 20.19 on.
  await bin('attw', client.tarball, '--profile', 'esm-only');
});

const program = () => `
import { createClient, isGannetError, bytesOf, verifyWebhook } from 'gannet-client';
const gannet = createClient({ url: '${api.base}', apiKey: '${key}' });
const { data } = await gannet.scrape('https://example.com/');
const missing = await gannet.crawl.wait('019a5a3e-7d6b-7c11-9c5e-0f5d3a1b2c4d').catch((error) => error);
const forged = await verifyWebhook({ body: '{}', signature: 'sha256=' + '0'.repeat(64), secret: 's' }).catch((error) => error);
console.log(JSON.stringify([data.markdown, isGannetError(missing, 'not_found'), forged.code, bytesOf('AQI=').length]));
`;
const expected = '["# Example",true,"invalid_signature",2]\n';

test('it works in an empty project', async () => {
  const { stdout } = await run(process.execPath, [client.write('main.js', program())]);
  expect(stdout).toBe(expected);
});

test('it works with Node.js 20', async () => {
  const name = `node-${process.platform}-${process.arch}`;
  await client.npm(
    'install',
    '--prefer-offline',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    `${name}@20`,
  );
  const node = join(client.folder, 'node_modules', name, 'bin/node');
  expect(existsSync(node)).toBe(true);
  const { stdout: found } = await run(node, ['--version']);
  expect(found).toMatch(/^v20\./);
  const { stdout } = await run(node, [client.write('main.js', program())]);
  expect(stdout).toBe(expected);
}, 120_000);

test('its types stand on their own', async () => {
  const file = client.write(
    'types.ts',
    `import { createClient, GannetError, type ScrapeAnswer } from 'gannet-client';
const gannet = createClient();
const page: ScrapeAnswer<'markdown'> = await gannet.scrape('https://example.com/');
const text: string = page.data.markdown;
const picture = await gannet.scrape({ url: 'https://example.com/', output: 'screenshot', options: { full_page: false } });
const format: 'png' | 'jpeg' = picture.data.format;
for await (const { url, metadata } of gannet.crawl.results('x')) console.log(url.length, metadata.depth.toFixed());
const wide = { url: 'https://example.com/', output: 'pdf' as 'pdf' | 'csv' };
const either = await gannet.scrape(wide);
if (either.output === 'csv') console.log(either.data.tables.length);
else console.log(either.data.size_bytes);
// @ts-expect-error a picture has no margins
await gannet.scrape({ url: 'https://example.com/', output: 'screenshot', options: { margin: { top: 1 } } });
// @ts-expect-error the Markdown has no tables
page.data.tables;
// @ts-expect-error there is no such output
await gannet.scrape({ url: 'https://example.com/', output: 'docx' });
try { await gannet.health(); } catch (error) { if (error instanceof GannetError) console.log(error.code === 'rate_limited', text, format); }
`,
  );
  const options = [
    '--ignoreConfig',
    '--strict',
    '--noEmit',
    '--exactOptionalPropertyTypes',
    '--module',
    'nodenext',
    '--target',
    'es2022',
  ];
  const types = ['--lib', 'es2022,dom,dom.iterable', '--types', ''];
  const { stdout } = await bin('tsc', ...options, ...types, file).catch((error: { stdout: string }) => error);
  expect(stdout).toBe('');
});
