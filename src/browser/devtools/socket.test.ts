import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openSocket, upgradeHeaders } from './socket.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** The other side of a socket: what it was sent as it arrived, and what our side has received. */
const pair = async () => {
  const server = createServer();
  const upgraded = new Promise<Socket>((resolve) => {
    server.on('upgrade', ({ headers }, socket) => {
      const accept = createHash('sha1')
        .update(`${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
        .digest('base64');
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
      );
      resolve(socket as Socket);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const transport = await openSocket((key) =>
    request({ host: '127.0.0.1', port, headers: upgradeHeaders(key) }),
  );
  const received: string[] = [];
  const broken = new Promise<string>((resolve) => {
    transport.receive({
      message: (text) => received.push(text),
      tooLarge: () => received.push('too large'),
      broke: resolve,
    });
  });
  const other = await upgraded;
  open.push(async () => {
    transport.destroy();
    other.destroy();
    server.close();
    await once(server, 'close');
  });
  return { transport, other, received, broken };
};

/** A frame as servers send it: not masked. */
const frame = (first: number, payload: Buffer): Buffer => {
  const { length } = payload;
  const size =
    length < 126
      ? Buffer.from([length])
      : length < 65_536
        ? Buffer.from([126, length >> 8, length & 255])
        : Buffer.from([
            127,
            0,
            0,
            0,
            0,
            length >>> 24,
            (length >> 16) & 255,
            (length >> 8) & 255,
            length & 255,
          ]);
  return Buffer.concat([Buffer.from([first]), size, payload]);
};

/** The text in a frame as clients send it, which must be masked. */
const unmask = (bytes: Buffer): { first: number; text: string } => {
  const short = (bytes[1] ?? 0) & 0x7f;
  expect((bytes[1] ?? 0) & 0x80).toBe(0x80);
  const at = short === 126 ? 4 : short === 127 ? 10 : 2;
  const mask = bytes.subarray(at, at + 4);
  const text = bytes.subarray(at + 4).map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  return { first: bytes[0] ?? 0, text: Buffer.from(text).toString() };
};

test('messages of every length arrive, in one piece or in several, with control between them', async () => {
  const { other, received } = await pair();
  const texts = ['', 'é', 'm'.repeat(126), 'l'.repeat(70_000)];
  const frames = texts.map((text) => frame(0x81, Buffer.from(text)));
  const bytes = Buffer.from('Möwe');
  frames.push(frame(0x01, bytes.subarray(0, 2)), frame(0x89, Buffer.from('?')));
  frames.push(frame(0x00, bytes.subarray(2, 3)), frame(0x80, bytes.subarray(3)));
  const stream = Buffer.concat(frames);
  // Cut within headers and within characters.
  for (let at = 0; at < stream.length; at += at < 400 || at > 70_390 ? 1 : 997)
    other.write(stream.subarray(at, at + (at < 400 || at > 70_390 ? 1 : 997)));
  const [pong] = (await once(other, 'data')) as [Buffer];
  // Whoever asks looks for its own words in the answer (RFC 6455, section 5.5.3).
  expect(unmask(pong)).toEqual({ first: 0x8a, text: '?' });
  await expect.poll(() => received.length).toBe(5);
  expect(received).toEqual([...texts, 'Möwe']);
});

test.each([5, 126, 70_000])('a message of %i bytes is sent in one masked frame', async (length) => {
  const { transport, other } = await pair();
  const text = 'x'.repeat(length);
  transport.send(text);
  const parts: Buffer[] = [];
  for await (const part of other as AsyncIterable<Buffer>) {
    parts.push(part);
    if (Buffer.concat(parts).length > length) break;
  }
  expect(unmask(Buffer.concat(parts))).toEqual({ first: 0x81, text });
});

test('the end of the connection is told', async () => {
  const { other, broken } = await pair();
  other.destroy();
  expect(await broken).toContain('broke');
});

test('a server that does not upgrade is an error', async () => {
  const server = createServer((_request, response) => response.writeHead(403).end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const opened = openSocket((key) => request({ host: '127.0.0.1', port, headers: upgradeHeaders(key) }));
  await expect(opened).rejects.toThrow('403');
  server.close();
});
