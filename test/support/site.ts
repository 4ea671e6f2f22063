import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A page of the local test web: fixed text, or a handler. */
export type Page = string | ((request: IncomingMessage, response: ServerResponse) => void);

export interface Site extends AsyncDisposable {
  readonly origin: string;
  readonly port: number;
  /** Requests seen, as `METHOD /path`. */
  readonly hits: string[];
  readonly requests: IncomingMessage[];
  readonly server: Server;
  countOf(path: string): number;
}

/** Serves pages by path on a loopback address of its own. */
export const startSite = async (
  pages: Readonly<Record<string, Page>>,
  host = '127.0.0.1',
  port = 0,
): Promise<Site> => {
  const hits: string[] = [];
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    hits.push(`${request.method} ${path}`);
    requests.push(request);
    const page = pages[path];
    if (page === undefined)
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Nothing here</h1>');
    else if (typeof page === 'string')
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    else page(request, response);
  });
  // Connections that became WebSockets are no longer the server's own.
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const bound = (server.address() as AddressInfo).port;
  return {
    origin: `http://${host}:${bound}`,
    port: bound,
    hits,
    requests,
    server,
    countOf: (path) => hits.filter((hit) => hit.endsWith(` ${path}`)).length,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** An HTML document with a title and a body. */
export const html = (title: string, body: string, head = ''): string =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`;

/** Answers with a type and a body. */
export const file =
  (type: string, body: string | Buffer, status = 200): Page =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': type }).end(body);

export const redirect =
  (location: string): Page =>
  (_request, response) =>
    response.writeHead(302, { location }).end();
