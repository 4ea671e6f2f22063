import { type IncomingHttpHeaders, type IncomingMessage, request as startRequest } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { connect as startTls } from 'node:tls';
import { Deadline, raceSignal } from '../deadline.ts';
import { version } from '../version.ts';
import { ConnectError } from './connect-error.ts';
import { createExit, type Exit, type ExitParts, type TryRoute } from './exit.ts';
import { openBody } from './fetch-body.ts';
import { boundInterim } from './interim.ts';
import { createHeadMender } from './response-head.ts';
import { proxyFailures, type Upstream } from './routes.ts';
import { destroyOn } from './sockets.ts';
import { bareHost } from './target.ts';

/** The HTTP client for everything but the browser: robots.txt, sitemaps, webhooks, payments. */

export interface FetchRequest {
  /** Absolute, `http:` or `https:`. Credentials in it are not sent. */
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  /** Beside Host, Accept-Encoding, Content-Length, and User-Agent unless given. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string;
  /** Redirects to follow, of a GET only; after that many, and without it, a redirect is the answer. */
  readonly redirects?: number;
  /** A body that begins like a gzip file is unpacked, whatever its name and type say. */
  readonly unpacks?: boolean;
  /** Bytes of the body, decoded, after which it is cut. */
  readonly maxBytes: number;
}

export interface FetchAnswer {
  /** Of the last request: after redirects. */
  readonly url: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Decoded as it is read. Throws ConnectError when it breaks off, or the signal's reason. To be read once, if at all. */
  readonly body: AsyncIterable<Buffer>;
  /** Whether there was more than `maxBytes`; known when the body is read. */
  readonly isCut: boolean;
}

/**
 * One HTTP request that is not the browser's. Nothing is kept for the next one: no connection, no cookie.
 * @param read is given the answer; when it is done, or throws, the connection is closed.
 * @throws ConnectError, or the signal's reason.
 */
export type Fetch = <T>(
  request: FetchRequest,
  signal: AbortSignal,
  read: (answer: FetchAnswer) => Promise<T>,
) => Promise<T>;

interface Parts extends Omit<ExitParts, 'limits'> {
  /** The proxies to go through, in the order to be tried; none: straight. */
  readonly upstreams: () => readonly Upstream[];
  /** Certificates of authorities to trust instead of the usual ones. */
  readonly authorities?: string;
}

/** For a TLS handshake; less where the caller has less time left. */
const tlsMs = 10_000;
const maxHeaderSize = 65_536;
/** Bytes on the wire beside the body: heads, handshakes, and what a coding adds to data that cannot be compressed. */
const spareBytes = 1_000_000;

/** Every connection passes the guard, those of redirects too. */
export const createFetch = ({ upstreams, authorities, ...parts }: Parts): Fetch => {
  const startSecure = async (socket: Socket, { hostname: host }: URL, signal: AbortSignal) => {
    const name = bareHost(host);
    using limit = new Deadline(tlsMs, signal);
    try {
      return await raceSignal(secure(socket, name, authorities), limit.signal);
    } catch (error) {
      socket.destroy();
      if (limit.signal.aborted && !signal.aborted) throw new ConnectError('timed_out');
      throw error;
    }
  };

  /** Sends the request by one way. @returns the answer, its body unread. */
  const attempt = async (
    hop: Hop,
    ...[route, isLast, doubt]: Parameters<TryRoute<Answered>>
  ): Promise<Answered> => {
    const { url, signal } = hop;
    const target = { host: url.hostname, port: portOf(url) };
    const isSecure = url.protocol === 'https:';
    const plain = await (isSecure ? route.tunnel : route.plain)(target, signal);
    const socket = isSecure ? await startSecure(plain, url, signal) : plain;
    destroyOn(signal, socket);
    try {
      const proxyHeaders = isSecure ? undefined : route.proxyHeaders;
      const response = await send(socket, hop, proxyHeaders);
      const failure = proxyHeaders && proxyFailures[response.statusCode ?? 0];
      if (failure !== undefined && (!isLast || failure === 'proxy_denied')) throw new ConnectError(failure);
      if (failure !== undefined) doubt();
      return { response, socket };
    } catch (error) {
      socket.destroy();
      throw error;
    }
  };

  const ask = async (exit: Exit, hop: Hop): Promise<Answered> => {
    const { hostname } = hop.url;
    try {
      exit.tally.admit(hostname);
      const target = { host: hostname, port: portOf(hop.url) };
      return await exit.connect(target, hop.signal, (...way) => attempt(hop, ...way));
    } catch (error) {
      if (!hop.signal.aborted) exit.failed(hostname, error);
      hop.signal.throwIfAborted();
      throw error;
    }
  };

  return async (request, signal, read) => {
    const { maxBytes, redirects = 0, method = 'GET' } = request;
    const limits = { receivedBytes: maxBytes + spareBytes, requests: redirects + 1, hosts: redirects + 1 };
    const exit = createExit({ ...parts, limits }, upstreams());
    let hop: Hop = { request, url: new URL(request.url), signal };
    for (let left = method === 'GET' ? redirects : 0; ; left--) {
      const { response, socket } = await ask(exit, hop);
      try {
        const next = left > 0 ? redirectOf(hop, response) : undefined;
        if (next === undefined) return await read(answerOf(hop, response, exit));
        hop = next;
      } finally {
        socket.destroy();
      }
    }
  };
};

