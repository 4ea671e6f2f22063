import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream';
import { ConnectError } from './connect-error.ts';
import type { Exit } from './exit.ts';
import { codingsOf, reasonPhrase, towardsBrowser, towardsOrigin } from './headers.ts';
import { boundInterim } from './interim.ts';
import { createHeadMender, type HeadMender } from './response-head.ts';
import { proxyFailures, type Route } from './routes.ts';
import { destroyOn, goneSignal } from './sockets.ts';
import { type PlainTarget, readTarget } from './target.ts';

/** As much as Chromium takes itself. */
export const maxHeaderSize = 262_144;

/** Of more than ten Chromium's network process dies, and takes along what every other page has under way. */
const maxCodings = 5;

/** A connection of the browser. */
interface Client {
  readonly socket: Socket;
  readonly gone: AbortSignal;
  /** Where its last request went. */
  leg?: Leg;
  /** To its last request. */
  answer?: ServerResponse;
}

/** A connection to an origin, or to the HTTP proxy before it. */
interface Leg {
  readonly host: string;
  readonly port: number;
  readonly route: Route;
  readonly socket: Socket;
  /** Speaks HTTP over this one socket. */
  readonly agent: Agent;
  readonly heads: HeadMender;
}

interface Exchange {
  readonly client: Client;
  readonly incoming: IncomingMessage;
  readonly answer: ServerResponse;
  readonly target: PlainTarget;
}

interface Answered {
  readonly response: IncomingMessage;
  /** The leg takes another request afterwards. */
  readonly persistent: boolean;
}

export type Forward = (exit: Exit, incoming: IncomingMessage, answer: ServerResponse) => Promise<void>;

/**
 * Plain HTTP. Every request is parsed and goes to the host that it names, whatever host its connection was used for
 * before. A connection of the browser has one to the origin and they end together, so the browser's own rules hold, such
 * as sending a request again when a reused connection breaks. A failure is a closed connection, never an answer of ours.
 */
export const createForward = (): Forward => {
  const clients = new WeakMap<Socket, Client>();
  const clientOf = (socket: Socket): Client => {
    const client = clients.get(socket) ?? { socket, gone: goneSignal(socket) };
    clients.set(socket, client);
    return client;
  };

  return async (exit, incoming, answer) => {
    const client = clientOf(incoming.socket);
    const target = readTarget(incoming.url);
    // No browser sends a request before the last one is answered.
    if (target === undefined || isBusy(client)) {
      client.socket.destroy();
      return;
    }
    client.answer = answer;
    try {
      exit.tally.admit(target.host);
      const { response, persistent } = await ask(exit, { client, incoming, answer, target });
      answer.sendDate = false;
      if (!persistent) answer.shouldKeepAlive = false;
      answer.writeHead(
        response.statusCode ?? 0,
        reasonPhrase(response.statusMessage),
        towardsBrowser(response.rawHeaders),
      );
      // Sends the headers byte by byte as they came; `flushHeaders` would take each byte beyond ASCII for a letter.
      answer.write('', 'latin1');
      response.on('data', exit.tally.received);
      response.once('error', () => exit.tally.brokeOff(incoming.url ?? ''));
      await passOn(response, answer);
    } catch (error) {
      // The browser has left, or the answer broke off and its connection with it.
      if (client.socket.destroyed) return;
      exit.failed(target.host, error);
      client.socket.destroy();
    }
  };
};

/** Like `pipeline`, which makes an error with its stack for every answer. */
const passOn = (response: IncomingMessage, answer: ServerResponse): Promise<void> =>
  new Promise((resolve, reject) => {
    finished(response, (error) => {
      if (!error) return;
      answer.destroy(error);
      reject(error);
    });
    finished(answer, (error) => {
      if (!error) return resolve();
      response.destroy(error);
      reject(error);
    });
    response.pipe(answer);
  });

const isBusy = ({ answer }: Client) => answer?.writableFinished === false;

