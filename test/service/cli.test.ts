import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { gannet, startGannet } from '../support/command.ts';
import { type CrawlSite, startCrawlSite } from '../support/crawl-site.ts';
import { startReceiver } from '../support/receiver.ts';
import { descendantsOf, eventually, isRunning, type Service, startService } from '../support/service.ts';
import { html, type Site, startSite } from '../support/site.ts';

/** The commands that fetch, in their own process and by a server. */

// Each command within its process starts a browser.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let site: Site;
let service: Service;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gannet-cli-'));
  const long = `<h1>Long</h1>${'<p>Gannets dive from thirty metres into the cold water.</p>'.repeat(20_000)}`;
  site = await startSite({
    '/': html(
      'Home',
      '<h1>Home</h1><p>Gannets dive. <a href="/long">long</a></p><table><tr><td>a</td><td>b</td></tr></table>',
    ),
    '/long': html('Long', long),
    '/never': () => undefined,
    '/seen': ({ headers }, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          html(
            'Seen',
            `<p>by ${headers['x-tenant']} with ${headers.cookie} in ${headers['accept-language']}</p>`,
          ),
        ),
  });
  service = await startService();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const served = () => ({ env: { GANNET_SERVER: service.url, GANNET_KEY: service.key } });
const own = { env: { GANNET_SERVER: '' } };
const place = (name: string) => join(folder, name);

describe('in this process', () => {
  test('an address alone is its Markdown; several go into a folder', async () => {
    const out = place('both');
    const alone = await gannet([`${site.origin}/`], own);
    expect(alone).toMatchObject({ code: 0, stderr: '' });
    expect(alone.stdout).toMatch(/^# Home\n\nGannets dive\..*\n$/s);
    const both = await gannet(
      [`${site.origin}/`, `${site.origin}/seen`, `${site.origin.replace('http', 'ftp')}/`],
      own,
    );
    expect(both).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('http:// or https://'),
    });
    const written = await gannet(
      [
        `${site.origin}/`,
        `${site.origin}/seen`,
        '-o',
        out,
        '--header',
        'X-Tenant: blue',
        '--cookie',
        'a=b',
        '--locale',
        'de-DE',
      ],
      own,
    );
    expect(written).toMatchObject({ code: 0, stdout: '' });
    const files = readdirSync(out);
    expect(files).toHaveLength(2);
    expect(files.map((name) => readFileSync(join(out, name), 'utf8')).join()).toContain(
      'by blue with a=b in de-DE',
    );
  });

  test('what nobody reads is not made: gannet … | head', async () => {
    const child = startGannet([`${site.origin}/long`], own);
    let stderr = '';
    child.stderr?.on('data', (chunk) => {
      stderr += chunk;
    });
    child.stdout?.once('data', () => child.stdout?.destroy());
    await once(child, 'exit');
    expect({ code: child.exitCode, stderr }).toEqual({ code: 0, stderr: '' });
  });

  test('Ctrl-C ends it and its browser, and nothing is left', async () => {
    const child = startGannet([`${site.origin}/never`, '--timeout-ms', '60000'], own);
    await eventually(() => site.countOf('/never') > 0, 60_000);
    const below = descendantsOf(child.pid ?? 0);
    expect(below.length).toBeGreaterThan(0);
    child.kill('SIGINT');
    await once(child, 'exit');
    expect(child.exitCode).toBe(130);
    await eventually(() => !below.some(isRunning));
  });

  test('Ctrl-C ends a webhook whose receiver does not answer, too, and nothing is left', async () => {
    const temporary = mkdtempSync(join(tmpdir(), 'gannet-test-'));
    try {
      // The browser runs as another user.
      chmodSync(temporary, 0o777);
      const before = site.countOf('/never');
      const args = ['webhooks', 'test', `${site.origin}/never`, '--secret', 'x'];
      const child = startGannet(args, { env: { ...own.env, TMPDIR: temporary } });
      await eventually(() => site.countOf('/never') > before, 60_000);
      child.kill('SIGINT');
      await once(child, 'exit');
      expect([child.exitCode, readdirSync(temporary)]).toEqual([130, []]);
    } finally {
      rmSync(temporary, { recursive: true, force: true });
    }
  });

  test('a map, and a webhook', async () => {
    await using receiver = await startReceiver();
    const map = await gannet(['map', `${site.origin}/`], own);
    expect(map).toMatchObject({ code: 0, stdout: `${site.origin}/\n${site.origin}/long\n` });
    // For that it takes no browser.
    const args = ['webhooks', 'test', receiver.url, '--secret', 'x', '--data', '{"a":1}'];
    const sent = await gannet(args, { env: { ...own.env, GANNET_BROWSER: place('none') } });
    expect(sent).toMatchObject({ code: 0, stderr: expect.stringContaining('answered 204') });
    const body = receiver.received[0]?.body ?? '';
    expect(await gannet(['webhooks', 'verify', '--secret', 'x'], { input: body })).toMatchObject({ code: 0 });
  });
});