/** A request on its way: where it goes after the redirects so far. */
interface Hop {
  readonly request: FetchRequest;
  readonly url: URL;
  readonly signal: AbortSignal;
}

interface Answered {
  readonly response: IncomingMessage;
  readonly socket: Socket;
}

const portOf = ({ port, protocol }: URL) => (port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port));

const secure = (socket: Socket, name: string, authorities: string | undefined): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const tls = startTls({
      socket,
      host: name,
      ...(isIP(name) === 0 && { servername: name }),
      ...(authorities !== undefined && { ca: authorities }),
      ALPNProtocols: ['http/1.1'],
    });
    tls.once('secureConnect', () => resolve(tls));
    // Stays for the connection's whole life: whoever holds it may watch 'close' alone.
    tls.on('error', (error) => {
      const isDistrusted = Boolean(tls.authorizationError);
      reject(new ConnectError(isDistrusted ? 'invalid_certificate' : 'no_tls', error));
    });
    tls.once('close', () => reject(new ConnectError('no_tls')));
  });

const send = (
  socket: Socket,
  { request, url, signal }: Hop,
  proxyHeaders: readonly string[] | undefined,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { method = 'GET', headers = {}, body } = request;
    const path = `${url.pathname}${url.search}`;
    const sent = Object.entries({
      host: url.host,
      'user-agent': `gannet/${version}`,
      'accept-encoding': 'gzip, br, deflate',
      connection: 'close',
      ...headers,
      ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    }).flat();
    const broken = (cause?: Error) => reject(new ConnectError('bad_response', cause));
    createHeadMender(socket).expect();
    const outgoing = startRequest({
      createConnection: () => socket,
      method,
      path: proxyHeaders ? `http://${url.host}${path}` : path,
      headers: [...sent, ...(proxyHeaders ?? [])],
      // What browsers put up with.
      insecureHTTPParser: true,
      maxHeaderSize,
      signal,
    });
    boundInterim(outgoing)
      .once('response', (response) => {
        if ((response.statusCode ?? 0) < 200) return broken();
        // An answer without a length would seem complete. One that is complete stays so, whatever comes behind it.
        outgoing.once('error', (error) => {
          if (!response.complete) response.destroy(error);
        });
        resolve(response);
      })
      .on('error', broken)
      // The last word where there is neither response nor error.
      .on('close', () => broken())
      .end(body);
  });

export const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

/** Where an answer sends us, if it does. What was meant for one origin is not told to another. */
const redirectOf = (hop: Hop, { statusCode = 0, headers }: IncomingMessage): Hop | undefined => {
  const { location } = headers;
  const isSent = isRedirect(statusCode) && location !== undefined;
  const url = isSent && URL.parse(escapeBytes(location), hop.url);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  if (url.origin === hop.url.origin) return { ...hop, url };
  const { authorization, cookie, ...harmless } = hop.request.headers ?? {};
  return { ...hop, url, request: { ...hop.request, headers: harmless } };
};

/** Letters that a server did not escape come as a character for each byte of them; browsers escape those. */
const escapeBytes = (location: string): string =>
  location.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);

const answerOf = ({ url, request, signal }: Hop, response: IncomingMessage, exit: Exit): FetchAnswer => {
  const { maxBytes, unpacks = false } = request;
  const body = openBody(response, { maxBytes, unpacks, signal, tally: exit.tally });
  return {
    url: url.href,
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: body.chunks,
    get isCut() {
      return body.isCut;
    },
  };
};

/** The whole body, as far as it goes. */
export const readBytes = async ({ body }: Pick<FetchAnswer, 'body'>): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
};
