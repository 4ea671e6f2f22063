import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createTestFetch } from '../../test/support/fetch.ts';
import { redirect, startSite } from '../../test/support/site.ts';
import { answering, startPeer } from '../../test/support/wire.ts';
import { createDeliver } from './deliver.ts';
import { signPayload } from './sign.ts';
import { readWebhook } from './verify.ts';

const never = new AbortController().signal;
const deliver = createDeliver({ fetch: createTestFetch(), patienceMs: 5000 });
const to = (callbackUrl: string, payload: Record<string, unknown> = {}) => ({
  id: '01a1ff49-3ce4-7608-8da7-ac51bbf02968',
  event: 'test.webhook',
  callbackUrl,
  ...signPayload(payload, 'secret'),
});
const unreachable = {
  delivered: false,
  responseStatus: null,
  responseBody: null,
  error: 'The receiver could not be reached.',
};
const notHttp = 'The receiver hung up, or answered with something that is not HTTP.';

test('posts the signed payload and tells what it is', async () => {
  const bodies: string[] = [];
  await using receiver = await startSite({
    '/hook': async (request, response) => {
      bodies.push(await text(request));
      response.writeHead(202).end('thanks');
    },
  });
  const delivery = to(`${receiver.origin}/hook?a=b`, { data: 'grüße' });
  expect(await deliver(delivery, never)).toEqual({
    delivered: true,
    responseStatus: 202,
    responseBody: 'thanks',
    error: null,
  });
  expect(receiver.requests[0]).toMatchObject({
    method: 'POST',
    url: '/hook?a=b',
    headers: {
      'content-type': 'application/json',
      'content-length': String(delivery.body.length),
      'x-service-signature': delivery.signature,
      'x-service-delivery': delivery.id,
      'x-service-event': 'test.webhook',
      'user-agent': expect.stringMatching(/^gannet\/\S+ \(webhook\)$/),
    },
  });
  expect(bodies).toEqual([delivery.body]);
  const signature = receiver.requests[0]?.headers['x-service-signature'];
  expect(await readWebhook(bodies[0] ?? '', String(signature), 'secret')).toMatchObject({ data: 'grüße' });
});

test('spells its headers as they are documented', async () => {
  const names: string[] = [];
  await using receiver = await startSite({
    '/': (request, response) => {
      names.push(...request.rawHeaders.filter((_, index) => index % 2 === 0));
      response.writeHead(204).end();
    },
  });
  await deliver(to(receiver.origin), never);
  expect(names).toEqual(
    expect.arrayContaining(['Content-Type', 'X-Service-Delivery', 'X-Service-Event', 'X-Service-Signature']),
  );
});

test('unsigned, it has no signature', async () => {
  await using receiver = await startSite({ '/': 'ok' });
  const unsigned = { ...to(receiver.origin), ...signPayload({ a: 1 }, undefined) };
  expect(await deliver(unsigned, never)).toMatchObject({ delivered: true });
  expect(receiver.requests[0]?.headers).not.toHaveProperty('x-service-signature');
});

test.each([200, 201, 204, 299])('status %i is delivered', async (status) => {
  await using receiver = await startSite({ '/': (_, response) => response.writeHead(status).end() });
  expect(await deliver(to(receiver.origin), never)).toMatchObject({
    delivered: true,
    responseStatus: status,
  });
});

test.each([304, 400, 404, 410, 429, 500, 503])('status %i is not', async (status) => {
  await using receiver = await startSite({ '/': (_, response) => response.writeHead(status).end('why') });
  expect(await deliver(to(receiver.origin), never)).toEqual({
    delivered: false,
    responseStatus: status,
    responseBody: status === 304 ? null : 'why',
    error: `The receiver answered with status ${status}.`,
  });
});

test('a redirect is not followed', async () => {
  await using receiver = await startSite({ '/': redirect('/there'), '/there': 'ok' });
  expect(await deliver(to(receiver.origin), never)).toMatchObject({
    delivered: false,
    responseStatus: 302,
    error:
      'The receiver answered with status 302: redirects are not followed, so name the address that it leads to.',
  });
  expect(receiver.hits).toEqual(['POST /']);
});

