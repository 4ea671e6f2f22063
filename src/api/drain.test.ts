import { once } from 'node:events';
import { createConnection } from 'node:net';
import { expect, test, vi } from 'vitest';
import { caller, data, metadata, operatorKey, startApi } from '../../test/support/api.ts';

const url = 'https://example.com/';

/** Work that ends when told to, or with its signal. */
const controlled = () => {
  const { promise: done, resolve: finish } = Promise.withResolvers<void>();
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  const scrape = async () => {
    start();
    await done;
    return { data, metadata, warnings: [] };
  };
  return { scrape, started, finish };
};

test('running requests finish, new ones are refused, probes are answered', async () => {
  const { scrape, started, finish } = controlled();
  await using api = await startApi({ scrape, grace: 10_000 });
  const running = api.scrape({ url });
  await started;
  let drained = false;
  const drain = api.drain().then(() => {
    drained = true;
  });

  const refused = await api.scrape({ url });
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(refused.headers.get('connection')).toBe('close');
  expect(await refused.json()).toMatchObject({
    detail: { error: 'shutting_down', retry_after: 5, url: '', payment_charged: false },
  });
  expect((await api.fetch('/livez')).status).toBe(200);
  expect((await api.fetch('/readyz')).status).toBe(503);
  expect(await (await api.fetch('/health')).json()).toMatchObject({ status: 'draining' });
  expect((await api.fetch('/nothing')).status).toBe(404);
  expect(drained).toBe(false);

  finish();
  const answer = await running;
  expect(answer.status).toBe(200);
  expect(answer.headers.get('connection')).toBe('close');
  await drain;
});

test('refuses before authentication and before the body', async () => {
  await using api = await startApi();
  await api.drain();
  const response = await api.fetch('/v1/scrape', { method: 'POST', body: '{' });
  expect(response.status).toBe(503);
});

test('a refused client that is still sending gets its answer', async () => {
  await using api = await startApi();
  await api.drain();
  const head = `POST /v1/scrape HTTP/1.1\r\nHost: a\r\nContent-Length: 500000\r\n\r\n`;
  const answers = await api.raw([head, ...Array<string>(50).fill('x'.repeat(10_000))]);
  expect(answers.map(({ status }) => status)).toEqual([503]);
  expect(answers[0]?.headers.get('connection')).toBe('close');
});

test('what outlives the grace period is answered, even when it ignores its signal', async () => {
  const { scrape, started } = controlled();
  await using api = await startApi({ scrape, grace: 50 });
  const running = api.scrape({ url });
  await started;
  await api.drain();
  const answer = await running;
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ detail: { error: 'shutting_down', url } });
});

test('a body that does not arrive does not hold up the end', async () => {
  const { promise: admitted, resolve: admit } = Promise.withResolvers<void>();
  await using api = await startApi({
    grace: 50,
    admit: async () => {
      admit();
      return caller;
    },
  });
  const socket = createConnection({ port: api.port, host: '127.0.0.1' });
  socket.write(
    'POST /v1/scrape HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n',
  );
  await admitted;
  await api.drain();
  const [bytes] = await once(socket, 'data');
  expect(String(bytes)).toMatch(/^HTTP\/1\.1 503 /);
});

test('a stream that was told to end and that nobody reads does not hold up the end', async () => {
  const { scrape, started, finish } = controlled();
  await using api = await startApi({
    scrape,
    grace: 60_000,
    watchCrawl: async () =>
      (async function* () {
        const event = { event: 'progress', data: { pad: 'x'.repeat(1_000_000) } } as never;
        for (;;) yield event;
      })(),
  });
  const socket = createConnection({ port: api.port, host: '127.0.0.1' });
  const closed = once(socket, 'close');
  socket.on('error', () => undefined);
  socket.write(
    `GET /v1/crawl/019a5a3e-7d6b-7c11-9c5e-0f5d3a1b2c4d/events HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${operatorKey}\r\n\r\n`,
  );
  await once(socket, 'readable');
  const running = api.scrape({ url });
  await started;

  let drained = false;
  const drain = api.drain().then(() => {
    drained = true;
  });
  await vi.waitFor(
    () => expect(api.lines.some(({ endpoint }) => endpoint === 'crawlEvents')).toBe(true),
    30_000,
  );
  expect(drained).toBe(false);
  finish();
  expect((await running).status).toBe(200);
  await drain;
  socket.resume();
  await closed;
});

test('what is being paid for when the time is up is delivered', async () => {
  const { promise: settled, resolve: settle } = Promise.withResolvers<void>();
  const settling = Promise.withResolvers<void>();
  const api = await startApi({
    grace: 0,
    charge: async (_, { signal }, work) => {
      const result = await work(signal, Number.POSITIVE_INFINITY);
      settling.resolve();
      await settled;
      return { result, payment: null, receipt: null };
    },
    settled: () => settled,
  });
  const running = api.scrape({ url });
  await settling.promise;
  const drained = api.drain();
  // Longer than aborted requests are waited for.
  setTimeout(settle, 1500);
  await drained;
  await api.close();
  expect((await running).status).toBe(200);
});

test('idle connections are closed', async () => {
  await using api = await startApi();
  const socket = createConnection({ port: api.port, host: '127.0.0.1' });
  socket.write('GET /livez HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'data');
  const closed = once(socket, 'close');
  await api.drain();
  await closed;
});

test('close ends what still runs', async () => {
  const { scrape, started } = controlled();
  const api = await startApi({ scrape });
  const running = api.scrape({ url });
  await started;
  await api.close();
  await expect(running).rejects.toThrow();
  await expect(api.fetch('/livez')).rejects.toThrow();
});
