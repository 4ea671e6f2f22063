import type { ProxyStatus } from '../contract/status.ts';
import type { Upstream } from './routes.ts';

/** The operator's upstream proxies and how they do. */
export interface ProxyPool {
  /** Those that work in turn, then those that cool down, the next to recover first. Empty when there are none. */
  order(): readonly Upstream[];
  /** An outcome. Proxies that are not the operator's are not counted. @param latencyMs until the connection stood. */
  report(upstream: Upstream, ok: boolean, latencyMs?: number): void;
  /** Public: neither hosts nor credentials. */
  status(): ProxyStatus;
}

interface Proxy {
  readonly id: string;
  readonly upstream: Upstream;
  successes: number;
  failures: number;
  /** Failures since the last success; those while it cools down count as one. */
  streak: number;
  latencyMs: number | null;
  /** Milliseconds since the epoch. */
  coolingUntil: number;
}

const firstCooldownMs = 30_000;
const longestCooldownMs = 600_000;
/** Weight of the newest latency in the mean. */
const freshness = 0.2;

const cooldownMs = (streak: number) => Math.min(longestCooldownMs, firstCooldownMs * 2 ** (streak - 1));

/** @param upstreams URLs; a repeated one counts once. @param now the clock, in milliseconds since the epoch. */
export const createProxyPool = (upstreams: readonly Upstream[], now: () => number = Date.now): ProxyPool => {
  const proxies = [...new Set(upstreams)].map(
    (upstream, index): Proxy => ({
      id: `proxy-${index + 1}`,
      upstream,
      successes: 0,
      failures: 0,
      streak: 0,
      latencyMs: null,
      coolingUntil: 0,
    }),
  );
  let turn = 0;
  const isCooling = (proxy: Proxy) => proxy.coolingUntil > now();

  const stateOf = (proxy: Proxy) => {
    if (!isCooling(proxy)) return 'healthy';
    return cooldownMs(proxy.streak) === longestCooldownMs ? 'dead' : 'cooling';
  };

  return {
    order: () => {
      const healthy = proxies.filter((proxy) => !isCooling(proxy));
      const cooling = proxies.filter(isCooling).sort((one, other) => one.coolingUntil - other.coolingUntil);
      const first = healthy.length === 0 ? 0 : turn++ % healthy.length;
      return [...healthy.slice(first), ...healthy.slice(0, first), ...cooling].map(
        ({ upstream }) => upstream,
      );
    },

    report: (upstream, ok, latencyMs) => {
      const proxy = proxies.find((candidate) => candidate.upstream === upstream);
      if (proxy === undefined) return;
      if (ok) {
        proxy.successes += 1;
        proxy.streak = 0;
        proxy.coolingUntil = 0;
        if (latencyMs !== undefined)
          proxy.latencyMs = latencyMs * freshness + (proxy.latencyMs ?? latencyMs) * (1 - freshness);
        return;
      }
      proxy.failures += 1;
      if (isCooling(proxy)) return;
      proxy.streak += 1;
      proxy.coolingUntil = now() + cooldownMs(proxy.streak);
    },

    status: () => ({
      enabled: proxies.length > 0,
      total: proxies.length,
      healthy: proxies.filter((proxy) => !isCooling(proxy)).length,
      strategy: 'rotate_healthy',
      proxies: proxies.map((proxy) => {
        const total = proxy.successes + proxy.failures;
        return {
          id: proxy.id,
          scheme: proxy.upstream.startsWith('socks5:') ? 'socks5' : 'http',
          state: stateOf(proxy),
          successes: proxy.successes,
          failures: proxy.failures,
          success_rate: total === 0 ? null : proxy.successes / total,
          latency_ms: proxy.latencyMs === null ? null : Math.round(proxy.latencyMs),
          cooling_until: isCooling(proxy) ? new Date(proxy.coolingUntil).toISOString() : null,
        };
      }),
    }),
  };
};
