import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Caller } from '../contract/access.ts';
import { ServiceError } from '../contract/error.ts';
import { isPlainObject, warningsOf } from '../contract/request.ts';
import { type EndpointName, endpoints, endpointTable } from '../contract/routes.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { createAdminHandlers } from './admin.ts';
import { peekTarget, readBody, targetOf } from './body.ts';
import { createCrawlHandlers } from './crawl.ts';
import { mountDashboard } from './dashboard.ts';
import { shuttingDown } from './errors.ts';
import { createExchanges, type Exchange, queryOf } from './exchange.ts';
import { createApp, standardTimeouts } from './http.ts';
import { createJournal } from './journal.ts';
import { listen } from './listen.ts';
import { createPageHandlers } from './pages.ts';
import type { Services } from './services.ts';
import { createStatus, isPublic, type PublicName } from './status.ts';
import { isStreamed, toStream } from './streamed.ts';
import { createWebhookHandlers } from './webhooks.ts';

/** The HTTP server: routes of the endpoint table, the steps of a request, and the end of the service. */

export interface Server {
  /** @returns the base address. @throws SettingError when the address cannot be listened on. */
  listen(host: string, port: number): Promise<string>;
  /**
   * Refuses new work, lets running requests finish and aborts them after `config.grace` ms.
   * Status and probes are answered until `close`.
   */
  drain(): Promise<void>;
  /** Closes every connection. */
  close(): Promise<void>;
}

interface Parts {
  readonly services: Services;
  readonly config: Pick<
    Config,
    | 'grace'
    | 'publicUrl'
    | 'bodyBytes'
    | 'bodyDepth'
    | 'bodyEntries'
    | 'headerBytes'
    | 'maxConnections'
    | 'ownerStreams'
  >;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly timeouts?: typeof standardTimeouts;
}

/** Answers a caller who is admitted and whose body is read. */
type Handler = (exchange: Exchange, caller: Caller, body: unknown) => Promise<unknown>;

/** After the grace period: milliseconds for the aborted requests to be answered. */
const lastAnswers = 1000;

/** The HTTP door: protocol in, protocol out, no decisions. */
export const createServer = ({
  services,
  config,
  log,
  metrics,
  timeouts = standardTimeouts,
}: Parts): Server => {
  let draining = false;
  /** Ends streams, which would go on for as long as somebody watches. */
  const ending = new AbortController();
  const isDraining = () => draining;
  const journal = createJournal({ log, metrics, usage: services.usage });
  const exchanges = createExchanges(journal.ended);
  const bodies = { bytes: config.bodyBytes, depth: config.bodyDepth, entries: config.bodyEntries };
  const app = createApp({ exchanges, journal, timeouts, isDraining, headerBytes: config.headerBytes });
  const status = createStatus({ services, metrics, isDraining });
  const handlers: Readonly<Record<Exclude<EndpointName, PublicName | 'mcp'>, Handler>> = {
    ...createCrawlHandlers({ ...services, ending: ending.signal, ownerStreams: config.ownerStreams }),
    ...createWebhookHandlers(services),
    ...createAdminHandlers(services),
    ...createPageHandlers(services),
  };

  /** The journey of a request that needs a caller. Each step refuses by throwing. */
  const serve = async (name: keyof typeof handlers, exchange: Exchange): Promise<unknown> => {
    const endpoint = endpointTable[name];
    if (draining) throw shuttingDown();
    try {
      const { request } = exchange;
      const home = config.publicUrl ?? `http://${request.headers.host || 'localhost'}`;
      exchange.caller = await services.admit(endpoint, request.headers, `${home}${endpoint.path}`);
      Object.assign(exchange.headers, await services.limit(endpoint, exchange.caller, request));
    } catch (refusal) {
      if (endpoint.chargeable) exchange.target = await peekTarget(exchange, bodies);
      throw refusal;
    }
    const body = endpoint.request && (await readBody(exchange, bodies));
    exchange.target = targetOf(body);
    if (endpoint.request) exchange.warnings.push(...inVain(queryOf(exchange)));
    return withWarnings(await handlers[name](exchange, exchange.caller, body), exchange.warnings);
  };

  const serveMcp = async (exchange: Exchange): Promise<Response> => {
    if (draining) throw shuttingDown();
    const { request, id, signal } = exchange;
    const admitted = (caller: Caller) => Object.assign(exchange, { caller });
    return services.mcp({ request, id, signal, admitted, readBody: () => readBody(exchange, bodies) });
  };

  mount(app, async (name, exchange, reply) => {
    if (isPublic(name)) return status[name](reply);
    if (name === 'mcp') return serveMcp(exchange);
    const answer = await serve(name, exchange);
    if (!isStreamed(answer)) return answer;
    reply.type(answer.type);
    // HEAD does not wait for a job to end.
    return toStream(answer, exchange.request.method === 'HEAD');
  });

  if (services.dashboard) mountDashboard(app, services.dashboard);

  return {
    listen: async (host, port) => {
      await app.ready();
      app.server.maxConnections = config.maxConnections;
      const address = await listen(app.server, host, port);
      // An accept that fails, for want of file descriptors, is not the end of the service.
      app.server.on('error', (error) => log.error({ err: error }, 'connection not accepted'));
      return address;
    },
    drain: async () => {
      draining = true;
      ending.abort();
      app.server.closeIdleConnections();
      await exchanges.idle(config.grace);
      exchanges.abortAll(shuttingDown());
      // Answers whose payment is being settled are still delivered.
      await services.settled();
      await exchanges.idle(lastAnswers);
    },
    close: async () => {
      app.server.closeAllConnections();
      await app.close();
    },
  };
};

