import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ErrorCode, ServiceError } from '../contract/error.ts';
import { errorAnswer } from './errors.ts';
import type { Exchanges } from './exchange.ts';

/** Answers to what is no HTTP request: written to the bare socket, below Fastify. */

/** What Node's parser reports, as codes of ours. Its other `HPE_*` codes mean that the bytes were no HTTP. */
const parserCodes: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** How long a refused client may go on sending. Closing at once would reset the connection and take the answer with it. */
const lingerMs = 1000;

interface Parts {
  readonly exchanges: Exchanges;
  /** Called for each answer given here, outside any exchange. */
  readonly refused: (id: string, failure: ServiceError) => void;
}

/** Answers on connections whose bytes make no request: bad request lines, too large headers, late or broken bodies. */
export const createWire = ({ exchanges, refused }: Parts) => {
  const refuse = (socket: Duplex, failure: ServiceError): void => {
    if (!socket.writable) return;
    const id = randomUUID();
    const { status, headers, body } = errorAnswer(failure);
    const head = {
      ...headers,
      'x-request-id': id,
      'cache-control': 'no-store',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
      date: new Date().toUTCString(),
    };
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
    socket.resume();
    setTimeout(() => socket.destroy(), lingerMs).unref();
    refused(id, failure);
  };

  return {
    refuse,

    onClientError(error: Error & { code?: string }, socket: Duplex): void {
      const failure = parserFailure(error);
      if (failure === undefined) {
        socket.destroy();
        return;
      }
      const exchange = exchanges.newestOn(socket);
      if (exchange === undefined) refuse(socket, failure);
      // The body is broken or late: the request fails with it, unless it is answered already.
      else if (!exchange.request.complete && !exchange.response.writableEnded) exchange.abort(failure);
      else if (!exchange.request.complete) socket.destroy();
      // Bytes that are not HTTP follow a good request: that one is answered first.
      else if (!exchange.response.writableFinished)
        exchange.response.once('close', () => refuse(socket, failure));
      else refuse(socket, failure);
    },
  };
};

/** `undefined`: the connection itself failed, there is nobody to answer. */
const parserFailure = ({ code = '' }: Error & { code?: string }): ServiceError | undefined => {
  const known = parserCodes[code];
  if (known !== undefined) return new ServiceError(known);
  if (!code.startsWith('HPE_')) return undefined;
  return new ServiceError('invalid_request', { message: 'The request is not valid HTTP.' });
};
