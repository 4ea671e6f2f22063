import { once } from 'node:events';
import { createServer as createHttpServer, request } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** An upstream proxy of its own. It dials by itself: what it is asked for must be an address. */
export interface TestProxy extends AsyncDisposable {
  /** With the right credentials. */
  readonly url: string;
  readonly port: number;
  /** What it was asked for: `GET http://…`, `CONNECT host:port`. */
  readonly asked: string[];
}

interface Options {
  readonly host?: string;
  /** `user:password`; anybody may use it when absent. */
  readonly credentials?: string;
  /** Answered to every request, instead of doing it. */
  readonly status?: number;
}

const start = async (server: Server, scheme: string, options: Options): Promise<Omit<TestProxy, 'asked'>> => {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy()).once('close', () => open.delete(socket));
  });
  const { host = '127.0.0.1', credentials } = options;
  await once(server.listen(0, host), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `${scheme}://${credentials === undefined ? '' : `${credentials}@`}${host}:${port}`,
    port,
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export const startHttpProxy = async (options: Options = {}): Promise<TestProxy> => {
  const asked: string[] = [];
  const expected = options.credentials && `Basic ${Buffer.from(options.credentials).toString('base64')}`;
  const refusal = (authorization: string | undefined) =>
    expected !== undefined && authorization !== expected ? 407 : options.status;
  const server = createHttpServer((incoming, answer) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    const status = refusal(incoming.headers['proxy-authorization']);
    if (status !== undefined) {
      answer.writeHead(status).end('the proxy says no');
      return;
    }
    const { hostname, port, pathname, search } = new URL(incoming.url ?? '');
    const { 'proxy-authorization': _, ...headers } = incoming.headers;
    const outgoing = request({ hostname, port, path: pathname + search, method: incoming.method, headers });
    outgoing.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 0, response.headers);
      response.pipe(answer);
    });
    incoming.pipe(outgoing);
  });
  server.on('connect', (incoming, client, head) => {
    asked.push(`CONNECT ${incoming.url}`);
    const status = refusal(incoming.headers['proxy-authorization']);
    if (status !== undefined) {
      client.end(`HTTP/1.1 ${status} No\r\n\r\n`);
      return;
    }
    const { hostname, port } = new URL(`tcp://${incoming.url}`);
    const origin = connect(Number(port), hostname, () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      origin.write(head);
      origin.pipe(client).pipe(origin);
    });
    origin.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.on('error', () => origin.destroy()).on('close', () => origin.destroy());
  });
  return { ...(await start(server, 'http', options)), asked };
};

/** RFC 1928 and 1929, CONNECT only, one message per packet as on loopback. */
export const startSocks5Proxy = async (options: Options = {}): Promise<TestProxy> => {
  const asked: string[] = [];
  const server = createServer((client) => void serve(client));
  const serve = async (client: Socket) => {
    const next = async (): Promise<Buffer> => (await once(client, 'data'))[0];
    const greeting = await next();
    const method = options.credentials === undefined ? 0 : 2;
    client.write(Uint8Array.of(5, greeting.subarray(2).includes(method) ? method : 0xff));
    if (method === 2) {
      const auth = await next();
      const userLength = auth.readUInt8(1);
      const given = `${auth.subarray(2, 2 + userLength)}:${auth.subarray(3 + userLength)}`;
      client.write(Uint8Array.of(1, given === options.credentials ? 0 : 1));
      if (given !== options.credentials) return;
    }
    const asking = await next();
    const host =
      asking[3] === 1
        ? [...asking.subarray(4, 8)].join('.')
        : asking.toString('latin1', 5, 5 + asking.readUInt8(4));
    const port = asking.readUInt16BE(asking.length - 2);
    asked.push(`CONNECT ${host}:${port}`);
    if (options.status !== undefined) {
      client.end(Uint8Array.of(5, options.status, 0, 1, 0, 0, 0, 0, 0, 0));
      return;
    }
    const origin = connect(port, host, () => {
      client.write(Uint8Array.of(5, 0, 0, 3, 4, 98, 111, 111, 109, 0, 80));
      origin.pipe(client).pipe(origin);
    });
    origin.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.on('close', () => origin.destroy());
  };
  return { ...(await start(server, 'socks5', options)), asked };
};