describe('by a server', () => {
  test('the name of the file tells the output', async () => {
    const signs = { 'p.png': 'PNG', 'p.pdf': 'PDF', 'p.csv': 'a,b', 'p.html': '<h1>' };
    for (const [name, sign] of Object.entries(signs)) {
      const { code, stdout } = await gannet([`${site.origin}/`, '-o', place(name)], served());
      expect({ name, code, stdout }).toEqual({ name, code: 0, stdout: '' });
      expect(readFileSync(place(name), 'latin1').slice(0, 200)).toContain(sign);
    }
    const { bytes } = await gannet([`${site.origin}/`, '--output', 'screenshot', '--width', '300'], served());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(bytes.readUInt32BE(16)).toBe(300);
  });

  test('a place that is - is stdout', async () => {
    for (const args of [
      ['-o', '-'],
      ['--json', '-o', '-'],
    ]) {
      const plain = await gannet([`${site.origin}/`, ...args.slice(0, -2)], served());
      const { code, stdout, stderr } = await gannet([`${site.origin}/`, ...args], served());
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout.slice(0, 40)).toBe(plain.stdout.slice(0, 40));
    }
    const args = [`${site.origin}/`, '--select', 'a=h1'];
    const [plain, dash] = [
      await gannet(['extract', ...args], served()),
      await gannet(['extract', ...args, '-o', '-'], served()),
    ];
    expect(dash).toEqual(plain);
  });

  test('a page without a table is told of, since nothing is written', async () => {
    expect(await gannet([`${site.origin}/long`, '--output', 'csv'], served())).toMatchObject({
      code: 0,
      stdout: '',
      stderr: `gannet: warning: ${site.origin}/long: its csv is empty\n`,
    });
  });

  test('--json is the whole answer, a line for each address; one failure does not stop the others', async () => {
    const { code, stdout, stderr } = await gannet(
      [
        '--json',
        `${site.origin}/`,
        'http://127.0.0.1:1/',
        `${site.origin}/seen`,
        '--no-retry',
        '--landscape',
      ],
      served(),
    );
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers.map(({ url }) => url)).toEqual([`${site.origin}/`, `${site.origin}/seen`]);
    expect(code).toBe(3);
    expect(stderr).toContain('http://127.0.0.1:1/: ');
    expect(stderr).toContain('warning: unknown field options.landscape');
  });

  test('a map of what cannot be reached is a failure, with its reason', async () => {
    const map = await gannet(['map', 'http://127.0.0.1:1/'], served());
    expect(map).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining('127.0.0.1:1/: ') });
  });

  test('data, with its evidence where it is wanted', async () => {
    const schema = place('schema.json');
    writeFileSync(schema, '{"properties": {"title": {"type": "string"}}}');
    const url = `${site.origin}/`;
    const by = (...args: string[]) => gannet(['extract', url, ...args], served());
    expect(JSON.parse((await by('--schema', schema)).stdout)).toEqual({ title: 'Home' });
    expect(JSON.parse((await by('--select', 'head=h1')).stdout)).toEqual({ head: 'Home' });
    const whole = JSON.parse((await by('--xpath', 'head=string(//h1)', '--json')).stdout);
    expect(whole).toMatchObject({
      data: { head: 'Home' },
      metadata: { fields: { head: { source: 'xpath' } } },
    });
  });

  test('links are in the whole answer, which is told who asks for them otherwise', async () => {
    const by = (...args: string[]) => gannet([`${site.origin}/`, '--links', ...args], served());
    expect(await by()).toMatchObject({ code: 0, stderr: expect.stringContaining('with --json') });
    const { stdout, stderr } = await by('--json');
    expect(stderr).toBe('');
    expect(JSON.parse(stdout).data.links).toContainEqual(
      expect.objectContaining({ url: `${site.origin}/long` }),
    );
  });

  test('what a server refuses, and a server that is not there', async () => {
    const url = `${site.origin}/`;
    const wrong = { env: { GANNET_SERVER: service.url, GANNET_KEY: `svc_live_${'0'.repeat(64)}` } };
    expect(await gannet([url], wrong)).toMatchObject({
      code: 5,
      stdout: '',
      stderr: expect.stringContaining('API key'),
    });
    const nobody = { env: { GANNET_SERVER: 'http://127.0.0.1:1' } };
    expect(await gannet([url], nobody)).toMatchObject({
      code: 8,
      stderr: expect.stringContaining('could not be reached'),
    });
    const late = await gannet([`${site.origin}/never`, '--timeout-ms', '1000', '--no-retry'], served());
    expect(late.code).toBe(4);
  });

  test('webhooks: sent, listed, sent again', async () => {
    await using receiver = await startReceiver();
    const env = { ...served().env, GANNET_WEBHOOK_SECRET: 'x' };
    expect(await gannet(['webhooks', 'test', receiver.url], { env })).toMatchObject({ code: 0 });
    const logs = await gannet(['webhooks', 'logs', '--json'], { env });
    const [{ delivery_id }] = JSON.parse(logs.stdout);
    expect((await gannet(['webhooks', 'logs'], { env })).stdout).toMatch(
      / delivered +test\.webhook +1\/1 +204 +/,
    );
    expect(await gannet(['webhooks', 'resend', delivery_id], { env })).toMatchObject({ code: 0 });
    await eventually(() => receiver.received.length === 2);
    expect(await gannet(['webhooks', 'resend', 'none'], { env })).toMatchObject({ code: 6 });
  });

  test('a crawl that is interrupted goes on with the same job', async () => {
    const web: CrawlSite = await startCrawlSite({ slowness: 50 });
    try {
      const out = place('pages.jsonl');
      const args = [
        'crawl',
        `${web.origin}/`,
        '-o',
        out,
        '--delay-ms',
        '0',
        '--depth',
        '10',
        '--exclude-patterns',
        '/traps',
      ];
      const written = () => (existsSync(out) ? readFileSync(out, 'utf8').split('\n').length - 1 : 0);
      const child = startGannet(args, served());
      await eventually(() => written() > 0, 60_000);
      child.kill('SIGINT');
      await once(child, 'exit');
      expect(child.exitCode).toBe(130);
      expect(await gannet(args, served())).toMatchObject({
        code: 0,
        stderr: expect.stringContaining('is completed'),
      });
      const urls = readFileSync(out, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).url);
      expect(urls.sort()).toEqual([...web.pages].sort());
      const headers = { authorization: `Bearer ${service.key}` };
      const jobs = await fetch(`${service.url}/v1/crawl`, { headers });
      expect(await jobs.json()).toMatchObject({ count: 1 });
    } finally {
      await web[Symbol.asyncDispose]();
    }
  });
});
