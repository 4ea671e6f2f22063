import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { ConnectError } from './connect-error.ts';
import type { Exit } from './exit.ts';
import { towardsOrigin } from './headers.ts';
import { boundInterim } from './interim.ts';
import { destroyOn, goneSignal, splice } from './sockets.ts';
import { readAuthority, readTarget, type Target } from './target.ts';

/** One text for every reason: a refused address must not look different from an unreachable one. */
const noTunnel = 'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

/** CONNECT: `https:`, `wss:` and `ws:`. */
export const openTunnel = async (exit: Exit, incoming: IncomingMessage, head: Buffer): Promise<void> => {
  const client = incoming.socket;
  const target = readAuthority(incoming.url);
  const refuse = () => {
    client.write(noTunnel);
    client.destroySoon();
  };
  if (target === undefined) return refuse();
  try {
    const origin = await reach(exit, target, client);
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    join(exit, client, origin, head);
  } catch (error) {
    if (client.destroyed) return;
    exit.failed(target.host, error);
    refuse();
  }
};

/**
 * A plain request for another protocol. Bytes flow freely only once the origin has agreed: before, the next request on
 * this connection could be for another host.
 */
export const openUpgrade = async (exit: Exit, incoming: IncomingMessage, head: Buffer): Promise<void> => {
  const client = incoming.socket;
  const target = readTarget(incoming.url);
  if (target === undefined) {
    client.destroy();
    return;
  }
  try {
    const origin = await reach(exit, target, client);
    destroyOn(goneSignal(client), origin);
    client.write(await askToSwitch(origin, incoming, target.path));
    join(exit, client, origin, head);
  } catch (error) {
    if (client.destroyed) return;
    exit.failed(target.host, error);
    client.destroy();
  }
};

const reach = (exit: Exit, target: Target, client: Socket): Promise<Socket> => {
  exit.tally.admit(target.host);
  const gone = goneSignal(client);
  return exit.connect(target, gone, (route) => route.tunnel(target, gone));
};

const join = (exit: Exit, client: Socket, origin: Socket, head: Buffer): void => {
  if (head.length > 0) origin.write(head);
  origin.on('data', exit.tally.received);
  splice(client, origin);
};

/** @returns the head of the origin's answer, as sent. @throws ConnectError when it does not agree. */
const askToSwitch = (origin: Socket, incoming: IncomingMessage, path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const disagree = (cause?: Error) => {
      origin.destroy();
      reject(new ConnectError('bad_response', cause));
    };
    const outgoing = request({
      method: incoming.method,
      path,
      headers: towardsOrigin(incoming.rawHeaders),
      createConnection: () => origin,
    });
    boundInterim(outgoing)
      .once('upgrade', ({ rawHeaders }, _, head) => {
        if (head.length > 0) origin.unshift(head);
        const lines = rawHeaders.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`));
        resolve(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`);
      })
      .once('response', () => disagree())
      .on('error', disagree)
      .end();
  });
