import { randomUUID } from 'node:crypto';
import { type IncomingMessage, METHODS } from 'node:http';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { ServiceError } from '../contract/error.ts';
import { type EndpointName, endpointTable } from '../contract/routes.ts';
import { dropRest } from './body.ts';
import { errorAnswer, toFailure } from './errors.ts';
import type { Exchange, Exchanges } from './exchange.ts';
import type { Journal } from './journal.ts';
import { createWire } from './wire.ts';

/** Fastify, set up so that whatever a client sends is answered in the form of the contract. */

declare module 'fastify' {
  interface FastifyRequest {
    exchange: Exchange;
  }
  interface FastifyContextConfig {
    endpoint?: EndpointName | undefined;
  }
}

/** In milliseconds. */
export const standardTimeouts = {
  /** Until the headers of a request are there. */
  headers: 15_000,
  /** Until the whole request is. */
  request: 60_000,
  /** Between two requests of a connection. */
  keepAlive: 72_000,
  /** Until a client takes more of an answer that is being sent. */
  stalled: 60_000,
  /** How often the first two are checked. */
  check: 1000,
};

interface Parts {
  readonly exchanges: Exchanges;
  readonly journal: Journal;
  readonly timeouts: typeof standardTimeouts;
  /** Whether connections are to be closed with their next answer. */
  readonly isDraining: () => boolean;
  /** Of the request line and the headers together. */
  readonly headerBytes: number;
}

/**
 * A Fastify application without routes, set up so that every answer carries `X-Request-ID` and every error the body
 * `{detail}`, whatever the client sends. Bodies are left on the wire for the routes to read.
 */
export const createApp = (parts: Parts): FastifyInstance => {
  const { exchanges, journal, timeouts, isDraining, headerBytes } = parts;
  const begin = (request: FastifyRequest, reply: FastifyReply) => {
    request.exchange = exchanges.begin(request.id, request.raw, reply.raw);
    reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' });
  };

  const fail = (thrown: unknown, { exchange }: FastifyRequest, reply: FastifyReply): void => {
    if (reply.raw.destroyed) {
      reply.hijack();
      return;
    }
    const endpoint = exchange.endpoint && endpointTable[exchange.endpoint];
    exchange.failure = toFailure(thrown, endpoint);
    journal.failed(exchange, thrown);
    const target = endpoint?.chargeable ? exchange.target : undefined;
    const { status, headers, body } = errorAnswer(exchange.failure, target);
    reply.code(status).headers(headers).send(body);
  };

  const wire = createWire({ exchanges, refused: journal.refused });
  const app = fastify({
    genReqId: requestId,
    requestIdHeader: false,
    return503OnClosing: false,
    // However long an id in the path is, it is answered 404 as any unknown one.
    routerOptions: { maxParamLength: headerBytes },
    keepAliveTimeout: timeouts.keepAlive,
    requestTimeout: timeouts.request,
    connectionTimeout: timeouts.stalled,
    http: {
      headersTimeout: timeouts.headers,
      maxHeaderSize: headerBytes,
      connectionsCheckingInterval: timeouts.check,
      // Repeated headers become one value with a comma in it, which is no key, no media type and no host.
      joinDuplicateHeaders: true,
      requireHostHeader: false,
    },
    clientErrorHandler: wire.onClientError,
    // Without hooks: the path could not be decoded.
    frameworkErrors: (_, request, reply) => {
      begin(request, reply);
      fail(new ServiceError('invalid_request', { message: 'The address is not valid.' }), request, reply);
    },
  });
  // Fastify reads bodies before the route runs, and so before authentication: it is told that no method has one.
  for (const method of METHODS) app.addHttpMethod(method, { hasBody: false, overrideExisting: true });

  app.decorateRequest('exchange');
  app.addHook('onRequest', (request, reply, done) => {
    begin(request, reply);
    request.exchange.endpoint = request.routeOptions.config.endpoint;
    done(protocolFault(request.raw));
  });
  app.addHook('onSend', async ({ exchange }, reply, payload) => {
    reply.headers(exchange.headers);
    const isBroken = exchange.signal.aborted;
    if (isDraining() || isBroken) reply.header('connection', 'close');
    else if (reply.raw.shouldKeepAlive) return payload;
    if (!isBroken) await dropRest(exchange);
    return payload;
  });
  app.setErrorHandler(fail);
  app.setNotFoundHandler(() => {
    throw new ServiceError('not_found');
  });
  app.server.on('checkContinue', app.routing);
  app.server.on('checkExpectation', app.routing);
  // No bytes for a while: that is right only while the answer is still being worked on.
  app.server.on('timeout', (socket) => {
    const isAtWork = exchanges.newestOn(socket)?.response.writableFinished === false;
    if (!isAtWork || socket.writableLength > 0) socket.destroy();
  });
  app.server.on('connect', (_, socket) => wire.refuse(socket, notAProxy()));
  return app;
};

/** The client's own id when it is short and plain, else a new one. */
const requestId = ({ headers }: IncomingMessage): string => {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.-]{1,128}$/.test(given) ? given : randomUUID();
};

/** What RFC 9112 (3.2) and RFC 9110 (10.1.1) ask a server to refuse. */
const protocolFault = ({ headers, httpVersion }: IncomingMessage): ServiceError | undefined => {
  if (headers.host === undefined ? httpVersion === '1.1' : headers.host.includes(','))
    return new ServiceError('invalid_request', { message: 'The request needs exactly one Host header.' });
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    return new ServiceError('expectation_failed');
  return undefined;
};

const notAProxy = () => new ServiceError('invalid_request', { message: 'This service is not a proxy.' });