/** Sends the request where it wants to go, over the last connection if that leads there. */
const ask = async (exit: Exit, exchange: Exchange): Promise<Answered> => {
  const { client, incoming, target } = exchange;
  const last = client.leg;
  if (last && last.host === target.host && last.port === target.port && !last.socket.destroyed)
    return send(last, exchange);
  delete client.leg;
  last?.socket.destroy();

  const { leg, answered } = await exit.connect(target, client.gone, async (route, isLast, doubt) => {
    const leg = createLeg(client, target, route, await route.plain(target, client.gone));
    if (!isRepeatable(incoming)) return { leg, answered: undefined };
    const answered = await send(leg, exchange);
    const failure = leg.route.proxyHeaders && proxyFailures[answered.response.statusCode ?? 0];
    if (failure === undefined) return { leg, answered };
    // Of the last proxy it is passed on: it may be the origin's own answer.
    if (isLast) {
      doubt();
      return { leg, answered };
    }
    leg.socket.destroy();
    throw new ConnectError(failure);
  });
  client.leg = leg;
  return answered ?? send(leg, exchange);
};

const createLeg = (client: Client, { host, port }: PlainTarget, route: Route, socket: Socket): Leg => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  agent.createConnection = () => socket;
  const leg: Leg = { host, port, route, socket, agent, heads: createHeadMender(socket) };
  destroyOn(client.gone, socket);
  socket.once('close', () => {
    if (client.leg === leg && !isBusy(client)) client.socket.destroy();
  });
  return leg;
};

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const isRepeatable = (incoming: IncomingMessage) =>
  (incoming.method === 'GET' || incoming.method === 'HEAD') && !hasBody(incoming);

const send = (leg: Leg, { client, incoming, answer, target }: Exchange): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const { proxyHeaders } = leg.route;
    leg.heads.expect();
    const outgoing = request({
      agent: leg.agent,
      host: leg.host,
      port: leg.port,
      method: incoming.method,
      path: proxyHeaders ? incoming.url : target.path,
      headers: [...towardsOrigin(incoming.rawHeaders), ...(proxyHeaders ?? [])],
      // Browsers accept it, too. Headers are checked before they are passed on, and the connection serves this origin alone.
      insecureHTTPParser: true,
      maxHeaderSize,
      signal: client.gone,
    });
    boundInterim(outgoing);
    let isAnswered = false;
    const stopSending = () => incoming.unpipe(outgoing).resume();
    const broken = (cause?: Error) => {
      stopSending();
      reject(new ConnectError('bad_response', cause));
    };
    outgoing
      .once('response', (response) => {
        isAnswered = true;
        outgoing.once('error', (error: NodeJS.ErrnoException) => {
          // An answer without a length would seem complete.
          if (!error.code?.startsWith('HPE_')) return response.destroy(error);
          // The end of the answer may have come in one piece with bytes that are not HTTP: it is passed on first.
          setImmediate(() => !response.complete && response.destroy(error));
        });
        const status = response.statusCode ?? 0;
        // A proxy's question for credentials is ours to answer; the browser has none.
        const isDenied = status === 407 && proxyHeaders !== undefined;
        // Some programs answer a redirect and then read no more of their connection: the next request goes over another.
        const leadsOn = status >= 300 && status < 400 && response.headers.location !== undefined;
        const persistent = outgoing.shouldKeepAlive && !leadsOn;
        const isDeadly = codingsOf(response.headers['content-encoding']).length > maxCodings;
        if (status >= 200 && !isDenied && !isDeadly) return resolve({ response, persistent });
        leg.socket.destroy();
        reject(new ConnectError(isDenied ? 'proxy_denied' : 'bad_response'));
      })
      .on('continue', () => answer.writeContinue())
      .on('error', broken)
      // With an unasked change of protocol there is neither response nor error.
      .on('close', () => (isAnswered ? stopSending() : broken()));
    if (hasBody(incoming)) incoming.pipe(outgoing);
    else outgoing.end();
  });
