import { once } from 'node:events';
import { type AddressInfo, BlockList, isIP, type Server, type Socket } from 'node:net';
import type { Logger } from '../log.ts';

/** Where browsers come in: the address that our proxies listen at, and who may connect to them. */
export interface Entrance {
  /** Name or address of this machine, as browsers reach it. */
  readonly host: string;
  /** Opens the server at a free port. @returns its address, as in `http://127.0.0.1:41234`. */
  listen(server: Server): Promise<string>;
  /** Lets a browser connect from these addresses. @param of the browser; replaces the addresses it had. */
  admit(of: string, addresses: readonly string[]): void;
}

/**
 * On a loopback address everybody on this machine may come in, and reaches no more than a page could. On any other
 * only the machines of the configured browsers may: the proxy would be open to the whole network.
 */
export const createEntrance = (host: string, log: Logger): Entrance => {
  const admitted = new Map<string, readonly string[]>();
  const refused = new Set<string>();

  const check = (socket: Socket) => {
    if (mayEnter(socket, [...admitted.values()].flat())) return;
    const address = plain(socket.remoteAddress);
    socket.destroy();
    // No address: it has closed already. Each one is logged once: a stranger must not fill the log.
    if (address === '' || refused.has(address) || refused.size >= 100) return;
    refused.add(address);
    log.warn({ address }, 'a connection to the way out was refused: GANNET_BROWSERS names no such machine');
  };

  return {
    host,
    listen: async (server) => {
      server.on('connection', check);
      await once(server.listen(0, host), 'listening');
      const { port } = server.address() as AddressInfo;
      return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
    },
    admit: (of, addresses) => {
      admitted.set(of, addresses);
    },
  };
};

interface Ends {
  /** Undefined when the connection has closed already. */
  readonly remoteAddress?: string | undefined;
  readonly localAddress?: string | undefined;
}

/** @param known addresses of the configured browsers. */
export const mayEnter = ({ remoteAddress, localAddress }: Ends, known: readonly string[]): boolean => {
  const from = plain(remoteAddress);
  if (isLoopback(from) || known.includes(from)) return true;
  // A browser on this machine comes from the address it goes to.
  return from !== '' && from === plain(localAddress) && known.some(isLoopback);
};

/** `::ffff:192.0.2.1`, as a socket for both families shows an IPv4 address, becomes `192.0.2.1`. */
const plain = (address: string | undefined): string => (address ?? '').replace(/^::ffff:(?=\d+\.)/, '');

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** @param address an IP address; a name is none. */
export const isLoopback = (address: string): boolean =>
  isIP(address) !== 0 && loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
