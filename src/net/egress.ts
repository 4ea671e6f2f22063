import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net';
import type { Reason } from './connect-error.ts';
import type { Entrance } from './entrance.ts';
import { createExit, type Exit, type ExitParts } from './exit.ts';
import { createForward, maxHeaderSize } from './forward.ts';
import type { ProxyTraits } from './proxies.ts';
import type { Upstream } from './routes.ts';
import { openTunnel, openUpgrade } from './tunnel.ts';

/** The proxy of one browser context: every byte of the browser leaves through it. */
export interface EgressListener {
  /** As the browser reaches it: `http://127.0.0.1:<port>`. */
  readonly url: string;
  /**
   * Starts anew, with all counts at zero: the proxies to leave through in the order to be tried, none for straight.
   * Connections made before are cut.
   */
  use(upstreams: readonly Upstream[]): void;
  /** For the next page of the same owner: all counts at zero; connections stay, and so does the way out. */
  renew(): void;
  /** Starts anew like `use`, through the operator's proxies in their order. @param ids those to be tried last. */
  avoid(ids: readonly string[]): void;
  /** Which of the operator's proxies is to be tried first. */
  readonly proxyInLine: ProxyTraits | undefined;
  /** Which of the operator's proxies the host was last reached through. @param host as in `URL.hostname` */
  proxyFor(host: string): ProxyTraits | undefined;
  /** Why the last failed request to the host failed: for the log, never for the caller. @param host as in `URL.hostname` */
  failureOf(host: string): Reason | undefined;
  /** Whether the answer to a plain request ended before its body did; of what goes through a tunnel nothing is known. */
  hasBrokenOff(url: string): boolean;
  /** From the web, by wire. */
  readonly receivedBytes: number;
  /** The page wanted more than its limits; what is above them was cut off. */
  readonly overBudget: boolean;
  /** To be told of each answer before an answer (`103 Early Hints`) that the browser tells of: more than a page's share cut it off. */
  hinted(): void;
  /** Cuts every connection that is open: an answer under way ends where it is. New ones may be made. */
  cut(): void;
  /** Cuts every connection at once. Settles when the port is free. */
  close(): Promise<void>;
}

export interface Sink {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * How a browser reaches the web, and the only way it can. Whoever may come in at the entrance and finds the port may use
 * a listener, and still reaches no more than a page could.
 */
export interface Egress {
  /** Opens a way out through the operator's proxies, or straight when there are none; `use` chooses otherwise. */
  open(): Promise<EgressListener>;
  /** A proxy that refuses everything and counts it: for what a browser does on its own account. */
  sink(): Promise<Sink>;
}

interface EgressParts extends ExitParts {
  readonly entrance: Entrance;
}

export const createEgress = ({ entrance, ...parts }: EgressParts): Egress => ({
  open: async () => {
    let exit: Exit | undefined;
    // Chosen when the page starts: a context may wait for its page while proxies fail and recover.
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
    const url = await entrance.listen(server);

    const cutClients = () => {
      for (const client of clients) client.destroy();
    };
    /** And lets the exit make no other: its page is over. */
    const cutForGood = () => {
      cutClients();
      exit?.tally.cut();
    };
    const use = (upstreams: readonly Upstream[]) => {
      cutForGood();
      exit = createExit(parts, upstreams);
    };
    return {
      url,
      use,
      avoid: (ids) => use(parts.proxies.order(ids)),
      get proxyInLine() {
        return wayOut().proxyInLine;
      },
      proxyFor: (host) => exit?.proxyFor(host),
      cut: cutClients,
      renew: () => exit?.tally.renew(),
      hinted: () => exit?.tally.hinted(),
      failureOf: (host) => exit?.tally.failureOf(host),
      hasBrokenOff: (url) => exit?.tally.hasBrokenOff(url) ?? false,
      get receivedBytes() {
        return exit?.tally.receivedBytes ?? 0;
      },
      get overBudget() {
        return exit?.tally.overBudget ?? false;
      },
      close: () => {
        const closed = close(server);
        cutForGood();
        return closed;
      },
    };
  },

  sink: async () => {
    const server = createTcpServer((client) => {
      parts.metrics.egress.inc({ outcome: 'refused' });
      client.destroy();
    });
    return { url: await entrance.listen(server), close: () => close(server) };
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

const close = (server: TcpServer): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
