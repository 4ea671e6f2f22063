import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTestPlace } from '../support/databases.ts';
import { freePort } from '../support/postgres.ts';
import {
  browserPidOf,
  descendantsOf,
  eventually,
  isRunning,
  profilesOf,
  type Service,
  startService,
} from '../support/service.ts';
import { html, startSite } from '../support/site.ts';
import { wrapChromium } from '../support/wrapper.ts';

const text =
  'Gannets dive from thirty metres and enter the sea like arrows, which few other birds can do. '.repeat(6);
const page = html('Page', `<h1>Page</h1><p>${text}</p>`);
const slow = (ms: number) => (_request: unknown, response: import('node:http').ServerResponse) =>
  setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(page), ms);

const health = async ({ url }: Service) => (await fetch(`${url}/health`)).json();

test('SIGTERM lets running requests finish, refuses new ones and leaves nothing behind', async () => {
  await using site = await startSite({ '/slow': slow(1500), '/page': page });
  await using service = await startService();
  const family = descendantsOf(service.pid);
  expect(family.length).toBeGreaterThan(0);

  const running = service.scrape({ url: `${site.origin}/slow` });
  await eventually(() => site.countOf('/slow') === 1);
  service.process.kill('SIGTERM');
  await eventually(async () => (await health(service)).status === 'draining');
  const refused = await service.scrape({ url: `${site.origin}/page` });
  expect(refused.status).toBe(503);
  expect(refused.body.detail).toMatchObject({ error: 'shutting_down', payment_charged: false });
  expect(refused.headers.get('x-request-id')).toBeTruthy();
  expect((await running).status).toBe(200);
  expect(await service.exit()).toBe(0);
  await eventually(() => family.every((pid) => !isRunning(pid)));
  expect(profilesOf(service.pid)).toEqual([]);
  expect(service.output.filter((line) => /error|fatal/.test(line))).toEqual([]);
});

test('Ctrl-C in a terminal, which reaches the whole process group, lets running requests finish', async () => {
  await using site = await startSite({ '/slow': slow(1500) });
  await using service = await startService({}, { inOwnGroup: true });
  const running = service.scrape({ url: `${site.origin}/slow`, retry: false });
  await eventually(() => site.countOf('/slow') === 1);
  process.kill(-service.pid, 'SIGINT');
  const { status, body } = await running;
  expect(status, JSON.stringify(body.detail)).toBe(200);
  expect(body.metadata.attempts).toBe(1);
  expect(await service.exit()).toBe(0);
});

test('a running request does not hold up the stop beyond the grace period', async () => {
  await using site = await startSite({ '/hang': () => undefined });
  await using service = await startService({ GANNET_GRACE_MS: '500' });
  const running = service.scrape({ url: `${site.origin}/hang`, timeout_ms: 60_000 });
  await eventually(() => site.countOf('/hang') === 1);
  service.process.kill('SIGTERM');
  const { status, body } = await running;
  expect(status).toBe(503);
  expect(body.detail.error).toBe('shutting_down');
  expect(await service.exit()).toBe(0);
});

test('kill -9 of the service leaves no browser, and the next start sweeps its profile', async () => {
  await using service = await startService();
  const family = descendantsOf(service.pid);
  const profiles = profilesOf(service.pid);
  expect(profiles.length).toBe(1);
  service.process.kill('SIGKILL');
  await once(service.process, 'exit');
  await eventually(() => family.every((pid) => !isRunning(pid)));
  await using next = await startService({ GANNET_DATA_DIR: service.dataDir });
  expect(profilesOf(service.pid)).toEqual([]);
  expect((await health(next)).status).toBe('ok');
});

