import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { createAssembly } from './assembly.ts';
import type { Receiver, Transport } from './cdp.ts';

/**
 * A WebSocket (RFC 6455) to a browser that runs elsewhere. Not the one of Node.js: that asks for compression, which is
 * slow for what is large, and breaks off at a message above 128 MB, which a page could cause.
 */
export interface SocketTransport extends Transport {
  close(): void;
}

export const upgradeHeaders = (key: string) => ({
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': key,
});

/**
 * @param ask makes the request for the socket, with `upgradeHeaders` of the key; it is ended here.
 * @throws Error when the other side does not accept.
 */
export const openSocket = async (ask: (key: string) => ClientRequest): Promise<SocketTransport> => {
  const key = randomBytes(16).toString('base64');
  const request = ask(key);
  const refused = once(request, 'response').then(([answer]: IncomingMessage[]) => {
    request.destroy();
    throw new Error(`it answered ${answer?.statusCode} where a WebSocket was asked for`);
  });
  const upgraded = once(request, 'upgrade') as Promise<[IncomingMessage, Socket, Buffer]>;
  request.end();
  const [{ headers }, socket, head] = await Promise.race([upgraded, refused]);
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  if (headers['sec-websocket-accept'] !== accept) {
    socket.destroy();
    throw new Error('it speaks no WebSocket');
  }
  socket.setTimeout(0).setNoDelay(true).setKeepAlive(true, 15_000);
  return overSocket(socket, head);
};

const opcodes = { continuation: 0, text: 1, close: 8, ping: 9, pong: 10 } as const;

const overSocket = (socket: Socket, head: Buffer): SocketTransport => ({
  send: (message) => socket.write(frame(opcodes.text, Buffer.from(message))),
  receive: (receiver) => {
    const broke = () => receiver.broke('the connection to the browser broke');
    const feed = frameReader(socket, receiver);
    feed(head);
    socket.on('data', feed);
    socket.on('error', broke);
    socket.on('close', broke);
  },
  close: () => socket.end(frame(opcodes.close, Buffer.alloc(0)), () => socket.destroy()),
  destroy: () => socket.destroy(),
});

/** A whole message in one frame. What a client sends is masked, or servers refuse it. */
const frame = (opcode: number, payload: Buffer): Buffer => {
  const { length } = payload;
  const sizeBytes = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const mask = randomBytes(4);
  const header = Buffer.alloc(2 + sizeBytes);
  header[0] = 0x80 | opcode;
  header[1] = 0x80 | (sizeBytes === 0 ? length : sizeBytes === 2 ? 126 : 127);
  if (sizeBytes === 2) header.writeUInt16BE(length, 2);
  if (sizeBytes === 8) header.writeBigUInt64BE(BigInt(length), 2);
  const masked = Buffer.allocUnsafe(length);
  for (let at = 0; at < length; at++) masked[at] = (payload[at] ?? 0) ^ (mask[at & 3] ?? 0);
  return Buffer.concat([header, mask, masked]);
};

interface Frame {
  readonly opcode: number;
  /** Whether the message ends with it. */
  readonly last: boolean;
  /** Bytes of its payload still to come. */
  left: number;
}

/**
 * @returns the frame that begins here and the size of its header; undefined while that is not complete, or a frame of control
 * not all there, which has 125 bytes at most.
 */
const readHeader = (bytes: Buffer): { frame: Frame; size: number } | undefined => {
  const [first, second] = bytes;
  if (first === undefined || second === undefined) return undefined;
  // Masked by a server, which is forbidden, a payload would make no JSON: nothing to look after here.
  const short = second & 0x7f;
  const size = short < 126 ? 2 : short === 126 ? 4 : 10;
  const opcode = first & 0x0f;
  if (bytes.length < size + (opcode >= opcodes.close ? short : 0)) return undefined;
  const left = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  return { frame: { opcode, last: first >= 0x80, left }, size };
};

/** Messages may come in several frames, with frames of control between them. */
const frameReader = (socket: Socket, receiver: Receiver) => {
  const { keep, complete } = createAssembly(receiver);
  let pending = Buffer.alloc(0);
  let current: Frame | undefined;

  const finish = ({ opcode, last }: Frame, payload: Buffer) => {
    if (opcode === opcodes.ping) socket.write(frame(opcodes.pong, payload));
    else if (opcode === opcodes.close) socket.end();
    else if (last && opcode <= opcodes.text) complete();
  };

  return (chunk: Buffer) => {
    let bytes = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    pending = Buffer.alloc(0);
    for (;;) {
      if (current === undefined) {
        const next = readHeader(bytes);
        if (next === undefined) {
          pending = Buffer.from(bytes);
          return;
        }
        current = next.frame;
        bytes = bytes.subarray(next.size);
      }
      const part = bytes.subarray(0, current.left);
      bytes = bytes.subarray(part.length);
      current.left -= part.length;
      if (current.opcode <= opcodes.text && part.length > 0) keep(part);
      if (current.left > 0) return;
      finish(current, part);
      current = undefined;
    }
  };
};