describe('an address that is not public is not connected to, and looks like one that is not there', () => {
  const strict = createDeliver({ fetch: createTestFetch({ allow: [] }) });
  test('loopback, private, link-local, mapped, by number, port of another protocol', async () => {
    await using receiver = await startSite({ '/': 'ok' });
    const { port } = receiver;
    for (const url of [
      receiver.origin,
      `http://localhost:${port}/`,
      'http://10.0.0.1/',
      'http://169.254.169.254/latest/meta-data/',
      `http://[::ffff:127.0.0.1]:${port}/`,
      `http://2130706433:${port}/`,
      'http://[::1]/',
      'http://93.184.215.14:22/',
    ])
      expect(await strict(to(url), never)).toEqual(unreachable);
    expect(receiver.hits).toEqual([]);
  });

  test('a closed port', async () => {
    expect(await deliver(to('http://127.0.0.1:2/'), never)).toEqual(unreachable);
  });
});

describe('receivers that are', () => {
  const brief = createDeliver({ fetch: createTestFetch(), patienceMs: 300 });
  const late = 'The receiver did not answer in time.';

  test('silent', async () => {
    await using receiver = await startSite({ '/': () => undefined });
    expect(await brief(to(receiver.origin), never)).toMatchObject({ error: late, responseStatus: null });
  });

  test('slow: a byte of the head at a time', async () => {
    await using peer = await startPeer((socket) => {
      const timer = setInterval(() => socket.write('H'), 20);
      socket.once('close', () => clearInterval(timer));
    });
    expect(await brief(to(peer.origin), never)).toMatchObject({ delivered: false });
  });

  test('slow to end: the answer stands', async () => {
    await using receiver = await startSite({ '/': (_, response) => response.writeHead(200).write('half') });
    expect(await brief(to(receiver.origin), never)).toEqual({
      delivered: true,
      responseStatus: 200,
      responseBody: 'half',
      error: null,
    });
    await expect.poll(() => receiver.requests[0]?.socket.destroyed, { timeout: 20_000 }).toBe(true);
  });

  test('endless: 2 KiB are kept', async () => {
    await using receiver = await startSite({
      '/': (_, response) => {
        response.writeHead(200);
        const more = () => {
          while (!response.destroyed && response.write('ü'.repeat(10_000)));
        };
        response.on('drain', more);
        more();
      },
    });
    const { delivered, responseBody } = await deliver(to(receiver.origin), never);
    expect(delivered).toBe(true);
    expect(responseBody).toBe('ü'.repeat(1024));
  });

  test('bombs: 2 KiB are kept', async () => {
    await using receiver = await startSite({
      '/': (_, response) =>
        response.writeHead(500, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000, 'x'))),
    });
    expect((await deliver(to(receiver.origin), never)).responseBody).toBe('x'.repeat(2048));
  });

  test('binary: what no database holds is replaced', async () => {
    await using receiver = await startSite({
      '/': (_, response) => response.end(Buffer.from([0, 0xff, 65])),
    });
    expect((await deliver(to(receiver.origin), never)).responseBody).toBe('\ufffd\ufffdA');
  });

  test.each([
    ['of huge headers', `HTTP/1.1 200 OK\r\n${`x: ${'y'.repeat(1000)}\r\n`.repeat(200)}\r\n`, 'stay'],
    ['of another protocol', '220 mail.example.com ESMTP\r\n', 'stay'],
    ['hanging up', '', 'end'],
    ['resetting', 'HTTP/1.1 2', 'break'],
    ['switching protocols', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n', 'stay'],
  ] as const)('%s', async (_, text, then) => {
    await using peer = await startPeer(answering(text, then));
    expect(await deliver(to(peer.origin), never)).toEqual({ ...unreachable, error: notHttp });
  });

  test('resetting after the answer: it stands', async () => {
    const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf';
    await using peer = await startPeer(answering(answer, 'break'));
    expect(await deliver(to(peer.origin), never)).toMatchObject({ delivered: true, responseStatus: 200 });
  });

  test('answering before they have read', async () => {
    await using peer = await startPeer((socket) => {
      socket.end('HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\n\r\n');
    });
    const large = to(peer.origin, { data: 'x'.repeat(3_000_000) });
    expect((await deliver(large, never)).delivered).toBe(false);
  });

  test('without TLS where there should be some', async () => {
    await using receiver = await startSite({ '/': 'ok' });
    const { error } = await deliver(to(receiver.origin.replace('http:', 'https:')), never);
    expect(error).toMatch(/speaks no TLS.*certificate/);
  });
});

test('the service stops: no outcome', async () => {
  await using receiver = await startSite({ '/': () => undefined });
  const controller = new AbortController();
  const attempt = expect(deliver(to(receiver.origin), controller.signal)).rejects.toThrow('stops');
  await expect.poll(() => receiver.hits.length, { timeout: 20_000 }).toBe(1);
  controller.abort(new Error('stops'));
  await attempt;
});
