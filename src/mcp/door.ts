import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { type Gate, opens } from '../access/gate.ts';
import type { Caller, KeyCaller } from '../contract/access.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { ServiceError } from '../contract/error.ts';
import { endpointTable } from '../contract/routes.ts';
import { raceSignal } from '../deadline.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { createCancellations } from './cancellations.ts';
import { permitKey } from './failure.ts';
import { createLocalBackend, type Services } from './local.ts';
import { createOriginCheck } from './origin.ts';
import { createMcpServer } from './server.ts';
import { type ToolName, toolNames, tools } from './tools.ts';

/** MCP over HTTP. */

interface Parts {
  readonly services: Services;
  readonly gate: Pick<Gate, 'identify' | 'accept'>;
  /** Counts a call in its rate windows. @throws ServiceError `rate_limited` */
  readonly limit: (endpoint: Endpoint, caller: Caller, request: IncomingMessage) => Promise<unknown>;
  /** Host names of this service. */
  readonly hosts: readonly string[];
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** A request to /mcp, whose headers are there and whose body is not read yet. */
interface Visit {
  readonly request: IncomingMessage;
  readonly id: string;
  readonly signal: AbortSignal;
  readonly admitted: (caller: Caller) => void;
  readonly readBody: () => Promise<unknown>;
}

/**
 * MCP over HTTP, without sessions: each request gets a protocol server of its own, so that any process can answer it and nothing
 * is left behind. The session id that clients of older revisions get is only a name, needed to cancel requests.
 */
export const createMcpDoor = ({ services, gate, limit, hosts, log, metrics }: Parts) => {
  const checkOrigin = createOriginCheck(hosts);
  const cancellations = createCancellations();

  return async ({ request, id, signal, admitted, readBody }: Visit): Promise<Response> => {
    checkOrigin(request.headers);
    let reading: Promise<unknown> | undefined;
    const read = () => {
      reading ??= readBody();
      return reading;
    };
    const holder = await gate.identify(request.headers, async () => messagesOf(await read()).some(isPaid));
    if (holder) admitted(holder);
    const body = await read();

    const session = request.headers[sessionHeader];
    const nameOf = (requestId: unknown) => JSON.stringify([holder?.owner, session, requestId]);
    if (session !== undefined)
      for (const requestId of canceledBy(body)) cancellations.cancel(nameOf(requestId));

    const open = async (name: ToolName, permit: unknown) => {
      const endpoint = endpointOf(name);
      const caller = holder ?? payerOf(gate, endpoint, name, permit);
      if (caller.kind === 'key' && !opens(caller, endpoint)) throw new ServiceError('insufficient_scope');
      admitted(caller);
      await limit(endpoint, caller, request);
      return createLocalBackend(services, caller, id);
    };
    const { fetch } = createMcpHandler(
      () =>
        createMcpServer({
          listed: toolNames.filter((name) => mayUse(holder, endpointOf(name))),
          open,
          ...(session !== undefined && {
            underWay: (requestId) => cancellations.begin(nameOf(requestId)),
          }),
          log,
          metrics,
        }),
      // Nothing that could be subscribed to ever changes.
      { maxSubscriptions: 0, onerror: (err) => log.debug({ err, request_id: id }, 'protocol error') },
    );
    const answer = fetch(webRequest(request, signal), { parsedBody: withoutCancellations(body) });
    const response = await raceSignal(answer, signal);
    // The library has every client keep its connection: one that asked for its end would wait for that.
    response.headers.delete('connection');
    if (messagesOf(body).some(({ method }) => method === 'initialize') && response.ok)
      response.headers.set(sessionHeader, randomUUID());
    return response;
  };
};

const sessionHeader = 'mcp-session-id';

const endpointOf = (name: ToolName): Endpoint => endpointTable[tools[name].endpoint];

/** Those without a key may use what a permit can pay for. */
const mayUse = (holder: KeyCaller | undefined, endpoint: Endpoint): boolean =>
  holder ? opens(holder, endpoint) : endpoint.auth === 'key-or-pay';

const payerOf = (gate: Parts['gate'], { auth }: Endpoint, name: ToolName, permit: unknown): Caller => {
  if (auth !== 'key-or-pay') throw new ServiceError('unauthorized');
  return gate.accept(permit, `mcp://tool/${name}`);
};

interface Message {
  readonly method?: unknown;
  readonly params?: {
    readonly requestId?: unknown;
    readonly _meta?: Readonly<Record<string, unknown>> | null;
  } | null;
}

const messagesOf = (body: unknown): Message[] =>
  [body].flat().filter((message): message is Message => typeof message === 'object' && message !== null);

const isPaid = ({ params }: Message): boolean => params?._meta?.[permitKey] !== undefined;

const isCancellation = ({ method }: Message): boolean => method === 'notifications/cancelled';

/** Ids of the requests that these messages cancel. */
const canceledBy = (body: unknown): unknown[] =>
  messagesOf(body)
    .filter(isCancellation)
    .map(({ params }) => params?.requestId);

/**
 * A request that comes in one batch with its own cancellation is answered all the same: the library would keep the connection
 * open for an answer that never comes.
 */
const withoutCancellations = (body: unknown): unknown => {
  if (!Array.isArray(body)) return body;
  const rest = body.filter((message) => !messagesOf(message).some(isCancellation));
  return rest.length === 0 ? body : rest;
};

/** The request as the protocol's library reads it: without its address, and its body is read already. */
const webRequest = ({ headers }: IncomingMessage, signal: AbortSignal): Request =>
  new Request('http://localhost/mcp', { method: 'POST', headers: webHeaders(headers), signal });

const webHeaders = (headers: IncomingHttpHeaders): Headers =>
  new Headers(
    Object.entries({ ...headers, accept: acceptOf(headers) }).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, [value].flat().join(', ')]],
    ),
  );

/** Who takes everything, or does not say (RFC 9110, 12.5.1), takes both kinds of answers; the library looks for names. */
const acceptOf = ({ accept = '*/*' }: IncomingHttpHeaders): string =>
  /(?:^|,) *\*\/\* *(?:[,;]|$)/.test(accept) ? 'application/json, text/event-stream' : accept;
