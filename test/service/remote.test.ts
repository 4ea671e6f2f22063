import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { connectRemote } from '../../src/browser/process/remote.ts';
import { createLog } from '../../src/log.ts';
import { createEntrance } from '../../src/net/entrance.ts';
import { startRemoteBrowser } from '../support/remote-browser.ts';
import { descendantsOf, eventually, type Service, startService } from '../support/service.ts';
import { html, startSite } from '../support/site.ts';

const text = 'Gannets dive from thirty metres and enter the sea like arrows. '.repeat(8);
const page = html('Page', `<h1>Page</h1><p>${text}</p>`);
const health = async ({ url }: Service) => (await fetch(`${url}/health`)).json();

/** The contexts that a browser has, as it says itself. */
const contextsOf = async (host: string, path: string): Promise<number> => {
  const socket = new WebSocket(`ws://${host}${path}`);
  await new Promise((resolve, reject) => Object.assign(socket, { onopen: resolve, onerror: reject }));
  const answer = new Promise<MessageEvent>((resolve) => Object.assign(socket, { onmessage: resolve }));
  socket.send(JSON.stringify({ id: 1, method: 'Target.getBrowserContexts' }));
  const { result } = JSON.parse((await answer).data);
  socket.close();
  return result.browserContextIds.length;
};

test('two browsers elsewhere share the work; when one is killed, requests go on; when both are, they are refused', async () => {
  await using site = await startSite({
    '/page': (_request, response) => {
      setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(page), 100);
    },
  });
  await using one = await startRemoteBrowser();
  await using other = await startRemoteBrowser();
  // Each kind of address once.
  const endpoints = `ws://${one.host}${one.path},http://${other.host}`;
  await using service = await startService({ GANNET_BROWSERS: endpoints, GANNET_LOG: 'info' });
  // None of our own.
  expect(descendantsOf(service.pid)).toEqual([]);

  let asked = 0;
  const scrapes = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () =>
        service.scrape({ url: `${site.origin}/page?${asked++}`, timeout_ms: 60_000 }),
      ),
    );
  const first = scrapes(8);
  for (const { host, path } of [one, other])
    await eventually(async () => (await contextsOf(host, path)) > 0, 30_000);
  expect((await first).map(({ status }) => status)).toEqual(Array(8).fill(200));

  const running = scrapes(8);
  await eventually(() => site.countOf('/page') > 9, 30_000);
  await one.kill();
  expect((await running).map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect((await scrapes(4)).map(({ status }) => status)).toEqual(Array(4).fill(200));
  expect(await health(service)).toMatchObject({ status: 'ok', browser_active: true });

  await other.kill();
  await eventually(async () => (await health(service)).browser_active === false);
  const [refused] = await scrapes(1);
  expect(refused).toMatchObject({ status: 503, body: { detail: { error: 'overloaded' } } });
  expect(refused?.headers.get('retry-after')).toBeTruthy();
}, 180_000);

test('a browser elsewhere that comes back is used again, and left without a context of ours', async () => {
  await using site = await startSite({ '/page': page });
  await using browser = await startRemoteBrowser();
  let isThere = false;
  const door = createServer((client) => {
    if (!isThere) return client.destroy();
    const upstream = connect(Number(browser.host.split(':')[1]), '127.0.0.1');
    client.pipe(upstream).pipe(client);
    for (const end of [client, upstream]) end.on('error', () => end.destroy());
    return client.on('close', () => upstream.destroy());
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const { port } = door.address() as AddressInfo;
  const token = 'sesame-77';
  try {
    await using service = await startService({ GANNET_BROWSERS: `http://localhost:${port}/?token=${token}` });
    expect(await health(service)).toMatchObject({ status: 'degraded', browser_active: false });
    expect((await service.scrape({ url: `${site.origin}/page` })).status).toBe(503);
    isThere = true;
    await eventually(async () => (await health(service)).browser_active, 30_000);
    expect((await service.scrape({ url: `${site.origin}/page` })).status).toBe(200);
    await service.stop();
    expect(service.output.join('\n')).toContain(`the browser at localhost:${port} cannot be used`);
    expect(service.output.join('\n')).not.toContain(token);
  } finally {
    await new Promise((resolve) => door.close(resolve));
  }
  await eventually(async () => (await contextsOf(browser.host, browser.path)) === 0);
}, 120_000);

test.each([
  ['sends UDP by WebRTC', 'webrtc', /WebRTC/],
  ['keeps hidden windows', '--disable-features', /hidden windows/],
])('a browser elsewhere that %s is not used', async (_, without, reason) => {
  await using browser = await startRemoteBrowser(without);
  const entrance = createEntrance('127.0.0.1', createLog('silent'));
  await expect(connectRemote(new URL(`http://${browser.host}`), entrance)).rejects.toThrow(reason);
});
