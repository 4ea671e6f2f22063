import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { createEgress } from '../net/egress.ts';
import { createEntrance } from '../net/entrance.ts';
import { createFetch } from '../net/fetch.ts';
import { createGuard } from '../net/guard.ts';
import { createResolve } from '../net/names.ts';
import { createProxyPool } from '../net/proxies.ts';

interface Parts {
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: Metrics;
}

export type Network = ReturnType<typeof createNetwork>;

/** The ways out, all past one guard: of the browser, and of the service itself. */
export const createNetwork = ({ config, log, metrics }: Parts) => {
  const resolve = createResolve({ ...(config.nameServers.length > 0 && { servers: config.nameServers }) });
  const guard = createGuard({ allow: config.allowNetworks, resolve });
  const proxies = createProxyPool(config.proxies);
  const limits = { receivedBytes: config.pageBytes, requests: config.pageRequests, hosts: config.pageHosts };
  const entrance = createEntrance(config.browsers.length === 0 ? '127.0.0.1' : config.egressHost, log);
  const shared = { guard, proxies, log, metrics };
  return {
    guard,
    proxies,
    entrance,
    egress: createEgress({ ...shared, limits, entrance }),
    /** By the same way as pages: for robots.txt and sitemaps. */
    fetchAsPages: createFetch({ ...shared, upstreams: () => proxies.order() }),
    /** Not through the proxies, which are for pages: for webhooks and payments. */
    fetchDirectly: createFetch({ ...shared, upstreams: () => [] }),
  };
};