describe('with room for one page and three that wait', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ GANNET_MAX_VISITS: '1', GANNET_MAX_PAGES: '1', GANNET_MAX_QUEUE: '3' });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  test('more than it can take is answered 503 with Retry-After, and the service lives on', async () => {
    await using site = await startSite({ '/slow': slow(1000), '/page': page });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => service.scrape({ url: `${site.origin}/slow?n=${index}` })),
    );
    const counts = Map.groupBy(answers, ({ status }) => status);
    expect(counts.get(200)?.length).toBe(4);
    const refused = counts.get(503) ?? [];
    expect(refused.length).toBe(8);
    for (const { headers, body } of refused) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(body.detail).toMatchObject({ error: 'overloaded', payment_charged: false });
    }
    expect((await service.scrape({ url: `${site.origin}/page` })).status).toBe(200);
  });

  test('a caller who leaves ends the work', async () => {
    await using site = await startSite({ '/hang': () => undefined, '/page': page });
    const body = JSON.stringify({ url: `${site.origin}/hang`, timeout_ms: 60_000 });
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.write(
      `POST /v1/scrape HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await eventually(() => site.countOf('/hang') === 1);
    socket.destroy();
    // The only page is free again: otherwise this would wait for a minute.
    expect((await service.scrape({ url: `${site.origin}/page`, timeout_ms: 10_000 })).status).toBe(200);
  });

  test('a browser that died is replaced without being asked', async () => {
    await using site = await startSite({ '/page': page });
    const browser = browserPidOf(service);
    process.kill(browser, 'SIGKILL');
    await eventually(async () => {
      const [successor] = descendantsOf(service.pid);
      return successor !== undefined && successor !== browser && (await health(service)).browser_active;
    });
    expect((await service.scrape({ url: `${site.origin}/page` })).status).toBe(200);
  });
});

// At once: it is 14 s until a browser is given up.
test.concurrent('a service whose browser cannot be started again says so, and still stops', async () => {
  using chromium = wrapChromium({});
  await using service = await startService({ GANNET_BROWSER: chromium.path });
  rmSync(chromium.path);
  process.kill(browserPidOf(service), 'SIGKILL');
  await eventually(async () => (await health(service)).status === 'degraded');
  expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
  await eventually(() => service.output.join('\n').includes('could not be started again'));
  expect(await service.stop()).toBe(0);
});

test.concurrent('the first start makes a key and shows it once', async () => {
  await using first = await startService({ GANNET_API_KEYS: '' });
  const key = first.output.join('\n').match(/svc_live_[0-9a-f]{64}/)?.[0];
  expect(key).toBeDefined();
  const status = async (url: string) =>
    (
      await fetch(`${url}/v1/scrape`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: '{}',
      })
    ).status;
  expect(await status(first.url)).toBe(400);
  await first.stop();
  await using second = await startService({ GANNET_API_KEYS: '', GANNET_DATA_DIR: first.dataDir });
  expect(second.output.join('\n')).not.toContain('svc_live_');
  expect(await status(second.url)).toBe(400);
});

test.skipIf(!existsSync('/dev/full'))(
  'that what it says is not read, or not kept, is not its end',
  async () => {
    const { options, remove } = await makeTestPlace('embedded');
    const full = openSync('/dev/full', 'w');
    const port = await freePort();
    const service = spawn(process.execPath, [join(import.meta.dirname, '../../src/main.ts'), 'serve'], {
      stdio: ['ignore', full, full],
      env: { ...process.env, GANNET_PORT: String(port), GANNET_DATA_DIR: options.dataDir },
    });
    try {
      const livez = () => fetch(`http://127.0.0.1:${port}/livez`).then(({ status }) => status);
      await eventually(async () => (await livez().catch(() => 0)) === 200);
      expect(await livez()).toBe(200);
    } finally {
      service.kill('SIGTERM');
      expect(await once(service, 'exit')).toEqual([0, null]);
      closeSync(full);
      await remove();
    }
  },
);

test('a setting that nothing reads is told of at the start', async () => {
  await using service = await startService({ GANNET_TRUST_PROXYS: '10.0.0.0/8' });
  expect(service.output.join('\n')).toMatch(
    /"settings":\["GANNET_TRUST_PROXYS \(GANNET_TRUST_PROXY\?\)"\],"msg":"no such setting"/,
  );
});

test.concurrent('runs on PostgreSQL by DATABASE_URL', async () => {
  const place = await makeTestPlace('postgres');
  try {
    await using site = await startSite({ '/page': page });
    await using service = await startService({ DATABASE_URL: place.options.url });
    expect((await service.scrape({ url: `${site.origin}/page` })).status).toBe(200);
    expect((await service.post('/v1/scrape', {}, { authorization: 'Bearer svc_live_0' })).status).toBe(401);
  } finally {
    await place.remove();
  }
});
