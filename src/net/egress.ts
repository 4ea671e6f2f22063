import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net';
import type { Reason } from './connect-error.ts';
import { createExit, type Exit, type ExitParts } from './exit.ts';
import { createForward, maxHeaderSize } from './forward.ts';
import type { Upstream } from './routes.ts';
import { openTunnel, openUpgrade } from './tunnel.ts';

/** The loopback proxy of one browser context: every byte of the browser leaves through it. */
export interface EgressListener {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /**
   * Starts anew, with all counts at zero: the proxies to leave through in the order to be tried, none for straight.
   * Connections made before are cut.
   */
  use(upstreams: readonly Upstream[]): void;
  /** Why the last failed request to the host failed: for the log, never for the caller. @param host as in `URL.hostname` */
  failureOf(host: string): Reason | undefined;
  /** From the web, by wire. */
  readonly receivedBytes: number;
  /** The page wanted more than its limits; what is above them was cut off. */
  readonly overBudget: boolean;
  /** Cuts every connection at once. Settles when the port is free. */
  close(): Promise<void>;
}

export interface Sink {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * How a browser reaches the web, and the only way it can. The listeners take anybody's word on this machine: another
 * local process that finds the port may use it, and still reaches no more than a page could.
 */
export interface Egress {
  /** Opens a way out through the operator's proxies, or straight when there are none; `use` chooses otherwise. */
  open(): Promise<EgressListener>;
  /** A proxy that refuses everything and counts it: for what a browser does on its own account. */
  sink(): Promise<Sink>;
}

export const createEgress = (parts: ExitParts): Egress => ({
  open: async () => {
    let exit: Exit | undefined;
    // Not before the page starts: a context waits for its page, and proxies come and go meanwhile.
    const wayOut = () => {
      exit ??= createExit(parts, parts.proxies.order());
      return exit;
    };
    const forward = createForward();
    // No timeouts: the page's deadline closes the listener.
    const server = createServer({ maxHeaderSize, keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 });
    const clients = track(server);
    const serve = (incoming: IncomingMessage, answer: ServerResponse) =>
      void forward(wayOut(), incoming, answer);
    server.on('request', serve).on('checkContinue', serve).on('checkExpectation', serve);
    server.on('connect', (incoming, _, head) => void openTunnel(wayOut(), incoming, head));
    server.on('upgrade', (incoming, _, head) => void openUpgrade(wayOut(), incoming, head));
    server.on('clientError', (_, client) => client.destroy());
    const url = await listen(server);

    const cut = () => {
      for (const client of clients) client.destroy();
      exit?.ledger.cut();
    };
    return {
      url,
      use: (upstreams) => {
        cut();
        exit = createExit(parts, upstreams);
      },
      failureOf: (host) => exit?.ledger.failureOf(host),
      get receivedBytes() {
        return exit?.ledger.receivedBytes ?? 0;
      },
      get overBudget() {
        return exit?.ledger.overBudget ?? false;
      },
      close: () => {
        const closed = close(server);
        cut();
        return closed;
      },
    };
  },

  sink: async () => {
    const server = createTcpServer((client) => {
      parts.metrics.egress.inc({ outcome: 'refused' });
      client.destroy();
    });
    return { url: await listen(server), close: () => close(server) };
  },
});

/** The open connections of a server. */
const track = (server: Server): ReadonlySet<Socket> => {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    // Tunnels leave the HTTP server's care, and its error handling with it. 'close' follows and is heard everywhere.
    socket.on('error', () => socket.destroy());
    socket.once('close', () => open.delete(socket));
  });
  return open;
};

const listen = async (server: TcpServer): Promise<string> => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const close = (server: TcpServer): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
