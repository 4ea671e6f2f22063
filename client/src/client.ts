import { type CallOptions, type ClientOptions, createConnection } from './connection.ts';
import type {
  Health,
  MapRequest,
  MapResponse,
  Pricing,
  ProxyStatus,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookLogs,
  WebhookTestRequest,
  WebhookTestResponse,
} from './contract.ts';
import { type Crawl, createCrawl } from './crawl.ts';
import { createExtract, type Extract } from './extract.ts';
import { createListing, everyEntry, type Listing, type Window } from './listing.ts';
import { createOperation, type Operation } from './operation.ts';
import { createScrape, type Scrape } from './scrape.ts';

/** A client of one service, for one caller. It keeps no connection: there is nothing to close. */
export interface Gannet extends Operation {
  /** One page as Markdown, HTML, CSV, screenshot or PDF. */
  readonly scrape: Scrape;
  /** The data of one page. */
  readonly extract: Extract;
  /** The addresses of a site, from its sitemaps and the links of one page. */
  map(request: string | MapRequest, options?: CallOptions): Promise<MapResponse>;
  /** Jobs over many pages. */
  readonly crawl: Crawl;
  readonly webhooks: Webhooks;
  /** How the service is. */
  health(options?: CallOptions): Promise<Health>;
  /** What a request costs, and how to pay for it. */
  pricing(options?: CallOptions): Promise<Pricing>;
  /** State of the upstream proxies. */
  proxyStatus(options?: CallOptions): Promise<ProxyStatus>;
}

export interface Webhooks {
  /** Sends one signed webhook now. It is not sent again when it fails: `webhook_delivery_failed` is thrown. */
  test(request: WebhookTestRequest, options?: CallOptions): Promise<WebhookTestResponse>;
  /** Awaited: one part of the deliveries, newest first. In `for await`: all of them. */
  logs(options?: Window & CallOptions): Listing<WebhookLogs, WebhookDelivery>;
  /** One delivery, with the body that is sent. */
  get(deliveryId: string, options?: CallOptions): Promise<WebhookDeliveryDetail>;
  /** Delivers a webhook again, with attempts as at first. */
  resend(deliveryId: string, options?: CallOptions): Promise<WebhookDelivery>;
}

/** `const gannet = createClient({ url: 'http://127.0.0.1:8080', apiKey: 'svc_live_…' })` */
export const createClient = (options: ClientOptions = {}): Gannet => {
  const connection = createConnection(options);
  const { send } = connection;
  const get =
    <T>(path: string) =>
    (call?: CallOptions): Promise<T> =>
      send({ method: 'GET', path }, call);
  return {
    scrape: createScrape(connection),
    extract: createExtract(connection),
    map: (request, call) => {
      const body = typeof request === 'string' ? { url: request } : request;
      return send({ method: 'POST', path: '/v1/map', body }, call);
    },
    crawl: createCrawl(connection),
    webhooks: {
      test: (body, call) =>
        send({ method: 'POST', path: '/v1/webhooks/test', body, repeatable: false }, call),
      logs: (call = {}) => {
        const ask = ({ limit, offset }: Window) =>
          send<WebhookLogs>({ method: 'GET', path: '/v1/webhooks/logs', query: { limit, offset } }, call);
        const deliveries = async (window: Window) => (await ask(window)).deliveries;
        return createListing(
          () => ask(call),
          () => everyEntry(deliveries, ({ delivery_id }) => delivery_id, call),
        );
      },
      get: (deliveryId, call) => send({ method: 'GET', path: deliveryPath(deliveryId) }, call),
      resend: (deliveryId, call) =>
        send({ method: 'POST', path: `${deliveryPath(deliveryId)}/resend`, repeatable: false }, call),
    },
    health: get('/health'),
    pricing: get('/v1/pricing'),
    proxyStatus: get('/v1/proxy/status'),
    ...createOperation(connection),
  };
};

const deliveryPath = (id: string) => `/v1/webhooks/logs/${encodeURIComponent(id)}`;
