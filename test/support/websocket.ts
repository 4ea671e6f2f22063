import { createHash } from 'node:crypto';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** Speaks the server's half of RFC 6455, as far as pages under test need it: short texts, one way. */
export interface WebSocketPeer {
  readonly socket: Duplex;
  /** Sends a text of at most 125 bytes; false when the reader is slower than we are. */
  send(text: string): boolean;
}

const handshakeSalt = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** Answers every upgrade on the server; `open` says what a connection to a path does. */
export const acceptWebSockets = (server: Server, open: (path: string, peer: WebSocketPeer) => void): void => {
  server.on('upgrade', (request, socket) => {
    const accept = createHash('sha1').update(`${request.headers['sec-websocket-key']}${handshakeSalt}`);
    socket.on('error', () => socket.destroy());
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept.digest('base64')}\r\n\r\n`,
    );
    open(request.url ?? '/', {
      socket,
      send: (text) => socket.write(Buffer.from([0x81, text.length, ...Buffer.from(text)])),
    });
  });
};
