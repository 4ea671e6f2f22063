import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP connection that is written and read as text. */
export interface Wire extends Disposable {
  readonly socket: Socket;
  /** So far. */
  readonly received: string;
  send(text: string): void;
  /** Everything received so far, as soon as it holds the text. @throws Error when the connection ends first. */
  until(text: string): Promise<string>;
  /** Everything received until the other side ended or cut the connection. */
  end(): Promise<string>;
}

export const openWire = async (url: string): Promise<Wire> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let received = '';
  let closed = false;
  const watchers = new Set<() => void>();
  const tell = () => {
    for (const watcher of watchers) watcher();
  };
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    received += text;
    tell();
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    closed = true;
    tell();
  });
  const when = (isDone: () => boolean) =>
    new Promise<void>((resolve, reject) => {
      const watcher = () => {
        if (!isDone() && !closed) return;
        watchers.delete(watcher);
        if (isDone()) resolve();
        else reject(new Error(`the connection ended with: ${received}`));
      };
      watchers.add(watcher);
      watcher();
    });
  return {
    socket,
    get received() {
      return received;
    },
    send: (text) => socket.write(text, 'latin1'),
    until: async (text) => {
      await when(() => received.includes(text));
      return received;
    },
    end: async () => {
      await when(() => closed);
      return received;
    },
    [Symbol.dispose]: () => socket.destroy(),
  };
};

export interface Peer extends AsyncDisposable {
  readonly origin: string;
  readonly port: number;
  readonly server: Server;
  /** Connections made so far, closed ones included. */
  readonly sockets: readonly Socket[];
}

/** A TCP server that does with each connection what it is told, to say what no HTTP server would. */
export const startPeer = async (serve: (socket: Socket) => void, host = '127.0.0.1'): Promise<Peer> => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => socket.destroy());
    serve(socket);
  });
  await once(server.listen(0, host), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://${host}:${port}`,
    port,
    server,
    sockets,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** Answers each request head with the text. */
export const answering =
  (text: string, then: 'stay' | 'end' | 'break' = 'stay') =>
  (socket: Socket): void => {
    socket.on('data', () => {
      socket.write(text, 'latin1', () => {
        if (then === 'end') socket.end();
        if (then === 'break') socket.resetAndDestroy();
      });
    });
  };
