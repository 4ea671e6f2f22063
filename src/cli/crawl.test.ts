import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gannet } from '../../test/support/command.ts';
import { freePort } from '../../test/support/postgres.ts';
import { startSite } from '../../test/support/site.ts';

/** Where the pages of `gannet crawl` go, with a server that invents them. */

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gannet-crawl-out-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const url = (number: number) => `https://example.com/${number}`;
const result = (number: number) => ({
  id: String(number),
  url: url(number),
  status: 200,
  error: null,
  crawled_at: '2026-01-01T00:00:00.000Z',
  markdown: `Page ${number}.`,
  metadata: {},
});

/** A server whose jobs have three pages; it knows the last one only. */
const startServer = async (pages = 3, data: readonly unknown[] = []) => {
  const server = { jobs: 0 };
  const idOf = (job: number) => `job-${job}`;
  const status = () => ({
    job_id: idOf(server.jobs),
    status: 'completed',
    max_pages: 100,
    completed_at: '2026-01-01T00:00:00.000Z',
    warnings: [],
    error: null,
    progress: { pages_crawled: pages, pages_failed: 0, pages_total: pages, skipped: 0, current_url: '' },
  });
  const json = (response: ServerResponse, code: number, body: unknown) =>
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const missing = { detail: { error: 'not_found', message: 'There is no such job.' } };
  const routes = [1, 2, 3].flatMap((job) => [
    [
      `/v1/crawl/${idOf(job)}`,
      (_: unknown, response: ServerResponse) =>
        job === server.jobs ? json(response, 200, status()) : json(response, 404, missing),
    ],
    [
      `/v1/crawl/${idOf(job)}/events`,
      (request: IncomingMessage, response: ServerResponse) => {
        if (job !== server.jobs) return json(response, 404, missing);
        const after = Number(new URL(request.url ?? '', 'http://site').searchParams.get('last_event_id'));
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        for (let number = after + 1; number <= pages; number++)
          response.write(
            `id: ${number}\nevent: result\ndata: ${JSON.stringify({ ...result(number), data: data[number - 1] })}\n\n`,
          );
        return response.end(`event: end\ndata: ${JSON.stringify(status())}\n\n`);
      },
    ],
  ]);
  const keys = new Map<string, string>();
  const site = await startSite({
    ...Object.fromEntries(routes),
    '/v1/crawl': (request, response) => {
      const key = String(request.headers['idempotency-key']);
      if (!keys.has(key)) keys.set(key, idOf(++server.jobs));
      json(response, 202, { job_id: keys.get(key) });
    },
  });
  return {
    origin: site.origin,
    get jobs() {
      return server.jobs;
    },
    /** As after a new database. */
    forget: () => {
      keys.clear();
      server.jobs++;
    },
    crawl: (out: string, slash = '', more: readonly string[] = []) =>
      gannet(['crawl', 'example.com', '--server', `${site.origin}${slash}`, '--out', out, ...more], {
        cwd: folder,
      }),
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
};

const linesOf = (file: string) => readFileSync(join(folder, file), 'utf8').split('\n').slice(0, -1);
const urlsOf = (lines: readonly string[]) => lines.map((line) => JSON.parse(line).url);
const pagesOf = (place: string) =>
  readdirSync(join(folder, place))
    .filter((name) => name.endsWith('.md'))
    .sort();
const names = (first: number) =>
  [1, 2, 3].map((number) => `${String(first + number - 1).padStart(4, '0')}-example.com-${number}.md`);

describe('a place that holds something already gets every page of a new crawl:', () => {
  test('a folder with dated notes', async () => {
    await using server = await startServer();
    const note = '2024-05-01-note.md';
    const place = mkdtempSync(join(folder, 'notes-'));
    writeFileSync(join(place, note), 'mine');
    expect(await server.crawl(place)).toMatchObject({ code: 0 });
    expect(readdirSync(place).filter((name) => name.endsWith('.md'))).toEqual([...names(1), note]);
    expect(readFileSync(join(place, note), 'utf8')).toBe('mine');
  });

  test('a folder with pages whose state is gone', async () => {
    await using server = await startServer();
    await server.crawl('twice');
    rmSync(join(folder, 'twice/.gannet'), { recursive: true });
    expect(await server.crawl('twice')).toMatchObject({ code: 0 });
    expect(pagesOf('twice')).toEqual([...names(1), ...names(4)]);
  });

  test('a file with lines, the last one without its end', async () => {
    await using server = await startServer();
    writeFileSync(join(folder, 'lines.jsonl'), '{"url":"a"}\n{"url":"b"}');
    expect(await server.crawl('lines.jsonl')).toMatchObject({ code: 0 });
    const urls = ['a', 'b', url(1), url(2), url(3)];
    expect(urlsOf(linesOf('lines.jsonl'))).toEqual(urls);
    // Killed while it wrote the last one.
    const text = readFileSync(join(folder, 'lines.jsonl'), 'utf8');
    writeFileSync(join(folder, 'lines.jsonl'), text.slice(0, -20));
    expect(await server.crawl('lines.jsonl')).toMatchObject({ code: 0 });
    expect(urlsOf(linesOf('lines.jsonl'))).toEqual(urls);
  });
});

test('what is missing in a folder is written again, under the same name', async () => {
  await using server = await startServer();
  await server.crawl('holes');
  rmSync(join(folder, 'holes', names(1)[1] ?? ''));
  appendFileSync(join(folder, 'holes', '2030-plan.md'), 'mine');
  expect(await server.crawl('holes')).toMatchObject({ code: 0 });
  expect(pagesOf('holes')).toEqual([...names(1), '2030-plan.md']);
  expect(server.jobs).toBe(1);
});

test('HTML or tables of a page stand beside its Markdown', async () => {
  const html = { html: '<p>Page.</p>', format: 'html', size_bytes: 12 };
  const csv = { format: 'csv', tables: ['a,b'], table_count: 1, data: 'a,b' };
  const none = { format: 'csv', tables: [], table_count: 0, data: '' };
  await using server = await startServer(3, [html, csv, none]);
  expect(await server.crawl('beside')).toMatchObject({ code: 0 });
  const [first = '', second = ''] = names(1);
  const file = (name: string) => readFileSync(join(folder, 'beside', name), 'utf8');
  expect(file(first.replace('.md', '.html'))).toBe(html.html);
  expect(file(second.replace('.md', '.csv'))).toBe(csv.data);
  expect(readdirSync(join(folder, 'beside')).filter((name) => /\.(?:html|csv)$/.test(name))).toHaveLength(2);
  expect(pagesOf('beside')).toEqual(names(1));
});

test('what a crawl does not use is told', async () => {
  await using server = await startServer();
  const unused = await server.crawl('unused', '', ['--url-pattern', '/blog/*']);
  expect(unused).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('gannet: warning: url_pattern is not used in link mode\n'),
  });
});