/** Of a request whose fields are in its body. */
const inVain = (query: URLSearchParams): string[] =>
  [...new Set(query.keys())]
    .slice(0, maxTold)
    .map((name) => `${name.slice(0, 64)} is in the query, which is not read here: send it in the body`);

const maxTold = 10;

/** Only answers to bodies have some here, and those are objects. */
const withWarnings = (answer: unknown, warnings: readonly string[]): unknown => {
  if (warnings.length === 0 || !isPlainObject(answer)) return answer;
  const { warnings: own = [] } = answer as { warnings?: readonly string[] };
  return { ...answer, ...warningsOf(warnings, own) };
};

type Answer = (name: EndpointName, exchange: Exchange, reply: FastifyReply) => unknown;

/** One route for each row of the endpoint table, and one for each path that refuses every other method. */
const mount = (app: FastifyInstance, answer: Answer): void => {
  const names = Object.keys(endpoints) as EndpointName[];
  for (const [path, rows] of Map.groupBy(names, (name) => endpointTable[name].path)) {
    const url = path.replaceAll(/\{(\w+)\}/g, ':$1');
    for (const name of rows)
      app.route({
        method: methodsOf(name),
        url,
        config: { endpoint: name },
        handler: (request, reply) => {
          request.exchange.params = paramsOf(request);
          const { status, type } = endpointTable[name].response;
          reply.code(status).type(type);
          return answer(name, request.exchange, reply);
        },
      });
    const allowed = rows.flatMap(methodsOf);
    app.route({
      method: app.supportedMethods.filter((method) => !allowed.includes(method)),
      url,
      config: { endpoint: rows[0] },
      handler: (request, reply) => {
        paramsOf(request);
        reply.header('allow', allowed.join(', '));
        throw new ServiceError('method_not_allowed');
      },
    });
  }
};

/** The values of the names in a path. @throws ServiceError `not_found` for an empty one, as in `/v1/keys/`. */
const paramsOf = (request: FastifyRequest): Record<string, string> => {
  const params = request.params as Record<string, string>;
  if (Object.values(params).includes('')) throw new ServiceError('not_found');
  return params;
};

const methodsOf = (name: EndpointName): string[] => {
  const { method } = endpointTable[name];
  return method === 'GET' ? ['GET', 'HEAD'] : [method];
};
