import { isIPv4, isIPv6, type Socket } from 'node:net';
import { hextetsOf } from './address.ts';
import { ConnectError } from './connect-error.ts';
import type { Credentials } from './credentials.ts';
import { bareHost, type Target } from './target.ts';

/** Length of what follows the fifth byte of a reply, by address type: the rest of the bound address, and its port. */
const restOfReply: Readonly<Record<number, (fifth: number) => number>> = {
  1: () => 3 + 2,
  3: (length) => length + 2,
  4: () => 15 + 2,
};

/**
 * Asks a SOCKS 5 proxy for a way to the host (RFC 1928, 1929); afterwards the socket is the host's. The name goes to the
 * proxy as it is. Left paused: pipe it, or resume it.
 * @throws ConnectError when the proxy refuses, hangs up or speaks something else.
 */
export const connectBySocks5 = async (
  socket: Socket,
  target: Target,
  credentials: Credentials | undefined,
): Promise<void> => {
  socket.write(Uint8Array.from(credentials ? [5, 2, 0, 2] : [5, 1, 0]));
  const [version, method] = await take(socket, 2);
  if (version !== 5) throw new ConnectError('proxy_failed');
  if (method === 2 && credentials) {
    socket.write(
      Buffer.concat([Uint8Array.of(1), counted(credentials.username), counted(credentials.password)]),
    );
    const [, status] = await take(socket, 2);
    if (status !== 0) throw new ConnectError('proxy_denied');
  } else if (method !== 0) throw new ConnectError('proxy_denied');

  const port = Uint8Array.of(target.port >> 8, target.port & 0xff);
  socket.write(Buffer.concat([Uint8Array.of(5, 1, 0), addressBytes(target.host), port]));
  const [, status, , type = 0, fifth = 0] = await take(socket, 5);
  const rest = restOfReply[type];
  if (status !== 0 || rest === undefined) throw new ConnectError('proxy_failed');
  await take(socket, rest(fifth));
};

/** Exactly so many bytes; what came after them goes back. */
const take = async (socket: Socket, length: number): Promise<Buffer> => {
  let bytes = Buffer.alloc(0);
  while (bytes.length < length) {
    // All there is: with a part left in the socket it would say 'readable' again and again.
    const more: Buffer | null = socket.read();
    if (more !== null) bytes = Buffer.concat([bytes, more]);
    else if (socket.destroyed) throw new ConnectError('proxy_failed');
    else await readableOrClosed(socket);
  }
  if (bytes.length > length) socket.unshift(bytes.subarray(length));
  return bytes.subarray(0, length);
};

const readableOrClosed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      socket.off('readable', done).off('close', done);
      resolve();
    };
    socket.on('readable', done).on('close', done);
  });

/** A string of at most 255 bytes behind its length. */
const counted = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  if (bytes.length > 255) throw new ConnectError('proxy_denied');
  return Buffer.concat([Uint8Array.of(bytes.length), bytes]);
};

/** Type and address of a host as in a URL: `example.com`, `192.0.2.1`, `[2001:db8::1]`. */
const addressBytes = (host: string): Buffer => {
  const address = bareHost(host);
  if (isIPv4(address)) return Buffer.from([1, ...address.split('.').map(Number)]);
  if (isIPv6(address))
    return Buffer.from([4, ...hextetsOf(address).flatMap((part) => [part >> 8, part & 0xff])]);
  return Buffer.concat([Uint8Array.of(3), counted(host)]);
};