test('one address is a batch where that is said, and several are no start', async () => {
  await using server = await startServer();
  expect(await server.crawl('one.jsonl', '', ['--mode', 'batch'])).toMatchObject({ code: 0 });
  expect(await server.crawl('several.jsonl', '', ['--mode', 'link', 'example.org'])).toMatchObject({
    code: 2,
    stderr: 'gannet: --mode link begins at one address\n',
  });
  expect(await server.crawl('mode.jsonl', '', ['--mode', 'links', 'example.org'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('mode must be one of'),
  });
});

test('a slash behind the server makes it no other', async () => {
  await using server = await startServer();
  expect(await server.crawl('slash.jsonl')).toMatchObject({ code: 0 });
  expect(await server.crawl('slash.jsonl', '/')).toMatchObject({ code: 0 });
});

test('a crawl that was not begun may be put right', async () => {
  await using server = await startServer();
  const dead = `http://127.0.0.1:${await freePort()}`;
  const start = (at: string, ...more: string[]) =>
    gannet(['crawl', 'example.com', '--server', at, '--out', 'right', ...more], { cwd: folder });
  expect(await start(dead)).toMatchObject({ code: 8 });
  expect(await start(server.origin, '--max-pages', '5')).toMatchObject({ code: 0 });
  expect(pagesOf('right')).toEqual(names(1));
  // From now on it is this crawl.
  expect(await start(server.origin, '--max-pages', '6')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('the output holds a crawl with other options'),
  });
  expect(server.jobs).toBe(1);
});

test('a crawl that its server no longer knows is not gone on with, and no other is started', async () => {
  await using server = await startServer();
  await server.crawl('gone.jsonl');
  server.forget();
  expect(await server.crawl('gone.jsonl')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is gone, or belongs to another key: name another place with --out'),
  });
  expect(linesOf('gone.jsonl')).toHaveLength(3);
  expect(server.jobs).toBe(2);
});
