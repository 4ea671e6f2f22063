import type { ProxyStatus } from '../contract/status.ts';
import type { Upstream } from './routes.ts';

/** What is known of a proxy from the settings. */
export interface ProxyTraits {
  /** Public: says neither host nor credentials. */
  readonly id: string;
  /** Where its addresses are: an IANA name, given in the URL's fragment. */
  readonly timezone: string | undefined;
}

/** The operator's upstream proxies and how they do. */
export interface ProxyPool {
  /**
   * Those that work in turn, then those that cool down, the next to recover first. Empty when there are none.
   * @param avoid ids of those to be tried after all others that work.
   */
  order(avoid?: readonly string[]): readonly Upstream[];
  /** @returns undefined for a proxy that is not the operator's. */
  traitsOf(upstream: Upstream): ProxyTraits | undefined;
  /** An outcome. Proxies that are not the operator's are not counted. @param latencyMs until the connection stood. */
  report(upstream: Upstream, ok: boolean, latencyMs?: number): void;
  /** Public: neither hosts nor credentials. */
  status(): ProxyStatus;
}

interface Proxy extends ProxyTraits {
  readonly upstream: Upstream;
  successes: number;
  failures: number;
  /** Failures since the last success; those while it cools down count as one. */
  streak: number;
  /** Of the outcomes of late, from 0 to 1. */
  successRate: number | null;
  latencyMs: number | null;
  /** Milliseconds since the epoch. */
  coolingUntil: number;
}

const firstCooldownMs = 30_000;
const longestCooldownMs = 600_000;
/** Weight of the newest value in a mean. */
const freshness = 0.2;
const meanWith = (mean: number | null, value: number) =>
  value * freshness + (mean ?? value) * (1 - freshness);

const cooldownMs = (streak: number) => Math.min(longestCooldownMs, firstCooldownMs * 2 ** (streak - 1));

/** @param upstreams URLs; a repeated one counts once. @param now the clock, in milliseconds since the epoch. */
export const createProxyPool = (upstreams: readonly Upstream[], now: () => number = Date.now): ProxyPool => {
  const proxies = [...new Set(upstreams)].map(
    (upstream, index): Proxy => ({
      id: `proxy-${index + 1}`,
      timezone: new URL(upstream).hash.slice(1) || undefined,
      upstream,
      successes: 0,
      failures: 0,
      streak: 0,
      successRate: null,
      latencyMs: null,
      coolingUntil: 0,
    }),
  );
  let turn = 0;
  const find = (upstream: Upstream) => proxies.find((proxy) => proxy.upstream === upstream);
  const isCooling = (proxy: Proxy) => proxy.coolingUntil > now();

  const stateOf = (proxy: Proxy) => {
    if (!isCooling(proxy)) return 'healthy';
    return cooldownMs(proxy.streak) === longestCooldownMs ? 'dead' : 'cooling';
  };

  return {
    order: (avoid = []) => {
      const healthy = proxies.filter((proxy) => !isCooling(proxy));
      const cooling = proxies.filter(isCooling).sort((one, other) => one.coolingUntil - other.coolingUntil);
      const first = healthy.length === 0 ? 0 : turn++ % healthy.length;
      const inTurn = [...healthy.slice(first), ...healthy.slice(0, first)];
      const isAvoided = ({ id }: Proxy) => avoid.includes(id);
      return [...inTurn.filter((proxy) => !isAvoided(proxy)), ...inTurn.filter(isAvoided), ...cooling].map(
        ({ upstream }) => upstream,
      );
    },

    traitsOf: find,

    report: (upstream, ok, latencyMs) => {
      const proxy = find(upstream);
      if (proxy === undefined) return;
      proxy.successRate = meanWith(proxy.successRate, ok ? 1 : 0);
      if (ok) {
        proxy.successes += 1;
        proxy.streak = 0;
        proxy.coolingUntil = 0;
        if (latencyMs !== undefined) proxy.latencyMs = meanWith(proxy.latencyMs, latencyMs);
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
      proxies: proxies.map((proxy) => ({
        id: proxy.id,
        scheme: proxy.upstream.startsWith('socks5:') ? 'socks5' : 'http',
        state: stateOf(proxy),
        successes: proxy.successes,
        failures: proxy.failures,
        success_rate: proxy.successRate === null ? null : Math.round(proxy.successRate * 1000) / 1000,
        latency_ms: proxy.latencyMs === null ? null : Math.round(proxy.latencyMs),
        cooling_until: isCooling(proxy) ? new Date(proxy.coolingUntil).toISOString() : null,
      })),
    }),
  };
};
