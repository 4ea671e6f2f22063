import { request } from 'node:http';
import type { Socket } from 'node:net';
import { Deadline, raceSignal } from '../deadline.ts';
import { ConnectError, type Reason } from './connect-error.ts';
import { basic, type Credentials, credentialsOf } from './credentials.ts';
import { dial } from './dial.ts';
import type { Guard } from './guard.ts';
import { connectBySocks5 } from './socks5.ts';
import type { Target } from './target.ts';

/** An upstream proxy: `http://` or `socks5://`, credentials in the URL; of the operator's, the time zone as fragment. */
export type Upstream = string;

type Connect = (target: Target, signal: AbortSignal) => Promise<Socket>;

/** One way to the web: straight, or through an upstream proxy. Every method throws ConnectError, or the signal's reason. */
export interface Route {
  /** Bytes to and from the target. */
  readonly tunnel: Connect;
  /** A connection that takes plain HTTP requests for the target. */
  readonly plain: Connect;
  /** Set when those requests must name the whole URL: headers for the proxy that reads it. */
  readonly proxyHeaders: readonly string[] | undefined;
}

/** The most that a connection and its handshakes may take, even where the page has more time left. */
const connectMs = 10_000;

/** Dials only what the guard has checked. @param track is told of each socket. */
export const createConnect =
  (guard: Guard, track: (socket: Socket) => Socket): Connect =>
  async ({ host, port }, signal) =>
    track(await dial(await guard.resolve(host, port, signal), port, signal));

export const straight = (connect: Connect): Route => {
  const tunnel = within(connect);
  return { tunnel, plain: tunnel, proxyHeaders: undefined };
};

/** Through a proxy, whose own address passes the guard as any other. @throws Error when the URL is not one of a proxy. */
export const through = (upstream: Upstream, connect: Connect): Route => {
  const url = new URL(upstream);
  const scheme = schemes[url.protocol];
  if (scheme === undefined) throw new Error('an upstream proxy must be an http:// or socks5:// URL');
  const proxy = { host: url.hostname, port: url.port === '' ? scheme.port : Number(url.port) };
  return scheme.route((signal) => reached(connect(proxy, signal)), credentialsOf(url));
};

/** That a proxy cannot be reached says nothing about the page's host: it has reasons of its own. */
const reached = async (connecting: Promise<Socket>): Promise<Socket> => {
  try {
    return await connecting;
  } catch (error) {
    if (!(error instanceof ConnectError)) throw error;
    const isRefused = error.outcome === 'refused';
    throw new ConnectError(isRefused ? 'proxy_refused_address' : 'proxy_unreachable', error);
  }
};

type Reach = (signal: AbortSignal) => Promise<Socket>;

const httpProxy = (reach: Reach, credentials: Credentials | undefined): Route => {
  const proxyHeaders = credentials ? ['Proxy-Authorization', basic(credentials)] : [];
  return {
    tunnel: within(async (target, signal) => {
      const socket = await reach(signal);
      return orDestroy(socket, signal, connectByHttp(socket, target, proxyHeaders));
    }),
    // Not a tunnel: many proxies allow those to port 443 only.
    plain: within((_, signal) => reach(signal)),
    proxyHeaders,
  };
};

const socks5Proxy = (reach: Reach, credentials: Credentials | undefined): Route => {
  const tunnel = within(async (target, signal) => {
    const socket = await reach(signal);
    return orDestroy(socket, signal, connectBySocks5(socket, target, credentials));
  });
  return {
    tunnel,
    plain: async (target: Target, signal: AbortSignal) => (await tunnel(target, signal)).resume(),
    proxyHeaders: undefined,
  };
};

interface Scheme {
  readonly port: number;
  route(reach: Reach, credentials: Credentials | undefined): Route;
}

const schemes: Readonly<Record<string, Scheme>> = {
  'http:': { port: 80, route: httpProxy },
  'socks5:': { port: 1080, route: socks5Proxy },
};

/** Answers of an HTTP proxy that say something of the proxy, not of the page. */
export const proxyFailures: Readonly<Record<number, Reason>> = {
  407: 'proxy_denied',
  429: 'proxy_busy',
  502: 'proxy_failed',
  503: 'proxy_failed',
  504: 'proxy_failed',
};

/** Asks an HTTP proxy for a tunnel; afterwards the socket is the target's. */
const connectByHttp = (socket: Socket, target: Target, proxyHeaders: readonly string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const path = `${target.host}:${target.port}`;
    const keepAlive = ['Connection', 'keep-alive', 'Proxy-Connection', 'keep-alive'];
    const headers = ['Host', path, ...keepAlive, ...proxyHeaders];
    request({ method: 'CONNECT', path, headers, createConnection: () => socket })
      .once('connect', ({ statusCode = 0 }, _, head) => {
        if (statusCode < 200 || statusCode > 299)
          return reject(new ConnectError(proxyFailures[statusCode] ?? 'proxy_failed'));
        if (head.length > 0) socket.unshift(head);
        resolve();
      })
      .on('error', (error) => reject(new ConnectError('proxy_failed', error)))
      .end();
  });

/** The socket after its handshake; destroyed when that fails or the signal aborts. */
const orDestroy = async (socket: Socket, signal: AbortSignal, handshake: Promise<void>): Promise<Socket> => {
  try {
    await raceSignal(handshake, signal);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
};

/** Bounds a connection in time. */
const within =
  (connect: Connect): Connect =>
  async (target, signal) => {
    using limit = new Deadline(connectMs, signal);
    try {
      return await connect(target, limit.signal);
    } catch (error) {
      if (limit.signal.aborted && !signal.aborted) throw new ConnectError('timed_out');
      throw error;
    }
  };
